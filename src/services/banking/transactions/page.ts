/** Order and pages of transactions. A page is found by identifiers alone, from indexes; its rows are read afterwards. */
import type { Knex } from 'knex';

export type SortDirection = 'Ascending' | 'Descending';

export interface Sort {
  /** Columns of the query, without end: `t.amount`. The identifier always decides last. */
  readonly columns: readonly string[];
  readonly direction: SortDirection;
}

/** Columns by the sort fields of the specification; what is not sorted comes by day. */
export const SORT_COLUMNS = {
  None: ['t.operation_date'],
  Date: ['t.operation_date'],
  Amount: ['t.amount'],
} as const;

export const BY_DAY: Sort = { columns: SORT_COLUMNS.Date, direction: 'Ascending' };

export const inOrder = (query: Knex.QueryBuilder, { columns, direction }: Sort): Knex.QueryBuilder =>
  query.orderBy([...columns, 't.id'].map((column) => ({ column, order: direction === 'Ascending' ? 'asc' : 'desc' })));

export interface PageRequest {
  /** From 1. */
  readonly pageNumber: number;
  readonly pageSize: number;
}

export interface PagedResult<T> extends PageRequest {
  readonly items: readonly T[];
  readonly totalCount: number;
  readonly pageCount: number;
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
}

/**
 * One page of a query on `t`, read by `read` from its identifiers in order, and how many transactions all pages hold.
 * A page behind the last one is empty.
 */
export async function pageOf<T>(
  query: Knex.QueryBuilder,
  sort: Sort,
  { pageNumber, pageSize }: PageRequest,
  read: (ids: readonly number[]) => Promise<readonly T[]>,
): Promise<PagedResult<T>> {
  const [totalCount, ids] = await Promise.all([
    countOf(query),
    identifiers(inOrder(query.clone(), sort), pageSize, (pageNumber - 1) * pageSize),
  ]);
  const pageCount = Math.ceil(totalCount / pageSize);
  return {
    items: await read(ids),
    pageNumber,
    pageSize,
    totalCount,
    pageCount,
    hasPreviousPage: pageNumber > 1 && totalCount > 0,
    hasNextPage: pageNumber < pageCount,
  };
}

export async function countOf(query: Knex.QueryBuilder): Promise<number> {
  const [{ count }] = (await query.clone().count({ count: '*' })) as [{ count: bigint }];
  return Number(count);
}

/** Identifiers of some rows of a sorted query on `t`. */
export async function identifiers(query: Knex.QueryBuilder, limit: number, offset = 0): Promise<number[]> {
  const rows: { id: number }[] = await query.clone().select('t.id').limit(limit).offset(offset);
  return rows.map(({ id }) => id);
}
