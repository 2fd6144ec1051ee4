import * as z from 'zod';
import { formatAmount } from '../../services/kernel/money.ts';
import { journalTotals } from '../../services/ledger/journal-totals.ts';
import { amountText } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { FOLDER_ROUTE, FolderPath, period } from './wire.ts';

const JournalTotal = z
  .object({
    JournalId: z.int(),
    JournalCode: z.string(),
    Label: z.string(),
    Month: z.string().describe('YYYY-MM'),
    EntryCount: z.int(),
    Debit: amountText(),
    Credit: amountText(),
  })
  .meta({ id: 'JournalTotal' });

export const ledgerJournal = defineOperation({
  id: 'ledger.journal',
  summary: { en: 'Totals of each journal and month', fr: 'Totaux de chaque journal et mois' },
  description: 'The centralising journal. The entries of one journal: entry list --journal.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${FOLDER_ROUTE}/journal-totals` },
  cli: { examples: ['taxops ledger journal --folder 12'] },
  params: FolderPath,
  query: z.object(period),
  output: z.array(JournalTotal),
  errors: ['FolderNotFound', 'ExerciseNotFound', 'FolderWithoutExercise', 'LedgerPeriodInvalid'],
  columns: ['JournalCode', 'Label', 'Month', 'EntryCount', 'Debit', 'Credit'],
  run: async (ctx, { accountingFolderId, ...wanted }) =>
    (await journalTotals(await ctx.db(), accountingFolderId, wanted)).map((total) => ({
      JournalId: total.journalId,
      JournalCode: total.journalCode,
      Label: total.label,
      Month: total.month,
      EntryCount: total.entryCount,
      Debit: formatAmount(total.debit),
      Credit: formatAmount(total.credit),
    })),
});
