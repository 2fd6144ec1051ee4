/**
 * Jobs over several machines: items queued in the database that all of them share, taken by `taxops worker`. The queue
 * itself (locks, retries, schedules) is graphile-worker's; handling an item twice changes nothing, so its
 * at-least-once delivery is enough.
 */
import { EventEmitter } from 'node:events';
import type { Worker as QueueWorker, TaskList, WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { duringCall } from '../services/db/call.ts';
import type { Database } from '../services/db/database.ts';
import { TaxopsError } from '../services/kernel/errors.ts';
import { actorName } from '../services/operation/actor.ts';
import type { Context } from '../services/operation/context.ts';
import type { Job, JobItem } from './job.ts';
import { live } from './locks.ts';

export const TASK = 'taxops-item';
const PLAN_TASK = 'taxops-plan';
const MAX_ATTEMPTS = 5;
const BATCH = 500;
const POLL_MS = 200;

interface QueuedItem extends JobItem {
  readonly job: string;
}

/** Makes the queue's own tables, once per database. */
async function installQueue(db: Database): Promise<void> {
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ connectionString: await db.url() });
}

/**
 * Queues every item of a job's plan: one serial queue per folder, one entry per item however often it is planned.
 * Returns how many were queued.
 */
export async function enqueuePlan(job: Job, ctx: Context, input: Readonly<Record<string, unknown>>): Promise<number> {
  const db = await ctx.db();
  await installQueue(db);
  let queued = 0;
  let batch: JobItem[] = [];
  const flush = async () => {
    await addItems(db, job, batch);
    queued += batch.length;
    batch = [];
  };
  for await (const item of job.plan(ctx, input as never)) {
    batch.push(item);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return queued;
}

async function addItems(db: Database, job: Job, items: readonly JobItem[]): Promise<void> {
  if (items.length === 0) return;
  const specs = items.map((item) => ({
    identifier: TASK,
    payload: { job: job.id, ...item } satisfies QueuedItem,
    queueName: `folder:${item.folderId}`,
    maxAttempts: MAX_ATTEMPTS,
    jobKey: `${job.id}/${item.folderId}/${item.key}`,
  }));
  await db.knex.raw(
    `select graphile_worker.add_jobs(array(
       select (spec->>'identifier', (spec->'payload')::json, spec->>'queueName', null, (spec->>'maxAttempts')::smallint, spec->>'jobKey', null, null)::graphile_worker.job_spec
       from jsonb_array_elements(?::jsonb) as spec))`,
    [JSON.stringify(specs)],
  );
}

export interface WorkerOptions {
  readonly concurrency: number;
  /** Also queue every job's plan on its schedule, in place of cron. */
  readonly schedule: boolean;
}

export interface Worker {
  /** Lets items under way end, then closes every connection. */
  stop(): Promise<void>;
}

/** Takes queued items until it is stopped. */
export async function startWorker(
  ctx: Context,
  load: (name: string) => Promise<Job>,
  jobs: readonly Job[],
  { concurrency, schedule }: WorkerOptions,
): Promise<Worker> {
  const { run, Logger } = await import('graphile-worker');
  const db = await ctx.db();
  await installQueue(db);
  const taskList: TaskList = {
    [TASK]: async (payload) => handle(ctx, load, payload as QueuedItem),
    [PLAN_TASK]: async (payload) => {
      const job = await load((payload as { job: string }).job);
      await enqueuePlan(job, ctx, job.input.parse({}) as Record<string, unknown>);
    },
  };
  const crontab = schedule
    ? jobs
        .flatMap(({ id, schedule: when }) => (when ? `${when} ${PLAN_TASK} ?jobKey=plan/${id} {job:"${id}"}` : []))
        .join('\n')
    : '';
  const pgPool = new pg.Pool({ connectionString: await db.url(), max: concurrency + 2 });
  // The queue opens another connection when one breaks.
  pgPool.on('error', () => {});
  pgPool.on('connect', (client) => void client.on('error', () => {}));
  const events: WorkerEvents = new EventEmitter();
  const named = new Promise<string>((take) => events.once('pool:create', ({ workerPool }) => take(workerPool.id)));
  followQueues(events);
  const runner = await run({
    pgPool,
    events,
    concurrency,
    pollInterval: POLL_MS,
    taskList,
    crontab,
    noHandleSignals: true,
    logger: new Logger(() => () => {}), // payloads may name folders and files: our own audit and failures say what matters
  });
  const life = await live(db, await named);
  return {
    stop: async () => {
      await runner.stop().finally(() => pgPool.end());
      await life.stop();
    },
  };
}

/**
 * A serial queue is freed a moment after its worker looked for more and found nothing: so that worker looks again, at once
 * and then ever later until the poll, and goes on with the folder it was at.
 */
function followQueues(events: WorkerEvents): void {
  const pauses = new WeakMap<QueueWorker, number>();
  events.on('job:complete', ({ worker }) => void pauses.set(worker, FIRST_LOOK_MS));
  events.on('worker:release', ({ worker }) => void pauses.delete(worker));
  events.on('worker:getJob:empty', ({ worker }) => {
    const pauseMs = pauses.get(worker) ?? POLL_MS;
    if (pauseMs >= POLL_MS) return;
    pauses.set(worker, pauseMs * 2);
    setTimeout(() => pauses.has(worker) && worker.nudge(), pauseMs);
  });
}

const FIRST_LOOK_MS = 1;

async function handle(ctx: Context, load: (name: string) => Promise<Job>, { job, ...item }: QueuedItem): Promise<void> {
  const call = { at: ctx.clock.now(), actor: actorName(ctx.actor), operation: `job.${job}`, folderId: item.folderId };
  try {
    const { item: act } = await load(job);
    await duringCall(call, () => act(ctx, item, ctx.signal));
  } catch (error) {
    // The queue keeps the text of a failure: the code says enough, the rest may be confidential.
    throw new Error(error instanceof TaxopsError ? error.code : 'Internal');
  }
}

export interface QueuedItems {
  readonly waiting: number;
  readonly held: number;
  /** The worker of the oldest lock. */
  readonly heldBy: string | null;
  readonly heldSince: string | null;
}

/** What is in the queue, by job; items that used up their attempts are counted apart by `failedItems`. */
export async function waitingItems(db: Database): Promise<ReadonlyMap<string, QueuedItems>> {
  await installQueue(db);
  const { rows } = await db.knex.raw(
    `select private.payload->>'job' as job, count(*) filter (where jobs.locked_at is null)::int as waiting,
       count(jobs.locked_at)::int as held, min(jobs.locked_at) as "heldSince",
       (array_agg(jobs.locked_by order by jobs.locked_at) filter (where jobs.locked_at is not null))[1] as "heldBy"
     from graphile_worker.jobs jobs join graphile_worker._private_jobs private using (id)
     where jobs.attempts < jobs.max_attempts and jobs.task_identifier = ? group by 1`,
    [TASK],
  );
  return new Map(rows.map(({ job, ...counts }: QueuedItems & { job: string }) => [job, counts]));
}

export interface FailedItem {
  readonly id: string;
  readonly payload: QueuedItem;
  readonly attempts: number;
  readonly lastError: string;
}

/** Items that used up their attempts: nobody takes them again until `retryFailed`. */
export async function failedItems(db: Database): Promise<FailedItem[]> {
  await installQueue(db);
  const { rows } = await db.knex.raw(
    `select jobs.id::text as id, private.payload, jobs.attempts, jobs.last_error as "lastError"
     from graphile_worker.jobs jobs join graphile_worker._private_jobs private using (id)
     where jobs.attempts >= jobs.max_attempts and jobs.task_identifier = ? order by jobs.id`,
    [TASK],
  );
  return rows;
}

/** What of the failed items is meant: all that each of these says. */
export interface FailedOf {
  readonly ids?: readonly string[] | undefined;
  readonly job?: string | undefined;
  readonly error?: string | undefined;
}

/** Gives failed items their attempts back. Returns how many. */
export async function retryFailed(db: Database, { ids, job, error }: FailedOf = {}): Promise<number> {
  const meant = (await failedItems(db)).filter(
    ({ id, payload, lastError }) =>
      (ids?.includes(id) ?? true) && payload.job === (job ?? payload.job) && lastError === (error ?? lastError),
  );
  const found = meant.map(({ id }) => id);
  if (found.length > 0)
    await db.knex.raw('select graphile_worker.reschedule_jobs(?::bigint[], attempts := 0)', [found]);
  return found.length;
}
