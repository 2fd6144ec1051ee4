import * as z from 'zod';
import { exportLedger } from '../../services/ledger/export.ts';
import { identifier } from '../operation/fields.ts';
import { file } from '../operation/outputs.ts';
import { ledgerOperation } from './wire.ts';

export const ledgerExport = ledgerOperation({
  id: 'ledger.export',
  summary: { en: 'Write an exercise as a FEC', fr: 'Écrire un exercice en FEC' },
  description:
    'The file that a later import finds identical: drafts, with a blank ValidDate, are in it unless only validated ' +
    'entries are asked, as a FEC for the tax administration must be.',
  http: { method: 'GET', path: '/ledger-file' },
  cli: { examples: ['taxops ledger export --folder 12 --output 732829320FEC20241231.txt'] },
  query: z.object({
    exerciseId: identifier().optional().describe('The last exercise unless given'),
    validatedOnly: z.boolean().optional().describe('Leave drafts out'),
    encoding: z.enum(['utf-8', 'iso-8859-15']).optional(),
  }),
  output: file('text/plain'),
  errors: ['ExerciseNotFound', 'FolderWithoutExercise', 'LedgerFolderSirenMissing'],
  audited: true,
  run: (ctx, { folderId, ...wanted }) => exportLedger(ctx, folderId, wanted),
});
