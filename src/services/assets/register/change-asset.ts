/** Creates, updates and deletes assets (B23 and our own operations around it). */
import { isDeepStrictEqual } from 'node:util';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import type { Asset } from '../asset.ts';
import { type AssetInput, changed, draftFrom } from '../asset-input.ts';
import { isFixedAssetAccount } from '../engine/account-families.ts';
import type { AssetFacts } from '../engine/asset-facts.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import { assetErrors } from '../errors.ts';
import type { GrantInput } from '../simulation/facts.ts';
import { type AccountCommand, type ChosenAccount, chooseAccount, readChart } from './chart.ts';
import { isOpenDraft } from './closed-exercises.ts';
import { canonicalFacts } from './facts-codec.ts';
import { linkGrants, refuseOverused } from './grants.ts';
import { componentGroups, entryLinks, loadAsset, loadSources } from './store.ts';
import { addAsset, inRegister, type Register, removeAsset, saveAsset } from './write-asset.ts';

/**
 * Throws FolderNotFound, AccountNotFound, SubAccountNotFound, NotFixedAssetAccount, ComponentGroupNotFound,
 * GrantNotFound, GrantAmountNotAvailable and the errors of the facts.
 */
export async function createAsset(ctx: Context, folderId: number, input: AssetInput): Promise<Asset> {
  const chosen = await fixedAssetAccount(ctx, folderId, input.account);
  return inRegister(ctx, folderId, async (register) => {
    const group = await groupOf(register, input, null);
    const draft = draftFrom({ ...input, grants: undefined }, chosen, group);
    return withGrants(register, await addAsset(register, draft), input.grants);
  });
}

export interface AssetOnDay {
  readonly assetId: number;
  readonly date: PlainDate;
}

/**
 * Replaces what the input states; the input names the account of the asset on `date`. Throws as `createAsset`, and
 * AssetNotFound, AssetIsTransferred, AssetIsGroup, ComponentFollowsParent.
 */
export async function updateAsset(
  ctx: Context,
  folderId: number,
  { assetId, date }: AssetOnDay,
  input: AssetInput,
): Promise<Asset> {
  const chosen = await fixedAssetAccount(ctx, folderId, input.account);
  return inRegister(ctx, folderId, async (register) => {
    const before = await loadCorrectable(register, assetId);
    const componentGroupId = await groupOf(register, input, before.componentGroupId);
    const after = changed(before, { ...input, grants: undefined }, { chosen, date, componentGroupId });
    refuseInherited(before, after);
    await refuseGroupValue(register, before, after);
    return withGrants(register, await saveAsset(register, after), input.grants);
  });
}

/**
 * Returns what changed, as it was: the asset, and the sources that it was a group of. Throws FolderNotFound, AssetNotFound,
 * AssetIsTransferred, ComponentFollowsParent, AssetHasComponents, AssetHasEntries, GrantAmountNotAvailable.
 */
export async function deleteAsset(ctx: Context, folderId: number, assetId: number): Promise<readonly Asset[]> {
  return inRegister(ctx, folderId, async (register) => {
    const { trx } = register;
    const asset = await loadCorrectable(register, assetId);
    if (asset.parentId !== null) throw assetErrors.ComponentFollowsParent({ assetId, parentId: asset.parentId });
    if (asset.facts.decomposition) throw assetErrors.AssetHasComponents({ assetId });
    const links = await entryLinks(trx).where({ folder_id: folderId, asset_id: assetId });
    if (links.length > 0) throw assetErrors.AssetHasEntries({ assetId, count: links.length });
    const sources = await freeSources(register, asset);
    await removeAsset(register, asset);
    return [asset, ...sources];
  });
}

/** An asset that may still change. Throws AssetNotFound, AssetIsTransferred. */
export async function loadChangeable({ trx, folderId }: Register, assetId: number): Promise<Asset> {
  const asset = await loadAsset(trx, folderId, assetId);
  refuseTransferred(asset);
  return asset;
}

/** An asset that a person corrects: of a draft, the past too. Throws as `loadChangeable`. */
async function loadCorrectable(register: Register, assetId: number): Promise<Asset> {
  const asset = await loadChangeable(register, assetId);
  if (await isOpenDraft(register.trx, asset)) register.unposted.add(assetId);
  return asset;
}

/** An asset in progress that went into another one is history. Throws AssetIsTransferred. */
export function refuseTransferred({ id, transferredTo, transferDate }: Asset): void {
  if (transferredTo === null) return;
  throw assetErrors.AssetIsTransferred({ assetId: id, target: transferredTo, date: transferDate ?? '' });
}

/** The account an input names, checked. */
export async function fixedAssetAccount(
  ctx: Context,
  folderId: number,
  command: AccountCommand,
): Promise<ChosenAccount> {
  const chosen = await chooseAccount(ctx, await readChart(ctx, folderId), command);
  if (!isFixedAssetAccount(chosen.account)) throw assetRuleErrors.NotFixedAssetAccount({ account: chosen.account });
  return chosen;
}

async function groupOf(
  { trx, folderId }: Register,
  { groupId }: AssetInput,
  before: number | null,
): Promise<number | null> {
  if (groupId === undefined) return before;
  const row = await componentGroups(trx).where({ folder_id: folderId, group_id: groupId }).first();
  if (!row) throw assetErrors.ComponentGroupNotFound({ groupId });
  return row.id;
}

/** Grants are linked once the asset has a number. */
export async function withGrants(
  register: Register,
  asset: Asset,
  wanted: readonly GrantInput[] | undefined,
): Promise<Asset> {
  if (!wanted || (wanted.length === 0 && asset.facts.grants.length === 0)) return asset;
  const grants = await linkGrants(register, asset.id, wanted);
  return saveAsset(register, { ...asset, facts: { ...asset.facts, grants } });
}

const INHERITED = [
  'account',
  'acquisitionValue',
  'acquisitionDate',
  'deploymentDate',
  'nature',
  'method',
  'economic',
  'fiscal',
] as const satisfies readonly (keyof AssetFacts)[];

/** A component is a part of the asset it was split from: what that asset decides is not changed here. */
function refuseInherited(before: Asset, after: Asset): void {
  if (before.parentId === null) return;
  const [kept, wanted] = [before, after].map(({ facts }) => canonicalFacts(facts));
  if (INHERITED.every((name) => isDeepStrictEqual(kept?.[name], wanted?.[name]))) return;
  throw assetErrors.ComponentFollowsParent({ assetId: before.id, parentId: before.parentId });
}

/** A group is worth its sources, from the day of the latest (B19). */
async function refuseGroupValue({ trx }: Register, before: Asset, after: Asset): Promise<void> {
  const { facts } = before;
  const isKept =
    facts.acquisitionValue === after.facts.acquisitionValue &&
    facts.acquisitionDate === after.facts.acquisitionDate &&
    facts.deploymentDate === after.facts.deploymentDate;
  if (isKept) return;
  const [source] = await loadSources(trx, before);
  if (source) throw assetErrors.AssetIsGroup({ assetId: before.id });
}

/** Without the asset that replaced them, assets in progress are what they were. Throws GrantAmountNotAvailable. */
async function freeSources(register: Register, asset: Asset): Promise<readonly Asset[]> {
  const sources = await loadSources(register.trx, asset);
  for (const source of sources) await saveAsset(register, { ...source, transferredTo: null, transferDate: null });
  await linkGrants(register, asset.id, []);
  for (const source of sources) await refuseOverused(register.trx, source);
  return sources;
}
