/**
 * Every statement that an area sends about tables that grow is bound to a folder or is named as firm-wide, and has an index:
 * with sequential scans priced out of the way, a plan that still has one had nothing else.
 */
import type { Knex } from 'knex';
import type pg from 'pg';
import { GLOBAL_TABLES, readTables } from '../../src/services/db/catalogue.ts';
import type { Database } from '../../src/services/db/database.ts';

/** What a statement was, and one set of its values. */
export type Statements = Map<string, readonly unknown[]>;

const EXPLAINED = /^\s*(?:select|with|update|delete)\b/i;

/** Collects the statements of a session from now on, each text once. */
export function collectStatements(knex: Knex): Statements {
  const statements: Statements = new Map();
  knex.on('query', ({ sql, bindings }: { sql: string; bindings?: readonly unknown[] }) => {
    if (EXPLAINED.test(sql) && !isFirmWide(sql) && !statements.has(sql)) statements.set(sql, bindings ?? []);
  });
  return statements;
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}

/** Firm-wide on purpose: how each statement begins, and why. */
const FIRM_WIDE: Readonly<Record<string, string>> = {
  'select id, sum(rows)::int as rows from':
    'which keys encrypted rows are under: once, in a database that knows no key yet',
  'select "id" from "vat_procedure_group" where form_snapshot->':
    'whether a form template is in use, before an administrator deletes it: no index yet',
};
const isFirmWide = (sql: string): boolean => Object.keys(FIRM_WIDE).some((start) => sql.startsWith(start));

/** `table: statement` for each statement that reads a growing table from end to end. */
export async function wholeReads({ knex, engine }: Database, statements: Statements): Promise<string[]> {
  const tables = await readTables(knex);
  const growing = new Set(tables.map(({ name }) => name).filter((name) => !GLOBAL_TABLES.includes(name)));
  const session = await engine.connect();
  try {
    await session.query('set enable_seqscan = off');
    const found: string[] = [];
    for (const [sql, bindings] of statements)
      for (const node of nodesOf(await planOf(session, sql, bindings)))
        if (node['Node Type'] === 'Seq Scan' && growing.has(node['Relation Name'] ?? ''))
          found.push(`${node['Relation Name']}: ${sql.replaceAll(/\s+/g, ' ').slice(0, 400)}`);
    return [...new Set(found)].sort();
  } finally {
    await session.end();
  }
}

/** PostgreSQL: a table that is not there. */
const UNDEFINED_TABLE = '42P01';

/** Undefined for what cannot be explained apart: a statement on a table of its transaction. */
async function planOf(session: pg.Client, sql: string, bindings: readonly unknown[]): Promise<Node | undefined> {
  const text = `explain (format json) ${sql}`;
  const answer = await session.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(text, [...bindings]).catch((error) => {
    if (error.code !== UNDEFINED_TABLE) throw error;
    return undefined;
  });
  return answer?.rows[0]?.['QUERY PLAN'][0].Plan;
}

function* nodesOf(node: Node | undefined): Generator<Node> {
  if (!node) return;
  yield node;
  for (const inner of node.Plans ?? []) yield* nodesOf(inner);
}
