/** Runs a query over rows that its caller has narrowed already: what the user asks can only narrow them more. */
import type { Knex } from 'knex';
import type { Database } from '../../../db/database.ts';
import { countOf } from '../page.ts';
import { odataErrors } from './errors.ts';
import type { Expression } from './expression.ts';
import { filterSql } from './filter-sql.ts';
import type { Navigation } from './model.ts';
import { type OrderKey, orderSql, type Query, sortKey, tieKey } from './options.ts';
import { type PageStart, startAfter, tokenRefused, writeToken } from './page-token.ts';

/** Most items of one answer; the rest is behind the next link. */
export const PAGE_SIZE = 1000;

export interface QueryPage<R> {
  readonly rows: readonly R[];
  /** All that answer, without top and skip; undefined unless asked. */
  readonly count: number | undefined;
  /** Where the next page begins, and how many are left of those asked for; undefined on the last one. */
  readonly next: { readonly skiptoken: string; readonly top: number | undefined } | undefined;
}

/** A filter of 2 KB can make a server work for minutes. */
const MOST_MS = 10_000;

/**
 * `base`: the rows in reach, from the table of the entity. `ties`: columns that put equals in one order.
 * Throws ODataTooSlow.
 */
export async function runQuery<R>(
  db: Database,
  base: (knex: Knex) => Knex.QueryBuilder,
  query: Query,
  { columns, ties, mostMs = MOST_MS }: Reading,
): Promise<QueryPage<R>> {
  const { filter, order, skip, after, orderby } = query;
  const keys = [...order.map(sortKey), ...ties.map(tieKey)];
  if (after && after.length !== keys.length) throw tokenRefused(writeToken(orderby, after));
  const size = Math.min(query.top ?? PAGE_SIZE, PAGE_SIZE);
  const read = async (trx: Knex.Transaction) => {
    const narrowed = base(trx);
    for (const join of joinsOf(filter, order)) narrowed.joinRaw(join);
    // The whole filter is one operand: no `or` of it reaches the conditions around.
    if (filter) whereFilter(narrowed, filter);
    const page = narrowed.clone().orderByRaw(keys.map(orderSql).join(', '));
    if (after) startAfter(page, keys, after);
    const rows: (R & Placed)[] = await page
      .select(columns)
      .select({ place: trx.raw(`array[${keys.map(({ sql }) => `(${sql})::text`).join(', ')}]`) })
      .limit(size + 1)
      .offset(skip);
    return [query.count ? await countOf(narrowed) : undefined, rows] as const;
  };
  const [count, found] = await inTime(db, mostMs, read).catch((error: unknown) => {
    // A value that the column cannot have: another program than ours wrote the token.
    if (after && /^22/.test(String((error as { code?: unknown }).code))) throw tokenRefused(writeToken(orderby, after));
    throw error;
  });
  const left = query.top === undefined ? undefined : query.top - size;
  const rows = found.slice(0, size);
  const last = found.length > size && left !== 0 ? rows.at(-1) : undefined;
  return { rows, count, next: last && { skiptoken: writeToken(orderby, last.place), top: left } };
}

/** By what a row was ordered. */
interface Placed {
  readonly place: PageStart;
}

/** What a page is read as. */
export interface Reading {
  readonly columns: Readonly<Record<string, string>>;
  readonly ties: readonly string[];
  /** Milliseconds before the server gives up. */
  readonly mostMs?: number;
}

async function inTime<T>(db: Database, mostMs: number, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(
      async (trx) => {
        await trx.raw(`set local statement_timeout = ${mostMs}`);
        return work(trx);
      },
      { readOnly: true },
    );
  } catch (error) {
    if ((error as { code?: unknown }).code === CANCELED) throw odataErrors.ODataTooSlow({ seconds: mostMs / 1000 });
    throw error;
  }
}

/** What PostgreSQL says when time is up. */
const CANCELED = '57014';

function whereFilter(query: Knex.QueryBuilder, filter: Expression): void {
  const { text, bindings } = filterSql(filter);
  query.whereRaw(`(${text})`, bindings as string[]);
}

/** The joins that a filter and an order need, each once. */
function joinsOf(filter: Expression | undefined, order: readonly OrderKey[]): ReadonlySet<string> {
  const used = [...(filter ? navigationsOf(filter) : []), ...order.map(({ navigation }) => navigation)];
  return new Set(used.flatMap((navigation) => (navigation ? [navigation.join] : [])));
}

function navigationsOf(expression: Expression): (Navigation | undefined)[] {
  return propertiesOf(expression).map(({ navigation }) => navigation);
}

/** Every property that a filter names. */
export function propertiesOf(expression: Expression): Extract<Expression, { kind: 'property' }>[] {
  switch (expression.kind) {
    case 'literal':
      return [];
    case 'property':
      return [expression];
    case 'compare':
    case 'logic':
      return [...propertiesOf(expression.left), ...propertiesOf(expression.right)];
    case 'not':
      return propertiesOf(expression.operand);
    case 'in':
      return propertiesOf(expression.operand);
    case 'call':
      return expression.args.flatMap(propertiesOf);
  }
}
