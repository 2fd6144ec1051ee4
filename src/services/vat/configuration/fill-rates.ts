/** Fills the rates of accounts with those that the entries of the open exercise tell. */
import type { Knex } from 'knex';
import { lockFolder } from '../../folders/folders.ts';
import type { Cents } from '../../kernel/money.ts';
import { readExercises } from '../../ledger/exercises.ts';
import { taxedMovements } from '../../ledger/movements.ts';
import type { Context } from '../../operation/context.ts';
import { within } from '../../operation/within.ts';
import type { Role } from '../account-rule.ts';
import { AUTO_FILL_SKIPS, type AutoFillSkip, detectedRate as rateOf, snappedRate } from '../auto-fill.ts';
import type { VatRate } from '../engine/model.ts';
import { type Basis, readBasis } from './basis.ts';
import { type AccountConfiguration, configurationAt, rolesOf } from './configuration.ts';
import { saveGuessedRates } from './settings.ts';

export const SKIP_REASONS = [...AUTO_FILL_SKIPS, 'UserCleared', 'NotVatAccount'] as const;

export interface FilledRate {
  readonly accountId: number;
  readonly subAccountId: number | null;
  readonly accountNumber: string;
  readonly accountLabel: string;
  readonly isFilled: boolean;
  readonly detectedRate: VatRate | null;
  readonly skipReason: (typeof SKIP_REASONS)[number] | null;
}

export interface FilledRates {
  readonly filledCount: number;
  readonly skippedCount: number;
  readonly accounts: readonly FilledRate[];
}

/**
 * Rates that a user set or cleared stay; those that are filled are guesses, which give way to a user's. In one
 * transaction. Throws FolderNotFound.
 */
export const fillRates = async (ctx: Context, folderId: number): Promise<FilledRates> =>
  (await ctx.db()).transaction(async (trx) => {
    await lockFolder(trx, folderId);
    const basis = await readBasis(within(ctx, trx), folderId);
    const configurations = [...basis.accounts.keys()].map((accountId) => configurationAt(basis, { accountId }));
    const told = await toldRates(trx, basis, configurations);
    const accounts = configurations.map((one) => filled(one, told.get(one.accountId)));
    const rates = accounts.flatMap(({ accountId, detectedRate }) =>
      detectedRate === null ? [] : [{ accountId, rate: detectedRate }],
    );
    await saveGuessedRates(trx, folderId, rates);
    return { filledCount: rates.length, skippedCount: accounts.length - rates.length, accounts };
  });

/** What the entries of an account tell of its rate. */
interface ToldRate {
  readonly found: VatRate | AutoFillSkip;
  /** Tax-excluded amounts at each rate, the largest first. */
  readonly amounts: readonly RatedAmount[];
}

export interface RatedAmount {
  readonly rate: VatRate;
  readonly amount: Cents;
}

/** Of accounts without a rate: what filling would do, and the rates that it found. In a transaction. */
export async function foundRates(
  trx: Knex.Transaction,
  basis: Basis,
  accountIds: readonly number[],
): Promise<(FilledRate & { readonly amounts: readonly RatedAmount[] })[]> {
  const configurations = [...basis.accounts.keys()].map((accountId) => configurationAt(basis, { accountId }));
  const told = await toldRates(trx, basis, configurations);
  return configurations
    .filter(({ accountId }) => accountIds.includes(accountId))
    .map((one) => ({ ...filled(one, told.get(one.accountId)), amounts: told.get(one.accountId)?.amounts ?? [] }));
}

function filled(configuration: AccountConfiguration, told: ToldRate | undefined): FilledRate {
  const { accountId, accountNumber, accountLabel, levels, cleared } = configuration;
  const skipped = (skipReason: FilledRate['skipReason']): FilledRate => ({
    accountId,
    subAccountId: null,
    accountNumber,
    accountLabel,
    isFilled: false,
    detectedRate: null,
    skipReason,
  });
  if (!isOperation(configuration)) return skipped('NotVatAccount');
  if (levels.user.vatRate !== null) return skipped('AlreadyConfigured');
  if (cleared.vatRate) return skipped('UserCleared');
  const found = told?.found ?? 'NoEntries';
  if (!found.startsWith('_') && found !== 'MultipleRates') return skipped(found as AutoFillSkip);
  return { ...skipped(null), isFilled: true, detectedRate: found };
}

const OPERATIONS: ReadonlySet<Role> = new Set(['sale', 'purchase', 'reverse', 'untaxed']);
const TAXES: ReadonlySet<Role> = new Set(['collected', 'deductible']);
const isBase = ({ accountNumber }: AccountConfiguration): boolean => /^[267]/.test(accountNumber);
const isOperation = (configuration: AccountConfiguration): boolean =>
  isBase(configuration) && rolesOf(configuration).some((role) => OPERATIONS.has(role));

/** What the entries of the last exercise that is open tell of each account. */
async function toldRates(
  knex: Knex.Transaction,
  basis: Basis,
  all: readonly AccountConfiguration[],
): Promise<ReadonlyMap<number, ToldRate>> {
  const exercise = (await readExercises(knex, basis.folderId)).filter(({ isClosed }) => !isClosed).at(-1);
  if (!exercise) return new Map();
  const ids = (of: (one: AccountConfiguration) => boolean) => all.filter(of).map(({ accountId }) => accountId);
  const accounts = { bases: ids(isBase), taxes: ids((one) => rolesOf(one).some((role) => TAXES.has(role))) };
  const { taxed, pairs } = await taxedMovements(knex, basis.folderId, exercise.id, accounts);
  const amounts = new Map<number, Map<VatRate, Cents>>();
  for (const { accountId, base, tax } of pairs)
    tally(amounts, accountId, { rate: snappedRate(base, tax, basis.folder.territory), amount: base });
  return new Map(
    [...taxed].map(([accountId, hasTax]) => {
      const byRate = amounts.get(accountId) ?? new Map<VatRate, Cents>();
      return [accountId, { found: rateOf({ hasTax, byRate }), amounts: largestFirst(byRate) }];
    }),
  );
}

const largestFirst = (byRate: ReadonlyMap<VatRate, Cents>): RatedAmount[] =>
  [...byRate].map(([rate, amount]) => ({ rate, amount })).sort((a, b) => Number(b.amount - a.amount));

function tally(
  amounts: Map<number, Map<VatRate, Cents>>,
  accountId: number,
  { rate, amount }: { readonly rate: VatRate | undefined; readonly amount: Cents },
): void {
  if (rate === undefined) return;
  const byRate = amounts.get(accountId) ?? new Map<VatRate, Cents>();
  amounts.set(accountId, byRate.set(rate, (byRate.get(rate) ?? 0n) + amount));
}
