/** Named locks between processes, held by a session of their own that no pooler may share. */
import { createHash } from 'node:crypto';
import type { Engine } from './engine.ts';
import { databaseErrors } from './errors.ts';

export interface LockOptions {
  /** How long to wait for the lock: milliseconds (0, the default: not at all) or `forever`. */
  readonly wait?: number | 'forever';
}

/** The 64-bit number PostgreSQL knows the lock by. */
const lockKey = (name: string): string =>
  createHash('sha256').update(`taxops:${name}`).digest().readBigInt64BE().toString();

/**
 * Runs `work` while holding the lock `name`. The signal is aborted when the lock is lost because its connection broke.
 * Throws LockHeld when another process keeps it beyond the wait.
 */
export async function withAdvisoryLock<T>(
  engine: Engine,
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
  { wait = 0 }: LockOptions = {},
): Promise<T> {
  const client = await engine.connect(true);
  const lost = new AbortController();
  client.once('end', () => lost.abort());
  try {
    // lock_timeout 0 is no limit, so "not at all" is its shortest limit, one millisecond.
    const limit = wait === 'forever' ? 0 : Math.max(1, Math.ceil(wait));
    await client.query(`set statement_timeout = 0; set lock_timeout = ${limit}`);
    await client.query('select pg_advisory_lock($1)', [lockKey(name)]);
    return await work(lost.signal);
  } catch (error) {
    if ((error as { code?: string }).code === '55P03' && !lost.signal.aborted) throw databaseErrors.LockHeld({ name });
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
