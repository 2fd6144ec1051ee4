import * as z from 'zod';
import { undoImport } from '../../services/ledger/remove.ts';
import { identifier } from '../operation/fields.ts';
import { preview, REMOVAL_ERRORS, RemovalShape, viewRemoval } from './removal-wire.ts';
import { ledgerOperation } from './wire.ts';

export const ledgerUndo = ledgerOperation({
  id: 'ledger.undo',
  summary: { en: 'Take back the import of a file', fr: 'Annuler l’import d’un fichier' },
  description:
    'Removes the entries of the file that made an exercise, and the exercise unless entries written in taxops keep it. A FEC of all its entries is written first and kept for a day. What a later file changed is taken back by importing the earlier file again.',
  http: { method: 'DELETE', path: '/ledger-imports/{importId}' },
  cli: {
    args: ['importId'],
    examples: ['taxops ledger undo 3 --folder 12 --preview', 'taxops ledger undo 3 --folder 12 --yes'],
    confirm: { unless: 'preview' },
  },
  params: { importId: identifier() },
  query: z.object({ preview }),
  output: RemovalShape,
  errors: [...REMOVAL_ERRORS, 'LedgerImportNotFound', 'LedgerImportNotFirst'],
  view: viewRemoval,
  run: (ctx, { folderId, importId, preview: isPreview }) => undoImport(ctx, folderId, importId, isPreview),
});
