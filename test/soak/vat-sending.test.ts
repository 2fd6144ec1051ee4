/** Four senders of VAT returns, killed every few moments, against a partner that keeps a ledger: each deposited once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openProgram, systemClock, systemIds } from '../../src/commands/program/context.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import { pollNotices } from '../../src/jobs/poll-notices.ts';
import { runJob } from '../../src/jobs/runner.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { createCompany } from '../../src/services/folders/companies.ts';
import { readScript } from '../../src/services/simulators/channels/script.ts';
import { startSimulator } from '../../src/services/simulators/channels/simulator.ts';
import { seededRandom } from '../../src/services/simulators/stage/seeded-random.ts';
import { WRITER } from '../services/filing/world.ts';
import { BOXES, world } from '../services/vat/filing/world.ts';
import { testContext } from '../support/context.ts';
import { testDatabaseSettings } from '../support/database.ts';

/** Returns of each of four firms. */
const RETURNS = process.env.SOAK ? 500 : 4;
const FIRMS = 4;
const SEED = Number(process.env.SEED ?? 20_260_301);

const database = await testDatabaseSettings(true);
const db = await openDatabase({ ...database, schema: 'ignore' });
afterAll(() => db.close());
const folder = mkdtempSync(join(resolve(import.meta.dirname, '../../node_modules'), '.taxops-soak-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const client = join(folder, 'client.mjs');

beforeAll(async () => {
  const entryPoints = [resolve(import.meta.dirname, 'vat-sending-client.ts')];
  await build({ entryPoints, outfile: client, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
});

const script = readScript({ scenarios: [{ channel: 'ChannelB', steps: [{ afterMs: 0, notice: 'Ads' }] }] });

it(`kill -9 in mid-send: ${FIRMS * RETURNS} returns are deposited once each (seed ${SEED})`, async () => {
  const simulator = await startSimulator({ clock: systemClock, script, environment: 'prod' });
  const env = {
    ...process.env,
    ...simulator.settings,
    TAXOPS_CHANNEL_QUESTION_SECONDS: '1',
    TAXOPS_CHANNEL_B_RATE: '1000',
    TAXOPS_HOME: folder,
  };
  const settings = await resolveSettings({}, env as Record<string, string>, '/');
  const program = openProgram(settings);
  const ctx = testContext(db, { settings, clock: systemClock, ids: systemIds, open: program.open });
  const firms = await newFirms();
  const random = seededRandom(SEED);
  const start = (firm: number): ChildProcess =>
    spawn(process.execPath, [client, database.url ?? '', String(firm)], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  let kills = 0;
  for (let round = 1; (await unsent()) > 0; round++) {
    expect(round, 'rounds without an end').toBeLessThan(50);
    const before = simulator.ledger.deposits.length;
    const children = firms.map(start);
    await Promise.all(
      children.map(async (child) => {
        // Killed once deposits are on their way, at some moment; the last of them are left to end.
        const timer = setInterval(() => {
          const isUnderWay = simulator.ledger.deposits.length > before + random() * FIRMS * RETURNS * 0.5;
          if (isUnderWay && kills < FIRMS * 3) child.kill('SIGKILL');
        }, 20);
        const [, signal] = await once(child, 'exit');
        clearInterval(timer);
        if (signal === 'SIGKILL') kills += 1;
      }),
    );
    await runJob(pollNotices, ctx, { scope: 'all' }, { backoffMs: () => 0 });
  }
  const { deposits } = simulator.ledger;
  const keys = deposits.map(({ siren, form, end }) => `${siren} ${form} ${end}`);
  expect([keys.length, new Set(keys).size]).toEqual([FIRMS * RETURNS, FIRMS * RETURNS]);
  process.stdout.write(`${kills} kills, ${deposits.length} deposits\n`);
  await program.close();
  await simulator.close();
});

async function newFirms(): Promise<number[]> {
  const { ctx, newFolder, newReturn } = world(db, 'prod');
  const firms: number[] = [];
  for (let rank = 0; rank < FIRMS; rank++) {
    const { id } = await createCompany(ctx, { name: `CABINET ${rank}`, ...WRITER });
    firms.push(id);
    for (let count = 0; count < RETURNS; count++) {
      const folderId = await newFolder();
      await db.knex('folder').where({ id: folderId }).update({ company_id: id });
      await newReturn(folderId, BOXES); // typed: a copy would have an original, one more to send
    }
  }
  return firms;
}

const unsent = async (): Promise<number> =>
  Number((await db.knex('vat_procedure').whereNot({ status: 'Sent' }).count({ count: '*' }).first())?.count ?? 0);
