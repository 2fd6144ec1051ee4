/** Ledger files imported by processes killed at any moment, and by many at once: all of a file or nothing of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/services/db/database.ts';
import { content, type Entry, fec, siren } from '../services/ledger/books.ts';
import { testDatabaseSettings } from '../support/database.ts';
import { temporaryFolder } from '../support/scratch.ts';

const settings = await testDatabaseSettings(true);
const db = await openDatabase({ ...settings, schema: 'ignore' });
afterAll(() => db.close());
const bundle = mkdtempSync(join(resolve(import.meta.dirname, '../../node_modules'), '.taxops-soak-'));
const data = temporaryFolder('soak');
afterAll(() => {
  rmSync(bundle, { recursive: true, force: true });
  rmSync(data, { recursive: true, force: true });
});
const client = join(bundle, 'client.mjs');

beforeAll(async () => {
  const entryPoints = [resolve(import.meta.dirname, 'ledger-import-client.ts')];
  await build({ entryPoints, outfile: client, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
});

const start = (...files: readonly string[]): ChildProcess =>
  spawn(process.execPath, [client, settings.url ?? '', ...files], { stdio: ['ignore', 'pipe', 'inherit'] });

/** What the process said, once it ended by itself. */
async function told(child: ChildProcess): Promise<string[]> {
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  return text.split('\n').filter((line) => line !== '' && line !== 'step');
}

let files = 0;
function shelve(name: string, entries: readonly Entry[]): string {
  const own = join(data, String(files++));
  mkdirSync(own);
  writeFileSync(join(own, name), fec(entries));
  return join(own, name);
}

/** A year of entries; every tenth one bears the version, and each version has one entry more. */
const year = (version: number, entryCount = 4000): Entry[] =>
  Array.from({ length: entryCount + version }, (_, at) => ({
    number: at + 1,
    date: `${String(1 + Math.floor((at * 11) / (entryCount + version))).padStart(2, '0')}-15`,
    label: at % 10 === 0 ? `version ${version}` : 'facture',
    lines: [`411000/C${at % 50} ${at + 1}`, `706000 -${at}`, `445710 -1`],
  }));

const folderOf = async (name: string): Promise<number> =>
  (
    await db
      .knex('folder')
      .where({ siren: name.slice(0, 9) })
      .first('id')
  )?.id ?? 0;

/** Entries, lines, and those that bear each version: equal to those of one version, or of none. */
async function state(name: string): Promise<unknown> {
  const folderId = await folderOf(name);
  const { rows } = await db.knex.raw(
    `select count(distinct entry_id)::integer as entries, count(*)::integer as lines,
            count(distinct label)::integer as labels, count(*) filter (where label like 'version %')::integer as marked,
            max(label) filter (where label like 'version %') as version
     from entry_line where folder_id = ?`,
    [folderId],
  );
  return rows[0];
}

const stateOf = (version: number, entryCount = 4000): unknown => {
  const entries = entryCount + version;
  const marked = Math.ceil(entries / 10) * 3;
  return { entries, lines: entries * 3, labels: 2, marked, version: `version ${version}` };
};
const NOTHING = { entries: 0, lines: 0, labels: 0, marked: 0, version: null };

const VERSIONS = process.env.SOAK ? 20 : 5;

it('killed at any moment, an import leaves all of the file or nothing, and the next one completes it', async () => {
  const name = `${siren(1)}FEC20241231.txt`;
  let before: unknown = NOTHING;
  const seen = { before: 0, after: 0 };
  for (let version = 1; version <= VERSIONS; version++) {
    const path = shelve(name, year(version));
    const child = start(path);
    // Killed after so many steps: in the check, in the load, in the comparison, near the end.
    let steps = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      steps += String(chunk).split('\n').length - 1;
      if (steps >= 1 + ((version * 7) % 40)) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const left = await state(name);
    const isDone = JSON.stringify(left) === JSON.stringify(stateOf(version));
    if (!isDone) expect(left).toEqual(before);
    seen[isDone ? 'after' : 'before']++;
    const [status] = await told(start(path));
    expect(status).toBe(isDone ? 'Unchanged' : version === 1 ? 'Imported' : 'Updated');
    before = stateOf(version);
    expect(await state(name)).toEqual(before);
  }
  expect(seen.before).toBeGreaterThan(0);
});

it('eight processes import different files and lose nothing, the same file and take it once', async () => {
  const names = Array.from({ length: 8 }, (_, at) => `${siren(10 + at)}FEC20241231.txt`);
  const paths = names.map((name, at) => shelve(name, year(at, 500)));
  const results = await Promise.all(paths.map((path) => told(start(path))));
  expect(results.flat()).toEqual(Array(8).fill('Imported'));
  for (const [at, name] of names.entries()) expect(await state(name)).toEqual(stateOf(at, 500));
  const shared = shelve(`${siren(30)}FEC20241231.txt`, year(1, 500));
  const same = await Promise.all(Array.from({ length: 8 }, () => told(start(shared))));
  expect(same.flat().sort()).toEqual(['Imported', ...Array(7).fill('Unchanged')]);
  expect((await content(db, await folderOf(`${siren(30)}F`))).length).toBe(501);
});

it('eight processes over the same files in other orders end with each file once', async () => {
  const names = Array.from({ length: 6 }, (_, at) => `${siren(40 + at)}FEC20241231.txt`);
  const paths = names.map((name) => shelve(name, year(2, 300)));
  const orders = Array.from({ length: 8 }, (_, at) => [...paths.slice(at % 6), ...paths.slice(0, at % 6)]);
  const results = await Promise.all(orders.map((order) => told(start(...order))));
  expect(results.flat().filter((status) => status === 'Imported')).toHaveLength(6);
  for (const name of names) expect(await state(name)).toEqual(stateOf(2, 300));
});
