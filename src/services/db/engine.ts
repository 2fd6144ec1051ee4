/** Where connections come from: the private server, or the one that a URL names. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DATABASE } from './embedded/cluster.ts';
import { isPassing, privateServer } from './embedded/private-server.ts';
import { databaseErrors } from './errors.ts';
import { connectTimeoutMs, type DatabaseSettings } from './settings.ts';
import { valueTypes } from './types.ts';

/** A session that knows why it may have been lost. */
export type EngineSession = pg.Client & { readonly whyLost?: () => Error | undefined };

export interface Engine {
  readonly kind: 'private' | 'server';
  /** A new session, ready for statements. `direct` goes around a pooler. Throws DatabaseUnavailable. */
  connect(direct?: boolean): Promise<EngineSession>;
  /** Connection URL of the database, password included, for other programs. */
  url(): Promise<string>;
  close(): Promise<void>;
}

export const openEngine = (settings: DatabaseSettings): Engine =>
  settings.url === undefined ? privateEngine(settings) : serverEngine(settings, settings.url);

function privateEngine(settings: DatabaseSettings): Engine {
  const server = privateServer(settings);
  const connect = async (): Promise<EngineSession> => {
    const end = process.uptime() * 1000 + connectTimeoutMs(settings); // `performance` takes a millisecond to load
    for (let isFirst = true; ; isFirst = false) {
      const address = (isFirst ? server.kept() : undefined) ?? (await server.reach());
      try {
        // `options` keeps PGOPTIONS out; `ssl` keeps PGSSLMODE out.
        const opened = await session(settings, {
          ...address,
          database: DATABASE,
          ssl: false,
          options: '-c client_encoding=UTF8',
        });
        return Object.assign(opened, { whyLost: server.whyLost });
      } catch (error) {
        if (!isPassing(error) || process.uptime() * 1000 > end) throw unavailable(error);
        await pause(20);
      }
    }
  };
  const url = async (): Promise<string> => {
    const { host, port, user, password } = await server.reach();
    return `postgresql://${user}:${encodeURIComponent(password)}@/${DATABASE}?host=${encodeURIComponent(host)}&port=${port}`;
  };
  return { kind: 'private', connect, url, close: server.leave };
}

function serverEngine(settings: DatabaseSettings, url: string): Engine {
  const connect = async (direct = false): Promise<pg.Client> => {
    try {
      return await session(settings, { connectionString: direct ? (settings.directUrl ?? url) : url });
    } catch (error) {
      throw unavailable(error);
    }
  };
  return { kind: 'server', connect, url: async () => url, close: async () => {} };
}

/** Opens a session and gives it the same manners on every server. */
async function session(settings: DatabaseSettings, config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    application_name: 'taxops',
    types: valueTypes,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs(settings),
    ...config,
  });
  client.on('error', () => {}); // a connection that breaks while idle is found by the pool at its next use
  try {
    await client.connect();
    await client.query(
      `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601';
       set statement_timeout = ${settings.statementTimeoutMs ?? 0};
       set idle_in_transaction_session_timeout = ${settings.idleTransactionTimeoutMs ?? 0}`,
    );
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

const unavailable = (error: unknown): Error => databaseErrors.DatabaseUnavailable({ reason: reasonOf(error) });

/**
 * What to tell of a failure. A refused connection to a name with several addresses comes as one error per address and an
 * empty message; knex puts the statement and ` - ` before what the server said.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  const said = 'severity' in error || 'errno' in error ? error.message.split(' - ').at(-1) : undefined;
  return said ?? error.message;
}
