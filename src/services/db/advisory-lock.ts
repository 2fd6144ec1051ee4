/** Named locks between processes, held by a session of their own that no pooler may share. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Engine } from './engine.ts';
import { databaseErrors } from './errors.ts';

export interface LockOptions {
  /** How long to wait for the lock: milliseconds (0, the default: not at all) or `forever`. */
  readonly wait?: number | 'forever';
}

/** The 64-bit number PostgreSQL knows the lock by. */
const lockKey = (name: string): string =>
  createHash('sha256').update(`taxops:${name}`).digest().readBigInt64BE().toString();

/** Where sessions for locks come from, and go to once they hold none. */
export interface LockSessions {
  take(): Promise<pg.Client>;
  give(client: pg.Client): Promise<void>;
}

/** A session for each lock. */
export const singleUse = (engine: Engine): LockSessions => ({
  take: () => engine.connect(true),
  give: (client) => client.end(),
});

const MOST_IDLE = 4;

/** Keeps a few sessions: work of a thousand small items under a lock each pays no thousand logins. */
export function keptSessions(engine: Engine): LockSessions & { close(): Promise<void> } {
  const idle = new Set<pg.Client>();
  let isClosed = false;
  return {
    take: async () => {
      const [kept] = idle;
      if (kept && idle.delete(kept)) return kept;
      const client = await engine.connect(true);
      client.once('end', () => idle.delete(client));
      return client;
    },
    give: async (client) => {
      if (isClosed || idle.size >= MOST_IDLE) await client.end();
      else idle.add(client);
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...idle].map((client) => client.end().catch(() => {})));
    },
  };
}

/**
 * Runs `work` while holding the lock `name`. The signal is aborted when the lock is lost because its connection broke.
 * Throws LockHeld when another process keeps it beyond the wait.
 */
export async function withAdvisoryLock<T>(
  sessions: LockSessions,
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
  { wait = 0 }: LockOptions = {},
): Promise<T> {
  // lock_timeout 0 is no limit, so "not at all" is its shortest limit, one millisecond.
  const limit = wait === 'forever' ? 0 : Math.max(1, Math.ceil(wait));
  const acquire = async (client: pg.Client) => {
    await client.query(`set statement_timeout = 0; set lock_timeout = ${limit}`);
    await client.query('select pg_advisory_lock($1)', [lockKey(name)]);
  };
  try {
    return await inSession(sessions, acquire, (_, signal) => work(signal));
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_TIMEOUT) throw databaseErrors.LockHeld({ name });
    throw error;
  }
}

const LOCK_TIMEOUT = '55P03';

/** Runs `work` while holding those of the locks that are free now, in one session: it is given their names. */
export const withFreeLocks = <T>(
  sessions: LockSessions,
  names: readonly string[],
  work: (held: ReadonlySet<string>, signal: AbortSignal) => Promise<T>,
): Promise<T> => inSession(sessions, (client) => takeFree(client, names), work);

async function takeFree(client: pg.Client, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query(
    'select name, pg_try_advisory_lock(key) as held from unnest($1::text[], $2::bigint[]) as lock (name, key)',
    [names, names.map(lockKey)],
  );
  return new Set(rows.flatMap(({ name, held }) => (held ? [name] : [])));
}

async function inSession<H, T>(
  sessions: LockSessions,
  acquire: (client: pg.Client) => Promise<H>,
  work: (held: H, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const client = await sessions.take();
  const lost = new AbortController();
  const onEnd = () => lost.abort();
  client.once('end', onEnd);
  try {
    const result = await work(await acquire(client), lost.signal);
    client.off('end', onEnd);
    await unlock(sessions, client);
    return result;
  } catch (error) {
    client.off('end', onEnd);
    await client.end().catch(() => {});
    throw error;
  }
}

/** The end of a session frees its locks as well. */
async function unlock(sessions: LockSessions, client: pg.Client): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock_all()');
    await sessions.give(client);
  } catch {
    await client.end().catch(() => {});
  }
}
