/** Assets that a person should look at (B17): for their own figures, or for what the ledger says of them. */
import type { Database } from '../db/database.ts';
import type { PlainDate } from '../kernel/dates.ts';
import { readAssociations } from './association.ts';
import { exerciseHolding, readBasis } from './basis.ts';
import { readChart } from './chart.ts';
import { isOnBooks } from './figures.ts';
import { keepWindow } from './kept-windows.ts';
import { ledgerAlerts } from './ledger-alerts.ts';
import { figures, loadAssets } from './store.ts';

/**
 * Identifiers of the assets with an alert on a day, in order. `date` undefined: the end of the exercise of `today`.
 * Throws FolderNotFound.
 */
export async function alertedAssets(
  db: Database,
  folderId: number,
  date: PlainDate | undefined,
  { now, today }: { readonly now: string; readonly today: PlainDate },
): Promise<number[]> {
  const basis = await readBasis(db, folderId);
  const exercise = exerciseHolding(basis, date ?? today);
  const view = date ?? exercise.end;
  const window = { start: exercise.start, end: view };
  await keepWindow(db, folderId, window, now);
  const chart = await readChart(db, folderId);
  const alerted = await alertedByFigures(db, folderId, window);
  for await (const batch of loadAssets(db.knex, folderId)) {
    const held = batch.filter((asset) => isOnBooks(asset, view));
    const associations = await readAssociations(db.knex, folderId, held);
    for (const asset of held) {
      const found = ledgerAlerts(asset, associations.get(asset.id), { chart, exercises: basis.exercises, date: view });
      if (found.length > 0) alerted.add(asset.id);
    }
  }
  return [...alerted].sort((a, b) => a - b);
}

async function alertedByFigures(
  { knex }: Database,
  folderId: number,
  { start, end }: { readonly start: PlainDate; readonly end: PlainDate },
): Promise<Set<number>> {
  const rows = await figures(knex)
    .where({ folder_id: folderId, start_date: start, end_date: end })
    .whereRaw('cardinality(alerts) > 0')
    .select('asset_id');
  return new Set(rows.map(({ asset_id }) => asset_id));
}
