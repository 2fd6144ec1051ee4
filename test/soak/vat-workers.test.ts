/**
 * Four workers on one queue, killed at any moment: each VAT return is deposited once by `vat-send`, and once more by a
 * redeposit. The ledger of the partner counts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openProgram, systemClock, systemIds } from '../../src/commands/program/context.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import { enqueuePlan } from '../../src/jobs/queue.ts';
import { vatSend } from '../../src/jobs/vat-send.ts';
import { type Database, openDatabase } from '../../src/services/db/database.ts';
import { readScript } from '../../src/services/simulators/channels/script.ts';
import { startSimulator } from '../../src/services/simulators/channels/simulator.ts';
import { seededRandom } from '../../src/services/simulators/stage/seeded-random.ts';
import { BOXES, sentAs, world } from '../services/vat/filing/world.ts';
import { testContext } from '../support/context.ts';
import { testDatabaseSettings } from '../support/database.ts';
import { redeposits } from './vat-workers-job.ts';

const RETURNS = process.env.SOAK ? 2_000 : 8;
const WORKERS = 4;
const SEED = Number(process.env.SEED ?? 20_260_301);
/** Far beyond what is needed: what a killed worker held is released within a minute, elsewhere than at the start of another. */
const MOST_ROUNDS = process.env.SOAK ? 10_000 : 2_000;
/** Deposits of a worker in a second: few, so that kills fall among them. */
const RATE = process.env.SOAK ? '5' : '1';
/** Between two kills. */
const LONGEST_PAUSE_MS = process.env.SOAK ? 5_000 : 500;

const folder = mkdtempSync(join(resolve(import.meta.dirname, '../../node_modules'), '.taxops-soak-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const client = join(folder, 'client.mjs');

beforeAll(async () => {
  const entryPoints = [resolve(import.meta.dirname, 'vat-workers-client.ts')];
  await build({ entryPoints, outfile: client, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
});

const random = seededRandom(SEED);

async function start(env: NodeJS.ProcessEnv & { readonly DATABASE: string }): Promise<ChildProcess> {
  const child = spawn(process.execPath, [client, env.DATABASE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

/** Kills a worker, and starts another in its place. */
async function replace(workers: ChildProcess[], rank: number, env: Parameters<typeof start>[0]): Promise<void> {
  const gone = workers[rank] as ChildProcess;
  gone.kill('SIGKILL');
  await once(gone, 'exit');
  workers[rank] = await start(env);
}

/** What is deposited again, in test alone, was deposited once before with another partner. */
async function newReturns(db: Database, environment: 'stage' | 'prod'): Promise<void> {
  const { b, newFolder, newReturn, send } = world(db, environment);
  for (let rank = 0; rank < RETURNS; rank++) {
    const folderId = await newFolder();
    const id = await newReturn(folderId, BOXES);
    b.nextSends.push(sentAs(`T${rank}`));
    if (environment === 'stage') await send(folderId, id);
  }
}

const script = readScript({ scenarios: [{ channel: 'ChannelB', steps: [{ afterMs: 0, notice: 'Ads' }] }] });

describe.each([
  ['sent', 'prod', vatSend, { scope: 'all', mode: 'production' }, 1],
  ['deposited again', 'stage', redeposits, {}, 2],
] as const)('returns that are %s', async (_, environment, job, input, filings) => {
  const database = await testDatabaseSettings(true);
  const db = await openDatabase({ ...database, schema: 'ignore' });
  afterAll(() => db.close());

  it(`by ${WORKERS} killed workers: ${RETURNS} deposits, one each (seed ${SEED})`, async () => {
    const simulator = await startSimulator({ clock: systemClock, script, environment });
    const env = { ...process.env, ...simulator.settings, TAXOPS_HOME: folder, TAXOPS_CHANNEL_B_RATE: RATE };
    const asking = { ...env, TAXOPS_CHANNEL_QUESTION_SECONDS: '1', DATABASE: database.url ?? '' };
    const settings = await resolveSettings({}, asking as Record<string, string>, '/');
    const program = openProgram(settings);
    const ctx = testContext(db, { settings, clock: systemClock, ids: systemIds, open: program.open });
    await newReturns(db, environment);

    const workers = await Promise.all(Array.from({ length: WORKERS }, () => start(asking)));
    onTestFinished(() => {
      for (const child of workers) child.kill('SIGKILL');
    });
    const isDone = async () => {
      const owners = `select from filing where state = 'Sent' group by folder_id, owner_id having count(*) = ?`;
      return (await db.knex.raw(owners, [filings])).rows.length === RETURNS;
    };
    let kills = 0;
    for (let round = 0; !(await isDone()); round++) {
      expect(round, 'rounds without an end').toBeLessThan(MOST_ROUNDS);
      // What used up its attempts is planned again, as a schedule does.
      if (round % 10 === 0) await enqueuePlan(job, ctx, input);
      await pause(random() * LONGEST_PAUSE_MS);
      if (kills++ < RETURNS / 2) await replace(workers, Math.floor(random() * WORKERS), asking);
    }
    const deposited = simulator.ledger.deposits.map(({ siren, form, end }) => `${siren} ${form} ${end}`);
    expect([deposited.length, new Set(deposited).size]).toEqual([RETURNS, RETURNS]);
    // Items that are done again after a kill deposit nothing more.
    const waiting = async () =>
      (await db.knex.raw('select id from graphile_worker.jobs where attempts < max_attempts')).rows;
    await expect.poll(waiting, { timeout: 120_000 }).toEqual([]);
    expect(simulator.ledger.deposits).toHaveLength(RETURNS);
    expect(kills).toBeGreaterThan(1);
    process.stdout.write(`${Math.min(kills, RETURNS / 2)} kills, ${deposited.length} deposits\n`);
    await program.close();
    await simulator.close();
  });
});
