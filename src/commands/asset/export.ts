import { createReadStream } from 'node:fs';
import * as z from 'zod';
import { exportAssets } from '../../services/assets/export/export-assets.ts';
import { EXPORT_TYPES } from '../../services/assets/export/formats.ts';
import { text } from '../operation/outputs.ts';
import { from } from '../operation/wire.ts';
import { assetOperation } from './asset-operation.ts';
import { list, QUESTION_ERRORS, question, toQuestion } from './search-fields.ts';

/** Where a file was put: an address of this listener, or a path on this machine. */
export const FileAnswer = z
  .object({ Filename: from('fileName', text('Fichier')), Url: from('address', text('Adresse')) })
  .meta({ id: 'ExportedFile' });

export const assetExport = assetOperation({
  id: 'asset.export',
  ref: 'B15',
  summary: { en: 'Export the assets of a folder', fr: 'Exporter les immobilisations d’un dossier' },
  description:
    'The same question as the search, without pages. Over HTTP, Url is the address of the file (GET /api/files/{fileId}), kept for a day for those who may see the folder; on the command line it is a path. columns takes any property of the headers; extends adds some after them. Platform is JSON. Csv is RFC 4180 with plain decimals; Excel has real numbers and days, and totals by formula; Html needs nothing else and draws the schedules of the first 300 assets. Texts that a spreadsheet would run are made harmless.',
  right: 'read',
  http: { method: 'POST', path: '/assets/export' },
  cli: {
    examples: [
      'taxops asset export --folder 12 --start-date 2025-01-01 --end-date 2025-12-31 --export-type Pdf',
      'taxops asset export --folder 12 --start-date 2025-01-01 --end-date 2025-12-31 --export-type Excel --columns Number Name Account EconomicVNCPeriodAmount',
    ],
  },
  query: z.object({
    exportType: z.enum(EXPORT_TYPES),
    ...question,
    columns: list('Properties to show, in this order'),
    withAnalytics: z.boolean().nullable().optional().describe('Also show the analytic axes'),
  }),
  output: FileAnswer,
  toFile: ({ Url }) => createReadStream(Url),
  errors: [...QUESTION_ERRORS],
  audited: true,
  run: (ctx, { folderId, exportType, columns, extends: more, withAnalytics, ...asked }) => {
    const chosen = { exportType, columns, extends: more, withAnalytics: withAnalytics === true };
    return exportAssets(ctx, folderId, { ...toQuestion(asked), ...chosen });
  },
});
