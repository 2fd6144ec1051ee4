/**
 * Locks of workers that died. The queue gives an item back to others only four hours after its worker was killed, and with
 * it the whole serial queue of its folder. So each worker says every few seconds that it lives, and the locks of one that
 * has been silent are released by any other, and by every listener. An item that is handled twice changes nothing.
 */
import { hostname } from 'node:os';
import type { Knex } from 'knex';
import type { Database } from '../services/db/database.ts';
import type { Context } from '../services/operation/context.ts';
import { type Repeated, repeat } from './repeat.ts';

const BEAT_MS = 5_000;
const SILENCE_SECONDS = 30;

export interface HeldLocks {
  /** The queue's own name of the worker. */
  readonly worker: string;
  /** Null when the worker never said that it lives. */
  readonly host: string | null;
  readonly pid: number | null;
  readonly items: number;
  /** Its oldest lock. */
  readonly since: string;
  /** Null when the worker never said that it lives. */
  readonly seenAt: string | null;
  /** Its locks are those of a dead worker. */
  readonly isSilent: boolean;
}

/** What each worker holds, the oldest lock first; nothing before the queue is installed. */
export async function heldLocks(knex: Knex): Promise<HeldLocks[]> {
  const { rows: queue } = await knex.raw(
    `select to_regclass('graphile_worker._private_jobs') is not null as installed`,
  );
  if (!queue[0].installed) return [];
  const { rows } = await knex.raw(
    `select l.locked_by as worker, w.host, w.pid, l.items::int, l.since, w.seen_at as "seenAt",
       l.since < now() - ?::interval and coalesce(w.seen_at < now() - ?::interval, true) as "isSilent"
     from (select locked_by, min(locked_at) as since, count(*) filter (where is_item) as items
           from (select locked_by, locked_at, true as is_item from graphile_worker._private_jobs
                 union all select locked_by, locked_at, false from graphile_worker._private_job_queues) held
           where locked_by is not null group by locked_by) l
     left join job_worker w on w.worker = l.locked_by order by l.since, l.locked_by`,
    [SILENCE, SILENCE],
  );
  return rows;
}

const SILENCE = `${SILENCE_SECONDS} seconds`;

/** Releases what these workers hold. Returns what they held. */
export async function releaseLocks(knex: Knex, isDead: (held: HeldLocks) => boolean): Promise<HeldLocks[]> {
  const dead = (await heldLocks(knex)).filter(isDead);
  const workers = dead.map(({ worker }) => worker);
  if (workers.length > 0) {
    await knex.raw('select graphile_worker.force_unlock_workers(?::text[])', [workers]);
    await knex('job_worker').whereIn('worker', workers).delete();
  }
  return dead;
}

export const releaseSilent = (knex: Knex): Promise<HeldLocks[]> => releaseLocks(knex, ({ isSilent }) => isSilent);

/** For a listener, which takes no items itself. */
export const watchLocks = (ctx: Context): Repeated =>
  repeat(ctx.signal, BEAT_MS, async () => releaseSilent((await ctx.db()).knex));

/**
 * A worker lives from now until it stops. What processes of this host held that are gone is released at once, the rest when
 * it has been silent long enough.
 */
export async function live(db: Database, worker: string): Promise<Repeated> {
  const host = hostname();
  await releaseLocks(db.knex, (held) => held.host === host && held.pid !== null && !isRunning(held.pid));
  const beating = repeat(new AbortController().signal, BEAT_MS, async () => {
    await beat(db.knex, { worker, host, pid: process.pid });
    await releaseSilent(db.knex);
  });
  return {
    stop: async () => {
      await beating.stop();
      await db.knex('job_worker').where({ worker }).delete();
    },
  };
}

const beat = (knex: Knex, row: { readonly worker: string; readonly host: string; readonly pid: number }) =>
  knex('job_worker')
    .insert({ ...row, seen_at: knex.fn.now() })
    .onConflict('worker')
    .merge(['seen_at']);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
