/** Transactions of a folder by day, by identifiers, by pages, counted. */
import type { Knex } from 'knex';
import type { Context } from '../../operation/context.ts';
import { bankingErrors } from '../errors.ts';
import { balancesAfter } from './balances-after.ts';
import { checkCriteria, matching, type TransactionCriteria } from './criteria.ts';
import {
  BY_DAY,
  countOf,
  identifiers,
  inOrder,
  type PagedResult,
  type PageRequest,
  pageOf,
  SORT_COLUMNS,
  type SortDirection,
} from './page.ts';
import { type BankTransaction, readTransactions } from './view.ts';

export interface ListRequest extends TransactionCriteria {
  /** From 1. */
  readonly page?: number | undefined;
  readonly size?: number | undefined;
}

/** Those of one account may be asked for the balance after each of them. */
export interface TransactionListing extends ReadonlyArray<BankTransaction> {
  readonly balances?: () => Promise<ReadonlyMap<number, string>>;
}

/** More than this is not given without asking for pages. */
const UNPAGED_LIMIT = 100_000;
const DEFAULT_SIZE = 50;

/**
 * Transactions by day, then by identifier. Without page or size all of them, up to `most`.
 * Throws FolderNotFound, BankAccountNotFound, PeriodInverted, TooManyTransactions.
 */
export async function listTransactions(
  ctx: Context,
  request: ListRequest,
  most = UNPAGED_LIMIT,
): Promise<TransactionListing> {
  await checkCriteria(ctx, request);
  const { knex } = await ctx.db();
  const { folderId, accountId } = request;
  const found = await readTransactions(ctx, folderId, await listedIds(knex, request, most));
  const balances = () => balancesAfter(ctx, folderId, accountId ?? 0, found);
  return accountId === undefined ? found : Object.assign(found, { balances });
}

/** Identifiers of what `listTransactions` gives; the criteria are checked before. Throws TooManyTransactions. */
export async function listedIds(knex: Knex, request: ListRequest, most = UNPAGED_LIMIT): Promise<number[]> {
  const { page, size, ...criteria } = request;
  const query = inOrder(matching(knex, criteria), BY_DAY);
  if (page !== undefined || size !== undefined) {
    const limit = size ?? DEFAULT_SIZE;
    return identifiers(query, limit, ((page ?? 1) - 1) * limit);
  }
  const ids = await identifiers(query, most + 1);
  if (ids.length <= most) return ids;
  throw bankingErrors.TooManyTransactions({ count: await countOf(matching(knex, criteria)), limit: most });
}

export interface SearchRequest extends TransactionCriteria, PageRequest {
  readonly sortField: keyof typeof SORT_COLUMNS;
  readonly sortDirection: SortDirection;
}

/** One page of a search. Throws FolderNotFound, BankAccountNotFound, PeriodInverted, AmountsInverted. */
export async function searchTransactions(ctx: Context, request: SearchRequest): Promise<PagedResult<BankTransaction>> {
  await checkCriteria(ctx, request);
  const { knex } = await ctx.db();
  const sort = { columns: SORT_COLUMNS[request.sortField], direction: request.sortDirection };
  return pageOf(matching(knex, request), sort, request, (ids) => readTransactions(ctx, request.folderId, ids));
}

/** Throws FolderNotFound, PeriodInverted. */
export async function countTransactions(ctx: Context, criteria: TransactionCriteria): Promise<number> {
  await checkCriteria(ctx, criteria);
  return countOf(matching((await ctx.db()).knex, criteria));
}

/**
 * Transactions of these identifiers, by day; those of other folders, and hidden or deleted ones that are not asked for,
 * are left out. Throws FolderNotFound.
 */
export async function transactionsByIds(ctx: Context, criteria: TransactionCriteria): Promise<BankTransaction[]> {
  await checkCriteria(ctx, criteria);
  const { knex } = await ctx.db();
  const found = await identifiers(inOrder(matching(knex, criteria), BY_DAY), criteria.ids?.length ?? 0);
  return readTransactions(ctx, criteria.folderId, found);
}
