import * as z from 'zod';
import { saveAndListGroups } from '../../services/assets/register/component-groups.ts';
import { actualValues, decomposeAsset, recomposeAsset } from '../../services/assets/register/decompose.ts';
import { readFixedAsset } from '../../services/assets/register/read-asset.ts';
import { wholeMonths } from '../../services/assets/simulation/facts.ts';
import type { PlainDate } from '../../services/kernel/dates.ts';
import type { Context } from '../../services/operation/context.ts';
import { line } from '../operation/fields.ts';
import { euros } from '../operation/outputs.ts';
import { fields, from, headed } from '../operation/wire.ts';
import { assetOperation, FixedAssetPath } from './asset-operation.ts';
import { TOLD, tellDifferences } from './held-balances.ts';
import { day, decimal, optional, optionalId, positive } from './simulation-input.ts';
import { ACCOUNT_ERRORS, ComponentGroup, FixedAssetShape } from './wire.ts';

const MOST_COMPONENTS = 200;
const groupName = line(200);

/** Table B7: an account of the chart with much that is not read here. */
const componentAccount = z
  .looseObject({
    AccountId: optionalId(),
    Account: optionalId(),
    SubAccountId: optionalId(),
    SubAccountCode: optional(line(50)),
  })
  .transform(({ AccountId, Account, SubAccountId, SubAccountCode }) => ({
    accountId: AccountId,
    accountNumber: Account,
    subAccountId: SubAccountId,
    subAccountCode: SubAccountCode,
  }))
  .refine(({ accountId, accountNumber }) => accountId !== undefined || accountNumber !== undefined, {
    error: 'give AccountId or Account',
    path: ['Account'],
  });

const component = fields({
  Label: line(200),
  AmortizationDurationInYears: from(
    'months',
    decimal()
      .refine((years) => wholeMonths(years) >= 1, { error: 'one month at least' })
      .transform(wholeMonths),
  ),
  AcquisitionValue: from('value', positive()),
  Account: optional(componentAccount).describe('The account of the asset unless given'),
});

const exercise = { ExerciseStart: day(), ExerciseEnd: day() };

const split = {
  ...exercise,
  ComponentGroupId: from(
    'groupId',
    z
      .int()
      .min(0)
      .max(2_147_483_647)
      .transform((id) => id || undefined)
      .describe('0 for a new group'),
  ),
  ComponentGroupName: from('groupName', groupName),
  UpdatedFixedAsset: from(
    'updatedValue',
    z.strictObject({ AcquisitionValue: positive() }).transform(({ AcquisitionValue }) => AcquisitionValue),
  ),
  CreatedComponents: from('components', z.array(component).min(1).max(MOST_COMPONENTS)),
};

const SPLIT_ERRORS = [
  'AssetNotFound',
  'AssetIsTransferred',
  'AssetInClosedExercise',
  'AlreadyDecomposed',
  'ExerciseEndsBeforeStart',
  ...ACCOUNT_ERRORS,
  'NotFixedAssetAccount',
  'ComponentWithoutValue',
  'ComponentsExceedParent',
  'ComponentsDoNotSumToParent',
  'DecompositionAfterRetirement',
] as const;

const RULE = `Each component becomes an asset whose value, dates and plan follow the asset it was split from. UpdatedFixedAsset is what is left of the asset: with the components it sums to the net acquisition value. The group is made, or renamed, under ComponentGroupId; under the next free number when it is 0. Answers the asset as of ExerciseEnd. ${TOLD}`;

const originBody = fields(split);
const datedBody = fields({ ...split, DecompositionDate: from('date', day()) });
type SplitInput = z.output<typeof originBody> & { readonly date?: PlainDate };

async function decompose(
  ctx: Context,
  folderId: number,
  assetId: number,
  { exerciseStart: start, exerciseEnd: end, date, ...order }: SplitInput,
) {
  await decomposeAsset(ctx, folderId, assetId, { ...order, date, exercise: { start, end } });
  await tellDifferences(ctx, folderId, [assetId]);
  return readFixedAsset(ctx, folderId, assetId, end);
}

export const assetDecompose = assetOperation({
  id: 'asset.component.split',
  ref: 'B5',
  summary: {
    en: 'Decompose an asset as if from its origin',
    fr: 'Décomposer une immobilisation comme à l’origine',
  },
  description: `${RULE} Components start on the dates of the asset with their own duration; refused for an asset that a closed exercise has, which takes a dated decomposition.`,
  http: { method: 'POST', path: '/assets/{fixedAssetId}/decomposition' },
  cli: { args: ['fixedAssetId'], examples: ['taxops asset component split 7 --folder 12 --body components.json'] },
  params: FixedAssetPath,
  body: originBody,
  output: FixedAssetShape,
  errors: [...SPLIT_ERRORS],
  run: (ctx, { folderId, fixedAssetId, body }) => decompose(ctx, folderId, fixedAssetId, body),
});

export const assetDecomposeOn = assetOperation({
  id: 'asset.component.split-on',
  ref: 'B6',
  summary: { en: 'Decompose an asset on a date', fr: 'Décomposer une immobilisation à une date' },
  description: `${RULE} DecompositionDate lies between ExerciseStart and ExerciseEnd. Book values are shared that day: a component takes its part of the net value, and its duration counts from there. A date in a closed exercise is refused.`,
  http: { method: 'POST', path: '/assets/{fixedAssetId}/dated-decomposition' },
  cli: {
    args: ['fixedAssetId'],
    examples: ['taxops asset component split-on 7 --folder 12 --decomposition-date 2025-01-01 --body components.json'],
  },
  params: FixedAssetPath,
  body: datedBody,
  output: FixedAssetShape,
  errors: [...SPLIT_ERRORS, 'DecompositionOutsideExercise', 'DecompositionBeforeDeployment'],
  run: (ctx, { folderId, fixedAssetId, body }) => decompose(ctx, folderId, fixedAssetId, body),
});

export const assetRecompose = assetOperation({
  id: 'asset.component.merge',
  summary: { en: 'Cancel a decomposition', fr: 'Annuler une décomposition' },
  description:
    'The components are deleted and the asset is whole again, to the cent. A component with a life of its own (credit note, transfer, revision, grant, retirement, components or entries) keeps it from being cancelled.',
  http: { method: 'DELETE', path: '/assets/{fixedAssetId}/decomposition', status: 204 },
  cli: { args: ['fixedAssetId'], confirm: true, examples: ['taxops asset component merge 7 --folder 12'] },
  params: FixedAssetPath,
  output: z.void(),
  errors: ['AssetNotFound', 'AssetIsTransferred', 'AssetInClosedExercise', 'NotDecomposed', 'ComponentHasHistory'],
  run: async (ctx, { folderId, fixedAssetId }) => {
    await recomposeAsset(ctx, folderId, fixedAssetId);
    await tellDifferences(ctx, folderId, [fixedAssetId]);
  },
});

export const assetComponentGroup = assetOperation({
  id: 'asset.component.group',
  ref: 'B7',
  summary: { en: 'Save a group of components', fr: 'Enregistrer un groupe de composants' },
  description:
    'Makes the group, or renames it when ComponentGroupId is taken, and answers every group of the folder. Without ComponentGroupId the next free number is given.',
  http: { method: 'POST', path: '/component-groups' },
  cli: { examples: ['taxops asset component group --folder 12 --component-group-name Toiture'] },
  body: fields({ ComponentGroupId: from('groupId', optionalId()), ComponentGroupName: from('name', groupName) }),
  output: z.object({
    ComponentGroupViewModels: from(
      'groups',
      headed(z.array(ComponentGroup.meta({ id: 'ComponentGroup' })), 'Groupes de composants'),
    ),
  }),
  run: async (ctx, { folderId, body }) => ({ groups: await saveAndListGroups(ctx, folderId, body) }),
});

export const assetComponentValues = assetOperation({
  id: 'asset.component.values',
  ref: 'B8',
  summary: {
    en: 'Compute the net values of components',
    fr: 'Calculer les valeurs nettes de composants',
  },
  description:
    'The part of the net book value of the asset, the day before DecompositionDate, that each component would take over. Nothing is written.',
  right: 'read',
  http: { method: 'POST', path: '/assets/{fixedAssetId}/decomposition/actual-values' },
  cli: { args: ['fixedAssetId'], examples: ['taxops asset component values 7 --folder 12 --body values.json'] },
  params: FixedAssetPath,
  body: fields({
    ...exercise,
    DecompositionDate: from('date', day()),
    CreatedComponents: from(
      'values',
      z
        .array(z.strictObject({ AcquisitionValue: positive() }).transform(({ AcquisitionValue }) => AcquisitionValue))
        .min(1)
        .max(MOST_COMPONENTS),
    ),
  }),
  output: z.object({
    ActualValues: headed(z.array(z.object({ ComputedActualValue: euros('Valeur nette') })), 'Valeurs réelles'),
  }),
  errors: [
    'AssetNotFound',
    'AlreadyDecomposed',
    'ExerciseEndsBeforeStart',
    'ComponentWithoutValue',
    'ComponentsExceedParent',
    'DecompositionOutsideExercise',
    'DecompositionBeforeDeployment',
    'DecompositionAfterRetirement',
  ],
  run: async (ctx, { folderId, fixedAssetId, body: { exerciseStart: start, exerciseEnd: end, ...study } }) => {
    const values = await actualValues(ctx, folderId, fixedAssetId, { ...study, exercise: { start, end } });
    return { actualValues: values.map((computedActualValue) => ({ computedActualValue })) };
  },
});
