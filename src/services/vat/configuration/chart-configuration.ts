/** The VAT configuration of the accounts of charts and extended charts: what is set on them, and what then applies. */
import { type ChartKey, getChart, levelsOf, listChartAccounts } from '../../charts/charts.ts';
import { chartErrors } from '../../charts/errors.ts';
import type { ChartAccount } from '../../charts/store.ts';
import type { Context, Reader } from '../../operation/context.ts';
import { within } from '../../operation/within.ts';
import { type Guess, guessAccount } from '../guess.ts';
import { guessedValues } from './configuration.ts';
import { configurationErrors } from './errors.ts';
import { type Effective, effectiveOf, firstOf, type Levels, NOT_CLEARED, NOTHING, type Values } from './levels.ts';
import { atIndex, refuseChoice } from './save.ts';
import {
  type ChartSetting,
  guessedOf,
  ownOf,
  readChartSettings,
  removeChartSetting,
  type SettingChange,
  saveChartSetting,
} from './settings.ts';

export interface ChartConfiguration extends Effective {
  readonly chartId: number;
  readonly accountId: number;
  readonly accountNumber: string;
  readonly accountLabel: string;
  readonly levels: Levels;
  readonly guess: Guess;
  /** What was set on the chart itself, a stored guess where nothing else is. */
  readonly own: Values;
}

/** `subAccountId` is of the folder level only: no chart has sub-accounts. */
export type ChartConfigurationInput = SettingChange & { readonly accountId: number };

/** A chart serves folders of every place: its guesses are those of the mainland. */
export const ANYWHERE = { territory: 'Mainland', vatSystem: 'RealNormal' } as const;

type Rows = ReadonlyMap<number, ChartSetting>;

interface ChartBasis {
  readonly chartId: number;
  readonly isExtended: boolean;
  readonly accounts: readonly ChartAccount[];
  /** By account. */
  readonly base: Rows;
  readonly extended: Rows;
}

async function readBasis(ctx: Reader, key: ChartKey): Promise<ChartBasis> {
  const { chartId, extendedChartId } = levelsOf(await getChart(ctx, key));
  const accounts = await listChartAccounts(ctx, key);
  const settings = await readChartSettings((await ctx.db()).knex, [chartId, extendedChartId ?? chartId]);
  const of = (id: number | null) =>
    new Map(settings.filter((setting) => setting.chartId === id).map((setting) => [setting.accountId, setting]));
  return {
    chartId: key.chartId,
    isExtended: extendedChartId !== null,
    accounts,
    base: of(chartId),
    extended: of(extendedChartId),
  };
}

function configurationOf(
  { chartId, isExtended, base, extended }: ChartBasis,
  account: ChartAccount,
): ChartConfiguration {
  const { id, number, label } = account;
  const [chart, extension] = [base.get(id), extended.get(id)];
  const guess = guessAccount(number, label, ANYWHERE);
  const system = firstOf(guessedOf(extension), guessedOf(chart), guessedValues(guess));
  const levels = { user: NOTHING, extended: ownOf(extension), chart: ownOf(chart), system };
  const own = isExtended ? extension : chart;
  return {
    ...effectiveOf(levels, { cleared: NOT_CLEARED, isValidatedByUser: false, hasChoice: false }),
    chartId,
    accountId: id,
    accountNumber: number,
    accountLabel: label,
    levels,
    guess,
    own: firstOf(ownOf(own), guessedOf(own)),
  };
}

/** Every account of the chart, by number. Throws ChartNotFound. */
export async function listChartConfigurations(ctx: Reader, key: ChartKey): Promise<ChartConfiguration[]> {
  const basis = await readBasis(ctx, key);
  return basis.accounts.map((account) => configurationOf(basis, account));
}

/** Throws ChartNotFound, ChartAccountNotFound. */
export const getChartConfiguration = async (
  ctx: Reader,
  key: ChartKey,
  accountId: number,
): Promise<ChartConfiguration> => configurationAt(await readBasis(ctx, key), accountId);

function configurationAt(basis: ChartBasis, accountId: number): ChartConfiguration {
  const account = basis.accounts.find(({ id }) => id === accountId);
  if (!account) throw chartErrors.ChartAccountNotFound({ chartId: basis.chartId, accountId });
  return configurationOf(basis, account);
}

/** Throws ChartNotFound, ChartAccountNotFound, VatCombinationInvalid. */
export async function saveChartConfiguration(
  ctx: Context,
  key: ChartKey,
  input: ChartConfigurationInput,
): Promise<ChartConfiguration> {
  const [saved] = await saveAll(ctx, key, [input], false);
  return saved as ChartConfiguration;
}

/** All or nothing, in the order given; a failure names its index. Throws as saveChartConfiguration. */
export const saveChartConfigurations = (
  ctx: Context,
  key: ChartKey,
  inputs: readonly ChartConfigurationInput[],
): Promise<ChartConfiguration[]> => saveAll(ctx, key, inputs, true);

const saveAll = async (
  ctx: Context,
  key: ChartKey,
  inputs: readonly ChartConfigurationInput[],
  isList: boolean,
): Promise<ChartConfiguration[]> =>
  (await ctx.db()).transaction(async (trx) => {
    const before = await readBasis(within(ctx, trx), key);
    for (const [index, { accountId }] of inputs.entries())
      atIndex(isList, index, () => configurationAt(before, accountId));
    for (const input of inputs)
      await saveChartSetting(trx, { chartId: key.chartId, accountId: input.accountId }, input);
    const after = await readBasis(within(ctx, trx), key);
    return inputs.map((input, index) =>
      atIndex(isList, index, () => {
        const saved = configurationAt(after, input.accountId);
        refuseChoice(input, saved.levels);
        return saved;
      }),
    );
  });

/** Takes the settings of the extended chart away. Throws ChartNotFound, ChartAccountNotFound, VatConfigurationNotFound. */
export async function removeChartConfiguration(
  ctx: Context,
  key: ChartKey,
  { accountId, subAccountId }: { readonly accountId: number; readonly subAccountId?: number | undefined },
): Promise<void> {
  await getChartConfiguration(ctx, key, accountId);
  const { knex } = await ctx.db();
  const isRemoved = subAccountId === undefined && (await removeChartSetting(knex, key.chartId, accountId));
  if (!isRemoved) throw configurationErrors.VatConfigurationNotFound({ chartId: key.chartId, accountId });
}
