/**
 * Items through the queue of this program and through graphile-worker alone, one serial queue per folder, of 1, 20 and 1,000
 * folders, one after the other in one run, judged by the middle of three: `npm run ts test/bench/queue.ts`.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Logger, run, runMigrations } from 'graphile-worker';
import pg from 'pg';
import * as z from 'zod';
import { defineJob } from '../../src/jobs/job.ts';
import { enqueuePlan, startWorker } from '../../src/jobs/queue.ts';
import { type Database, openDatabase } from '../../src/services/db/database.ts';
import { testContext } from '../support/context.ts';
import { report } from './child.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const CONCURRENCY = 4;
const SHAPES = [
  { folders: 1, items: sized(200) },
  { folders: 20, items: sized(1_000) },
  { folders: 1_000, items: sized(2_000) },
] as const;
type Shape = (typeof SHAPES)[number];

/** Resolves at the last of so many. */
function countdown(items: number) {
  let [left, done] = [items, () => {}];
  const ended = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { ended, one: () => void (--left === 0 && done()) };
}

const rate = async (items: number, work: () => Promise<void>): Promise<number> => {
  const started = performance.now();
  await work();
  return (items * 1000) / (performance.now() - started);
};

async function ours(db: Database, { folders, items }: Shape): Promise<number> {
  const { ended, one } = countdown(items);
  const job = defineJob({
    id: `bench-${folders}`,
    summary: { en: 'Nothing', fr: 'Rien' },
    schedule: '0 0 1 1 *',
    input: z.object({}),
    concurrency: CONCURRENCY,
    plan: async function* () {
      for (let rank = 0; rank < items; rank++) yield { folderId: 1 + (rank % folders), key: String(rank) };
    },
    item: async () => {
      one();
      return { state: 'done' };
    },
  });
  const ctx = testContext(db);
  await enqueuePlan(job, ctx, {});
  return rate(items, async () => {
    const worker = await startWorker(ctx, async () => job, [job], { concurrency: CONCURRENCY, schedule: false });
    await ended;
    await worker.stop();
  });
}

async function bare(db: Database, { folders, items }: Shape): Promise<number> {
  const { ended, one } = countdown(items);
  const [schema, connectionString] = ['bare_worker', await db.url()];
  await runMigrations({ connectionString, schema });
  await db.knex.raw(
    `select bare_worker.add_job('nothing', json_build_object('rank', rank), 'folder:' || rank % ?) from generate_series(1, ?) rank`,
    [folders, items],
  );
  return rate(items, async () => {
    const pgPool = new pg.Pool({ connectionString, max: CONCURRENCY + 2 });
    pgPool.on('error', () => {});
    pgPool.on('connect', (client) => void client.on('error', () => {}));
    const runner = await run({
      pgPool,
      schema,
      concurrency: CONCURRENCY,
      pollInterval: 200,
      noHandleSignals: true,
      taskList: { nothing: async () => one() },
      logger: new Logger(() => () => {}),
    });
    await ended;
    await runner.stop();
    await pgPool.end();
  });
}

const home = benchHome();
const migrations = resolve(import.meta.dirname, '../../migrations');
const db = await openDatabase({ home, migrations, schema: 'apply' });
try {
  for (const shape of SHAPES) {
    const ratios: number[] = [];
    for (let round = 0; round < roundsOf(3); round++) {
      const [alone, here] = [await bare(db, shape), await ours(db, shape)];
      process.stdout.write(`${shape.folders} folders: ${Math.round(here)}/s, bare ${Math.round(alone)}/s\n`);
      ratios.push(here / alone);
    }
    const middle = ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? 0;
    const what = `items of ${shape.folders} folders, to bare graphile-worker`;
    report(what, middle.toFixed(2), 'at least 0.80', middle >= 0.8);
  }
} finally {
  await db.close();
  rmSync(home, { recursive: true, force: true });
}
