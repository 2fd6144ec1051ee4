import * as z from 'zod';
import { explainStored, readSchedule } from '../../services/assets/register/asset-schedule.ts';
import { presentExercise } from '../../services/assets/register/basis.ts';
import { readFixedAsset } from '../../services/assets/register/read-asset.ts';
import type { Language } from '../../services/kernel/errors.ts';
import type { Block } from '../operation/operation.ts';
import { AssetPath, assetOperation } from './asset-operation.ts';
import { explanationView, planView } from './schedule-view.ts';
import { day } from './simulation-input.ts';
import { Explanations, Simulation } from './simulation-wire.ts';
import { amountCell, FixedAssetShape } from './wire.ts';

const Schedule = z.object({ Asset: FixedAssetShape, ...Simulation.shape }).meta({ id: 'AssetSchedule' });
type Answer = z.output<typeof Schedule> | z.output<typeof Explanations>;

export const assetShow = assetOperation({
  id: 'asset.show',
  summary: {
    en: 'Show an asset with its schedule',
    fr: 'Montrer une immobilisation avec son tableau d’amortissement',
  },
  description:
    'The asset as of date, the end of the exercise under way unless given, and every figure of its life in the fields of a simulation; the bar is what is left of its value. explain gives the rule, the inputs and the arithmetic of the figures whose name begins so, such as Economic[2025-12-31]; an empty text explains all.',
  http: { method: 'GET', path: '/assets/{assetId}/schedule' },
  cli: {
    args: ['assetId'],
    examples: ['taxops asset show 7 --folder 12', 'taxops asset show 7 --folder 12 --explain Economic[2025-12-31]'],
  },
  params: AssetPath,
  query: z.object({
    date: day().optional(),
    explain: z.string().max(100).optional().describe('Beginning of the figures to explain; "" for all'),
  }),
  output: z.union([Explanations, Schedule]),
  errors: ['AssetNotFound', 'FigureNotFound'],
  view,
  run: async (ctx, { folderId, assetId, date, explain }) => {
    if (explain !== undefined) return { figures: await explainStored(ctx, folderId, assetId, explain) };
    const asset = await readFixedAsset(ctx, folderId, assetId, date ?? (await presentExercise(ctx, folderId)).end);
    const schedule = await readSchedule(ctx, folderId, assetId);
    return { ...schedule, asset, alerts: asset.alerts };
  },
});

function* view(answer: Answer, language: Language): Generator<Block> {
  if ('Figures' in answer) {
    yield* explanationView((answer as z.output<typeof Explanations>).Figures, language);
    return;
  }
  const schedule = answer as z.output<typeof Schedule>;
  yield identity(schedule.Asset);
  yield* planView(schedule);
}

const identity = (asset: z.output<typeof FixedAssetShape>): Block => ({
  kind: 'table',
  columns: [
    { name: 'Number', fr: 'Numéro', type: 'number' },
    { name: 'Name' },
    { name: 'Account' },
    { name: 'AcquisitionDate', fr: 'Acquisition', type: 'day' },
    { name: 'DeploymentDate', fr: 'Mise en service', type: 'day' },
    { name: 'AcquisitionValue', type: 'amount' },
    { name: 'Status', fr: 'État' },
  ],
  rows: [
    [
      asset.Number,
      asset.Name,
      asset.FixedAssetAccount.AccountLabel,
      asset.AcquisitionDate,
      asset.DeploymentDate,
      amountCell(asset.AcquisitionValue),
      asset.Status,
    ],
  ],
});
