/**
 * Takes an archive back into an empty database, in one transaction: schema as of the backup, rows, sequences, then every
 * table is read again and compared with the archive's counts and hashes. Whatever fails, the database stays empty.
 */
import type { Knex } from 'knex';
import { readTables, type Table } from '../catalogue.ts';
import { openCopy } from '../copy.ts';
import type { Database } from '../database.ts';
import { databaseErrors } from '../errors.ts';
import { applyMigration, readMigrations } from '../migrations.ts';
import { type ArchiveEnd, type Header, TableDigest, type TableHeader, type TableReport } from './archive.ts';
import { type ArchiveReport, readArchive, type TableSink } from './archive-reader.ts';
import { type BackupReport, copyTable } from './backup.ts';
import { stripTables } from './bare-tables.ts';

/**
 * Restores `file` into `db` (opened with `schema: 'ignore'`), then applies the program's later migrations.
 * Throws BackupTargetNotEmpty, FileUnreadable, BackupForeign, BackupDamaged, BackupNewer, BackupMismatch, MigrationChanged.
 */
export async function restoreDatabase(db: Database, file: string): Promise<BackupReport> {
  const restore = () => db.transaction((trx) => restoreInto(trx, db.settings.migrations, file));
  const report = await db.withAdvisoryLock('migrations', restore, { wait: 'forever' });
  await db.migrate();
  return report;
}

/** Reads a whole archive and checks it against itself, without a database. Throws as a restore does. */
export async function checkBackup(file: string): Promise<BackupReport> {
  const nowhere: TableSink = { write: async () => {}, end: async () => undefined, abort: async () => {} };
  return reportOf(await readArchive(file, { begin: async () => {}, table: async () => nowhere }));
}

const reportOf = ({ header, tables }: ArchiveReport): BackupReport => ({
  schemaVersion: header.schemaVersion,
  takenAt: header.takenAt,
  tables,
});

async function restoreInto(trx: Knex.Transaction, folder: string, file: string): Promise<BackupReport> {
  await trx.raw(
    "set local statement_timeout = 0; set local work_mem = '64MB'; set local maintenance_work_mem = '128MB'",
  );
  await refuseUsed(trx);
  let tables: readonly Table[] = [];
  let rebuild = async () => {};
  const archive = await readArchive(file, {
    begin: async (header) => {
      await buildSchema(trx, folder, header);
      tables = await readTables(trx);
      if (tables.length > 0) await trx.raw(`truncate ${tables.map(({ name }) => trx.ref(name).toQuery()).join(', ')}`);
      rebuild = await stripTables(trx);
    },
    table: (table) => tableSink(trx, tables, table),
  });
  if (archive.tables.length !== tables.length)
    throw databaseErrors.BackupMismatch({ what: missingFrom(archive, tables) });
  await rebuild();
  await setSequences(trx, archive.end);
  for (const table of tables) await compare(trx, table, archive.tables);
  await trx.raw('analyze');
  return reportOf(archive);
}

async function refuseUsed(trx: Knex.Transaction): Promise<void> {
  const { rows } = await trx.raw(
    "select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') limit 1",
  );
  if (rows.length > 0) throw databaseErrors.BackupTargetNotEmpty({ table: rows[0].relname });
}

/** The schema as it was when the backup was taken; migrations must be the very ones. */
async function buildSchema(
  trx: Knex.Transaction,
  folder: string,
  { schemaVersion, migrations }: Header,
): Promise<void> {
  const known = readMigrations(folder);
  if (schemaVersion >= known.length)
    throw databaseErrors.BackupNewer({ found: schemaVersion, known: known.length - 1 });
  for (const migration of known.slice(0, schemaVersion + 1)) {
    const { version, sha256 } = migrations[migration.version] ?? {};
    if (version !== migration.version || sha256 !== migration.sha256) {
      throw databaseErrors.MigrationChanged({ file: migration.file });
    }
    await applyMigration(trx, folder, migration);
  }
}

/** Takes the rows of an archived table if the schema has exactly that table. */
async function tableSink(
  trx: Knex.Transaction,
  tables: readonly Table[],
  { name, columns }: TableHeader,
): Promise<TableSink> {
  const table = tables.find((known) => known.name === name);
  if (!table) throw databaseErrors.BackupMismatch({ what: `table ${name}` });
  if (table.columns.join('\n') !== columns.join('\n'))
    throw databaseErrors.BackupMismatch({ what: { en: `columns of ${name}`, fr: `colonnes de ${name}` } });
  const writer = await openCopy(trx, name, table.columns);
  return {
    write: async (text) => {
      writer.writeText(text);
      if (writer.full) await writer.drained();
    },
    end: writer.end,
    abort: writer.abort,
  };
}

const missingFrom = (archive: ArchiveReport, tables: readonly Table[]): string =>
  `missing tables ${tables.filter(({ name }) => archive.tables.every((table) => table.name !== name)).map(({ name }) => name)}`;

/** Numbers given before the backup are not given again. */
async function setSequences(trx: Knex.Transaction, { sequences }: ArchiveEnd): Promise<void> {
  const { rows } = await trx.raw(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'",
  );
  for (const { name } of rows as { name: string }[]) {
    const state = sequences[name];
    if (!state) throw databaseErrors.BackupMismatch({ what: { en: `sequence ${name}`, fr: `séquence ${name}` } });
    await trx.raw('select setval(format(?, ?::text)::regclass, ?::bigint, ?)', ['%I', name, state.last, state.called]);
  }
}

/** Reads the restored table as a backup would: the same text, or the restore is refused. */
async function compare(trx: Knex.Transaction, table: Table, archived: readonly TableReport[]): Promise<void> {
  const digest = new TableDigest();
  for await (const chunk of copyTable(trx, table)) digest.add(chunk);
  const told = archived.find(({ name }) => name === table.name);
  if (digest.end().sha256 !== told?.sha256)
    throw databaseErrors.BackupMismatch({ what: { en: `rows of ${table.name}`, fr: `lignes de ${table.name}` } });
}
