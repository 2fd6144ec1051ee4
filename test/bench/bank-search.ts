/**
 * Searches in a folder of 1,000,000 transactions over four years, beside folders with the same labels:
 * `npm run ts test/bench/bank-search.ts [TRANSACTIONS]`. Medians of 15 calls with other parameters each; server and caller
 * share the machine.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { dailySummary } from '../../src/services/banking/transactions/daily-summary.ts';
import {
  countTransactions,
  type SearchRequest,
  searchTransactions,
} from '../../src/services/banking/transactions/list.ts';
import { queryTransactions } from '../../src/services/banking/transactions/odata/transactions.ts';
import { type Database, openDatabase } from '../../src/services/db/database.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import type { Context } from '../../src/services/operation/context.ts';
import { asReader, testContext } from '../support/context.ts';
import { median, report } from './child.ts';
import { fillTransactions, YEARS } from './generate-transactions.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const ROUNDS = roundsOf(15);
const NEIGHBOURS = 5;

async function main(transactions: number): Promise<void> {
  const home = process.env.BENCH_HOME ?? benchHome();
  const db = await openDatabase({
    home,
    migrations: resolve(import.meta.dirname, '../../migrations'),
    schema: 'apply',
  });
  try {
    const folderId = await filled(db, transactions);
    const accounts: { id: number }[] = await db.knex('bank_account').select('id').where({ folder_id: folderId });
    const ids = accounts.map(({ id }) => id);
    const ctx = testContext(db);
    await measure([...searches(ctx, folderId, ids), ...others(ctx, folderId, ids)]);
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
  const { id } = await createFolder(asReader(db), undefined, { name: 'BENCH' });
  await fillTransactions(db, id, transactions);
  for (let n = 0; n < NEIGHBOURS; n++) {
    const neighbour = await createFolder(asReader(db), undefined, { name: `BENCH ${n}` });
    await fillTransactions(db, neighbour.id, transactions / 50);
  }
  await db.knex.raw('vacuum analyze bank_transaction');
  process.stdout.write(`filled in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  return id;
}

const day = (round: number, month = 1): string =>
  `${2022 + (round % YEARS)}-${String(((round + month) % 12) + 1).padStart(2, '0')}-01`;

type Case = readonly [what: string, targetMs: number | undefined, call: (round: number) => Promise<unknown>];

const NAMES = ['rosbragal', 'TILVÉlam', 'mirkelnov', 'jouplafen', 'dulhorcor'];
const nameOf = (round: number): string => NAMES[round % NAMES.length] ?? '';
const yearOf = (round: number) => ({
  beginDate: `${2022 + (round % YEARS)}-01-01`,
  endDate: `${2022 + (round % YEARS)}-12-31`,
});
const monthOf = (round: number) => ({ beginDate: day(round), endDate: `${day(round).slice(0, 8)}28` });

/** Pages with their counts, one after the other. */
function searches(ctx: Context, folderId: number, accounts: readonly number[]): readonly Case[] {
  const page = (what: string, target: number | undefined, change: (round: number) => Partial<SearchRequest>): Case => [
    `page of ${what}`,
    target,
    (round) =>
      searchTransactions(ctx, {
        folderId,
        pageNumber: (round % 5) + 1,
        pageSize: 10,
        sortField: 'Date',
        sortDirection: 'Descending',
        ...change(round),
      }),
  ];
  const accountId = (round: number) => accounts[round % accounts.length];
  return [
    page('a month of an account', 50, (n) => ({ accountId: accountId(n), ...monthOf(n) })),
    page('a year of an account, by amount', 50, (n) => ({
      accountId: accountId(n),
      sortField: 'Amount',
      ...yearOf(n),
    })),
    page('amounts between bounds', 50, (n) => ({
      amountAtLeast: `${5000 + n * 10}`,
      amountAtMost: `${5500 + n * 10}`,
    })),
    page('an exact amount', 50, (n) => ({ textOrAmount: `${12 + n},34` })),
    page('a year, synchronized', 50, (n) => ({ ...yearOf(n), isSynchronized: true })),
    page('a name', 20, (n) => ({ textOrAmount: nameOf(n) })),
    page('a name in a year', 20, (n) => ({ textOrAmount: nameOf(n), ...yearOf(n) })),
    page('a reference', 20, (n) => ({ textOrAmount: String(900_000 + n * 37) })),
    page('a common word (NANTES, 12 %)', undefined, () => ({ textOrAmount: 'nantes' })),
    page('a very common word (SEPA, 40 %)', undefined, () => ({ textOrAmount: 'sepa' })),
    page('two letters (CB, 40 %)', undefined, () => ({ textOrAmount: 'cb' })),
    page('one letter', undefined, () => ({ textOrAmount: 'z' })),
    page('everything', undefined, () => ({})),
  ];
}

/** Counts, sums and queries in OData. */
function others(ctx: Context, folderId: number, accounts: readonly number[]): readonly Case[] {
  const query = (what: string, target: number, filter: (round: number) => string): Case => [
    `query of ${what}, with count`,
    target,
    (n) => queryTransactions(ctx, { reach: new Set([folderId]) }, { filter: filter(n), top: 20, count: true }),
  ];
  const accountId = (round: number) => accounts[round % accounts.length];
  return [
    ['count of everything', undefined, () => countTransactions(ctx, { folderId })],
    ['daily summary of a year', 200, (n) => dailySummary(ctx, { folderId, ...yearOf(n) })],
    [
      'daily summary of a year of an account',
      200,
      (n) => dailySummary(ctx, { folderId, accountId: accountId(n), ...yearOf(n) }),
    ],
    query('a name', 50, (n) => `contains(tolower(Label),'${nameOf(n).toLowerCase()}')`),
    query('a month', 50, (n) => `OperationDate ge ${monthOf(n).beginDate} and OperationDate le ${monthOf(n).endDate}`),
    query('what is to justify above 9,000', 50, () => 'ComplementaryData/ToJustify ne false and Amount gt 9000'),
  ];
}

async function measure(cases: readonly Case[]): Promise<void> {
  for (const [what, target, call] of cases) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      await call(round);
      times.push(performance.now() - started);
    }
    const figure = median(times);
    const targetText = target === undefined ? 'none' : `${target} ms`;
    report(what, `${figure.toFixed(1)} ms`, targetText, figure <= (target ?? Number.POSITIVE_INFINITY));
  }
}

await main(Number(process.argv[2] ?? sized(1_000_000)));
