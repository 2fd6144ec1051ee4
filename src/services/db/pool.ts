/** knex over the engine's connections, and the translation of broken connections into errors a person can act on. */
import { setTimeout as pause } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import PostgresDialect from 'knex/lib/dialects/postgres/index.js';
import type pg from 'pg';
import { nameCall } from './call.ts';
import { type Engine, type EngineSession, reasonOf } from './engine.ts';
import { databaseErrors } from './errors.ts';
import { forgetName } from './prepared.ts';
import type { DatabaseSettings } from './settings.ts';

const ACQUIRE_TIMEOUT_MS = 60_000;

/** A connection that knex may find broken: it then opens another. */
type PooledClient = EngineSession & { __knex__disposed?: unknown };

export interface Pool {
  readonly knex: Knex;
  /** Lets statements under way end for a second, then breaks their connections: the server undoes what was not committed. */
  close(): Promise<void>;
}

export function openPool(settings: DatabaseSettings, engine: Engine): Pool {
  const sessions = new Set<PooledClient>();
  class Dialect extends PostgresDialect {
    override async acquireRawConnection(): Promise<PooledClient> {
      const connection: PooledClient = await engine.connect();
      const dispose = (error?: unknown) => {
        connection.__knex__disposed = error ?? 'ended';
        sessions.delete(connection);
      };
      sessions.add(connection);
      connection.on('error', dispose).on('end', dispose);
      return connection;
    }

    override async query(connection: PooledClient, query: unknown): Promise<unknown> {
      if (settings.directUrl !== undefined) forgetName(query);
      try {
        await nameCall(connection, textOf(query));
        return await super.query(connection, query);
      } catch (error) {
        const broken = brokenConnection(error, connection);
        if (broken) connection.__knex__disposed = broken; // its end may be noticed only after the next statement took it
        throw broken ?? error;
      }
    }

    override async acquireConnection(): Promise<PooledClient> {
      try {
        return await super.acquireConnection();
      } catch (error) {
        if ((error as Error).message === 'aborted') throw databaseErrors.DatabaseConnectionLost({ reason: 'closing' });
        if ((error as Error).name !== 'KnexTimeoutError') throw error;
        throw databaseErrors.DatabaseBusy({ seconds: ACQUIRE_TIMEOUT_MS / 1000 });
      }
    }
  }
  const pool = knex({
    client: Dialect as unknown as typeof Knex.Client,
    version: '15', // what knex would otherwise ask each server; no dialect feature depends on more
    connection: {},
    compileSqlOnError: false, // values stay out of messages and logs
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    pool: { min: 0, max: settings.poolSize ?? 8, idleTimeoutMillis: 30_000 },
    log: { warn() {}, error() {}, debug() {}, deprecate() {} },
  });
  return { knex: pool, close: () => closePool(pool, sessions) };
}

const PATIENCE_MS = 1_000;

async function closePool(pool: Knex, sessions: ReadonlySet<pg.Client>): Promise<void> {
  const done = new AbortController();
  const destroyed = pool.destroy().finally(() => done.abort());
  await pause(PATIENCE_MS, undefined, { signal: done.signal }).catch(() => {});
  if (done.signal.aborted) return destroyed;
  for (const session of [...sessions]) void session.end().catch(() => {});
  // Work that holds a connection while it waits for something else gives it back when that ends: nobody waits for it.
  await Promise.race([destroyed, pause(PATIENCE_MS / 2, undefined, { ref: false })]);
}

/** knex gives a statement as text, or with its values. */
const textOf = (query: unknown): string => (typeof query === 'string' ? query : (query as { sql?: string }).sql) ?? '';

/** Sessions ended by the server, and sockets that broke. */
const BROKEN = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', 'ECONNRESET', 'EPIPE', 'ENOTCONN']);

/** The error to show when the connection broke under a statement; undefined for any other failure. */
export function brokenConnection(error: unknown, session: EngineSession): Error | undefined {
  const { code, message } = error as { code?: string; message?: string };
  const broken =
    BROKEN.has(code ?? '') ||
    /Connection terminated|Client (?:has encountered a connection error|was closed)/.test(message ?? '');
  if (!broken) return undefined;
  return session.whyLost?.() ?? databaseErrors.DatabaseConnectionLost({ reason: reasonOf(error) });
}
