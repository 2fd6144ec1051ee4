/** Listings and searches of transactions with complementary data. */
import type { Knex } from 'knex';
import type { Context } from '../../../operation/context.ts';
import { checkCriteria, matching, type TransactionCriteria } from '../criteria.ts';
import { type ListRequest, listedIds } from '../list.ts';
import {
  BY_DAY,
  identifiers,
  inOrder,
  type PagedResult,
  type PageRequest,
  pageOf,
  SORT_COLUMNS,
  type Sort,
  type SortDirection,
} from '../page.ts';
import { type ComplementedTransaction, readComplemented } from './view.ts';

export interface ComplementCriteria extends TransactionCriteria {
  readonly toJustify?: boolean | undefined;
  /** Whether a cent or more is left that no document accounts for. */
  readonly withRemainingAmount?: boolean | undefined;
}

/** Labels sort without case or accents; false comes before true. */
export const COMPLEMENT_SORTS = {
  ...SORT_COLUMNS,
  Label: ['t.search_text'],
  Synchronized: ['t.is_synchronized'],
  ToJustify: ['j.to_justify'],
} as const;

export type ComplementSortField = keyof typeof COMPLEMENT_SORTS;

export interface ComplementOrder {
  readonly sortField: ComplementSortField;
  readonly sortDirection: SortDirection;
}

export const sortOf = ({ sortField, sortDirection }: ComplementOrder): Sort => ({
  columns: COMPLEMENT_SORTS[sortField],
  direction: sortDirection,
});

/** The transactions `t` that fit, with `c`, what was added to them, and `j.to_justify`. */
export function matchingComplemented(knex: Knex, criteria: ComplementCriteria): Knex.QueryBuilder {
  const { toJustify, withRemainingAmount, ...own } = criteria;
  const query = matching(knex, own).joinRaw(
    `left join complementary_data c on c.folder_id = t.folder_id and c.transaction_id = t.id
     cross join lateral (select coalesce(c.to_justify, true) as to_justify) j`,
  );
  if (toJustify !== undefined) query.where('j.to_justify', toJustify);
  if (withRemainingAmount !== undefined) {
    const left = 'abs(t.amount) - coalesce(c.associated_cents, 0) / 100.0';
    query.whereRaw(`${left} ${withRemainingAmount ? '>=' : '<'} 0.01`);
  }
  return query;
}

/** Throws FolderNotFound, BankAccountNotFound, PeriodInverted, TooManyTransactions. */
export async function listComplemented(ctx: Context, request: ListRequest): Promise<ComplementedTransaction[]> {
  await checkCriteria(ctx, request);
  const { knex } = await ctx.db();
  return readComplemented(ctx, request.folderId, await listedIds(knex, request));
}

/** One page of a search. Throws FolderNotFound, BankAccountNotFound, PeriodInverted, AmountsInverted. */
export async function searchComplemented(
  ctx: Context,
  { sortField, sortDirection, ...criteria }: ComplementCriteria & ComplementOrder & PageRequest,
): Promise<PagedResult<ComplementedTransaction>> {
  await checkCriteria(ctx, criteria);
  const query = matchingComplemented((await ctx.db()).knex, criteria);
  const read = (ids: readonly number[]) => readComplemented(ctx, criteria.folderId, ids);
  return pageOf(query, sortOf({ sortField, sortDirection }), criteria, read);
}

/** By day; what the folder does not have, or has hidden or deleted, is left out. Throws FolderNotFound. */
export async function complementedByIds(
  ctx: Context,
  folderId: number,
  ids: readonly number[],
): Promise<ComplementedTransaction[]> {
  const criteria = { folderId, ids };
  await checkCriteria(ctx, criteria);
  const query = inOrder(matching((await ctx.db()).knex, criteria), BY_DAY);
  return readComplemented(ctx, folderId, await identifiers(query, ids.length));
}
