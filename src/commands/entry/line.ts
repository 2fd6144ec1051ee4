import * as z from 'zod';
import { listLines } from '../../services/ledger/lines.ts';
import { EntryLineShape, ledgerOperation, lineFilter, refuseInverted, toFilter } from '../ledger/wire.ts';
import { identifier, pageOf, paging } from '../operation/fields.ts';

export const entryLineList = ledgerOperation({
  id: 'entry.line.list',
  summary: { en: 'List the entry lines of a folder', fr: 'Lister les lignes d’écriture d’un dossier' },
  http: { method: 'GET', path: '/entry-lines' },
  cli: { examples: ['taxops entry line list --folder 12 --account 512 --from 2024-03-01 --lettered false'] },
  query: z
    .object({
      ...lineFilter,
      accountId: identifier().optional(),
      subAccountId: identifier().optional(),
      letter: z.string().max(20).optional().describe('Code of the lettering'),
      ...paging,
    })
    .superRefine(refuseInverted),
  errors: ['JournalNotFound', 'ExerciseNotFound'],
  output: pageOf(EntryLineShape),
  columns: ['Id', 'Date', 'JournalCode', 'AccountNumber', 'Label', 'Debit', 'Credit', 'Letter'],
  run: (ctx, { folderId, page, limit, accountId, subAccountId, letter, ...filter }) => {
    const one = <T>(value: T | undefined) => (value === undefined ? undefined : [value]);
    const ids = { accountIds: one(accountId), subAccountIds: one(subAccountId), letters: one(letter) };
    return listLines(ctx, folderId, { ...toFilter(filter), ...ids }, { page, limit });
  },
});
