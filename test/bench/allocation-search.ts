/**
 * A page of 20 of the allocation of VAT in a folder of 1,000,000 entry lines, with filter, sort and count:
 * `npx tsx test/bench/allocation-search.ts [ENTRIES]`. Medians of 15 calls; server and caller share the machine.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openDatabase } from '../../src/services/db/database.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { importLedgerFile } from '../../src/services/ledger/import/import-file.ts';
import { type AllocationSearch, searchAllocation } from '../../src/services/vat/allocation/search.ts';
import { testContext } from '../support/context.ts';
import { median, report } from './child.ts';
import { benchHome } from './home.ts';

const ROUNDS = 15;
const root = resolve(import.meta.dirname, '../..');
const [entryCount = '400000'] = process.argv.slice(2);
const home = benchHome();

function makeFile(): { name: string; path: string } {
  const folder = join(home, 'fec');
  mkdirSync(folder);
  spawnSync(process.execPath, ['--import', 'tsx', join(root, 'test/bench/generate-fec.ts'), folder, entryCount], {
    cwd: root,
  });
  const name = readdirSync(folder)[0] ?? '';
  return { name, path: join(folder, name) };
}

const SEARCHES: Readonly<Record<string, Partial<AllocationSearch>>> = {
  'by day': {},
  'page 100 by amount': { sortBy: 'AbsoluteAmount', sortDesc: true, page: 100 },
  'amount and label': { filter: { amountAbove: 100_000n, entryLineLabel: 'a' }, sortBy: 'Label' },
  'purchases not lettered': { scope: 'Purchases', filter: { unletteredAt: '2024-06-30' as never } },
};

const db = await openDatabase({ home, migrations: join(root, 'migrations'), schema: 'apply' });
try {
  const file = makeFile();
  const siren = file.name.slice(0, 9);
  const ctx = testContext(db);
  const { id: folderId } = await createFolder(ctx, undefined, { name: 'BENCH', siren });
  await importLedgerFile(ctx, file, {});
  await db.knex.raw('vacuum analyze entry_line');
  for (const [label, change] of Object.entries(SEARCHES)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      const search = { scope: 'Sales', page: 1, limit: 20, sortBy: 'Date', sortDesc: false, filter: {} } as const;
      await searchAllocation(ctx, folderId, { ...search, onlyRequiringCompletion: false, ...change });
      times.push(performance.now() - started);
    }
    const figure = median(times);
    report(label, `${figure.toFixed(0)} ms`, 'under 300 ms', figure < 300);
  }
} finally {
  await db.close();
  rmSync(home, { recursive: true, force: true });
}
