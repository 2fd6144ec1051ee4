import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { detached, endDetached } from '../../src/jobs/detached.ts';
import { defineJob, type Job, type JobItem } from '../../src/jobs/job.ts';
import { countsOf, failuresOf, runOf, stopRun } from '../../src/jobs/journal.ts';
import { databaseErrors } from '../../src/services/db/errors.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { identityErrors } from '../../src/services/identity/errors.ts';
import { boundJobs } from '../support/bound-work.ts';
import { testContext } from '../support/context.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
const runJob = boundJobs(db);
const folder = await createFolder(db, undefined, { name: 'ALPHA' });
const ctx = testContext(db);
const backoffMs = () => 0;

/** A job over numbered items whose handling a test decides. */
function jobOf(count: number, handle: (item: JobItem, attempt: number) => Promise<void> | void) {
  const attempts = new Map<string, number>();
  return defineJob({
    id: `test-${count}-${Math.floor(performance.now() * 1000)}`,
    summary: { en: 'Test', fr: 'Essai' },
    schedule: '0 * * * *',
    input: z.object({}),
    concurrency: 3,
    plan: async function* () {
      for (let index = 0; index < count; index++) yield { folderId: folder.id, key: String(index) };
    },
    item: async (_ctx, item) => {
      const attempt = (attempts.get(item.key) ?? 0) + 1;
      attempts.set(item.key, attempt);
      await handle(item, attempt);
      return { state: 'done' };
    },
  });
}

const states = (runId: number | undefined) =>
  db.knex('job_item').where({ run_id: runId }).orderBy('key').pluck('state');

describe('a job', () => {
  it('handles every item once and writes it down', async () => {
    const handled: string[] = [];
    const report = await runJob(
      jobOf(10, ({ key }) => void handled.push(key)),
      ctx,
      {},
    );
    expect(report).toMatchObject({ state: 'done', counts: { done: 10, failed: 0 } });
    expect(handled.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(new Set(await states(report.runId))).toEqual(new Set(['done']));
  });

  it('in order takes the items of a folder one after the other', async () => {
    const seen: string[] = [];
    const job = jobOf(4, async ({ key }) => {
      seen.push(`begin ${key}`);
      await new Promise(setImmediate);
      seen.push(`end ${key}`);
    });
    await runJob({ ...job, inOrder: true }, ctx, {});
    expect(seen).toEqual(['0', '1', '2', '3'].flatMap((key) => [`begin ${key}`, `end ${key}`]));
  });

  it('tries again what a partner failed, at most five times, and nothing else', async () => {
    const calls: string[] = [];
    const job = jobOf(3, ({ key }, attempt) => {
      calls.push(key);
      if (key === '0' && attempt < 3) throw identityErrors.KeysUnavailable();
      if (key === '1') throw identityErrors.KeysUnavailable();
      if (key === '2') throw databaseErrors.LockHeld({ name: 'x' });
    });
    const report = await runJob(job, ctx, {}, { backoffMs });
    expect(['0', '1', '2'].map((key) => calls.filter((call) => call === key).length)).toEqual([3, 5, 1]);
    expect(report).toMatchObject({ state: 'partial', counts: { done: 1, failed: 2 } });
    expect(report.items.map(({ code }) => code).toSorted()).toEqual(['KeysUnavailable', 'LockHeld']);
  });

  it('handles together what it can, and alone what is left or what fails', async () => {
    const alone: string[] = [];
    const pages: string[][] = [];
    const job: Job = {
      ...jobOf(12, ({ key }) => void alone.push(key)),
      concurrency: 1,
      together: {
        size: 4,
        takes: ({ key }) => key !== '0',
        handle: async (_ctx, items) => {
          pages.push(items.map(({ key }) => key));
          if (pages.length === 2) throw new Error('one of them is hostile');
          return items.map(({ key }) => (key === '2' ? undefined : { state: 'skipped', note: 'together' }));
        },
      },
    };
    const report = await runJob(job, ctx, {});
    expect(pages).toEqual([
      ['1', '2', '3', '4'],
      ['5', '6', '7', '8'],
      ['9', '10', '11'],
    ]);
    expect(alone).toEqual(['0', '2', '5', '6', '7', '8']);
    expect(report.counts).toMatchObject({ done: 6, skipped: 6, failed: 0 });
    const noted = await db.knex('job_item').where({ run_id: report.runId, note: 'together' }).pluck('state');
    expect(noted).toEqual(Array(6).fill('skipped'));
  });

  it('takes up a run where it stopped', async () => {
    let broken = true;
    const handled: string[] = [];
    const job = jobOf(4, ({ key }) => {
      if (broken && key === '2') throw databaseErrors.LockHeld({ name: 'x' });
      handled.push(key);
    });
    const first = await runJob(job, ctx, {});
    broken = false;
    const second = await runJob(job, ctx, {}, { resume: first.runId });
    expect(second).toMatchObject({ runId: first.runId, state: 'done', counts: { done: 1 } });
    expect(handled.toSorted()).toEqual(['0', '1', '2', '3']);
  });

  it('goes on with the items that are named, and keeps what else failed', async () => {
    let broken = true;
    const job = jobOf(3, ({ key }) => {
      if (broken && key !== '0') throw databaseErrors.LockHeld({ name: 'x' });
    });
    const { runId } = await runJob(job, ctx, {});
    broken = false;
    const [one] = await failuresOf(db.knex, runId ?? 0, { item: `${folder.id}/2` });
    expect(one).toMatchObject({ key: '2', code: 'LockHeld' });
    const again = await runJob(job, ctx, {}, { resume: runId, only: new Set([`${folder.id}/2`]) });
    expect(again).toMatchObject({ state: 'partial', counts: { done: 1 } });
    expect(await countsOf(db.knex, runId ?? 0)).toEqual({ pending: 0, done: 2, skipped: 0, failed: 1 });
  });

  it.each([undefined, '1'])('passes over what is there no longer when it goes on (item %s)', async (key) => {
    let isThere = true;
    const job: Job = {
      ...jobOf(2, () => {
        throw databaseErrors.LockHeld({ name: 'x' });
      }),
      plan: async function* () {
        if (isThere) yield* ['0', '1'].map((name) => ({ folderId: folder.id, key: name }));
      },
    };
    const french = { ...ctx, language: 'fr' as const };
    const { runId = 0 } = await runJob(job, french, {});
    expect((await failuresOf(db.knex, runId))[0]?.note).toBe(databaseErrors.LockHeld({ name: 'x' }).text('fr'));
    isThere = false;
    const only = key === undefined ? undefined : new Set([`${folder.id}/${key}`]);
    const again = await runJob(job, ctx, {}, { resume: runId, only });
    const failed = key === undefined ? 0 : 1;
    expect([again.state, (await countsOf(db.knex, runId)).failed]).toEqual([failed ? 'partial' : 'done', failed]);
  });

  it('stops when a person asks, elsewhere too, and can be gone on with', async () => {
    let isFirst = true;
    const job: Job = {
      ...jobOf(3, () => {}),
      concurrency: 1,
      item: async (_ctx, { key }, signal) => {
        if (!isFirst || key !== '0') return { state: 'done' };
        isFirst = false;
        const [{ id }] = await db.knex('job_run').where({ job: job.id }).select('id');
        expect(await stopRun(db.knex, id, ctx.clock.now())).toBe(true);
        await new Promise((stopped) => signal.addEventListener('abort', stopped));
        return { state: 'done' };
      },
    };
    const report = await runJob(job, ctx, {});
    expect(report.state).toBe('interrupted');
    expect(report.counts.done).toBeLessThan(3);
    expect(await stopRun(db.knex, report.runId ?? 0, ctx.clock.now())).toBe(false);
    expect(await runJob(job, ctx, {}, { resume: report.runId })).toMatchObject({ state: 'done' });
    expect(await states(report.runId)).toEqual(['done', 'done', 'done']);
  });

  it('goes on after its caller was answered, until the process ends', async () => {
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const job: Job = {
      ...jobOf(2, () => {}),
      concurrency: 1,
      item: async (_ctx, _item, signal) => {
        begun();
        await new Promise((stopped) => signal.addEventListener('abort', stopped));
        return { state: 'done' };
      },
    };
    const gone = new AbortController();
    const report = await detached({ ...ctx, signal: gone.signal }, (own, onBegin) => runJob(job, own, {}, { onBegin }));
    expect(report).toMatchObject({ state: 'running', runId: expect.any(Number) });
    gone.abort(); // the caller left: nothing to the run
    await isBegun;
    expect((await runOf(db.knex, report.runId ?? 0))?.state).toBe('running');
    await endDetached();
    expect((await runOf(db.knex, report.runId ?? 0))?.state).toBe('interrupted');
  });

  it('shows its plan and does nothing in a dry run', async () => {
    const report = await runJob(
      jobOf(5, () => Promise.reject(new Error('ran'))),
      ctx,
      {},
      { dryRun: true, limit: 3 },
    );
    expect(report.items.map(({ state }) => state)).toEqual(['planned', 'planned', 'planned']);
  });

  it('runs alone on its scope', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let running = false;
    const job = jobOf(1, async () => {
      running = true;
      await gate;
    });
    const first = runJob(job, ctx, {});
    await expect.poll(() => running).toBe(true);
    await expect(runJob(job, ctx, {})).rejects.toMatchObject({ code: 'LockHeld' });
    release();
    expect((await first).state).toBe('done');
  });

  it('stops taking items when it is interrupted, and says so', async () => {
    const stop = new AbortController();
    const job = jobOf(100, () => stop.abort());
    const report = await runJob(job, { ...ctx, signal: stop.signal }, {});
    expect(report.state).toBe('interrupted');
    expect(report.counts.done).toBeLessThan(100);
  });
});
