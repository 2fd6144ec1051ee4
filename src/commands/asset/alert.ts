import * as z from 'zod';
import { alertedAssets } from '../../services/assets/register/alerted-assets.ts';
import { assetOperation } from './asset-operation.ts';
import { day } from './simulation-input.ts';

export const assetAlertList = assetOperation({
  id: 'asset.alert.list',
  ref: 'B17',
  summary: { en: 'List the assets with alerts', fr: 'Lister les immobilisations en alerte' },
  description:
    'Identifiers of the assets that have an alert, critical or not, as of endDate; the end of the exercise under way unless given. The alerts themselves are in Errors of each asset. An asset bought in an exercise of the ledger and associated with no entry has one.',
  http: { method: 'GET', path: '/alerts' },
  cli: { examples: ['taxops asset alert list --folder 12 --end-date 2025-12-31'] },
  query: z.object({ endDate: day().optional() }),
  output: z.array(z.int()),
  *view(assetIds) {
    yield {
      kind: 'table',
      columns: [{ name: 'AssetId', fr: 'N° immobilisation', type: 'number' }],
      rows: assetIds.map((id) => [id]),
    };
  },
  run: (ctx, { folderId, endDate }) => alertedAssets(ctx, folderId, endDate),
});
