/** Synchronisations killed at any moment, and several at once: nothing lost, nothing doubled. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveConnection } from '../../src/services/banking/feeds/connections/connections.ts';
import { ensureUser } from '../../src/services/banking/feeds/providers/users.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { simulatedProvider } from '../services/banking/feeds/providers/simulated.ts';
import { asReader, memoryProviders, portsOf, testContext } from '../support/context.ts';
import { testDatabaseSettings } from '../support/database.ts';

const [ROUNDS, HELD, CHANGES] = process.env.SOAK ? [12, 60_000, 40] : [2, 10_000, 40];
const settings = await testDatabaseSettings(true);
const db = await openDatabase({ ...settings, schema: 'ignore' });
afterAll(() => db.close());

const changes = Array.from({ length: CHANGES }, (_, index) => ({
  afterMs: 1000,
  transaction: 10 + index * Math.floor(HELD / (CHANGES + 1)),
  ...(index % 2 === 0 ? { deleted: true } : { amount: 1234.5 }),
}));
const { simulator, provider, clock } = await simulatedProvider({
  accounts: [{ name: 'Compte courant', transactions: HELD }],
  changes: [...changes, { afterMs: 1000, add: 3000 }],
});
const ids = { uuid: () => crypto.randomUUID() };
const ctx = testContext(db, { ids, open: portsOf({ providers: memoryProviders(provider) }) });

const folder = mkdtempSync(join(resolve(import.meta.dirname, '../../node_modules'), '.taxops-soak-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const client = join(folder, 'client.mjs');

beforeAll(async () => {
  const entryPoints = [resolve(import.meta.dirname, 'bank-sync-client.ts')];
  await build({ entryPoints, outfile: client, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
});

const start = (folderId: number, connectionId: number): ChildProcess =>
  spawn(process.execPath, [client, settings.url ?? '', simulator.url, String(folderId), String(connectionId)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });

async function exitCode(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'exit');
  return code;
}

async function newConnection() {
  clock.set('2026-03-01T10:00:00.000Z');
  const { id: folderId } = await createFolder(asReader(db), undefined, { name: 'ALPHA' });
  const item = simulator.held.connect(await ensureUser(ctx, folderId, provider));
  const times = { created_at: clock.now(), updated_at: clock.now() };
  const bank = { provider: 'AggregatorA', source_id: `408-${folderId}`, name: 'G', ...times };
  const [{ id }] = (await db.knex('bank').insert(bank).returning('id')) as [{ id: number }];
  const draft = { provider: 'AggregatorA', sourceId: String(item.id), status: 'Wait', bankId: id } as const;
  const connection = await saveConnection(ctx, folderId, draft);
  return { folderId, connectionId: connection.id, held: item.accounts[0]?.transactions ?? [] };
}

/** Every row as text, and its events; the order is that of the provider. */
async function stored(folderId: number): Promise<string[]> {
  const rows = await db.knex('bank_transaction').where({ folder_id: folderId }).orderByRaw('source_id::bigint');
  return rows.map(({ source_id, amount, label, is_deleted }) => `${source_id} ${amount} ${label} ${is_deleted}`);
}

const toldBy = (held: Awaited<ReturnType<typeof newConnection>>['held']): string[] =>
  held.map(({ id, cents, label, deleted }) => `${id} ${(cents / 100).toFixed(2)} ${label} ${deleted}`);

/** Runs the synchronisation, killed after that many milliseconds unless it ended before. */
async function killedAfter(ms: number, folderId: number, connectionId: number): Promise<void> {
  const child = start(folderId, connectionId);
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  await exitCode(child);
  clearTimeout(timer);
}

describe('kill -9 in a synchronisation', () => {
  it('loses and doubles nothing, at the first reading and at the next', async () => {
    const reference = await newConnection();
    const started = performance.now();
    expect(await exitCode(start(reference.folderId, reference.connectionId))).toBe(0);
    const whole = performance.now() - started;
    for (let round = 1; round <= ROUNDS; round++) {
      const { folderId, connectionId, held } = await newConnection();
      await killedAfter(whole * (round / (ROUNDS + 1)), folderId, connectionId);
      const part = await stored(folderId);
      expect(new Set(part).size).toBe(part.length);
      expect(await exitCode(start(folderId, connectionId))).toBe(0);
      const before = toldBy(held);
      expect(await stored(folderId)).toEqual(before);
      clock.set('2026-03-01T10:00:01.000Z');
      await killedAfter(whole * (round / (2 * ROUNDS)), folderId, connectionId);
      expect(await exitCode(start(folderId, connectionId))).toBe(0);
      const after = toldBy(held);
      expect(after).toHaveLength(before.length + 3000);
      expect(await stored(folderId)).toEqual(after);
      const events = await db.knex('bank_event').where({ folder_id: folderId, type: 'TransactionChanged' });
      expect(events).toHaveLength(CHANGES);
    }
  });
});

describe('four processes at once', () => {
  it('make one account and every transaction once', async () => {
    const { folderId, connectionId, held } = await newConnection();
    const codes = await Promise.all(Array.from({ length: 4 }, () => exitCode(start(folderId, connectionId))));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(await stored(folderId)).toEqual(toldBy(held));
    expect(await db.knex('bank_account').where({ folder_id: folderId })).toHaveLength(1);
  });
});
