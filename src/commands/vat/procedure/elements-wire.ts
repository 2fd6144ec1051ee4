/** The elements of a return on the wire. */
import * as z from 'zod';
import type { UsedConfiguration } from '../../../services/vat/drafts/book-facts.ts';
import type { VatIssue } from '../../../services/vat/engine/model.ts';
import type { Snapshot, SnapshotAccount } from '../../../services/vat/procedures/elements.ts';
import { choice, euros, int, maybe, text, words } from '../../operation/outputs.ts';
import { computed, from } from '../../operation/wire.ts';
import { issueText } from '../issue-text.ts';
import { LabelPair } from '../wire.ts';

const Account = z.object({
  AccountId: maybe(int('N° compte')),
  SubAccountId: maybe(int('N° sous-compte')),
  AccountName: text('Compte'),
});

const ISSUE_TYPES = [
  'MissingConfiguration',
  'MissingCategory',
  'RateUnknown',
  'NoVatLine',
  'TaxWithoutBase',
  'InvalidCombination',
  'NotWholeCredit',
  'UnmatchedPayment',
] as const;

/** JSON text of the settings that counted. */
export const configurationText = (all: readonly UsedConfiguration[]): string =>
  JSON.stringify(
    all.map(({ accountId, accountNumber, exigibility, vatCategory, vatRate, includeUnletteredPayments }) => ({
      AccountId: accountId,
      AccountNumber: accountNumber,
      Exigibility: exigibility,
      VatCategory: vatCategory,
      VatRate: vatRate,
      IncludeUnletteredPayments: includeUnletteredPayments,
    })),
  );

export const SnapshotShape = z
  .object({
    AccountingFolderId: int('Dossier'),
    ProcedureId: int('Déclaration'),
    VatAccountElements: from(
      'elements',
      z.array(
        z.object({
          Id: int('Id'),
          ProcedureId: int('Déclaration'),
          Account,
          TaxAmount: euros('TVA'),
          TaxExcludedAmount: euros('Base HT'),
          Category: LabelPair,
          VatRate: LabelPair,
        }),
      ),
    ),
    VatAccountsConfigurationUsed: computed(text('Configuration des comptes employée'), ({ configuration }: Snapshot) =>
      configurationText(configuration),
    ),
    Issues: z.array(
      z.object({
        Message: computed(words('Message', 'sentence'), (issue: VatIssue & SnapshotAccount) => issueText(issue)),
        AccountId: maybe(int('N° compte')),
        SubAccountId: maybe(int('N° sous-compte')),
        AccountName: text('Compte'),
        IssueType: from('type', choice(ISSUE_TYPES, 'Type')),
      }),
    ),
  })
  .meta({ id: 'VatAccountElementSnapshot' });
