/** What a person must start again: the last run of a job, and what workers gave up. */
import { expect, it } from 'vitest';
import { failingJobs } from '../../src/jobs/failing.ts';
import { beginItems, closeRun, endItems, openRun, type RunState } from '../../src/jobs/journal.ts';
import { enqueuePlan } from '../../src/jobs/queue.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { testContext } from '../support/context.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db);
const { id: alpha } = await createFolder(ctx, undefined, { name: 'ALPHA' });
const { id: beta } = await createFolder(ctx, undefined, { name: 'BETA' });
const NOW = '2026-03-01T10:00:00.000Z';

async function ran(job: string, state: RunState, failed: readonly number[]): Promise<number> {
  const run = await openRun(db.knex, job, {}, NOW);
  const items = failed.map((folderId) => ({ folderId, key: 'one' }));
  await beginItems(db.knex, run, items, NOW);
  await endItems(
    db.knex,
    run,
    items.map((item) => ({ item, state: 'failed', code: 'ChannelTimeout' })),
    NOW,
  );
  await closeRun(db.knex, run, state, NOW);
  return run;
}

it('is nothing where nothing ran', async () => expect(await failingJobs(db.knex)).toEqual([]));

it('is the last run of a job, if it failed', async () => {
  await ran('poll-notices', 'partial', [alpha]);
  await ran('poll-notices', 'done', []);
  await ran('sync-transactions', 'partial', [beta]);
  const both = await ran('sync-transactions', 'partial', [alpha, beta]);
  const none = await ran('vat-prepare', 'failed', []);
  expect(await failingJobs(db.knex)).toEqual([
    { job: 'sync-transactions', runId: both, folderId: null, count: 2 },
    { job: 'vat-prepare', runId: none, folderId: null, count: 0 },
  ]);
  expect(await failingJobs(db.knex, [beta])).toEqual([
    { job: 'sync-transactions', runId: both, folderId: beta, count: 1 },
  ]);
});

it('is what workers gave up, of the folders asked for', async () => {
  const job = {
    id: 'import-parked',
    plan: async function* () {
      yield { folderId: beta, key: 'file' };
    },
  };
  await enqueuePlan(job as never, ctx, {});
  expect(await failingJobs(db.knex, [beta])).toHaveLength(1);
  await db.knex.raw('update graphile_worker._private_jobs set attempts = max_attempts');
  expect((await failingJobs(db.knex, [beta]))[0]).toEqual({
    job: 'import-parked',
    runId: null,
    folderId: beta,
    count: 1,
  });
  expect(await failingJobs(db.knex, [alpha])).toMatchObject([{ job: 'sync-transactions' }]);
});
