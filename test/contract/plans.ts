/**
 * Every statement that is sent about tables that grow is bound to a folder by an index, or is named as firm-wide with the
 * index that serves it. Proved on plans: the planner is made to believe that tables hold hundreds of thousands of
 * rows in hundreds of folders, sequential scans are priced out of the way and a join looks its rows up, so that a plan that still reads a table
 * from end to end had no index, or no folder.
 */
import pg from 'pg';
import { vi } from 'vitest';
import { GLOBAL_TABLES, readTables } from '../../src/services/db/catalogue.ts';
import type { Database } from '../../src/services/db/database.ts';
import { namedFor } from './firm-wide.ts';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** By text and by which values are missing: a scope that is not given is another question. */
export type Statements = Map<string, Statement>;

const EXPLAINED = /^\s*(?:select|with|update|delete|insert\b.*\bselect)\b/is;

/** Collects what is sent to any database from now on, whoever sends it, or what comes of those of whom `isMeant` says so. */
export function recordStatements(isMeant: () => boolean = () => true): Statements {
  const statements: Statements = new Map();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const { text, values } = statementOf(args);
    const key = `${text} ${values.map((value) => value === null || value === undefined)}`;
    if (isMeant() && EXPLAINED.test(text) && !statements.has(key)) statements.set(key, { text, values });
    return query.apply(this, args) as never;
  });
  return statements;
}

/** As text with its values beside or inside, or as a stream of a COPY. */
function statementOf([asked, beside]: readonly unknown[]): Statement {
  const { text = '', values = beside } =
    typeof asked === 'string' ? { text: asked } : ((asked ?? {}) as { text?: string; values?: unknown });
  return {
    text: /^\s*copy \((.*)\) to stdout/is.exec(text)?.[1] ?? text,
    values: Array.isArray(values) ? values : [],
  };
}

/** One sentence for each read of a growing table that is neither of a folder nor named. */
export async function unboundReads(db: Database, recorded: Statements): Promise<string[]> {
  const statements = [...recorded.values()];
  await db.knex.raw(GROWN);
  const schema = await readSchema(db);
  const session = await db.engine.connect();
  try {
    await session.query(
      'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off',
    );
    const found = new Set<string>();
    for (const statement of statements)
      for (const read of readsOf(await planOf(session, statement))) {
        const fault = faultOf(read, schema);
        if (fault && !namedFor(statement.text).some((place) => place === read.index || place === fault.table))
          found.add(`${fault.table} ${fault.what} (${read.index ?? 'no index'}): ${inShort(statement.text)}`);
      }
    return [...found].sort();
  } finally {
    await session.end();
  }
}

/**
 * The planner counts the pages of the file, and rows by those of a page in the catalogue: each table then has as many rows
 * whatever its test left in it. Nothing is known of values: every column is taken to have two hundred, or as many as rows
 * where they are unique.
 */
const GROWN = `
  delete from pg_statistic;
  update pg_class set relpages = greatest(pg_relation_size(oid) / 8192, 1), reltuples = case when pg_relation_size(oid) > 0 then 100000 else -1 end
  where relkind = 'r' and relnamespace = 'public'::regnamespace`;

const inShort = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 400);

/** One look into a table or an index, and every condition on the rows that it finds. */
interface Read {
  readonly table: string | undefined;
  readonly index: string | undefined;
  readonly alias: string;
  readonly lookup: string;
  /** Of the read itself, where columns bear no name of a table. */
  readonly own: string;
  /** Of the joins above it, where they do. */
  readonly joined: string;
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Alias?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly 'Join Filter'?: string;
  readonly Plans?: readonly Node[];
}

interface Schema {
  readonly growing: ReadonlySet<string>;
  /** Of each index its table, and the column that it is looked up by first. */
  readonly indexes: ReadonlyMap<string, { readonly table: string; readonly first: string }>;
  /** Tables that have an index by folder. */
  readonly byFolder: ReadonlySet<string>;
}

async function readSchema({ knex }: Database): Promise<Schema> {
  const tables = (await readTables(knex)).map(({ name }) => name);
  const { rows } = await knex.raw(
    `select indexrelid::regclass::text as name, indrelid::regclass::text as table, pg_get_indexdef(indexrelid, 1, true) as first
     from pg_index`,
  );
  const indexes: readonly { name: string; table: string; first: string }[] = rows;
  return {
    growing: new Set(['folder', ...tables.filter((name) => !GLOBAL_TABLES.includes(name))]),
    indexes: new Map(indexes.map((index) => [index.name, index])),
    byFolder: new Set(['folder', ...indexes.filter(({ first }) => first === 'folder_id').map(({ table }) => table)]),
  };
}

function faultOf(read: Read, { growing, indexes, byFolder }: Schema) {
  const index = indexes.get(read.index ?? '');
  const table = read.table ?? index?.table ?? '';
  if (!growing.has(table)) return undefined;
  if (!isBound(read, table === 'folder' ? '(?:id|company_id)' : 'folder_id'))
    return { table, what: 'is read in all folders' };
  const isLookedUp = index !== undefined && read.lookup.includes(index.first);
  return isLookedUp || byFolder.has(table) ? undefined : { table, what: 'has no index by folder' };
}

/** Whether a condition says which folder: beside a value, or beside a column of what is joined. */
function isBound({ own, joined, alias }: Read, column: string): boolean {
  const says = (conditions: string, name: string) =>
    new RegExp(`(?<![.\\w])${name}\\)? = |= \\(?${name}\\b`).test(conditions);
  return says(own, column) || says(joined, `${alias}\\.${column}`);
}

function* readsOf(node: Node | undefined, above = { heap: '', alias: '', joined: '' }): Generator<Read> {
  if (!node) return;
  const {
    'Index Cond': lookup = '',
    'Recheck Cond': again = '',
    Filter: filter = '',
    Alias: alias = above.alias,
  } = node;
  const own = [lookup, again, filter, above.heap].join(' ');
  const joined = `${above.joined} ${node['Join Filter'] ?? ''}`;
  if (/ Scan$/.test(node['Node Type']) && node['Node Type'] !== 'Bitmap Heap Scan')
    yield { table: node['Relation Name'], index: node['Index Name'], alias, lookup, own, joined };
  const isBitmap = node['Node Type'].startsWith('Bitmap');
  for (const inner of node.Plans ?? []) yield* readsOf(inner, { heap: isBitmap ? own : '', alias, joined });
}

/** PostgreSQL: a table that is not there. */
const UNDEFINED_TABLE = '42P01';

/** Undefined for what cannot be explained apart: a statement on a table of its transaction. */
async function planOf(session: pg.Client, { text, values }: Statement): Promise<Node | undefined> {
  const asked = { text: `explain (format json) ${text}`, values: [...values] };
  const answer = await session.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(asked).catch((error) => {
    if (error.code !== UNDEFINED_TABLE) throw error;
    return undefined;
  });
  return answer?.rows[0]?.['QUERY PLAN'][0].Plan;
}
