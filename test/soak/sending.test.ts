/** Senders killed at any moment against a partner that keeps a ledger: nothing filed twice, nothing lost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProgram, systemClock, systemIds } from '../../src/commands/program/context.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import { pollNotices } from '../../src/jobs/poll-notices.ts';
import { runJob } from '../../src/jobs/runner.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { readScript } from '../../src/services/simulators/channels/script.ts';
import { startSimulator } from '../../src/services/simulators/channels/simulator.ts';
import { seededRandom } from '../../src/services/simulators/stage/seeded-random.ts';
import { IBAN, world } from '../services/filing/world.ts';
import { testContext } from '../support/context.ts';
import { testDatabaseSettings } from '../support/database.ts';

const ROUNDS = process.env.SOAK ? 200 : 2;
/** Rounds in doubt wait for two questions, a second apart. */
const PATIENCE_MS = ROUNDS * 30_000;
const SEED = Number(process.env.SEED ?? 20_260_301);
const PERIODS = ['2024-03-31', '2024-06-30', '2024-09-30', '2024-12-31'];

const database = await testDatabaseSettings(true);
const db = await openDatabase({ ...database, schema: 'ignore' });
afterAll(() => db.close());
const folder = mkdtempSync(join(resolve(import.meta.dirname, '../../node_modules'), '.taxops-soak-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const client = join(folder, 'client.mjs');

beforeAll(async () => {
  const entryPoints = [resolve(import.meta.dirname, 'sending-client.ts')];
  await build({ entryPoints, outfile: client, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
});

/** Nothing comes back from the authority: what counts is what was deposited. */
const script = readScript({
  scenarios: [
    { channel: 'ChannelA', steps: [] },
    { channel: 'ChannelB', steps: [{ afterMs: 0, notice: 'Ads' }] },
  ],
});

describe.each(['ChannelA', 'ChannelB'] as const)('kill -9 in mid-send to %s', (channel) => {
  it(
    `deposits everything once (${ROUNDS} rounds, seed ${SEED})`,
    async () => {
      const simulator = await startSimulator({ clock: systemClock, script });
      const env = { ...process.env, ...simulator.settings, TAXOPS_CHANNEL_QUESTION_SECONDS: '1', TAXOPS_HOME: folder };
      const random = seededRandom(SEED);
      const { declare, newFolder } = world(db);
      const start = (ids: readonly number[]): ChildProcess =>
        spawn(process.execPath, [client, database.url ?? '', channel, ...ids.map(String)], {
          env: { ...env, TAXOPS_CHANNEL_A_RATE: '1000', TAXOPS_CHANNEL_B_RATE: '1000' },
          stdio: ['ignore', 'ignore', 'inherit'],
        });
      const newFolders = async (count: number): Promise<number[]> => {
        const ids: number[] = [];
        for (let rank = 0; rank < count; rank++) {
          const id = await newFolder();
          for (const end of PERIODS)
            await declare(id, 'IS2571', end, {
              forms: { '2571': { cells: { CA: 700 + rank } } },
              facts: { payments: [{ iban: IBAN, bic: 'AGRIFRPPXXX', amount: 700 + rank }] },
            });
          ids.push(id);
        }
        return ids;
      };
      const settings = await resolveSettings({}, { ...env } as Record<string, string>, '/');
      const program = openProgram(settings);
      const ctx = testContext(db, { settings, clock: systemClock, ids: systemIds, open: program.open });
      let kills = 0;
      let open = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const ids = await newFolders(2);
        // Killed once the first filings are on their way, at some moment of the run.
        const child = start(ids);
        await firstFiling(ids);
        const timer = setTimeout(() => child.kill('SIGKILL'), random() * 250);
        const [, signal] = await once(child, 'exit');
        clearTimeout(timer);
        if (signal === 'SIGKILL') kills += 1;
        open += (await openStates(ids)).length;
        await runJob(pollNotices, ctx, { scope: 'all' }, { backoffMs: () => 0 });
        expect(await openStates(ids)).toEqual([]);
        expect((await once(start(ids), 'exit'))[0]).toBe(0);
        for (const id of ids) expect(await filed(id), `folder ${id}, round ${round}`).toEqual(PERIODS);
      }
      const { deposits } = simulator.ledger;
      const keys = deposits.map(({ siren, form, end }) => `${siren} ${form} ${end}`);
      expect(keys.length).toBe(new Set(keys).size);
      expect(keys.length).toBe(ROUNDS * 2 * PERIODS.length);
      process.stdout.write(`${channel}: ${kills} kills, ${open} sends in doubt, ${deposits.length} deposits\n`);
      await program.close();
      await simulator.close();
    },
    PATIENCE_MS,
  );
});

async function firstFiling(ids: readonly number[]): Promise<void> {
  for (let turn = 0; turn < 2_000; turn++) {
    if (await db.knex('filing').whereIn('folder_id', ids).first('id')) return;
    await new Promise((next) => setTimeout(next, 5));
  }
  throw new Error('nothing was sent');
}

const openStates = (ids: readonly number[]): Promise<string[]> =>
  db.knex('filing').whereIn('folder_id', ids).whereIn('state', ['Sending', 'SendUncertain']).pluck('state');

/** Ends of the periods that stand as sent. */
const filed = (folderId: number): Promise<string[]> =>
  db
    .knex('declaration')
    .where({ folder_id: folderId, status: 'SentToChannel' })
    .orderBy('period_end')
    .pluck('period_end');
