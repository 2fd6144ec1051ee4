/**
 * Numbered migrations (`0001_name.js`, each exporting `up(trx)`), applied in order, one transaction each, recorded with
 * the SHA-256 of the file, which `SHA256SUMS` beside them says too: a start reads one file, not all of them. A kill between two of them is taken up by the next run; a database that knows more than the
 * program, or an applied file that changed, stops everything.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { TaxopsError } from '../kernel/errors.ts';
import { singleUse, withAdvisoryLock } from './advisory-lock.ts';
import { type Engine, reasonOf } from './engine.ts';
import { databaseErrors } from './errors.ts';

export interface Migration {
  readonly version: number;
  readonly file: string;
  readonly sha256: string;
}

export interface SchemaState {
  /** Highest version applied; -1 on an empty database. */
  readonly current: number;
  /** Highest version of the program. */
  readonly wanted: number;
  readonly pending: readonly Migration[];
}

/** The table that remembers what was applied. */
export const MIGRATION_TABLE = 'schema_migration';

/** Reads the program's migrations. Throws MigrationsUnreadable on a gap, a double number or a stray name. */
export function readMigrations(folder: string): readonly Migration[] {
  try {
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .sort();
    const sums = readSums(folder);
    return files.map((file, index) => {
      const version = Number(/^(\d{4})_[a-z0-9_]+\.js$/.exec(file)?.[1] ?? Number.NaN);
      if (version !== index) throw new Error(`${file} is not number ${String(index).padStart(4, '0')}`);
      return { version, file, sha256: sums.get(file) ?? digestOf(join(folder, file)) };
    });
  } catch (error) {
    throw databaseErrors.MigrationsUnreadable({ folder, reason: (error as Error).message });
  }
}

/** As `sha256sum --check` reads it. */
export const SUMS = 'SHA256SUMS';

/** Digests by file; none in a folder that says none. */
function readSums(folder: string): ReadonlyMap<string, string> {
  const path = join(folder, SUMS);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
  return new Map(lines.map((line) => [line.slice(DIGITS + 2), line.slice(0, DIGITS)]));
}

const DIGITS = 64;

export const digestOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

interface Applied {
  readonly version: number;
  readonly file: string;
  readonly sha256: string;
}

async function readApplied(db: Knex): Promise<readonly Applied[]> {
  try {
    return await db(MIGRATION_TABLE).select('version', 'file', 'sha256').orderBy('version');
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return []; // no such table: nothing was ever applied
    throw error;
  }
}

/** Compares database and program in one query. Throws DatabaseNewerSchema, MigrationChanged, MigrationsUnreadable. */
export async function schemaState(db: Knex, folder: string): Promise<SchemaState> {
  const known = readMigrations(folder);
  const applied = await readApplied(db);
  const [current, wanted] = [applied.at(-1)?.version ?? -1, known.at(-1)?.version ?? -1];
  if (current > wanted) throw databaseErrors.DatabaseNewerSchema({ current, wanted });
  for (const { version, sha256 } of applied) {
    const migration = known[version];
    if (migration?.sha256 !== sha256)
      throw databaseErrors.MigrationChanged({ file: migration?.file ?? String(version) });
  }
  return { current, wanted, pending: known.slice(applied.length) };
}

/** Applies what is pending, up to `target` when given; returns the versions applied. Throws MigrationFailed. */
export async function migrate(engine: Engine, db: Knex, folder: string, target?: number): Promise<readonly number[]> {
  const due = ({ pending }: SchemaState) => pending.filter(({ version }) => target === undefined || version <= target);
  if (due(await schemaState(db, folder)).length === 0) return [];
  return withAdvisoryLock(
    singleUse(engine),
    'migrations',
    async () => {
      const migrations = due(await schemaState(db, folder)); // another process may have done it meanwhile
      for (const migration of migrations) await db.transaction((trx) => applyMigration(trx, folder, migration));
      return migrations.map(({ version }) => version);
    },
    { wait: 'forever' },
  );
}

/** Runs one migration in the transaction and records it. Throws MigrationsUnreadable, MigrationFailed. */
export async function applyMigration(
  trx: Knex.Transaction,
  folder: string,
  { version, file, sha256 }: Migration,
): Promise<void> {
  const path = join(folder, file);
  if (digestOf(path) !== sha256)
    throw databaseErrors.MigrationsUnreadable({
      folder,
      reason: { en: `${file} is not what ${SUMS} says`, fr: `${file} n’est pas ce que dit ${SUMS}` },
    });
  try {
    await trx.raw('set local statement_timeout = 0');
    await trx.raw(
      `create table if not exists ${MIGRATION_TABLE} (
         version integer primary key, file text not null, sha256 text not null,
         applied_at timestamptz(3) not null default now())`,
    );
    const { up } = (await import(pathToFileURL(path).href)) as {
      up: (trx: Knex.Transaction) => Promise<unknown>;
    };
    await up(trx);
    await trx(MIGRATION_TABLE).insert({ version, file, sha256 });
  } catch (error) {
    if (error instanceof TaxopsError) throw error; // the connection broke: no fault of the migration
    throw databaseErrors.MigrationFailed({ file, reason: reasonOf(error) });
  }
}
