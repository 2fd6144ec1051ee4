/**
 * Statements that are sent all the time: a session reads and plans one once, and is sent its values alone from then on.
 */
import type { Knex } from 'knex';

const names = new Map<string, string>();

/** For a text that does not depend on its values: there must be few of them, for a session keeps each. */
export function prepared(statement: Knex.Raw): Knex.Raw {
  const { sql } = statement as unknown as { readonly sql: string };
  const name = names.get(sql) ?? `taxops_${names.size}`;
  names.set(sql, name);
  return statement.options({ name });
}

/** A pooler lends a session for one transaction: the next one may come to a session that has prepared nothing. */
export function forgetName(query: unknown): void {
  const { options } = query as { readonly options?: { name?: string } };
  if (options) delete options.name;
}
