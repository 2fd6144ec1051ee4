import * as z from 'zod';
import { journalTotals } from '../../services/ledger/journal-totals.ts';
import { eurosText, int, text } from '../operation/outputs.ts';
import { ledgerOperation, PERIOD_ERRORS, period } from './wire.ts';

const JournalTotal = z
  .object({
    JournalId: int('N° journal'),
    JournalCode: text('Journal'),
    Label: text('Libellé'),
    Month: text('Mois').describe('YYYY-MM'),
    EntryCount: int('Écritures'),
    Debit: eurosText('Débit'),
    Credit: eurosText('Crédit'),
  })
  .meta({ id: 'JournalTotal' });

export const ledgerJournal = ledgerOperation({
  id: 'ledger.journal',
  summary: { en: 'Totals of each journal and month', fr: 'Totaux de chaque journal et mois' },
  description: 'The centralising journal. The entries of one journal: entry list --journal.',
  http: { method: 'GET', path: '/journal-totals' },
  cli: { examples: ['taxops ledger journal --folder 12'] },
  query: z.object(period),
  output: z.array(JournalTotal),
  errors: PERIOD_ERRORS,
  columns: ['JournalCode', 'Label', 'Month', 'EntryCount', 'Debit', 'Credit'],
  run: (ctx, { folderId, ...wanted }) => journalTotals(ctx, folderId, wanted),
});
