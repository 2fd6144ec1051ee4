import * as z from 'zod';
import { alertedAssets } from '../../services/assets/register/alerted-assets.ts';
import { type Instant, parisDay } from '../../services/kernel/paris-time.ts';
import { defineOperation } from '../operation/operation.ts';
import { day } from './simulation-input.ts';
import { FOLDER_ROUTE, FolderPath } from './wire.ts';

export const assetAlertList = defineOperation({
  id: 'asset.alert.list',
  ref: 'B17',
  summary: { en: 'List the assets with alerts', fr: 'Lister les immobilisations en alerte' },
  description:
    'Identifiers of the assets that have an alert, critical or not, as of endDate; the end of the exercise under way unless given. The alerts themselves are in Errors of each asset. An asset bought in an exercise of the ledger and associated with no entry has one.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${FOLDER_ROUTE}/alerts` },
  cli: { examples: ['taxops asset alert list --folder 12 --end-date 2025-12-31'] },
  params: FolderPath,
  query: z.object({ endDate: day().optional() }),
  output: z.array(z.int()),
  errors: ['FolderNotFound'],
  *view(assetIds) {
    yield { kind: 'table', columns: [{ name: 'AssetId', type: 'number' }], rows: assetIds.map((id) => [id]) };
  },
  run: async (ctx, { accountingFolderId, endDate }) => {
    const now = ctx.clock.now();
    return alertedAssets(await ctx.db(), accountingFolderId, endDate, { now, today: parisDay(now as Instant) });
  },
});
