/** The categories of accounts of a folder or of a chart, and the boxes that each feeds. */
import { type ChartKey, getChartAccount } from '../../charts/charts.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import type { Reader } from '../../operation/context.ts';
import { type Category, rateLineOf } from '../categories.ts';
import type { Territory, VatRate } from '../engine/model.ts';
import { guessAccount } from '../guess.ts';
import { type Labelled, labelledRate } from '../rate-labels.ts';
import { RATES, singleRate } from '../rates.ts';
import { type Basis, placeOf, readBasis, readBasisOf } from './basis.ts';
import { ANYWHERE } from './chart-configuration.ts';
import { configurationErrors } from './errors.ts';
import { possibleCategories } from './possible.ts';
import type { SettingKey } from './settings.ts';

/** Entries of one call at most. */
export const BATCH_LIMIT = 1000;

export interface CategoryMapping {
  readonly category: Labelled;
  /** Rates that feed these cells; none where the cells do not depend on a rate. */
  readonly rates: readonly Labelled[];
  readonly baseHtCells: readonly string[];
  readonly taxDueCells: readonly string[];
}

export interface CategoryRequest extends SettingKey {
  readonly vatRate?: VatRate | null | undefined;
}

export interface CategoriesFound {
  readonly accountId: number;
  readonly subAccountId: number | null;
  readonly vatRate: VatRate | null;
  readonly categories: readonly Labelled[];
  /** Code of a failure. */
  readonly error: string | null;
}

function categoriesAt(basis: Basis, { vatRate, ...key }: CategoryRequest): Category[] {
  const { account, guess, territory } = placeOf(basis, key);
  return possibleCategories(account.number, guess, territory, vatRate ?? undefined);
}

/** Those that the account may bear, at the rate if one is given. Throws FolderNotFound, AccountNotFound, SubAccountNotFound. */
export const listCategories = async (ctx: Reader, folderId: number, request: CategoryRequest): Promise<Category[]> =>
  categoriesAt(await readBasis(ctx, folderId, request.accountId), request);

/** In the order asked; an unknown account has an error and no category. Throws FolderNotFound, BatchTooLarge. */
export async function categoriesInBatch(
  ctx: Reader,
  folderId: number,
  requests: readonly CategoryRequest[],
): Promise<CategoriesFound[]> {
  const count = requests.length;
  if (count > BATCH_LIMIT) throw configurationErrors.BatchTooLarge({ count, limit: BATCH_LIMIT });
  const subAccountIds = requests.flatMap(({ subAccountId }) => subAccountId ?? []);
  const basis = await readBasisOf(ctx, folderId, subAccountIds);
  return requests.map(({ accountId, subAccountId = null, vatRate = null }) => {
    const request = { accountId, subAccountId, vatRate };
    return { ...request, ...categoriesOrError(basis, request) };
  });
}

function categoriesOrError(basis: Basis, request: CategoryRequest): Pick<CategoriesFound, 'categories' | 'error'> {
  try {
    return { categories: categoriesAt(basis, request), error: null };
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    return { categories: [], error: configurationErrors.BookAccountNotFound().code };
  }
}

/** Those of an account of an extended chart. Throws ChartNotFound, ChartAccountNotFound. */
export async function listChartCategories(
  ctx: Reader,
  key: ChartKey,
  { accountId, vatRate }: { readonly accountId: number; readonly vatRate?: VatRate | undefined },
): Promise<Category[]> {
  const { number, label } = await getChartAccount(ctx, key, accountId);
  return possibleCategories(number, guessAccount(number, label, ANYWHERE), ANYWHERE.territory, vatRate);
}

/** The cells of each category of an account. Throws FolderNotFound, AccountNotFound, SubAccountNotFound. */
export async function categoryMapping(
  ctx: Reader,
  folderId: number,
  { vatRate, ...key }: CategoryRequest,
): Promise<CategoryMapping[]> {
  const basis = await readBasis(ctx, folderId, key.accountId);
  const only = singleRate(vatRate ?? undefined);
  return categoriesAt(basis, key)
    .flatMap((category) => cellsOf(category, basis.folder.territory))
    .map((row) => ({ ...row, isOfRate: row.rates.length === 0 || row.rates.some(({ code }) => code === only) }))
    .filter(({ isOfRate }) => only === undefined || isOfRate)
    .map(({ isOfRate: _, ...row }) => row);
}

/** One row for each set of cells, with the rates that share it. */
function cellsOf(category: Category, territory: Territory): CategoryMapping[] {
  const { operationZone, ofWhichZone, side } = category;
  const operation = operationZone && side !== 'result' ? [operationZone] : [];
  if (side === 'deductible' || side === 'untaxed' || side === 'result' || side === 'none' || side === 'regularisation')
    return [{ category, rates: [], baseHtCells: operation, taxDueCells: [] }];
  const rows = new Map<string, CategoryMapping>();
  for (const rate of RATES.keys()) {
    const line = rateLineOf(category, rate, territory);
    if (!line) continue;
    const known = rows.get(line.base);
    const taxDueCells = [line.tax, ...(ofWhichZone ? [ofWhichZone] : [])];
    const rates = [...(known?.rates ?? []), labelledRate(rate)];
    rows.set(line.base, { category, rates, baseHtCells: [...operation, line.base], taxDueCells });
  }
  return [...rows.values()];
}
