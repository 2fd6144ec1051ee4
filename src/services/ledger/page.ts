import type { Knex } from 'knex';
import { sideBySide } from '../db/side-by-side.ts';

export interface Paging {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

export interface Page<T> extends Paging {
  readonly items: readonly T[];
  /** Items on all pages. */
  readonly total: number;
  readonly hasMore: boolean;
}

/** Runs a query for one page: its rows under `order`, mapped, and the number of rows of all pages. */
export async function readPage<R extends object, T>(
  query: Knex.QueryBuilder,
  order: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
  { page, limit }: Paging,
  map: (row: R) => T,
): Promise<Page<T>> {
  const [[counted], rows] = await sideBySide<{ total?: number | string }[], R[]>(
    query.clone().clearSelect().count({ total: '*' }),
    order(query.clone())
      .limit(limit)
      .offset((page - 1) * limit),
  );
  return asPage(rows.map(map), Number(counted?.total ?? 0), { page, limit });
}

export const asPage = <T>(items: readonly T[], total: number, { page, limit }: Paging): Page<T> => ({
  items,
  page,
  limit,
  total,
  hasMore: page * limit < total,
});

/** One page of a list that is held as a whole. */
export const pageOfList = <T>(list: readonly T[], { page, limit }: Paging): Page<T> =>
  asPage(list.slice((page - 1) * limit, page * limit), list.length, { page, limit });
