/**
 * Synchronisation of 100,000 transactions of one account, against a bare COPY of the same rows into the same table with
 * the same indexes, in one run on one server: `npm run ts test/bench/bank-sync.ts [TRANSACTIONS] [ROUNDS]`. Once from a
 * provider in memory (what storing costs) and once over HTTP from the simulated provider, a process of its own. The target is half the row rate of the COPY. TAXOPS_TEST_DATABASE_URL names another server than the private one.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import { saveConnection } from '../../src/services/banking/feeds/connections/connections.ts';
import { syncConnection } from '../../src/services/banking/feeds/connections/sync.ts';
import { openItemsApi } from '../../src/services/banking/feeds/providers/items-api.ts';
import type { BankProvider } from '../../src/services/banking/feeds/providers/provider.ts';
import { ensureUser } from '../../src/services/banking/feeds/providers/users.ts';
import { CALL_LIMITS } from '../../src/services/channels/settings.ts';
import { type Database, openDatabase } from '../../src/services/db/database.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import type { Context } from '../../src/services/operation/context.ts';
import { SIMULATED_PROVIDER } from '../../src/services/simulators/provider/simulator.ts';
import { asReader, memoryProviders, portsOf, testContext } from '../support/context.ts';
import { memoryProvider } from '../support/memory-provider.ts';
import { bareCopy } from './bare-copy.ts';
import { median, report, TYPESCRIPT } from './child.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const COLUMNS = [
  ...['folder_id', 'account_id', 'source_id', 'created_at', 'updated_at', 'operation_date', 'value_date'],
  ...['amount_units', 'decimals', 'currency', 'label', 'description', 'operation_code', 'is_deleted'],
];

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Seconds of `work` on an empty table, after a checkpoint. */
async function timed(db: Database, work: () => Promise<unknown>): Promise<number> {
  await db.knex.raw('truncate bank_transaction cascade');
  await db.knex('bank_account').update({ read_until: null });
  await db.knex.raw('checkpoint');
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

const rate = (rows: number, seconds: number): string =>
  `${seconds.toFixed(2)} s (${Math.round(rows / seconds)} rows/s)`;

interface Source {
  readonly name: string;
  readonly sync: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

async function connect(
  db: Database,
  ctx: Context,
  provider: BankProvider,
  connectItem: (user: string) => Promise<string>,
) {
  const { id: folderId } = await createFolder(asReader(db), undefined, { name: 'BENCH' });
  const itemId = await connectItem(await ensureUser(ctx, folderId, provider));
  const now = ctx.clock.now();
  const bank = { provider: 'AggregatorA', source_id: `408-${folderId}`, name: 'G', created_at: now, updated_at: now };
  const [{ id }] = (await db.knex('bank').insert(bank).returning('id')) as [{ id: number }];
  const draft = { provider: 'AggregatorA', sourceId: itemId, status: 'Ok', bankId: id } as const;
  const connection = await saveConnection(ctx, folderId, draft);
  return () => syncConnection(ctx, folderId, connection.id);
}

/** The simulated provider in a process of its own: given how many transactions, it tells its address. */
async function simulated(count: number) {
  const child = fork(join(import.meta.dirname, 'bank-sync-provider.ts'), [String(count)], {
    execArgv: TYPESCRIPT,
  });
  const [url] = (await once(child, 'message')) as [string];
  return { url, stop: () => child.kill() };
}

async function overHttp(db: Database, count: number): Promise<Source> {
  const { url, stop } = await simulated(count);
  const { clientId, clientSecret } = SIMULATED_PROVIDER;
  const access = { environment: 'stage', allowPrivate: true, limits: CALL_LIMITS } as const;
  const clock = { now: () => new Date().toISOString() };
  const around = { clock, ids: { uuid: () => crypto.randomUUID() }, random: () => 0.5 };
  const provider = openItemsApi(
    'AggregatorA',
    { url, clientId, clientSecret, headers: { 'bridge-version': '2025-01-15' }, rate: 100_000 },
    access,
    around,
  );
  const ctx = testContext(db, { ...around, open: portsOf({ providers: memoryProviders(provider) }) });
  const sync = await connect(db, ctx, provider, async (user) => {
    await fetch(await provider.connectUrl(user, 'bench@example.test'));
    return (await provider.listItems(user))[0]?.id ?? '';
  });
  const close = async () => {
    await provider.close();
    stop();
  };
  return { name: 'over HTTP', sync, close };
}

/** The same transactions, held here. */
async function inMemory(db: Database, rows: readonly Record<string, string>[]): Promise<Source> {
  const provider = memoryProvider('AggregatorA', 500);
  const ids = { uuid: () => crypto.randomUUID() };
  const ctx = testContext(db, { ids, open: portsOf({ providers: memoryProviders(provider) }) });
  const account = {
    id: 'A1',
    name: 'Compte courant',
    type: 'checking',
    currency: 'EUR',
    iban: null,
    balance: { units: 0n, decimals: 2 },
    updatedAt: ctx.clock.now(),
  };
  const transactions = rows.map((row) => ({
    id: row.source_id ?? '',
    date: row.operation_date as never,
    valueDate: null,
    currency: 'EUR',
    units: BigInt(row.amount_units ?? 0),
    decimals: 2,
    label: row.label ?? '',
    description: row.description ?? '',
    operationCode: 'unknown',
    isDeleted: false,
    updatedAt: '2026-02-01T00:00:00.000Z',
  }));
  provider.give('A1', ...transactions);
  const sync = await connect(db, ctx, provider, async (user) => {
    const item = { id: '1', bankId: '408', status: 'Ok', sourceStatus: '0' } as const;
    provider.items.set('1', { user, item, accounts: [account] });
    return '1';
  });
  return { name: 'in memory', sync, close: async () => {} };
}

async function main(count: number, rounds: number): Promise<void> {
  const home = benchHome();
  const url = process.env.TAXOPS_TEST_DATABASE_URL;
  const settings = { home, migrations: resolve(import.meta.dirname, '../../migrations'), schema: 'apply' as const };
  const db = await openDatabase(url === undefined ? settings : { ...settings, url });
  try {
    const http = await overHttp(db, count);
    await http.sync();
    const file = join(home, 'rows.copy');
    const query = `select ${COLUMNS.join(', ')} from bank_transaction order by id`;
    await pipeline(db.copyOut(query), createWriteStream(file));
    const rows = await db.knex('bank_transaction').select(COLUMNS).orderBy('id');
    const sources = [await inMemory(db, rows), http];
    const floors: number[] = [];
    const times = new Map(sources.map(({ name }) => [name, [] as number[]]));
    for (let round = 1; round <= rounds; round++) {
      floors.push(await timed(db, () => bareCopy(db, COLUMNS, file)));
      for (const { name, sync } of sources) times.get(name)?.push(await timed(db, sync));
    }
    say(`${count} transactions, median of ${rounds}: COPY ${rate(count, median(floors))}`);
    for (const [name, own] of times) {
      const share = median(floors) / median(own);
      const figure = `${rate(count, median(own))}, ${(share * 100).toFixed(0)} %`;
      report(`sync ${name}, to the row rate of the COPY`, figure, '50 %', share >= 0.5);
    }
    const again = performance.now();
    await db.knex('bank_account').update({ read_until: null });
    await http.sync();
    say(`all of it again, over HTTP, nothing changed: ${((performance.now() - again) / 1000).toFixed(2)} s`);
    say(`largest memory of this process: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
    for (const { close } of sources) await close();
  } finally {
    await db.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const [count = sized(100_000), rounds = roundsOf(3)] = process.argv.slice(2).map(Number);
await main(count, rounds);
