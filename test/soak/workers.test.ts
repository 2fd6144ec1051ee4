/** Workers killed at any moment: what they held is taken by the others, every item takes effect once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heldLocks } from '../../src/jobs/locks.ts';
import { enqueuePlan, waitingItems } from '../../src/jobs/queue.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { seededRandom } from '../../src/services/simulators/stage/seeded-random.ts';
import { asReader, testContext } from '../support/context.ts';
import { testDatabaseSettings } from '../support/database.ts';
import { counted } from './workers-job.ts';

const KILLS = process.env.SOAK ? 60 : 4;
const ITEMS = process.env.SOAK ? 400 : 50;
const FOLDERS = 20;

const settings = await testDatabaseSettings(true);
const db = await openDatabase({ ...settings, schema: 'ignore' });
afterAll(() => db.close());
const folder = mkdtempSync(join(resolve(import.meta.dirname, '../../node_modules'), '.taxops-soak-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const client = join(folder, 'client.mjs');

beforeAll(async () => {
  const entryPoints = [resolve(import.meta.dirname, 'workers-client.ts')];
  await build({ entryPoints, outfile: client, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  await db.knex.raw('create table counted (folder_id integer, key text, primary key (folder_id, key))');
});

it(`lose nothing in ${KILLS} kills of three workers`, async () => {
  const folders: number[] = [];
  for (let rank = 0; rank < FOLDERS; rank++)
    folders.push((await createFolder(asReader(db), undefined, { name: `F${rank}` })).id);
  await enqueuePlan(counted, testContext(db), { folders, items: ITEMS });
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [client, settings.url ?? ''], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    return child;
  };
  const workers = await Promise.all([start(), start(), start()]);
  const random = seededRandom(Number(process.env.SEED ?? 20_260_301));
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(random() * 1_000);
    const rank = Math.floor(random() * workers.length);
    const gone = workers[rank] as ChildProcess;
    gone.kill('SIGKILL');
    await once(gone, 'exit');
    workers[rank] = await start();
  }
  const count = async () => Number((await db.knex('counted').count({ n: '*' }))[0]?.n);
  await expect.poll(count, { timeout: 600_000, interval: 500 }).toBe(FOLDERS * ITEMS);
  await expect.poll(() => heldLocks(db.knex), { timeout: 120_000 }).toEqual([]);
  expect([...(await waitingItems(db)).values()]).toEqual([]);
  for (const child of workers) child.kill('SIGKILL');
});
