import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Database } from '../services/db/database.ts';
import { TaxopsError } from '../services/kernel/errors.ts';
import type { Context } from '../services/operation/context.ts';
import type { ItemOutcome, Job, JobItem, Tally, Together } from './job.ts';
import {
  beginItems,
  closeRun,
  countsOf,
  type EndedItem,
  endItems,
  finishedItems,
  type ItemEnd,
  itemKey,
  openRun,
  type RunState,
  reopenRun,
  runOf,
  unfinishedItems,
} from './journal.ts';

export interface RunOptions {
  /** Shows the plan and does nothing. */
  readonly dryRun?: boolean;
  /** Takes at most so many items. */
  readonly limit?: number | undefined;
  /** Waits this long for a run of the same job and scope to end, instead of giving up. */
  readonly waitMs?: number | undefined;
  /** Goes on with this run: what it handled well is passed over. */
  readonly resume?: number | undefined;
  /** Of a run that goes on: only these items, by `itemKey`. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Receives the number of the run when it is written down. */
  readonly onBegin?: ((runId: number) => void) | undefined;
  /** Delays between attempts; injected by tests. */
  readonly backoffMs?: (attempt: number) => number;
}

export interface ItemReport {
  readonly folderId: number;
  readonly key: string;
  readonly state: ItemEnd['state'] | 'planned';
  readonly code?: string | undefined;
  readonly note?: string | undefined;
}

export interface RunReport {
  readonly runId: number | undefined;
  readonly state: RunState;
  readonly counts: Readonly<Record<'done' | 'skipped' | 'failed' | 'planned', number>>;
  /** What failed, and in a dry run what would be done; at most 1,000. */
  readonly items: readonly ItemReport[];
  /** What the job itself counts. */
  readonly tallies: readonly Tally[];
}

const LOOK_MS = 1_000;
const MAX_REPORTED = 1_000;
const MAX_ATTEMPTS = 5;
const ITEM_TIMEOUT_MS = 10 * 60_000;

/** Runs a job once under its lock. Throws LockHeld when another process runs it on the same scope. */
export async function runJob(
  job: Job,
  ctx: Context,
  input: Readonly<Record<string, unknown>>,
  options: RunOptions = {},
): Promise<RunReport> {
  const db = await ctx.db();
  if (options.dryRun) return showPlan(job, ctx, input, options.limit);
  const scope = `job:${job.id}:${JSON.stringify(input)}`;
  const lock = options.waitMs === undefined ? {} : { wait: options.waitMs };
  return db.withAdvisoryLock(
    scope,
    // Work stops when the lock is lost: another process may hold it by now.
    (lost) => new Run(job, { ...ctx, signal: AbortSignal.any([ctx.signal, lost]) }, db, options).start(input),
    lock,
  );
}

/** Of a run that only planned. */
export const planReport = (planned: number, items: readonly ItemReport[] = []): RunReport => ({
  runId: undefined,
  state: 'done',
  counts: { done: 0, skipped: 0, failed: 0, planned },
  items,
  tallies: [],
});

/** Of a run that goes on. */
export const underWay = (runId: number): RunReport => ({ ...planReport(0), runId, state: 'running' });

async function showPlan(job: Job, ctx: Context, input: unknown, limit = MAX_REPORTED): Promise<RunReport> {
  const items: ItemReport[] = [];
  let planned = 0;
  for await (const { folderId, key } of job.plan(ctx, input as never)) {
    if (planned >= limit) break;
    planned += 1;
    if (items.length < MAX_REPORTED) items.push({ folderId, key, state: 'planned' });
  }
  return planReport(planned, items);
}

/** Items that are handled together wait until there are enough of them, or no more. */
function gathering(together: Together | undefined, start: (items: readonly JobItem[]) => void) {
  const gathered: JobItem[] = [];
  const flush = () => {
    if (gathered.length > 0) start(gathered.splice(0));
  };
  const add = (item: JobItem) => {
    if (!together?.takes(item)) return start([item]);
    if (gathered.push(item) >= together.size) flush();
  };
  return { add, flush };
}

/** Of a job in order, an item waits for those of its folder before it. */
function inTurn(job: Job, handle: (items: readonly JobItem[]) => Promise<void>): typeof handle {
  const ends = new Map<number, Promise<void>>();
  return (items) => {
    const [first] = items;
    if (!job.inOrder || !first) return handle(items);
    const end = (ends.get(first.folderId) ?? Promise.resolve()).then(() => handle(items));
    ends.set(
      first.folderId,
      end.catch(() => {}),
    );
    return end;
  };
}

class Run {
  readonly #counts = { done: 0, skipped: 0, failed: 0, planned: 0 };
  readonly #failures: ItemReport[] = [];
  readonly #job: Job;
  readonly #ctx: Context;
  readonly #db: Database;
  readonly #options: RunOptions;
  readonly #stop = new AbortController();
  #runId = 0;

  constructor(job: Job, ctx: Context, db: Database, options: RunOptions) {
    this.#job = job;
    this.#ctx = { ...ctx, signal: AbortSignal.any([ctx.signal, this.#stop.signal]) };
    this.#db = db;
    this.#options = options;
  }

  async start(input: Readonly<Record<string, unknown>>): Promise<RunReport> {
    const { clock } = this.#ctx;
    const since = clock.now();
    const { resume, onBegin } = this.#options;
    const { knex } = this.#db;
    this.#runId = await (resume ? reopenRun(knex, resume) : openRun(knex, this.#job.id, input, since));
    onBegin?.(this.#runId);
    const watching = setInterval(() => void this.#lookForStop(), LOOK_MS).unref();
    let state: RunState = 'failed';
    try {
      await this.#drain(input);
      state = await this.#endState();
    } finally {
      clearInterval(watching);
      await closeRun(knex, this.#runId, state, clock.now());
    }
    const tallies = (await this.#job.conclude?.(this.#ctx, input as never, since)) ?? [];
    return { runId: this.#runId, state, counts: this.#counts, items: this.#failures, tallies };
  }

  /** A person may have stopped it, from another process too. */
  async #lookForStop(): Promise<void> {
    const known = await runOf(this.#db.knex, this.#runId).catch(() => undefined); // a database that is away stops nothing
    if (known && known.state !== 'running') this.#stop.abort();
  }

  /** Where only some items were tried again, what else failed before still counts. */
  async #endState(): Promise<RunState> {
    await this.#lookForStop();
    if (this.#ctx.signal.aborted) return 'interrupted';
    const { failed } = this.#options.only ? await countsOf(this.#db.knex, this.#runId) : this.#counts;
    return failed > 0 ? 'partial' : 'done';
  }

  /** Keeps a short queue in front of the workers: a plan of 100,000 items never sits in memory. */
  async #drain(input: unknown): Promise<void> {
    const { concurrency, perSecond } = this.#job;
    const { resume } = this.#options;
    const { knex } = this.#db;
    const queue = new PQueue({ concurrency, ...(perSecond && { intervalCap: perSecond, interval: 1_000 }) });
    const finished = resume ? await finishedItems(knex, this.#runId) : new Map<string, JobItem>();
    const gone = resume ? await unfinishedItems(knex, this.#runId) : new Map<string, JobItem>();
    const failures: unknown[] = [];
    const handle = inTurn(this.#job, (items) => this.#handle(items));
    const { add, flush } = gathering(this.#job.together, (items) => {
      queue.add(() => handle(items)).catch((error) => failures.push(error));
    });
    try {
      for await (const item of this.#job.plan(this.#ctx, input as never)) {
        if (this.#ctx.signal.aborted || this.#counts.planned >= (this.#options.limit ?? Number.POSITIVE_INFINITY))
          break;
        gone.delete(itemKey(item));
        if (finished.has(itemKey(item)) || this.#options.only?.has(itemKey(item)) === false) continue;
        this.#counts.planned += 1;
        await queue.onSizeLessThan(concurrency * 4);
        add(item);
      }
    } finally {
      flush();
      await queue.onIdle(); // a plan that fails leaves nothing running behind it
    }
    if (failures.length > 0) throw failures[0];
    await this.#passOver(gone);
  }

  /** What a run that goes on does not plan any more is there no longer: it failed, and nothing is left to do. */
  async #passOver(gone: ReadonlyMap<string, JobItem>): Promise<void> {
    const { only, limit } = this.#options;
    if (this.#ctx.signal.aborted || limit !== undefined) return;
    const named = [...gone].filter(([key]) => only?.has(key) !== false);
    const ended = named.map(([, item]) => ({ item, state: 'skipped' as const }));
    if (ended.length > 0) await endItems(this.#db.knex, this.#runId, ended, this.#ctx.clock.now());
  }

  async #handle(items: readonly JobItem[]): Promise<void> {
    if (this.#ctx.signal.aborted) return; // it waited in the queue: a run that goes on takes it
    await beginItems(this.#db.knex, this.#runId, items, this.#ctx.clock.now());
    const outcomes = items.length > 1 ? await this.#together(items) : [];
    const ended = items.flatMap((item, place) => (outcomes[place] ? [{ item, ...outcomes[place] }] : []));
    if (ended.length > 0) await this.#end(ended);
    for (const item of items.filter((_, place) => !outcomes[place]))
      await this.#end([{ item, ...(await this.#attempt(item)) }]);
  }

  /** What fails is left to be handled alone, where it says why. */
  async #together(items: readonly JobItem[]): Promise<readonly (ItemOutcome | undefined)[]> {
    try {
      return (await this.#job.together?.handle(this.#ctx, items, this.#signal())) ?? [];
    } catch {
      return [];
    }
  }

  readonly #signal = () => AbortSignal.any([this.#ctx.signal, AbortSignal.timeout(ITEM_TIMEOUT_MS)]);

  async #end(ended: readonly EndedItem[]): Promise<void> {
    const { clock, progress } = this.#ctx;
    await endItems(this.#db.knex, this.#runId, ended, clock.now());
    for (const { item, ...end } of ended) {
      this.#counts[end.state] += 1;
      if (end.state === 'failed' && this.#failures.length < MAX_REPORTED)
        this.#failures.push({ folderId: item.folderId, key: item.key, ...end });
    }
    const done = this.#counts.done + this.#counts.skipped + this.#counts.failed;
    progress.step({ label: this.#job.id, done });
  }

  /** Only what a partner or the network did is tried again, later and later. */
  async #attempt(item: JobItem): Promise<ItemEnd> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#job.item(this.#ctx, item, this.#signal());
      } catch (error) {
        const known = error instanceof TaxopsError ? error : undefined;
        const passing = known?.kind === 'upstream' || known?.kind === 'unavailable';
        if (!passing || attempt >= MAX_ATTEMPTS || this.#ctx.signal.aborted) {
          return { state: 'failed', code: known?.code ?? 'Internal', note: this.#said(error).slice(0, 500) };
        }
        await pause((this.#options.backoffMs ?? this.#backoff)(attempt));
      }
    }
  }

  readonly #said = (error: unknown): string =>
    error instanceof TaxopsError ? error.text(this.#ctx.language) : (error as Error).message;

  /** Doubles from one second, with up to as much again by chance so that many processes do not come back together. */
  readonly #backoff = (attempt: number): number => 1_000 * 2 ** (attempt - 1) * (1 + this.#ctx.random());
}
