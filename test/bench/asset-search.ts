/**
 * A page of 100,000 assets with the sums of all of them and a filter on a computed column, on a private database:
 * `npm run ts test/bench/asset-search.ts [ASSETS] [ROUNDS]`.
 */
import { performance } from 'node:perf_hooks';
import { type AskedPage, searchAssets } from '../../src/services/assets/search/list.ts';
import { benchFolder, NOW, WINDOW } from './asset-folder.ts';
import { median, report } from './child.ts';
import { roundsOf, sized } from './size.ts';

const QUESTIONS: Readonly<Record<string, Partial<AskedPage>>> = {
  'filter on a computed column, sums': { q: ['EconomicVNCPeriodAmount:gt:1000'] },
  'the same, sorted by a computed column': {
    q: ['EconomicVNCPeriodAmount:gt:1000'],
    sort: ['EconomicCurrentPeriodAmount:desc'],
  },
  'the same, sorted by name': { q: ['EconomicVNCPeriodAmount:gt:1000'], sort: ['Name:asc'] },
  'the last page': { page: 2_000 },
  'grouped by account': { q: ['EconomicVNCPeriodAmount:gt:1000'], group: ['Account'] },
};

async function main(count: number, rounds: number): Promise<void> {
  const { db, folderId, close } = await benchFolder(count);
  const ctx = { db: async () => db, clock: { now: () => NOW }, language: 'fr' } as const;
  const usual = { window: WINDOW, sort: [], q: [], group: [], extends: [], page: 1, limit: 50 };
  try {
    for (const [what, more] of Object.entries(QUESTIONS)) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const started = performance.now();
        await searchAssets(ctx, folderId, { ...usual, ...more });
        times.push(performance.now() - started);
      }
      report(`search of ${count} assets: ${what}`, `${Math.round(median(times))} ms`, '300 ms', median(times) < 300);
    }
  } finally {
    await close();
  }
}

const [count = sized(100_000), rounds = roundsOf(9)] = process.argv.slice(2).map(Number);
await main(count, rounds);
