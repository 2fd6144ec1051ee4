/** One asset as of the end of an exercise (B22). */
import { camelRow } from '../../db/rows.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { findSubAccounts } from '../../ledger/sub-accounts.ts';
import type { Context } from '../../operation/context.ts';
import type { Asset } from '../asset.ts';
import { type AssetSurroundings, type FixedAsset, fixedAsset } from '../fixed-asset.ts';
import { NOT_ASSOCIATED, readAssociations } from './association.ts';
import { readBasis } from './basis.ts';
import { readChart } from './chart.ts';
import { readGrants } from './grants.ts';
import { componentGroups, loadAsset } from './store.ts';

/** Throws FolderNotFound, AssetNotFound. */
export async function readFixedAsset(
  ctx: Context,
  folderId: number,
  assetId: number,
  date: PlainDate,
): Promise<FixedAsset> {
  const basis = await readBasis(ctx, folderId);
  const asset = await loadAsset((await ctx.db()).knex, folderId, assetId);
  return fixedAsset(asset, await surroundingsOf(ctx, asset, basis), date, ctx.language);
}

async function surroundingsOf(
  ctx: Context,
  asset: Asset,
  basis: AssetSurroundings['basis'],
): Promise<AssetSurroundings> {
  const db = await ctx.db();
  const { folderId, componentGroupId } = asset;
  const row = await componentGroups(db.knex)
    .where({ folder_id: folderId, id: componentGroupId ?? 0 })
    .first();
  return {
    basis,
    chart: await readChart(ctx, folderId),
    subAccounts: namesSubAccount(asset) ? await findSubAccounts(ctx, folderId) : [],
    group: row && camelRow(row),
    grants: asset.facts.grants.length === 0 ? [] : await readGrants(db.knex, asset),
    association: (await readAssociations(db.knex, folderId, [asset])).get(asset.id) ?? NOT_ASSOCIATED,
  };
}

const namesSubAccount = ({ subAccountCode, details }: Asset): boolean =>
  subAccountCode !== null || Object.keys(details.transferSubAccounts ?? {}).length > 0;
