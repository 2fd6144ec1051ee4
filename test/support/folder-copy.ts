/**
 * What most tests of an area begin with, made once by the program and copied for each: one statement for each table in one
 * round trip, where the program takes dozens of queries. Identifiers are those of the original: every key pairs them with
 * the folder.
 */
import type { Database } from '../../src/services/db/database.ts';

/** The statement that copies the original, by database and by what it is. */
const originals = new WeakMap<Database, Map<string, Promise<(to: number) => string>>>();

/** Gives folder `to` all that the original, which `make` makes at the first call, has beside its own row. */
export async function fillFolder(db: Database, to: number, what: string, make: () => Promise<number>): Promise<void> {
  const known = originals.get(db) ?? new Map<string, Promise<(to: number) => string>>();
  originals.set(db, known);
  const statement = known.get(what) ?? make().then((from) => copyStatement(db, from));
  known.set(what, statement);
  await db.knex.raw((await statement)(to));
}

/** Triggers and references wait: rows are copied as they stand, in any order of the tables. */
async function copyStatement({ knex }: Database, from: number): Promise<(to: number) => string> {
  const { rows } = await knex.raw(`
    select table_name as name, string_agg(format('%I', column_name), ', ' order by ordinal_position) as columns
      from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and column_name <> 'folder_id'
       and table_name in (select table_name from information_schema.columns where column_name = 'folder_id')
     group by 1`);
  const tables: { name: string; columns: string }[] = rows;
  const filled = await knex.raw(
    tables
      .map(({ name }) => `select '${name}' as name where exists (select from "${name}" where folder_id = ${from})`)
      .join(' union all '),
  );
  const names = new Set(filled.rows.map(({ name }: { name: string }) => name));
  const copied = tables.filter(({ name }) => names.has(name));
  return (to) =>
    [
      'begin; set local session_replication_role = replica',
      ...copied.map(
        ({ name, columns }) => `insert into "${name}" (folder_id, ${columns}) overriding system value
          select ${to}, ${columns} from "${name}" where folder_id = ${from}`,
      ),
      'commit',
    ].join(';\n');
}
