/**
 * Where a page begins: by what the last row before it was ordered, not by how many rows came before, so that no row slips
 * or comes twice while others come and go.
 */
import type { Knex } from 'knex';
import { unexpected } from './errors.ts';
import type { SortKey } from './options.ts';

const OPTION = '$skiptoken';

/** Values as PostgreSQL writes them, null for none; in the order of the sort keys. */
export type PageStart = readonly (string | null)[];

export const tokenRefused = (text: string) => unexpected(OPTION, 1, text.slice(0, 12), 'token');

/** The order that it was made for goes with it: under another one it is refused. */
export const writeToken = (orderby: string | undefined, start: PageStart): string =>
  Buffer.from(JSON.stringify([orderby ?? '', ...start])).toString('base64url');

/** Throws ODataUnexpected. */
export function readToken(text: string, orderby: string | undefined): PageStart {
  const [order, ...start] = parsed(text);
  if (order !== (orderby ?? '')) throw tokenRefused(text);
  return start.map((value) => {
    if (value === null || (typeof value === 'string' && !value.includes('\0'))) return value;
    throw tokenRefused(text);
  });
}

function parsed(text: string): unknown[] {
  try {
    const found: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(found)) return found;
  } catch {
    // no JSON
  }
  throw tokenRefused(text);
}

/** Narrows to the rows after the start: equal in the first keys, beyond in the next. */
export function startAfter(query: Knex.QueryBuilder, keys: readonly SortKey[], start: PageStart): void {
  query.where((any) => {
    for (const [at, key] of keys.entries()) {
      any.orWhere((all) => {
        for (const [before, { sql }] of keys.slice(0, at).entries()) {
          all.whereRaw(`${sql} is not distinct from ?`, [start[before] ?? null]);
        }
        beyond(all, key, start[at] ?? null);
      });
    }
  });
}

/** Nulls come first upwards and last downwards. */
function beyond(query: Knex.QueryBuilder, { sql, direction, isNullable }: SortKey, value: string | null): void {
  if (value === null) query.whereRaw(direction === 'asc' ? `${sql} is not null` : 'false');
  else if (direction === 'asc') query.whereRaw(`${sql} > ?`, [value]);
  else query.whereRaw(isNullable ? `(${sql} < ? or ${sql} is null)` : `${sql} < ?`, [value]);
}
