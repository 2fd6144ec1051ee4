/** `BankEntry` as the specification writes it; what it leaves open is said in the description of `bank entry show`. */
import * as z from 'zod';
import type { BankEntry, BankEntryLine } from '../../../services/banking/transactions/entries/bank-entries.ts';
import { choice, date, euros, flag, int, maybe, text } from '../../operation/outputs.ts';
import { computed, constant, from, headed } from '../../operation/wire.ts';

const EnterpriseId = from('folderId', int('Dossier'));

export const BankEntryShape = z
  .object({
    Id: int('Id'),
    TransactionId: int('Mouvement'),
    Label: text('Libellé'),
    EnterpriseId,
    Lines: headed(
      z.array(
        z.object({
          Id: int('Id'),
          AccountId: int('N° compte'),
          SubAccountId: maybe(int()),
          AccountName: text('Intitulé'),
          Amount: euros('Montant').describe('Debit minus credit'),
          EnterpriseId,
          Label: text('Libellé'),
          Type: choice(['Bank', 'Vat', 'Counterpart'], 'Type'),
          LetterId: maybe(int()),
          LetterType: maybe(choice(['Full', 'Partial'])),
          IsPartialLettering: computed(flag(), ({ letterType }: BankEntryLine) => letterType === 'Partial'),
          Revision: constant(maybe(text()), null),
          ReAllocated: constant(flag(), false),
        }),
      ),
      'Lignes',
    ),
    Date: date('Date'),
    ValidationDate: maybe(date('Validation')),
    JournalId: int('Journal'),
    IsTransactionModificationAllowed: computed(flag('Modifiable'), ({ lock }: BankEntry) => lock === undefined),
  })
  .meta({ id: 'BankEntry' });
