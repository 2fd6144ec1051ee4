/**
 * A page of 100 entries of the assistant of a monthly VAT return, in a folder of 1,000,000 entry lines:
 * `npm run ts test/bench/vat-assistant.ts [ENTRIES]`. Medians of 9 calls; server and caller share the machine.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openDatabase } from '../../src/services/db/database.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import type { PlainDate } from '../../src/services/kernel/dates.ts';
import { importLedgerFile } from '../../src/services/ledger/import/import-file.ts';
import { changeEntries } from '../../src/services/vat/assistant/send-entries.ts';
import { listEntries, listPayments, showResult } from '../../src/services/vat/assistant/show.ts';
import { assistGroup } from '../../src/services/vat/procedures/create-group.ts';
import { testContext } from '../support/context.ts';
import { median, report } from './child.ts';
import { generateFec } from './generate-fec.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const [entryCount = sized(400_000)] = process.argv.slice(2).map(Number);
const home = benchHome();

async function measure(what: string, target: number, work: (round: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < roundsOf(9); round++) {
    const started = performance.now();
    await work(round);
    times.push(performance.now() - started);
  }
  const figure = median(times);
  report(what, `${figure.toFixed(0)} ms`, `under ${target} ms`, figure < target);
}

const db = await openDatabase({ home, migrations: resolve(import.meta.dirname, '../../migrations'), schema: 'apply' });
try {
  mkdirSync(join(home, 'fec'));
  const path = await generateFec(join(home, 'fec'), entryCount);
  const ctx = testContext(db);
  const siren = basename(path).slice(0, 9);
  const { id: folderId } = await createFolder(ctx, undefined, { name: 'BENCH', siren, vatSystem: 'RealNormal' });
  await importLedgerFile(ctx, { name: basename(path), path }, {});
  const [beginDate, endDate] = ['2024-01-01', '2024-01-31'] as [PlainDate, PlainDate];
  const group = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', beginDate, endDate });
  const own = { folderId, procedureId: group.procedures[0]?.id ?? 0, page: 1, limit: 100, withIgnored: false };
  await db.knex.raw('vacuum analyze');
  await listEntries(ctx, own);
  await measure('100 sales', 300, () => listEntries(ctx, { ...own, type: 'Sale' }));
  await measure('100 sales, page 50', 300, () => listEntries(ctx, { ...own, type: 'Sale', page: 50 }));
  await measure('100 invoices with their payments', 300, () => listPayments(ctx, own));
  await measure('100 rows of the result', 300, () => showResult(ctx, own));
  const edit = (round: number) => changeEntries(ctx, own, { entryIds: [1], toSend: round % 2 === 1 });
  await measure('an entry taken out or back', 2000, edit);
} finally {
  await db.close();
  rmSync(home, { recursive: true, force: true });
}
