import * as z from 'zod';
import { groupAssets } from '../../services/assets/register/group-assets.ts';
import { identifier, line } from '../operation/fields.ts';
import { fields, from } from '../operation/wire.ts';
import { accountCommand } from './asset-input.ts';
import { assetOperation } from './asset-operation.ts';
import { TOLD, tellDifferences } from './held-balances.ts';
import { day, optional } from './simulation-input.ts';
import { ACCOUNT_ERRORS } from './wire.ts';

const MOST_SOURCES = 1_000;

export const assetGroup = assetOperation({
  id: 'asset.group.create',
  ref: 'B19',
  summary: {
    en: 'Put assets in progress into service as one',
    fr: 'Mettre en service des immobilisations en cours comme une seule',
  },
  description: `The new asset is worth the sum of the net values of its sources on DeploymentDate, after which none of them may change, from the date of the latest, and is on the books from DeploymentDate, which lies between StartDate and EndDate; the sources are transferred that day and no longer change; their grants go with them. It has no plan yet: an update gives one. EntryLabel and IsDetailedEntry are kept for its entry. Answers its identifier. ${TOLD}`,
  http: { method: 'POST', path: '/groupings', status: 201 },
  cli: { examples: ['taxops asset group create --folder 12 --body group.json'] },
  body: fields({
    SourceAssetIds: from('sourceIds', z.array(identifier()).max(MOST_SOURCES)),
    DeploymentDate: day(),
    DestinationAccount: from('destination', accountCommand),
    Name: optional(line(200)).describe('That of the first source unless given'),
    EntryLabel: optional(line(200)),
    IsDetailedEntry: z.boolean().describe('One credit line per source, else one per account'),
    StartDate: day(),
    EndDate: day(),
  }),
  output: z.int(),
  errors: [
    'AssetNotFound',
    ...ACCOUNT_ERRORS,
    'ExerciseEndsBeforeStart',
    'TransferOutsidePeriod',
    'TooFewSourceAssets',
    'SourceRepeated',
    'SourceNotInProgress',
    'SourceAlreadyTransferred',
    'SourceAlreadyRetired',
    'DestinationNotTangible',
    'DeploymentBeforeSourceAcquisition',
    'SourceChangesLater',
    'AssetInClosedExercise',
  ],
  run: async (ctx, { folderId, body: { startDate: start, endDate: end, ...order } }) => {
    const { id } = await groupAssets(ctx, folderId, { ...order, period: { start, end } });
    await tellDifferences(ctx, folderId, [id, ...order.sourceIds]);
    return id;
  },
});
