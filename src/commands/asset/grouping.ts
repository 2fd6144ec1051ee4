import * as z from 'zod';
import { accountCommand } from '../../services/assets/asset-input.ts';
import { groupAssets } from '../../services/assets/register/group-assets.ts';
import { identifier, line } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { day, optional } from './simulation-input.ts';
import { ACCOUNT_ERRORS, FOLDER_ROUTE, FolderPath } from './wire.ts';

const MOST_SOURCES = 1_000;

export const assetGroup = defineOperation({
  id: 'asset.group.create',
  ref: 'B19',
  summary: {
    en: 'Put assets in progress into service as one',
    fr: 'Mettre en service des immobilisations en cours comme une seule',
  },
  description:
    'The new asset is worth the sum of the net values of its sources on DeploymentDate, after which none of them may change, from the date of the latest, and is on the books from DeploymentDate, which lies between StartDate and EndDate; the sources are transferred that day and no longer change; their grants go with them. It has no plan yet: an update gives one. EntryLabel and IsDetailedEntry are kept for its entry. Answers its identifier.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: `${FOLDER_ROUTE}/groupings`, status: 201 },
  cli: { examples: ['taxops asset group create --folder 12 --body group.json'] },
  params: FolderPath,
  body: z.strictObject({
    SourceAssetIds: z.array(identifier()).max(MOST_SOURCES),
    DeploymentDate: day(),
    DestinationAccount: accountCommand,
    Name: optional(line(200)).describe('That of the first source unless given'),
    EntryLabel: optional(line(200)),
    IsDetailedEntry: z.boolean().describe('One credit line per source, else one per account'),
    StartDate: day(),
    EndDate: day(),
  }),
  output: z.int(),
  errors: [
    'FolderNotFound',
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
  ],
  run: async (ctx, { accountingFolderId, body }) => {
    const order = {
      sourceIds: body.SourceAssetIds,
      deploymentDate: body.DeploymentDate,
      period: { start: body.StartDate, end: body.EndDate },
      destination: body.DestinationAccount,
      name: body.Name,
      entryLabel: body.EntryLabel,
      isDetailedEntry: body.IsDetailedEntry,
    };
    return (await groupAssets(await ctx.db(), accountingFolderId, order, ctx.clock.now())).id;
  },
});
