import type { Knex } from 'knex';

export interface Paging {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

export interface Page<T> extends Paging {
  readonly items: readonly T[];
  /** Items on all pages. */
  readonly total: number;
}

/** Runs a query for one page: its rows under `order`, mapped, and the number of rows of all pages. */
export async function readPage<R extends object, T>(
  query: Knex.QueryBuilder,
  order: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
  { page, limit }: Paging,
  map: (row: R) => T,
): Promise<Page<T>> {
  const [[counted], rows] = await Promise.all([
    query.clone().clearSelect().count({ total: '*' }),
    order(query.clone())
      .limit(limit)
      .offset((page - 1) * limit) as Promise<R[]>,
  ]);
  return { items: rows.map(map), page, limit, total: Number(counted?.total ?? 0) };
}
