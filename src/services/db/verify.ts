/** Looks for damage: the schema's record, the rows and indexes themselves, the folder rule. Changes nothing. */
import type { Knex } from 'knex';
import { folderRuleBreaches, readTables } from './catalogue.ts';
import type { Database } from './database.ts';
import { reasonOf } from './engine.ts';

export interface VerifyReport {
  readonly schemaVersion: number;
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  /** Tables and indexes whose pages were read, or why they were not. */
  readonly pages: { readonly checked: number } | { readonly skipped: string };
  /** What is wrong; empty when all is well. */
  readonly findings: readonly string[];
}

/** Throws the errors of `schemaState`; damage found is in the report. */
export async function verifyDatabase(db: Database): Promise<VerifyReport> {
  const { current, wanted } = await db.schemaState();
  const findings = current < wanted ? [`schema version ${current}, the program needs ${wanted}`] : [];
  findings.push(...(await folderRuleBreaches(db.knex)), ...(await checksumFailures(db.knex)));
  const tables = [];
  for (const { name } of await readTables(db.knex)) {
    const rows = await countRows(db.knex, name).catch((error) => void findings.push(`${name}: ${reasonOf(error)}`));
    if (rows !== undefined) tables.push({ name, rows });
  }
  const pages = await checkPages(db, findings);
  return { schemaVersion: current, tables, pages, findings };
}

async function countRows(knex: Knex, table: string): Promise<number> {
  const counted = await knex(table).count<{ count: bigint }[]>({ count: '*' });
  return Number(counted[0]?.count ?? 0);
}

async function checksumFailures(knex: Knex): Promise<string[]> {
  const { rows } = await knex.raw(
    'select checksum_failures as n from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.n > 0n ? [`${rows[0].n} pages failed their checksum`] : [];
}

/** What undoes the transaction that lent us the extension. */
class Undo extends Error {}

/** Reads every page of every table and B-tree with `amcheck`, which is installed only for the time of the check. */
async function checkPages(db: Database, findings: string[]): Promise<VerifyReport['pages']> {
  let result: VerifyReport['pages'] = { checked: 0 };
  const work = async (trx: Knex.Transaction): Promise<never> => {
    result = await withAmcheck(trx, findings);
    throw new Undo();
  };
  await db.transaction(work).catch((error) => {
    if (!(error instanceof Undo)) throw error;
  });
  return result;
}

async function withAmcheck(trx: Knex.Transaction, findings: string[]): Promise<VerifyReport['pages']> {
  await trx.raw('set local statement_timeout = 0');
  try {
    await trx.transaction((inner) => inner.raw('create extension if not exists amcheck'));
  } catch (error) {
    return { skipped: reasonOf(error) }; // not installed on the server, or not allowed to this user
  }
  const { rows } = await trx.raw(CHECKS);
  for (const { name, sql } of rows as { name: string; sql: string }[]) {
    try {
      const found = await trx.transaction((inner) => inner.raw(sql));
      for (const { msg } of found.rows as { msg?: string }[]) if (msg) findings.push(`${name}: ${msg}`);
    } catch (error) {
      findings.push(`${name}: ${reasonOf(error)}`);
    }
  }
  return { checked: rows.length };
}

/** One statement per table (rows and their pages) and per B-tree (order, and that every row has its entry). */
const CHECKS = `
  select c.relname as name,
         case c.relkind when 'i' then format('select bt_index_check(%s::regclass, true)', c.oid)
                        else format('select msg from verify_heapam(%s::regclass)', c.oid) end as sql
  from pg_class c left join pg_am m on m.oid = c.relam
  where c.relnamespace = current_schema()::regnamespace
    and (c.relkind = 'r' or c.relkind = 'i' and m.amname = 'btree')
  order by c.relkind desc, c.relname`;
