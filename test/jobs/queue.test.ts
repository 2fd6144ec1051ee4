import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineJob } from '../../src/jobs/job.ts';
import { enqueuePlan, failedItems, retryFailed, startWorker } from '../../src/jobs/queue.ts';
import { databaseErrors } from '../../src/services/db/errors.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { testContext } from '../support/context.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
const folder = await createFolder(db, undefined, { name: 'ALPHA' });
const ctx = testContext(db);
const handled: string[] = [];
let failing = false;

const job = defineJob({
  id: 'test-queue',
  summary: { en: 'Test', fr: 'Essai' },
  schedule: '0 * * * *',
  input: z.object({ scope: z.string().default('all') }),
  concurrency: 3,
  plan: async function* (_ctx, { scope }) {
    if (scope !== 'all') return;
    for (let index = 0; index < 5; index++) yield { folderId: folder.id, key: String(index), payload: { index } };
  },
  item: async (_ctx, { key, payload }) => {
    if (failing) throw databaseErrors.LockHeld({ name: 'secret name' });
    handled.push(`${key}:${payload?.index}`);
    return { state: 'done' };
  },
});

const runners: { stop(): Promise<void> }[] = [];
const work = async () => {
  const runner = await startWorker(ctx, async () => job, [job], { concurrency: 2, schedule: true });
  runners.push(runner);
  return runner;
};
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});

describe('the queue', () => {
  it('holds one entry per item however often it is planned, and two workers take each once', async () => {
    expect(await enqueuePlan(job, ctx, { scope: 'all' })).toBe(5);
    await enqueuePlan(job, ctx, { scope: 'all' });
    await Promise.all([work(), work()]);
    await expect.poll(() => handled.length, { timeout: 150_000 }).toBe(5);
    expect(handled.toSorted()).toEqual(['0:0', '1:1', '2:2', '3:3', '4:4']);
  });

  it('plans on its schedule with the inputs that a job has by itself', async () => {
    handled.length = 0;
    await work();
    await db.knex.raw(`select graphile_worker.add_job('taxops-plan', '{"job": "test-queue"}')`);
    await expect.poll(() => handled.length, { timeout: 150_000 }).toBe(5);
  });

  it('keeps what failed to the end, with its code and not its text, and gives it back when asked', {
    tags: 'long',
  }, async () => {
    failing = true;
    await enqueuePlan(job, ctx, { scope: 'all' });
    await db.knex.raw('update graphile_worker._private_jobs set max_attempts = 1');
    const runner = await work();
    await expect.poll(async () => (await failedItems(db)).length, { timeout: 150_000 }).toBe(5);
    expect((await failedItems(db))[0]).toMatchObject({
      payload: { job: 'test-queue' },
      attempts: 1,
      lastError: 'LockHeld',
    });
    await runner.stop();
    runners.length = 0;
    failing = false;
    handled.length = 0;
    expect(await retryFailed(db)).toBe(5);
    await work();
    await expect.poll(() => handled.length, { timeout: 150_000 }).toBe(5);
    expect(await failedItems(db)).toEqual([]);
  });
});
