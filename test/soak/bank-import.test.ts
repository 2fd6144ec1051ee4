/** Imports killed at any moment, and many at once: nothing lost, nothing doubled, no statement by halves. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importStatementFile } from '../../src/services/banking/statements/import.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { generateCfonb } from '../bench/generate-cfonb.ts';
import { keepsEveryMovement, ordersAgree, undoForgets } from '../services/banking/statements/any-order.ts';
import { brokenAfterLoad, importsAnything } from '../services/banking/statements/mutations.ts';
import { bankWorld, type Move, statement } from '../services/banking/statements/world.ts';
import { testDatabaseSettings } from '../support/database.ts';
import { temporaryFolder } from '../support/scratch.ts';

const settings = await testDatabaseSettings(true);
const db = await openDatabase({ ...settings, schema: 'ignore' });
afterAll(() => db.close());
const world = bankWorld(db);
const folder = mkdtempSync(join(resolve(import.meta.dirname, '../../node_modules'), '.taxops-soak-'));
const data = temporaryFolder('soak');
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(data, { recursive: true, force: true });
});
const client = join(folder, 'client.mjs');

beforeAll(async () => {
  const entryPoints = [resolve(import.meta.dirname, 'bank-import-client.ts')];
  await build({ entryPoints, outfile: client, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
});

const start = (folderId: number, files: readonly string[]): ChildProcess =>
  spawn(process.execPath, [client, settings.url ?? '', String(folderId), ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

async function exitCode(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'exit');
  return code;
}

describe('kill -9 in mid-import', () => {
  const [ROUNDS, MOVEMENTS] = process.env.SOAK ? [8, 70_000] : [2, 30_000];

  it('leaves whole statements, and the next run brings the rest', async () => {
    const file = { name: 'big.cfonb', path: join(data, 'big.cfonb') };
    await generateCfonb(file.path, MOVEMENTS);
    const reference = await world.newFolder();
    const started = performance.now();
    await importStatementFile(world.ctx, file, { folderId: reference, createsAccounts: true });
    const whole = performance.now() - started;
    const expected = await world.moves(reference);
    for (let round = 1; round <= ROUNDS; round++) {
      const folderId = await world.newFolder();
      for (let kill = 0; kill < 2; kill++) {
        const child = start(folderId, [file.path]);
        const timer = setTimeout(() => child.kill('SIGKILL'), whole * ((round + kill / 2) / ROUNDS));
        await exitCode(child);
        clearTimeout(timer);
        // The server may still be at the transaction of the process that died; it ends on its own.
        expect(await brokenAfterLoad(db, folderId)).toEqual([]);
      }
      const { accounts } = await importStatementFile(world.ctx, file, { folderId, createsAccounts: true });
      expect(accounts.filter(({ accountId }) => accountId !== null)).toHaveLength(5);
      expect(await brokenAfterLoad(db, folderId)).toEqual([]);
      expect(await world.moves(folderId)).toEqual(expected);
    }
  });
});

describe('eight processes at once', () => {
  const DAYS = 20;
  const text = (index: number) => `03-${String(index + 2).padStart(2, '0')}`;
  const ofDay = (index: number): Move[] => [
    [text(index), -250, 'TICKET METRO'],
    [text(index), -250, 'TICKET METRO'],
    [text(index), 1000 + index, 'VENTE'],
  ];
  const held = (days: number) =>
    Array.from({ length: days }, (_, index) => 500 + index).reduce((sum, gain) => sum + gain, 0);
  const span = (from: number, to: number) =>
    statement(
      [text(from - 1), held(from)],
      text(to - 1),
      Array.from({ length: to - from }, (_, index) => ofDay(from + index)).flat(),
    );
  const daily = Array.from(
    { length: DAYS },
    (_, index) => world.write(`day-${index}.txt`, [span(index, index + 1)]).path,
  );
  const weekly = [0, 5, 10, 15].map((from) => world.write(`week-${from}.txt`, [span(from, from + 5)]).path);
  const month = world.write('month.txt', [span(0, DAYS)]).path;

  it('lose nothing and double nothing, with the same files and with others', async () => {
    const truth = Array.from({ length: DAYS }, (_, index) => ofDay(index)).flat();
    for (let round = 0; round < (process.env.SOAK ? 4 : 2); round++) {
      const folderId = await world.newFolder();
      const jobs = [
        daily,
        [...daily].reverse(),
        weekly,
        [month, ...weekly],
        [month],
        daily.filter((_, index) => index % 2 === round % 2),
        [...weekly].reverse(),
        [month, ...daily],
      ];
      const codes = await Promise.all(jobs.map((files) => exitCode(start(folderId, files))));
      expect(codes).toEqual(jobs.map(() => 0));
      expect(await brokenAfterLoad(db, folderId)).toEqual([]);
      expect(await world.moves(folderId)).toEqual(
        truth.map(([date, units, label]) => `${date} ${label} ${(units / 100).toFixed(2)}`).sort(),
      );
      expect(await db.knex('bank_account').where({ folder_id: folderId })).toHaveLength(1);
    }
  });
});

describe('any statements in any order', () => {
  const [RUNS, DAMAGED] = process.env.SOAK ? [150, 1500] : [12, 120];

  it('keep every movement', () => keepsEveryMovement(world, RUNS));
  it('give the same transactions', () => ordersAgree(world, RUNS));
  it('are stored by no halves when damaged', () => importsAnything(world, db, DAMAGED));
  it('are forgotten when undone', () => undoForgets(world, RUNS));
});
