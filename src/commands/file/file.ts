import * as z from 'zod';
import { fetchProducedFile } from '../../services/documents/produced-files.ts';
import { defineOperation } from '../operation/operation.ts';
import { file } from '../operation/outputs.ts';

export const fileDownload = defineOperation({
  id: 'file.download',
  summary: { en: 'Download a file that was produced', fr: 'Télécharger un fichier produit' },
  description:
    'Exports over HTTP answer the address of their file: this operation. A file is kept for a day, for those who may see the folder it was made of; for the others it does not exist.',
  policy: { right: 'read', of: 'visible' },
  http: { method: 'GET', path: '/api/files/{fileId}' },
  cli: {
    args: ['fileId'],
    examples: ['taxops file download 01930000-0000-7000-8000-000000000000 --output mouvements.csv'],
  },
  params: z.object({ fileId: z.uuid().describe('Last part of the address') }),
  output: file(
    'application/octet-stream',
    'text/csv',
    'text/html',
    'application/pdf',
    'application/json',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ),
  errors: ['ProducedFileNotFound'],
  audited: true,
  run: (ctx, { fileId }) => fetchProducedFile(ctx, fileId),
});
