/**
 * A first page of `entry line list --search`, count included, in a folder of 1,000,000 lines:
 * `npm run ts test/bench/line-search.ts [ENTRIES]`. Medians of 15 calls; server and caller share the machine.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openDatabase } from '../../src/services/db/database.ts';
import { importLedgerFile } from '../../src/services/ledger/import/import-file.ts';
import { listLines } from '../../src/services/ledger/lines.ts';
import { testContext } from '../support/context.ts';
import { median, report, TYPESCRIPT } from './child.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const root = resolve(import.meta.dirname, '../..');
const [entryCount = String(sized(400_000))] = process.argv.slice(2);
const home = benchHome();

function makeFile(): { name: string; path: string } {
  const folder = join(home, 'fec');
  mkdirSync(folder);
  const script = join(root, 'test/bench/generate-fec.ts');
  spawnSync(process.execPath, [...TYPESCRIPT, script, folder, entryCount], { cwd: root });
  const name = readdirSync(folder)[0] ?? '';
  return { name, path: join(folder, name) };
}

const SEARCHES: Readonly<Record<string, (round: number) => string>> = {
  'a reference': (round) => `f2024-${String(100 + round * 37).padStart(7, '0')}`,
  'a part that some have': (round) => `${10 + round}7`,
  'a word that all have, with its accent': () => 'Règlement',
  'what none has': (round) => `introuvable ${round}`,
};

const db = await openDatabase({ home, migrations: join(root, 'migrations'), schema: 'apply' });
try {
  const ctx = testContext(db);
  const { applied } = await importLedgerFile(ctx, makeFile(), {});
  await db.knex.raw('vacuum analyze entry_line');
  for (const [what, search] of Object.entries(SEARCHES)) {
    const times: number[] = [];
    for (let round = 0; round < roundsOf(15); round++) {
      const started = performance.now();
      await listLines(ctx, applied?.folderId ?? 0, { search: search(round) }, { page: 1, limit: 20 });
      times.push(performance.now() - started);
    }
    const figure = median(times);
    report(`lines with ${what}`, `${figure.toFixed(0)} ms`, 'under 300 ms', figure < 300);
  }
} finally {
  await db.close();
  rmSync(home, { recursive: true, force: true });
}
