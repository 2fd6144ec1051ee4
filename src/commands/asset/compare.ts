import * as z from 'zod';
import { schedulePicture } from '../../services/assets/export/schedule-picture.ts';
import { compareAsset } from '../../services/assets/register/compare-asset.ts';
import { amount } from '../operation/fields.ts';
import { file } from '../operation/outputs.ts';
import { AssetPath, assetOperation } from './asset-operation.ts';
import { scenarioTable } from './simulate.ts';
import { day } from './simulation-input.ts';
import { Comparison } from './simulation-wire.ts';

const price = () => amount().refine((cents) => cents >= 0n, { error: 'an amount of zero or more is expected' });

export const assetCompare = assetOperation({
  id: 'asset.compare',
  summary: { en: 'Compare what may be done with an asset', fr: 'Comparer ce qui peut être fait d’une immobilisation' },
  description:
    'Kept, sold now or later, each under a linear and, where the law lets it, a declining plan of the tax: by exercise and in total. Nothing is written. Amounts are without VAT.',
  http: { method: 'GET', path: '/assets/{assetId}/comparison' },
  cli: {
    args: ['assetId'],
    examples: ['taxops asset compare 7 --folder 12 --sale-date 2025-06-30 --sale-amount 8000'],
  },
  params: AssetPath,
  query: z.object({
    saleDate: day().optional().describe('The present day unless given'),
    laterDate: day().optional().describe('Twelve months after saleDate unless given'),
    saleAmount: price().optional().describe('Nothing unless given'),
    laterAmount: price().optional().describe('Of the later sale; the same unless given'),
  }),
  output: Comparison,
  errors: [
    'AssetNotFound',
    'AlreadyRetired',
    'RetirementBeforeDeployment',
    'CreditNoteAfterRetirement',
    'TransferAfterRetirement',
    'ImpairmentAfterRetirement',
  ],
  view: function* ({ Scenarios }) {
    yield scenarioTable(Scenarios);
  },
  run: async (ctx, { folderId, assetId, ...wanted }) => ({
    scenarios: await compareAsset(ctx, folderId, assetId, wanted),
  }),
});

export const assetChart = assetOperation({
  id: 'asset.chart',
  summary: { en: 'Draw the schedule of an asset', fr: 'Dessiner le tableau d’amortissement d’une immobilisation' },
  description: 'A picture (SVG): its net value by the books and by the tax, exercise by exercise.',
  http: { method: 'GET', path: '/assets/{assetId}/schedule/chart' },
  cli: { args: ['assetId'], examples: ['taxops asset chart 7 --folder 12 --output asset.svg'] },
  params: AssetPath,
  output: file('image/svg+xml'),
  errors: ['AssetNotFound'],
  run: (ctx, { folderId, assetId }) => schedulePicture(ctx, folderId, assetId),
});
