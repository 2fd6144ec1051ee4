/** One asset as of the end of an exercise (B22). */
import type { Database } from '../../db/database.ts';
import { camelRow } from '../../db/rows.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Language } from '../../kernel/errors.ts';
import { findSubAccounts } from '../../ledger/sub-accounts.ts';
import type { Asset } from '../asset.ts';
import { type AssetSurroundings, type FixedAsset, fixedAsset } from '../fixed-asset.ts';
import { NOT_ASSOCIATED, readAssociations } from './association.ts';
import { readBasis } from './basis.ts';
import { readChart } from './chart.ts';
import { readGrants } from './grants.ts';
import { componentGroups, loadAsset } from './store.ts';

/** Throws FolderNotFound, AssetNotFound. */
export async function readFixedAsset(
  db: Database,
  folderId: number,
  assetId: number,
  date: PlainDate,
  language: Language,
): Promise<FixedAsset> {
  const basis = await readBasis(db, folderId);
  const asset = await loadAsset(db.knex, folderId, assetId);
  return fixedAsset(asset, await surroundingsOf(db, asset, basis), date, language);
}

async function surroundingsOf(
  db: Database,
  asset: Asset,
  basis: AssetSurroundings['basis'],
): Promise<AssetSurroundings> {
  const { folderId, componentGroupId } = asset;
  const row = await componentGroups(db.knex)
    .where({ folder_id: folderId, id: componentGroupId ?? 0 })
    .first();
  return {
    basis,
    chart: await readChart(db, folderId),
    subAccounts: namesSubAccount(asset) ? await findSubAccounts(db, folderId) : [],
    group: row && camelRow(row),
    grants: asset.facts.grants.length === 0 ? [] : await readGrants(db.knex, asset),
    association: (await readAssociations(db.knex, folderId, [asset])).get(asset.id) ?? NOT_ASSOCIATED,
  };
}

const namesSubAccount = ({ subAccountCode, details }: Asset): boolean =>
  subAccountCode !== null || Object.keys(details.transferSubAccounts ?? {}).length > 0;
