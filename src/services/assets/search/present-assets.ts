import type { Knex } from 'knex';
import type { Asset } from '../asset.ts';
import { fromRow } from '../register/asset-row.ts';
import { assets } from '../register/store.ts';

/** The assets of these identifiers that are still there, in that order: one may be removed while a list is read. */
export async function presentAssets(knex: Knex, folderId: number, ids: readonly number[]): Promise<Asset[]> {
  const rows = await assets(knex)
    .where({ folder_id: folderId })
    .whereIn('id', [...ids]);
  const found = new Map(rows.map((row) => [row.id, fromRow(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
