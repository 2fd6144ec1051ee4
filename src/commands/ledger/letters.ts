import * as z from 'zod';
import { formatAmount } from '../../services/kernel/money.ts';
import { type LetterGroup, listLetterGroups } from '../../services/ledger/lettering.ts';
import { amountText, dayText, identifier, pageOf, paging } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { accountPrefixes, FOLDER_ROUTE, FolderPath, toWirePage } from './wire.ts';

const LetterGroupShape = z
  .object({
    Id: z.int().describe('Identifier of its first line'),
    ExerciseId: z.int(),
    AccountId: z.int(),
    AccountNumber: z.string(),
    SubAccountId: z.int().nullable(),
    SubAccountCode: z.string().nullable(),
    Letter: z.string(),
    Date: dayText().nullable(),
    Balance: amountText(),
    IsPartial: z.boolean(),
    EntryLineIds: z.array(z.int()),
  })
  .meta({ id: 'LetterGroup' });

const toWire = (group: LetterGroup) => ({
  Id: group.id,
  ExerciseId: group.exerciseId,
  AccountId: group.accountId,
  AccountNumber: group.accountNumber,
  SubAccountId: group.subAccountId,
  SubAccountCode: group.subAccountCode,
  Letter: group.letter,
  Date: group.date,
  Balance: formatAmount(group.balance),
  IsPartial: group.isPartial,
  EntryLineIds: [...group.lineIds],
});

export const ledgerLetters = defineOperation({
  id: 'ledger.letters',
  summary: { en: 'List the lettering groups of a folder', fr: 'Lister les lettrages d’un dossier' },
  description: 'Lines of one account, or sub-account, of one exercise with the same code. Partial: not balanced.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${FOLDER_ROUTE}/letter-groups` },
  cli: { examples: ['taxops ledger letters --folder 12 --account 411 --partial'] },
  params: FolderPath,
  query: z.object({
    exerciseId: identifier().optional(),
    account: accountPrefixes,
    partial: z.boolean().optional(),
    ...paging,
  }),
  output: pageOf(LetterGroupShape),
  errors: ['FolderNotFound'],
  columns: ['AccountNumber', 'SubAccountCode', 'Letter', 'Date', 'Balance', 'IsPartial', 'EntryLineIds'],
  run: async (ctx, { accountingFolderId, exerciseId, account, partial, ...page }) => {
    const filter = { exerciseId, accounts: account, isPartial: partial };
    return toWirePage(await listLetterGroups(await ctx.db(), accountingFolderId, filter, page), toWire);
  },
});
