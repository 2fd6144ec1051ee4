/** Sources cut and killed at any moment: every file imported once, none by a part, all of them put away. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmBank, sendKeys, takeBankKeys } from '../../src/services/banking/feeds/sources/ebics/enrolment.ts';
import type { Source, SourceOf } from '../../src/services/banking/feeds/sources/source.ts';
import { updateSource } from '../../src/services/banking/feeds/sources/store.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { dayFile, sourcesWorld } from '../services/banking/feeds/sources/sources-world.ts';
import { brokenAfterLoad } from '../services/banking/statements/mutations.ts';
import { asReader } from '../support/context.ts';
import { testDatabaseSettings } from '../support/database.ts';
import { startEbicsBank } from '../support/ebics-bank.ts';
import { hasOpenSsh, startOpenSsh } from '../support/open-ssh.ts';
import { temporaryFolder } from '../support/scratch.ts';

const settings = await testDatabaseSettings(true);
const db = await openDatabase({ ...settings, schema: 'ignore' });
afterAll(() => db.close());
const world = sourcesWorld(db);
const bundle = mkdtempSync(join(resolve(import.meta.dirname, '../../node_modules'), '.taxops-soak-'));
const scratch = temporaryFolder('soak');
afterAll(() => {
  for (const path of [bundle, scratch]) rmSync(path, { recursive: true, force: true });
});
const client = join(bundle, 'client.mjs');
beforeAll(async () => {
  const entryPoints = [resolve(import.meta.dirname, 'statement-source-client.ts')];
  await build({ entryPoints, outfile: client, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
});

const start = ({ name }: Source): ChildProcess =>
  spawn(process.execPath, [client, settings.url ?? '', world.home, name], { stdio: ['ignore', 'pipe', 'inherit'] });

/** Kills the process so long after it began its work; undefined lets it end. */
async function runOnce(source: Source, killAfterMs?: number): Promise<number> {
  const child = start(source);
  const ended = once(child, 'exit');
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  const began = performance.now();
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await ended;
  clearTimeout(timer);
  return performance.now() - began;
}

const MOVEMENTS = 5_000;
const ROUNDS = process.env.SOAK ? 40 : 2;
const bytes = dayFile(MOVEMENTS);

interface Place {
  readonly source: Source;
  readonly folderId: number;
  /** The inbox as this machine sees it. */
  readonly path: string;
}

const layFile = ({ path }: Place) => writeFileSync(join(path, 'releve.txt'), bytes);

/** The file is given, killed at many moments of the run, and must be there once and put away at the end. */
async function survivesKills(newPlace: () => Promise<Place>, lay: (place: Place) => void = layFile): Promise<void> {
  const first = await newPlace();
  lay(first);
  const whole = await runOnce(first.source);
  expect(await world.movements(first.folderId)).toBe(MOVEMENTS);
  for (let round = 0; round < ROUNDS; round++) {
    const place = await newPlace();
    lay(place);
    await runOnce(place.source, (whole * (round + 0.5)) / ROUNDS);
    expect(await brokenAfterLoad(db, place.folderId)).toEqual([]);
    await runOnce(place.source);
    expect(await brokenAfterLoad(db, place.folderId)).toEqual([]);
    expect(await world.movements(place.folderId)).toBe(MOVEMENTS);
    expect(world.names(place.path)).toEqual([]);
    const [kept = '', ...others] = readdirSync(join(place.path, 'archive'));
    expect(others).toEqual([]);
    expect(readFileSync(join(place.path, 'archive', kept)).equals(bytes)).toBe(true);
  }
}

const newFolder = async () => (await createFolder(asReader(db), undefined, { name: 'ALPHA' })).id;

describe('a folder', () => {
  it('and kill -9 at any moment', async () => {
    await survivesKills(async () => {
      const [folderId, path] = [await newFolder(), world.newPath()];
      const source = await world.add({
        kind: 'Folder',
        folderId,
        createsAccounts: true,
        settings: { path, archive: join(path, 'archive'), errors: join(path, 'errors'), quietSeconds: 0 },
      });
      return { source, folderId, path };
    });
  });
});

describe('a bank of EBICS', () => {
  it('and kill -9 at any moment: what it gives is acknowledged and imported once', async () => {
    const bank = await startEbicsBank();
    const local = { channelAllowPrivate: { value: 'true', source: 'test' } };
    const ctx = { ...world.ctx, settings: { ...world.ctx.settings, ...local } };
    const terms = { url: bank.url, hostId: 'BANK', partnerId: 'CABINET', userId: 'USER1', bankName: 'Banque B' };
    const how = { fileFormat: 'camt.xxx.cfonb120.stm', signatureVersion: 'A005', withCertificates: true } as const;
    const newSource = async (folderId: number) =>
      (await world.add({
        kind: 'Ebics',
        folderId,
        createsAccounts: true,
        settings: { ...terms, ...how, state: 'New' },
      })) as SourceOf<'Ebics'>;
    const sent = await sendKeys(ctx, (await newSource(await newFolder())).name);
    bank.acceptLetters();
    const { secrets } = await confirmBank(ctx, await takeBankKeys(ctx, sent), bank.hashes);
    bank.segmentCharacters = 20_000;
    await survivesKills(
      async () => {
        expect(bank.waiting()).toBe(0);
        const folderId = await newFolder();
        const source = await newSource(folderId);
        await updateSource(ctx, { ...source, secrets, settings: { ...source.settings, state: 'Ready' } });
        const path = join(world.home, 'statements', source.name);
        mkdirSync(path, { recursive: true });
        return { source, folderId, path };
      },
      () => bank.give(bytes),
    );
    expect(bank.waiting()).toBe(0);
    await bank.close();
  });
});

describe.skipIf(!hasOpenSsh())('OpenSSH', async () => {
  const server = hasOpenSsh() ? await startOpenSsh() : undefined;
  if (!server) return;
  afterAll(() => server.close());

  async function account(change: { port?: number; hostKeys?: string[] } = {}): Promise<Place> {
    const folderId = await newFolder();
    const path = mkdtempSync(join(server?.inbox ?? '', 'account-'));
    // Whoever runs the server must be able to put files away.
    chmodSync(path, 0o777);
    const { port = server?.port ?? 0, hostKeys = [server?.fingerprint ?? ''] } = change;
    const source = await world.add({
      kind: 'Sftp',
      folderId,
      createsAccounts: true,
      secrets: { privateKey: server?.privateKey },
      settings: {
        host: '127.0.0.1',
        port,
        user: server?.user ?? '',
        path,
        hostKeys,
        quietSeconds: 0,
        leaves: false,
        archive: join(path, 'archive'),
        errors: join(path, 'errors'),
      },
    });
    return { source, folderId, path };
  }

  it('gives a day of files to a key, and puts them away', async () => {
    const { source, folderId, path } = await account();
    writeFileSync(join(path, 'releve été.txt'), dayFile(3));
    writeFileSync(join(path, 'noise'), 'nothing');
    symlinkSync('/etc/passwd', join(path, 'link.txt'));
    expect(await world.run(source)).toMatchObject({ state: 'partial', counts: { done: 1, failed: 1 } });
    expect(await world.movements(folderId)).toBe(3);
    expect(readdirSync(path).sort()).toEqual(['archive', 'errors', 'link.txt']);
    expect(readdirSync(join(path, 'errors')).length).toBe(2);
  });

  it('with another key than the pinned one is refused', async () => {
    const { source, path } = await account({ hostKeys: [`SHA256:${'A'.repeat(43)}`] });
    writeFileSync(join(path, 'releve.txt'), dayFile());
    expect((await world.run(source)).items).toMatchObject([{ code: 'SourceHostKeyChanged' }]);
    expect(readdirSync(path)).toEqual(['releve.txt']);
  });

  it('cut after any number of bytes imports the file whole or not at all', async () => {
    const cut = await startCutter(server.port);
    for (const share of [0.001, 0.1, 0.5, 0.9, 0.999]) {
      const { source, folderId, path } = await account({ port: cut.port });
      writeFileSync(join(path, 'releve.txt'), bytes);
      cut.after = Math.floor(bytes.length * share);
      expect((await world.run(source)).state).toBe('partial');
      expect(await world.movements(folderId)).toBe(0);
      cut.after = Number.POSITIVE_INFINITY;
      expect((await world.run(source)).state).toBe('done');
      expect(await world.movements(folderId)).toBe(MOVEMENTS);
    }
    cut.close();
  });

  it('and kill -9 at any moment', async () => {
    await survivesKills(() => account());
  });
});

/** A way to the server that ends after so many bytes from it. */
async function startCutter(port: number) {
  const cutter = { port: 0, after: Number.POSITIVE_INFINITY, close: () => void way.close() };
  const way = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let passed = 0;
    far.on('data', (chunk) => {
      passed += chunk.length;
      if (passed > cutter.after) near.destroy();
      else near.write(chunk);
    });
    near.pipe(far);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('close', () => other.destroy());
      one.on('error', () => {});
    }
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  cutter.port = (way.address() as AddressInfo).port;
  return cutter;
}
