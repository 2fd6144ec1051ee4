/**
 * Searches in a folder of 1,000,000 transactions over four years, beside folders with the same labels:
 * `npx tsx test/bench/bank-search.ts [TRANSACTIONS]`. Medians of 15 calls with other parameters each; server and caller
 * share the machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { dailySummary } from '../../src/services/banking/transactions/daily-summary.ts';
import {
  countTransactions,
  type SearchRequest,
  searchTransactions,
} from '../../src/services/banking/transactions/list.ts';
import { type Database, openDatabase } from '../../src/services/db/database.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { median, report } from './child.ts';
import { fillTransactions, YEARS } from './generate-transactions.ts';

const ROUNDS = 15;
const NEIGHBOURS = 5;

async function main(transactions: number): Promise<void> {
  const home = process.env.BENCH_HOME ?? mkdtempSync(join(tmpdir(), 'taxops-bench-'));
  const db = await openDatabase({
    home,
    migrations: resolve(import.meta.dirname, '../../migrations'),
    schema: 'apply',
  });
  try {
    const folderId = await filled(db, transactions);
    const accounts: { id: number }[] = await db.knex('bank_account').select('id').where({ folder_id: folderId });
    await measure(
      db,
      folderId,
      accounts.map(({ id }) => id),
    );
  } finally {
    await db.close();
    if (!process.env.BENCH_HOME) rmSync(home, { recursive: true, force: true });
  }
}

/** The folder of the bench, made unless the database has it already. */
async function filled(db: Database, transactions: number): Promise<number> {
  const known = await db.knex('folder').select('id').where({ name: 'BENCH' }).first();
  if (known) return known.id;
  const started = performance.now();
  const { id } = await createFolder(db, undefined, { name: 'BENCH' });
  await fillTransactions(db, id, transactions);
  for (let n = 0; n < NEIGHBOURS; n++) {
    const neighbour = await createFolder(db, undefined, { name: `BENCH ${n}` });
    await fillTransactions(db, neighbour.id, transactions / 50);
  }
  await db.knex.raw('vacuum analyze bank_transaction');
  process.stdout.write(`filled in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  return id;
}

const day = (round: number, month = 1): string =>
  `${2022 + (round % YEARS)}-${String(((round + month) % 12) + 1).padStart(2, '0')}-01`;

async function measure(db: Database, folderId: number, accounts: readonly number[]): Promise<void> {
  const search = (change: (round: number) => Partial<SearchRequest>) => (round: number) =>
    searchTransactions(db, {
      folderId,
      pageNumber: (round % 5) + 1,
      pageSize: 10,
      sortField: 'Date',
      sortDirection: 'Descending',
      ...change(round),
    });
  const accountOf = (round: number) => accounts[round % accounts.length];
  const year = (round: number) => ({
    beginDate: `${2022 + (round % YEARS)}-01-01`,
    endDate: `${2022 + (round % YEARS)}-12-31`,
  });
  const cases: [what: string, target: number | undefined, call: (round: number) => Promise<unknown>][] = [
    [
      'page of a month of an account',
      50,
      search((n) => ({ accountId: accountOf(n), beginDate: day(n), endDate: `${day(n).slice(0, 8)}28` })),
    ],
    [
      'page of a year of an account, by amount',
      50,
      search((n) => ({ accountId: accountOf(n), ...year(n), sortField: 'Amount' })),
    ],
    [
      'page of amounts between bounds',
      50,
      search((n) => ({ amountAtLeast: `${5000 + n * 10}`, amountAtMost: `${5500 + n * 10}` })),
    ],
    ['page of an exact amount', 50, search((n) => ({ textOrAmount: `${12 + n},34` }))],
    ['page of a year, synchronized', 50, search((n) => ({ ...year(n), isSynchronized: true }))],
    [
      'page of a name',
      20,
      search((n) => ({ textOrAmount: ['rosbragal', 'TILVÉlam', 'mirkelnov', 'jouplafen', 'dulhorcor'][n % 5] ?? '' })),
    ],
    [
      'page of a name in a year',
      20,
      search((n) => ({
        textOrAmount: ['rosbragal', 'TILVÉlam', 'mirkelnov', 'jouplafen', 'dulhorcor'][n % 5] ?? '',
        ...year(n),
      })),
    ],
    ['page of a reference', 20, search((n) => ({ textOrAmount: String(900_000 + n * 37) }))],
    ['page of a common word (NANTES, 12 %)', undefined, search(() => ({ textOrAmount: 'nantes' }))],
    ['page of a very common word (SEPA, 40 %)', undefined, search(() => ({ textOrAmount: 'sepa' }))],
    ['page of two letters (CB, 40 %)', undefined, search(() => ({ textOrAmount: 'cb' }))],
    ['page of one letter', undefined, search(() => ({ textOrAmount: 'z' }))],
    ['page of everything', undefined, search(() => ({}))],
    ['count of everything', undefined, () => countTransactions(db, { folderId })],
    ['daily summary of a year', 200, (n) => dailySummary(db, { folderId, ...year(n) })],
    [
      'daily summary of a year of an account',
      200,
      (n) => dailySummary(db, { folderId, accountId: accountOf(n), ...year(n) }),
    ],
  ];
  for (const [what, target, call] of cases) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      await call(round);
      times.push(performance.now() - started);
    }
    const figure = median(times);
    report(
      what,
      `${figure.toFixed(1)} ms`,
      target === undefined ? 'none' : `${target} ms`,
      figure <= (target ?? Infinity),
    );
  }
}

await main(Number(process.argv[2] ?? 1_000_000));
