import { hostname } from 'node:os';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineJob } from '../../src/jobs/job.ts';
import { heldLocks, live, releaseLocks, releaseSilent } from '../../src/jobs/locks.ts';
import { enqueuePlan, waitingItems } from '../../src/jobs/queue.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { testContext } from '../support/context.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db);
const folder = await createFolder(db, undefined, { name: 'ALPHA' });
const job = defineJob({
  id: 'test-locks',
  summary: { en: 'Test', fr: 'Essai' },
  schedule: '0 * * * *',
  input: z.object({}),
  concurrency: 1,
  plan: async function* () {
    for (const key of ['a', 'b', 'c']) yield { folderId: folder.id, key };
  },
  item: async () => ({ state: 'done' }),
});

/** What a worker leaves behind that was killed while it handled the first item. */
async function abandon(worker: string, seconds: number): Promise<void> {
  await db.knex.raw(
    `update graphile_worker._private_job_queues set locked_by = ?, locked_at = now() - make_interval(secs => ?)`,
    [worker, seconds],
  );
  await db.knex.raw(
    `update graphile_worker._private_jobs set locked_by = ?, locked_at = now() - make_interval(secs => ?)
     where id = (select min(id) from graphile_worker._private_jobs)`,
    [worker, seconds],
  );
}
const seen = (worker: string, seconds: number, { host = 'elsewhere', pid = 1 } = {}) =>
  db
    .knex('job_worker')
    .insert({ worker, host, pid, seen_at: db.knex.raw('now() - make_interval(secs => ?)', [seconds]) });
const held = async () => (await heldLocks(db.knex)).map(({ worker, items }) => [worker, items]);

describe('locks of workers', () => {
  beforeEach(async () => {
    await enqueuePlan(job, ctx, {});
    await releaseLocks(db.knex, () => true);
    await db.knex('job_worker').delete();
  });

  it('are shown with who holds them, since when', async () => {
    await abandon('pool-dead', 100);
    await seen('pool-dead', 100);
    const [one] = await heldLocks(db.knex);
    expect(one).toMatchObject({ worker: 'pool-dead', host: 'elsewhere', pid: 1, items: 1, isSilent: true });
    expect((await waitingItems(db)).get('test-locks')).toMatchObject({ waiting: 2, held: 1, heldBy: 'pool-dead' });
  });

  it('are released when the worker has been silent, known or not, and their queue with them', async () => {
    await abandon('pool-dead', 100);
    await seen('pool-dead', 100);
    expect(await releaseSilent(db.knex)).toHaveLength(1);
    expect(await held()).toEqual([]);
    await abandon('pool-unknown', 100);
    await releaseSilent(db.knex);
    expect(await held()).toEqual([]);
  });

  it('of a worker that lives stay, however long it takes', async () => {
    await abandon('pool-long', 7_200);
    await seen('pool-long', 1);
    await releaseSilent(db.knex);
    expect(await held()).toEqual([['pool-long', 1]]);
  });

  it('just taken stay before the first sign of life', async () => {
    await abandon('pool-new', 1);
    await releaseSilent(db.knex);
    expect(await held()).toEqual([['pool-new', 1]]);
  });

  it('of a process of this host that is gone are released when a worker starts', async () => {
    await abandon('pool-killed', 1);
    await seen('pool-killed', 1, { host: hostname(), pid: 2 ** 22 + 1 });
    const life = await live(db, 'pool-next');
    expect(await held()).toEqual([]);
    await expect.poll(() => db.knex('job_worker').pluck('worker'), { timeout: 150_000 }).toEqual(['pool-next']);
    await life.stop();
    expect(await db.knex('job_worker').pluck('worker')).toEqual([]);
  });
});
