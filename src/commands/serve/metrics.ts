/**
 * What a listener counts, for Prometheus: only names of operations, statuses, outcomes and jobs are labels, so that
 * neither a folder nor a caller can be read from a figure, and their number is bounded.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { latestRuns } from '../../jobs/journal.ts';
import type { Database } from '../../services/db/database.ts';

export interface Answered {
  /** Identifier of the operation. */
  readonly operation: string;
  readonly status: number;
  /** Until the answer begins: a streamed body goes on after it. */
  readonly seconds: number;
  /** What the operation returned; undefined when it failed. */
  readonly result: unknown;
}

export interface Metrics {
  readonly contentType: string;
  answered(what: Answered): void;
  /** Everything counted, in the text format of Prometheus. */
  text(): Promise<string>;
}

const WEBHOOK = 'declaration.webhook.receive';
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** `db`: the database of the program, asked for what it knows itself when the metrics are read. */
export function openMetrics(db: () => Promise<Database>): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: 'taxops_requests_total',
    help: 'Answers by operation and status',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'taxops_request_duration_seconds',
    help: 'Time until the answer begins, by operation',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: 'taxops_rate_refusals_total',
    help: 'Answers 429 by operation',
    labelNames: ['operation'],
    registers,
  });
  const deliveries = new Counter({
    name: 'taxops_webhook_deliveries_total',
    help: 'Deliveries of the status webhook by what came of them',
    labelNames: ['result'],
    registers,
  });
  addPool(registers, db);
  addJobs(registers, db);
  return {
    contentType: register.contentType,
    answered: ({ operation, status, seconds, result }) => {
      requests.inc({ operation, status });
      durations.observe({ operation }, seconds);
      if (status === 429) refusals.inc({ operation });
      if (operation === WEBHOOK && result !== undefined) deliveries.inc({ result: resultOf(result) });
    },
    text: () => register.metrics(),
  };
}

const resultOf = (result: unknown): string => String((result as { result?: unknown } | null)?.result);

interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

function addPool(registers: Registry[], db: () => Promise<Database>): void {
  new Gauge({
    name: 'taxops_database_connections',
    help: 'Connections of this process in use, idle, and requests that wait for one',
    labelNames: ['state'],
    registers,
    async collect() {
      const pool: Pool | undefined = await db().then(
        ({ knex }) => knex.client.pool,
        () => undefined,
      );
      this.set({ state: 'used' }, pool?.numUsed() ?? 0);
      this.set({ state: 'idle' }, pool?.numFree() ?? 0);
      this.set({ state: 'waiting' }, pool?.numPendingAcquires() ?? 0);
    },
  });
}

/** Runs are of every process on the database, cron included: they are read, not counted. */
function addJobs(registers: Registry[], db: () => Promise<Database>): void {
  new Gauge({
    name: 'taxops_job_last_start_timestamp_seconds',
    help: 'When the last run of a job began, by its state',
    labelNames: ['job', 'state'],
    registers,
    async collect() {
      this.reset();
      // Without a database the other figures are still worth reading.
      const runs = await db()
        .then(({ knex }) => latestRuns(knex))
        .catch(() => []);
      for (const { job, state, started_at } of runs) this.set({ job, state }, Date.parse(started_at) / 1000);
    },
  });
}
