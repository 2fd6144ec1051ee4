/** No table keeps a row of a folder that left: one row is put in each of those that the catalogue knows, of two folders. */
import type { Knex } from 'knex';
import { expect, it } from 'vitest';
import { eraseFolder, folderTables } from '../../../src/services/departure/rows.ts';
import { testDatabase } from '../../support/database.ts';

const { knex } = await testDatabase();

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/** Columns that are never null, and those that name another row. */
const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = current_schema()::regnamespace and c.relname = any(?)
    and (a.attnotnull or a.attname like '%\\_id') order by 1, a.attnum`;

/** What a row may say is of no interest here. */
const CHECKS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off from pg_constraint
  where contype = 'c' and conrelid <> 0 and coninhcount = 0 and connamespace = current_schema()::regnamespace`;

const OF_TYPE: readonly (readonly [RegExp, string])[] = [
  [/\[\]$/, "'{}'"],
  [/bool/, 'false'],
  [/^date$/, "'2024-12-31'"],
  [/timestamp/, "'2024-12-31T10:00:00Z'"],
  [/jsonb?/, "'{}'"],
  [/bytea/, "'\\x00'"],
  [/uuid/, "'00000000-0000-7000-8000-000000000001'"],
];

/** Numbers are those of the folder, above what sequences give here; both folders stand for clients of the first. */
function sqlOf(folderId: number, { name, type }: Column): string {
  if (name === 'enterprise_id') return '1';
  if (name === 'folder_id') return String(folderId);
  if (type === 'numeric') return '1';
  if (/^(int|bigint|smallint)[a-z]*$/.test(type)) return String(9_000 + folderId);
  return OF_TYPE.find(([pattern]) => pattern.test(type))?.[1] ?? `'x${folderId}'`;
}

async function fill(trx: Knex.Transaction, folderId: number, columns: readonly Column[]): Promise<void> {
  for (const table of new Set(columns.map((column) => column.table))) {
    const own = columns.filter((column) => column.table === table);
    await trx.raw(
      `insert into "${table}" (${own.map(({ name }) => `"${name}"`)}) overriding system value
       values (${own.map((column) => sqlOf(folderId, column))})`.replaceAll('?', '\\?'),
    );
  }
}

const countRows = async (tables: readonly { name: string }[], folderId: number): Promise<string[]> => {
  const filled: string[] = [];
  for (const { name } of tables)
    if (await knex(name).where({ folder_id: folderId }).first(knex.raw('1'))) filled.push(name);
  return filled;
};

it('every table of the folder is emptied, whatever hangs on what; the other folder keeps its rows', {
  tags: 'long',
}, async () => {
  await knex('company').insert({ name: 'Cabinet' });
  await knex('folder').insert([1, 2].map((n) => ({ company_id: 1, name: `Dossier ${n}` })));
  const tables = await folderTables(knex);
  const { rows } = await knex.raw(COLUMNS, [tables.map(({ name }) => name)]);
  const checks = (await knex.raw(CHECKS)).rows.map(({ off }: { off: string }) => off);
  await knex.raw(checks.join(';\n'));
  await knex.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    for (const folderId of [1, 2]) await fill(trx, folderId, rows);
  });
  const all = tables.map(({ name }) => name);
  expect(all.length).toBeGreaterThan(60);
  expect(await countRows(tables, 1)).toEqual(all);
  await knex.transaction((trx) => eraseFolder(trx, 1));
  expect(await countRows(tables, 1)).toEqual([]);
  expect(await countRows(tables, 2)).toEqual(all);
  expect(await knex('folder').pluck('id')).toEqual([2]);
  expect(await knex('client').pluck('enterprise_id')).toEqual([null]);
});
