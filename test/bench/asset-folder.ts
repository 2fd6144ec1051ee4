/** A folder of many assets of all usual kinds, on a private database of its own, for the benches of lists and exports. */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { AssetDraft } from '../../src/services/assets/asset.ts';
import { keepWindow } from '../../src/services/assets/register/kept-windows.ts';
import { addAssets, inRegister } from '../../src/services/assets/register/write-asset.ts';
import { type Database, openDatabase } from '../../src/services/db/database.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import type { PlainDate } from '../../src/services/kernel/dates.ts';
import { createExercise } from '../../src/services/ledger/exercises.ts';
import { draftOf } from '../services/assets/folder.ts';
import { body, declining, plan, twoPlans } from '../services/assets/sample.ts';
import { asReader, testContext } from '../support/context.ts';
import { benchHome } from './home.ts';

export const NOW = '2026-03-01T10:00:00.000Z';
export const WINDOW = { start: '2025-01-01' as PlainDate, end: '2025-12-31' as PlainDate };

export interface BenchFolder {
  readonly db: Database;
  readonly folderId: number;
  readonly home: string;
  close(): Promise<void>;
}

const PLACES = ['Atelier', 'Bureau', 'Dépôt', 'Siège', null];
const BATCH = 5_000;

/** Opens the database and fills it, its figures over the window kept. */
export async function benchFolder(count: number): Promise<BenchFolder> {
  const home = benchHome();
  const db = await openDatabase({
    home,
    migrations: resolve(import.meta.dirname, '../../migrations'),
    schema: 'apply',
  });
  const { id: folderId } = await createFolder(asReader(db), undefined, { name: 'BENCH', taxRegime: 'CorporationTax' });
  for (let year = 2021; year <= 2026; year++)
    await createExercise(asReader(db), folderId, {
      start: `${year}-01-01` as PlainDate,
      end: `${year}-12-31` as PlainDate,
    });
  const ctx = testContext(db);
  const started = performance.now();
  for (let first = 0; first < count; first += BATCH) {
    const drafts = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) => draftNumber(first + index));
    await inRegister(ctx, folderId, (register) => addAssets(register, drafts));
  }
  await keepWindow(ctx, folderId, WINDOW);
  await db.knex.raw('vacuum analyze asset, asset_figure');
  process.stdout.write(`${count} assets stored in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  const close = async () => {
    await db.close();
    rmSync(home, { recursive: true, force: true });
  };
  return { db, folderId, home, close };
}

const TEMPLATES = [
  draftOf(body('1000.00', '2023-05-10', plan(5), { FixedAssetAccount: { AccountNumber: 215400 } })),
  draftOf(body('1000.00', '2022-02-01', plan(3), { FixedAssetAccount: { AccountNumber: 218300 } })),
  draftOf(twoPlans('1000.00', '2024-03-15', plan(7), declining(7), { FixedAssetAccount: { AccountNumber: 215500 } })),
  draftOf(body('1000.00', '2021-09-01', plan(10), { FixedAssetAccount: { AccountNumber: 213500 } })),
  draftOf(
    body('1000.00', '2022-06-01', plan(5), {
      FixedAssetAccount: { AccountNumber: 218200 },
      Retirement: { Type: 'Sale', Date: '2025-05-20', SaleAttributes: { SaleAmount: '400.00', Type: 'TaxedPrice' } },
    }),
  ),
];

export function draftNumber(index: number): AssetDraft {
  const template = TEMPLATES[index % TEMPLATES.length] as AssetDraft;
  const acquisitionValue = BigInt(60_000 + ((index * 7_919) % 9_000_000));
  return {
    ...template,
    name: `Immobilisation n° ${index + 1}, série ${index % 97}`,
    location: PLACES[index % PLACES.length] ?? null,
    facts: { ...template.facts, acquisitionValue, amountIncludingTax: acquisitionValue },
  };
}
