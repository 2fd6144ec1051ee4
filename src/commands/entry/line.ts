import * as z from 'zod';
import { listLines } from '../../services/ledger/lines.ts';
import {
  EntryLineShape,
  FOLDER_ROUTE,
  FolderPath,
  lineFilter,
  toFilter,
  toWireLine,
  toWirePage,
} from '../ledger/wire.ts';
import { identifier, pageOf, paging } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';

export const entryLineList = defineOperation({
  id: 'entry.line.list',
  summary: { en: 'List the entry lines of a folder', fr: 'Lister les lignes d’écriture d’un dossier' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${FOLDER_ROUTE}/entry-lines` },
  cli: { examples: ['taxops entry line list --folder 12 --account 512 --from 2024-03-01 --lettered false'] },
  params: FolderPath,
  query: z.object({
    ...lineFilter,
    accountId: identifier().optional(),
    subAccountId: identifier().optional(),
    letter: z.string().max(20).optional(),
    ...paging,
  }),
  output: pageOf(EntryLineShape),
  errors: ['FolderNotFound'],
  columns: ['Id', 'Date', 'JournalCode', 'AccountNumber', 'Label', 'Debit', 'Credit', 'Letter'],
  run: async (ctx, { accountingFolderId, page, limit, accountId, subAccountId, letter, ...filter }) => {
    const one = <T>(value: T | undefined) => (value === undefined ? undefined : [value]);
    const ids = { accountIds: one(accountId), subAccountIds: one(subAccountId), letters: one(letter) };
    const wanted = { ...toFilter(filter), ...ids };
    return toWirePage(await listLines(await ctx.db(), accountingFolderId, wanted, { page, limit }), toWireLine);
  },
});
