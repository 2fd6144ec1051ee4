/**
 * The database as the rest of the program sees it: knex for queries, transactions, streaming COPY, named locks.
 * Behind it, either the private server (created, started and stopped on demand) or the one named by a URL.
 */
import type { Knex } from 'knex';
import { keptSessions, type LockOptions, withAdvisoryLock, withFreeLocks } from './advisory-lock.ts';
import { type CopySource, type CopyWriter, copyIn, copyOut, openCopy } from './copy.ts';
import { type Engine, openEngine } from './engine.ts';
import { databaseErrors } from './errors.ts';
import { migrate, type SchemaState, schemaState } from './migrations.ts';
import { openPool, type Pool } from './pool.ts';
import type { DatabaseSettings } from './settings.ts';

export interface Database {
  /** Query builder on pooled connections; values are read as `types.ts` says (int8 is bigint). */
  readonly knex: Knex;
  readonly settings: DatabaseSettings;
  readonly engine: Engine;
  /** Runs `work` in one transaction: committed when it resolves, undone when it throws. */
  transaction<T>(work: (trx: Knex.Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Copies rows into a table, in a transaction or alone; returns how many were stored. */
  copyIn(table: string, columns: readonly string[], rows: CopySource, trx?: Knex.Transaction): Promise<number>;
  /** The same, pushed row by row by the caller: for hot loops. */
  openCopy(table: string, columns: readonly string[], trx?: Knex.Transaction): Promise<CopyWriter>;
  /** Streams a query's result as COPY text (`decodeRows` reads it). */
  copyOut(query: string | Knex.Raw | Knex.QueryBuilder, trx?: Knex.Transaction): AsyncGenerator<Buffer>;
  /** Runs `work` under a lock between processes, on a connection of its own. Throws LockHeld. */
  withAdvisoryLock<T>(name: string, work: (signal: AbortSignal) => Promise<T>, options?: LockOptions): Promise<T>;
  /** Runs `work` under those of the locks that nobody holds now, all on one connection; it is given their names. */
  withFreeLocks<T>(
    names: readonly string[],
    work: (held: ReadonlySet<string>, signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  schemaState(): Promise<SchemaState>;
  /** Applies pending migrations; returns their versions. */
  migrate(): Promise<readonly number[]>;
  /** Connection URL with its password, for other programs. */
  url(): Promise<string>;
  /** Closes every connection; the last process to close the private server stops it. */
  close(): Promise<void>;
}

interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readonly readOnly?: boolean;
}

const OLDEST_SERVER = 15;

/**
 * Opens the database and brings it to the program's schema, or refuses it (see `DatabaseSettings.schema`).
 * Throws DatabaseUnavailable, DatabaseTooOld, DatabaseEncoding, DatabaseNotMigrated, DatabaseNewerSchema and the errors
 * of the private server.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const engine = openEngine(settings);
  const pool = openPool(settings, engine);
  const database = assemble(settings, engine, pool);
  try {
    await checkServer(pool.knex);
    await bringToSchema(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function assemble(settings: DatabaseSettings, engine: Engine, { knex, close }: Pool): Database {
  const sessions = keptSessions(engine);
  return {
    knex,
    settings,
    engine,
    transaction: (work, { isolation, readOnly } = {}) =>
      knex.transaction(work, { ...(isolation && { isolationLevel: isolation }), ...(readOnly && { readOnly }) }),
    copyIn: (table, columns, rows, trx) => copyIn(trx ?? knex, table, columns, rows),
    openCopy: (table, columns, trx) => openCopy(trx ?? knex, table, columns),
    copyOut: (query, trx) => copyOut(trx ?? knex, query),
    withAdvisoryLock: (name, work, options) => withAdvisoryLock(sessions, name, work, options),
    withFreeLocks: (names, work) => withFreeLocks(sessions, names, work),
    schemaState: () => schemaState(knex, settings.migrations),
    migrate: () => migrate(engine, knex, settings.migrations),
    url: engine.url,
    close: async () => {
      await close();
      await sessions.close();
      await engine.close();
    },
  };
}

/** What a server that we did not create must be. */
async function checkServer(knex: Knex): Promise<void> {
  const { rows } = await knex.raw(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
            current_setting('server_encoding') as encoding`,
  );
  const { version, major, encoding } = rows[0] as { version: string; major: number; encoding: string };
  const fault = serverFault(version, major, encoding);
  if (fault) throw fault;
}

/** Why a server cannot be used; undefined when it can. */
export function serverFault(version: string, major: number, encoding: string): Error | undefined {
  if (major < OLDEST_SERVER) return databaseErrors.DatabaseTooOld({ version, required: OLDEST_SERVER });
  return encoding === 'UTF8' ? undefined : databaseErrors.DatabaseEncoding({ encoding });
}

async function bringToSchema(database: Database): Promise<void> {
  const policy = database.settings.schema ?? (database.engine.kind === 'private' ? 'apply' : 'check');
  if (policy === 'ignore') return;
  if (policy === 'apply') {
    await database.migrate();
    return;
  }
  const { current, wanted, pending } = await database.schemaState();
  if (pending.length > 0) throw notMigrated(current, wanted);
}

/** An empty database has version -1. */
export const notMigrated = (current: number, wanted: number): Error =>
  databaseErrors.DatabaseNotMigrated({ current: current < 0 ? '(none)' : current, wanted });
