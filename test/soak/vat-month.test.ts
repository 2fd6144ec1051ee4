/**
 * A month of VAT on four workers that share one queue and are killed at any moment: drafts are prepared, sent and answered,
 * each once, and what a return declares stands with its state.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openProgram, systemClock, systemIds } from '../../src/commands/program/context.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import type { Job } from '../../src/jobs/job.ts';
import { pollNotices } from '../../src/jobs/poll-notices.ts';
import { enqueuePlan } from '../../src/jobs/queue.ts';
import { vatPrepare } from '../../src/jobs/vat-prepare.ts';
import { vatSend } from '../../src/jobs/vat-send.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { returnsToPrepare } from '../../src/services/dues/vat-prepare.ts';
import { createExercise } from '../../src/services/ledger/exercises.ts';
import { readScript } from '../../src/services/simulators/channels/script.ts';
import { startSimulator } from '../../src/services/simulators/channels/simulator.ts';
import { seededRandom } from '../../src/services/simulators/stage/seeded-random.ts';
import { BOXES, world } from '../services/vat/filing/world.ts';
import { testContext } from '../support/context.ts';
import { testDatabaseSettings } from '../support/database.ts';

const FOLDERS = process.env.SOAK ? 250 : 3;
const WORKERS = 4;
const SEED = Number(process.env.SEED ?? 20_261_101);
/** What a killed worker held is released within a minute. */
const MOST_ROUNDS = process.env.SOAK ? 5_000 : 1_500;
const MOST_KILLS = process.env.SOAK ? 100 : 4;
const LONGEST_PAUSE_MS = process.env.SOAK ? 3_000 : 400;

const bundle = mkdtempSync(join(resolve(import.meta.dirname, '../../node_modules'), '.taxops-soak-'));
afterAll(() => rmSync(bundle, { recursive: true, force: true }));
const client = join(bundle, 'client.mjs');

beforeAll(async () => {
  const entryPoints = [resolve(import.meta.dirname, 'vat-workers-client.ts')];
  await build({ entryPoints, outfile: client, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
});

const random = seededRandom(SEED);
const settings = await testDatabaseSettings(true);
const db = await openDatabase({ ...settings, schema: 'ignore' });
afterAll(() => db.close());

const NOTICES = ['Ads', 'Acs', 'Ars'].map((notice) => ({ afterMs: 0, notice }));
const script = readScript({ scenarios: [{ channel: 'ChannelB', steps: NOTICES }] });

/** Two exercises without books, of which a month is due, and a return of March that was typed. */
async function newFolders(): Promise<void> {
  const { ctx, newFolder, newReturn } = world(db, 'prod');
  const thisYear = Number(systemClock.now().slice(0, 4));
  for (let rank = 0; rank < FOLDERS; rank++) {
    const folderId = await newFolder();
    await newReturn(folderId, BOXES);
    for (const year of [thisYear - 1, thisYear])
      await createExercise(ctx, folderId, { start: `${year}-01-01` as never, end: `${year}-12-31` as never });
  }
}

async function started(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [client, settings.url ?? ''], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

it(`is done once by ${WORKERS} killed workers (seed ${SEED})`, async () => {
  const simulator = await startSimulator({ clock: systemClock, script, environment: 'prod' });
  const env = { ...process.env, ...simulator.settings, TAXOPS_HOME: bundle, TAXOPS_CHANNEL_QUESTION_SECONDS: '1' };
  const program = openProgram(await resolveSettings({}, env as Record<string, string>, '/'));
  const resolved = await resolveSettings({}, env as Record<string, string>, '/');
  const ctx = testContext(db, { settings: resolved, clock: systemClock, ids: systemIds, open: program.open });
  await newFolders();
  const wanted = await returnsToPrepare(ctx, {});
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => started(env)));
  onTestFinished(() => {
    for (const child of workers) child.kill('SIGKILL');
  });
  let kills = 0;
  /** Plans a job until it is done, as a schedule does, and kills workers meanwhile. */
  const until = async (job: Job, input: Readonly<Record<string, unknown>>, isDone: () => Promise<boolean>) => {
    for (let round = 0, killed = 0; !(await isDone()); round++) {
      expect(round, `rounds of ${job.id} without an end`).toBeLessThan(MOST_ROUNDS);
      if (round % 10 === 0) await enqueuePlan(job, ctx, input);
      await pause(random() * LONGEST_PAUSE_MS);
      if (killed++ >= MOST_KILLS) continue;
      const rank = Math.floor(random() * WORKERS);
      const gone = workers[rank] as ChildProcess;
      gone.kill('SIGKILL');
      await once(gone, 'exit');
      workers[rank] = await started(env);
      kills += 1;
    }
  };
  const count = async (change: object) =>
    Number((await db.knex('vat_procedure').where(change).count({ count: '*' }).first())?.count ?? 0);
  const prepared = () => db.knex('vat_procedure').where({ type: 'PreConfigured' }).whereNotNull('computed_version');

  await until(vatPrepare, { scope: 'all' }, async () => (await prepared()).length === wanted.length);
  const periods = await db.knex('vat_procedure_group').select('folder_id', 'begin_date');
  expect(periods).toHaveLength(FOLDERS + wanted.length);
  expect(new Set(periods.map((one) => `${one.folder_id} ${one.begin_date}`)).size).toBe(periods.length);

  const all = FOLDERS + wanted.length;
  await until(vatSend, { scope: 'all', mode: 'production' }, async () => (await count({ status: 'Sent' })) === all);
  const deposits = simulator.ledger.deposits.map(({ siren, end }) => `${siren} ${end}`);
  expect([deposits.length, new Set(deposits).size]).toEqual([all, all]);

  const said = async (): Promise<string[][]> => {
    const answers = await db.knex('vat_procedure').where({ status: 'Accepted' }).pluck('answers');
    return answers.map((all: { type: string; code: string }[]) =>
      all.map(({ type, code }) => `${type} ${code}`).sort(),
    );
  };
  // A worker that is killed between the two answers of a deposit leaves the other to the next poll.
  const isAnswered = async () => (await said()).filter(({ length }) => length > 1).length === all;
  await until(pollNotices, { scope: 'all' }, isAnswered);
  expect(await said()).toEqual(Array(all).fill(['Acs 00', 'Ars 00']));
  const kept = await db.knex('notice').select('number', 'kind', 'account', 'state');
  expect(new Set(kept.map((one) => `${one.account} ${one.kind} ${one.number}`)).size).toBe(kept.length);
  expect(simulator.ledger.deposits).toHaveLength(all);
  expect(kills).toBeGreaterThan(2);
  process.stdout.write(
    `${kills} kills, ${wanted.length} drafts, ${deposits.length} deposits, ${kept.length} notices\n`,
  );
  await program.close();
  await simulator.close();
});
