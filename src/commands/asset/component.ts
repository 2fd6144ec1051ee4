import * as z from 'zod';
import { optionalId } from '../../services/assets/asset-input.ts';
import { saveAndListGroups } from '../../services/assets/register/component-groups.ts';
import {
  actualValues,
  type DecompositionOrder,
  decomposeAsset,
  recomposeAsset,
} from '../../services/assets/register/decompose.ts';
import { wholeMonths } from '../../services/assets/simulation/facts.ts';
import type { Context } from '../../services/operation/context.ts';
import { line } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { euros } from '../operation/outputs.ts';
import { day, decimal, optional, positive } from './simulation-input.ts';
import {
  ACCOUNT_ERRORS,
  answerAsset,
  ComponentGroup,
  FixedAssetPath,
  FixedAssetShape,
  FOLDER_ROUTE,
  FolderPath,
} from './wire.ts';

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

const component = z.strictObject({
  Label: line(200),
  AmortizationDurationInYears: decimal().refine((years) => wholeMonths(years) >= 1, { error: 'one month at least' }),
  AcquisitionValue: positive(),
  Account: optional(componentAccount).describe('The account of the asset unless given'),
});

const split = {
  ExerciseStart: day(),
  ExerciseEnd: day(),
  ComponentGroupId: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .transform((id) => id || undefined)
    .describe('0 for a new group'),
  ComponentGroupName: groupName,
  UpdatedFixedAsset: z.strictObject({ AcquisitionValue: positive() }),
  CreatedComponents: z.array(component).min(1).max(MOST_COMPONENTS),
};

const SPLIT_ERRORS = [
  'FolderNotFound',
  'AssetNotFound',
  'AssetIsTransferred',
  'AlreadyDecomposed',
  'ExerciseEndsBeforeStart',
  ...ACCOUNT_ERRORS,
  'NotFixedAssetAccount',
  'ComponentWithoutValue',
  'ComponentsExceedParent',
  'ComponentsDoNotSumToParent',
  'DecompositionAfterRetirement',
] as const;

const RULE =
  'Each component becomes an asset whose value, dates and plan follow the asset it was split from. UpdatedFixedAsset is what is left of the asset: with the components it sums to the net acquisition value. The group is made, or renamed, under ComponentGroupId; under the next free number when it is 0. Answers the asset as of ExerciseEnd.';

const splitBody = z.object(split);

const orderFrom = (body: z.output<typeof splitBody>, date: DecompositionOrder['date']): DecompositionOrder => ({
  date,
  exercise: { start: body.ExerciseStart, end: body.ExerciseEnd },
  groupId: body.ComponentGroupId,
  groupName: body.ComponentGroupName,
  updatedValue: body.UpdatedFixedAsset.AcquisitionValue,
  components: body.CreatedComponents.map((one) => ({
    label: one.Label,
    months: wholeMonths(one.AmortizationDurationInYears),
    value: one.AcquisitionValue,
    account: one.Account,
  })),
});

async function decompose(
  ctx: Context,
  { accountingFolderId, fixedAssetId }: z.output<typeof FixedAssetPath>,
  order: DecompositionOrder,
) {
  await decomposeAsset(await ctx.db(), accountingFolderId, fixedAssetId, order, ctx.clock.now());
  return answerAsset(ctx, accountingFolderId, fixedAssetId, order.exercise.end);
}

export const assetDecompose = defineOperation({
  id: 'asset.component.split',
  ref: 'B5',
  summary: {
    en: 'Decompose an asset as if from its origin',
    fr: 'Décomposer une immobilisation comme à l’origine',
  },
  description: `${RULE} Components start on the dates of the asset with their own duration; closed exercises are not posted again.`,
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: `${FOLDER_ROUTE}/assets/{fixedAssetId}/decomposition` },
  cli: { args: ['fixedAssetId'], examples: ['taxops asset component split 7 --folder 12 --body components.json'] },
  params: FixedAssetPath,
  body: z.strictObject(split),
  output: FixedAssetShape,
  errors: [...SPLIT_ERRORS],
  run: async (ctx, { body, ...path }) => decompose(ctx, path, orderFrom(body, undefined)),
});

export const assetDecomposeOn = defineOperation({
  id: 'asset.component.split-on',
  ref: 'B6',
  summary: { en: 'Decompose an asset on a date', fr: 'Décomposer une immobilisation à une date' },
  description: `${RULE} DecompositionDate lies between ExerciseStart and ExerciseEnd. Book values are shared that day: a component takes its part of the net value, and its duration counts from there.`,
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: `${FOLDER_ROUTE}/assets/{fixedAssetId}/dated-decomposition` },
  cli: {
    args: ['fixedAssetId'],
    examples: ['taxops asset component split-on 7 --folder 12 --decomposition-date 2025-01-01 --body components.json'],
  },
  params: FixedAssetPath,
  body: z.strictObject({ ...split, DecompositionDate: day() }),
  output: FixedAssetShape,
  errors: [...SPLIT_ERRORS, 'DecompositionOutsideExercise', 'DecompositionBeforeDeployment'],
  run: async (ctx, { body, ...path }) => decompose(ctx, path, orderFrom(body, body.DecompositionDate)),
});

export const assetRecompose = defineOperation({
  id: 'asset.component.merge',
  summary: { en: 'Cancel a decomposition', fr: 'Annuler une décomposition' },
  description:
    'The components are deleted and the asset is whole again, to the cent. A component with a life of its own (credit note, transfer, revision, grant, retirement, components or entries) keeps it from being cancelled.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'DELETE', path: `${FOLDER_ROUTE}/assets/{fixedAssetId}/decomposition`, status: 204 },
  cli: { args: ['fixedAssetId'], confirm: true, examples: ['taxops asset component merge 7 --folder 12'] },
  params: FixedAssetPath,
  output: z.void(),
  errors: ['FolderNotFound', 'AssetNotFound', 'AssetIsTransferred', 'NotDecomposed', 'ComponentHasHistory'],
  run: async (ctx, { accountingFolderId, fixedAssetId }) => {
    await recomposeAsset(await ctx.db(), accountingFolderId, fixedAssetId, ctx.clock.now());
  },
});

export const assetComponentGroup = defineOperation({
  id: 'asset.component.group',
  ref: 'B7',
  summary: { en: 'Save a group of components', fr: 'Enregistrer un groupe de composants' },
  description:
    'Makes the group, or renames it when ComponentGroupId is taken, and answers every group of the folder. Without ComponentGroupId the next free number is given.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: `${FOLDER_ROUTE}/component-groups` },
  cli: { examples: ['taxops asset component group --folder 12 --component-group-name Toiture'] },
  params: FolderPath,
  body: z.strictObject({ ComponentGroupId: optionalId(), ComponentGroupName: groupName }),
  output: z.object({
    ComponentGroupViewModels: z.array(ComponentGroup.meta({ id: 'ComponentGroup' })),
  }),
  errors: ['FolderNotFound'],
  run: async (ctx, { accountingFolderId, body }) => {
    const { ComponentGroupId, ComponentGroupName } = body;
    const [db, now] = [await ctx.db(), ctx.clock.now()];
    const groups = await saveAndListGroups(db, accountingFolderId, ComponentGroupId, ComponentGroupName, now);
    return { componentGroupViewModels: groups };
  },
});

export const assetComponentValues = defineOperation({
  id: 'asset.component.values',
  ref: 'B8',
  summary: {
    en: 'Compute the net values of components',
    fr: 'Calculer les valeurs nettes de composants',
  },
  description:
    'The part of the net book value of the asset, the day before DecompositionDate, that each component would take over. Nothing is written.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: `${FOLDER_ROUTE}/assets/{fixedAssetId}/decomposition/actual-values` },
  cli: { args: ['fixedAssetId'], examples: ['taxops asset component values 7 --folder 12 --body values.json'] },
  params: FixedAssetPath,
  body: z.strictObject({
    ExerciseStart: day(),
    ExerciseEnd: day(),
    DecompositionDate: day(),
    CreatedComponents: z
      .array(z.strictObject({ AcquisitionValue: positive() }))
      .min(1)
      .max(MOST_COMPONENTS),
  }),
  output: z.object({ ActualValues: z.array(z.object({ ComputedActualValue: euros('Valeur nette') })) }),
  errors: [
    'FolderNotFound',
    'AssetNotFound',
    'AlreadyDecomposed',
    'ExerciseEndsBeforeStart',
    'ComponentWithoutValue',
    'ComponentsExceedParent',
    'DecompositionOutsideExercise',
    'DecompositionBeforeDeployment',
    'DecompositionAfterRetirement',
  ],
  run: async (ctx, { accountingFolderId, fixedAssetId, body }) => {
    const exercise = { start: body.ExerciseStart, end: body.ExerciseEnd };
    const values = body.CreatedComponents.map(({ AcquisitionValue }) => AcquisitionValue);
    const db = await ctx.db();
    const found = await actualValues(db, accountingFolderId, fixedAssetId, body.DecompositionDate, exercise, values);
    return { actualValues: found.map((computedActualValue) => ({ computedActualValue })) };
  },
});
