import * as z from 'zod';
import type { Asset } from '../../services/assets/asset.ts';
import { assetRuleErrors } from '../../services/assets/engine/errors.ts';
import { exerciseHolding, readBasis } from '../../services/assets/register/basis.ts';
import { createAsset, deleteAsset, updateAsset } from '../../services/assets/register/change-asset.ts';
import { differencesOf } from '../../services/assets/register/held-balances.ts';
import { readFixedAsset } from '../../services/assets/register/read-asset.ts';
import type { PlainDate } from '../../services/kernel/dates.ts';
import type { Context } from '../../services/operation/context.ts';
import { identifier } from '../operation/fields.ts';
import type { Outcome } from '../operation/operation.ts';
import { fields, headed } from '../operation/wire.ts';
import { assetBody, assetFields } from './asset-input.ts';
import { AssetPath, assetOperation, enterpriseAssetOperation } from './asset-operation.ts';
import { HeldBalanceShape, TOLD, tellDifferencesOf } from './held-balances.ts';
import { day, readPast } from './simulation-input.ts';
import { ACCOUNT_ERRORS, FixedAssetShape, refuseOther } from './wire.ts';

/** What a person states of the past is set against the books that are settled. */
const StatedAsset = FixedAssetShape.extend({
  LedgerDifferences: headed(z.array(HeldBalanceShape), 'Écarts avec la comptabilité').describe(
    'Ours: where settled books hold last something else than all assets together on the accounts of this one',
  ),
}).meta({ id: 'StatedAsset' });

const statedOn = async (ctx: Context, asset: Asset, day: PlainDate) => ({
  ...(await readFixedAsset(ctx, asset.folderId, asset.id, day)),
  ledgerDifferences: await differencesOf(ctx, asset.folderId, [asset]),
});

const isHeld = ({ LedgerDifferences }: z.output<typeof StatedAsset>): Outcome =>
  LedgerDifferences.length > 0 ? 'partial' : 'done';

/** What may be wrong with the facts of an asset, whatever states them. */
const FACT_ERRORS = [
  ...ACCOUNT_ERRORS,
  'NotFixedAssetAccount',
  'ComponentGroupNotFound',
  'GrantNotFound',
  'GrantAmountNotAvailable',
  'DeploymentBeforeAcquisition',
  'RetirementBeforeDeployment',
  'ResidualValueExceedsCost',
  'PastAmortizationExceedsBase',
  'CoefficientMissing',
  'FiscalPlanMissing',
  'ProductionUnitsMissing',
  'DurationRevisionByUnits',
  'RevisionWithoutChange',
  'RevisionDateTaken',
  'PlanStartBeforeAcquisition',
  'ImpairmentBeforeAcquisition',
  'ImpairmentAfterRetirement',
  'ImpairmentExceedsNetValue',
  'ImpairmentRecoveryExceedsImpairment',
  'ImpairmentRecoveryExceedsNetValue',
  'GoodwillImpairmentIsFinal',
  'CustomGainsDoNotSum',
  'AmountTooLarge',
] as const;

const BODY =
  'Amortization, VehicleProperties, Retirement, Revisions, Impairments, Grants and Analytics may be given as they are read; a field left out keeps its value.';

/** A takeover states assets one after the other: its books are met when the last is there, so that nothing is refused. */
const SETTLED =
  'Where settled books (what the ledger opened with, closed exercises, allowances posted) hold something else on the accounts of the asset, LedgerDifferences says so, and the command exits 3 with the asset stored: asset entry compare shows every account.';

export const assetCreate = assetOperation({
  id: 'asset.create',
  summary: { en: 'Create an asset', fr: 'Créer une immobilisation' },
  description: `Body as in an update. ${BODY} Without plan an amortizable asset shows an alert. One that closed exercises already had brings its past along, which they are taken to have posted. Answers the asset as of the end of the exercise of its deployment. ${SETTLED}`,
  http: { method: 'POST', path: '/assets', status: 201 },
  cli: { examples: ['taxops asset create --folder 12 --body asset.json'] },
  body: assetBody,
  output: StatedAsset,
  errors: [...FACT_ERRORS],
  outcome: isHeld,
  run: async (ctx, { folderId, body }) => {
    const created = await createAsset(ctx, folderId, body);
    const { end } = exerciseHolding(await readBasis(ctx, folderId), created.facts.deploymentDate);
    return statedOn(ctx, created, end);
  },
});

export const assetGet = assetOperation({
  id: 'asset.get',
  ref: 'B22',
  summary: {
    en: 'Get an asset as of the end of an exercise',
    fr: 'Obtenir une immobilisation à la fin d’un exercice',
  },
  description:
    'Nothing that happens after exerciseEnd is shown: later credit notes, transfers, retirement. Amounts are numbers. Errors are the alerts, critical ones first.',
  http: { method: 'GET', path: '/assets/{assetId}' },
  cli: {
    args: ['assetId'],
    examples: ['taxops asset get 7 --folder 12 --exercise-start 2025-01-01 --exercise-end 2025-12-31 --json'],
  },
  params: AssetPath,
  query: z.object({ exerciseStart: day(), exerciseEnd: day() }),
  output: FixedAssetShape,
  errors: ['AssetNotFound', 'ExerciseEndsBeforeStart'],
  run: (ctx, { folderId, assetId, exerciseStart, exerciseEnd }) => {
    refuseBackwards(exerciseStart, exerciseEnd);
    return readFixedAsset(ctx, folderId, assetId, exerciseEnd);
  },
});

const SpecifiedBody = fields({
  ...(readPast(Object.keys(FixedAssetShape.shape).filter((name) => !(name in assetFields))) as Record<never, never>),
  EnterpriseId: identifier(),
  AssetId: identifier(),
  ...assetFields,
}).transform(({ enterpriseId, assetId, ...input }) => ({ enterpriseId, assetId, input }));

/** As in the specification, or the asset as it was read: Id and FixedAssetAccount then stand for AssetId and Account. */
const UpdateBody = z.preprocess((given) => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const body: Readonly<Record<string, unknown>> = { ...given };
  return { ...body, AssetId: body.AssetId ?? body.Id, Account: body.Account ?? body.FixedAssetAccount };
}, SpecifiedBody);

export const assetUpdate = enterpriseAssetOperation({
  id: 'asset.update',
  ref: 'B23',
  summary: { en: 'Update an asset', fr: 'Modifier une immobilisation' },
  description: `Every rule is checked first, then the asset is computed again, with its components. ${BODY} Account is the account of the asset at exerciseEnd, AcquisitionValue and AmountIncludingTax what it keeps that day beside its components. An asset as B22 answers it may be sent back whole: Id and FixedAssetAccount stand for AssetId and Account, and what is computed is read past. The account, value, dates and plan of a component follow the asset it was split from; the value and dates of a group follow its sources. What closed exercises posted does not change: an update that would change it is refused, unless the asset still waits for its validation or comes nearer to what their books hold; state a revision in the open exercise. ${SETTLED} An asset created automatically becomes validated unless IsValidatedByUser says otherwise.`,
  of: { folder: ['body.enterpriseId'] },
  http: { method: 'PUT', path: '/assets/{assetId}' },
  cli: {
    args: ['assetId'],
    examples: ['taxops asset update 7 --folder 12 --exercise-end 2025-12-31 --body asset.json'],
  },
  params: { assetId: identifier() },
  query: z.object({ exerciseStart: day().optional(), exerciseEnd: day() }),
  body: UpdateBody,
  output: StatedAsset,
  outcome: isHeld,
  errors: [
    'AssetNotFound',
    'AssetIsTransferred',
    'AssetInClosedExercise',
    'AssetIsGroup',
    'ComponentFollowsParent',
    'IdentifiersDisagree',
    'ExerciseEndsBeforeStart',
    'CreditNoteExceedsRemainingValue',
    'CreditNoteBeforeAcquisition',
    'CreditNoteQuantityExceedsRemaining',
    'CreditNoteAfterRetirement',
    'TransferBeforeAcquisition',
    'TransferAfterRetirement',
    'ComponentsExceedParent',
    'DecompositionBeforeDeployment',
    'DecompositionAfterRetirement',
    ...FACT_ERRORS,
  ],
  run: async (ctx, { folderId, assetId, exerciseStart, exerciseEnd, body }) => {
    refuseOther('EnterpriseId', body.enterpriseId, folderId);
    refuseOther('AssetId', body.assetId, assetId);
    if (exerciseStart) refuseBackwards(exerciseStart, exerciseEnd);
    return statedOn(ctx, await updateAsset(ctx, folderId, { assetId, date: exerciseEnd }, body.input), exerciseEnd);
  },
});

export const assetDelete = assetOperation({
  id: 'asset.delete',
  summary: { en: 'Delete an asset entered by mistake', fr: 'Supprimer une immobilisation saisie par erreur' },
  description: `An asset with components, a component, a transferred asset, an asset associated with entries and one that a closed exercise has cannot be deleted. The sources of a group are in progress again, with their grants, unless other assets took them meanwhile. ${TOLD}`,
  http: { method: 'DELETE', path: '/assets/{assetId}', status: 204 },
  cli: { args: ['assetId'], confirm: true, examples: ['taxops asset delete 7 --folder 12'] },
  params: AssetPath,
  output: z.void(),
  errors: [
    'AssetNotFound',
    'AssetIsTransferred',
    'AssetInClosedExercise',
    'ComponentFollowsParent',
    'AssetHasComponents',
    'AssetHasEntries',
    'GrantAmountNotAvailable',
  ],
  run: async (ctx, { folderId, assetId }) =>
    tellDifferencesOf(ctx, folderId, await deleteAsset(ctx, folderId, assetId)),
});

function refuseBackwards(start: PlainDate, end: PlainDate): void {
  if (end < start) throw assetRuleErrors.ExerciseEndsBeforeStart({ start, end });
}
