/** Retirement of stored assets (B18): one price shared among them to the cent, all of them or none. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import type { Asset } from '../asset.ts';
import type { Retirement } from '../engine/asset-facts.ts';
import { type AllocationWeights, allocateRetirement, type BatchTotals } from '../engine/batch-allocation.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import { retirementResult } from '../engine/retirement.ts';
import { assetErrors } from '../errors.ts';
import { retirementShown, type ShownRetirement } from '../fixed-asset.ts';
import { type RetirementTemplate, retirementTemplate } from '../retirement-template.ts';
import type { AllocationMethod } from '../value-sets.ts';
import { readBasis } from './basis.ts';
import { loadChangeable, refuseTransferred } from './change-asset.ts';
import { type AccountCommand, chooseAccount, readChart } from './chart.ts';
import { bookOf } from './figures.ts';
import { loadAsset, loadNamed } from './store.ts';
import { inRegister, type Register, saveAsset } from './write-asset.ts';

/** An asset that left, with its gain or loss. */
export interface RetiredAsset {
  readonly assetId: number;
  readonly retirement: ShownRetirement | null;
}

/** Amounts of the retirement are those of the whole batch, shared by the method. */
export interface RetirementOrder {
  readonly assetIds: readonly number[];
  readonly retirement: Retirement;
  readonly method: AllocationMethod;
}

/**
 * Throws FolderNotFound, AssetNotFound, AssetIsTransferred, AlreadyRetired, SourceRepeated, AllocationWeightsZero,
 * RetirementBeforeDeployment, CreditNoteAfterRetirement, TransferAfterRetirement, ImpairmentAfterRetirement.
 */
export const retireAssets = (
  ctx: Context,
  folderId: number,
  { assetIds, retirement, method }: RetirementOrder,
): Promise<RetiredAsset[]> =>
  inRegister(ctx, folderId, async (register) => {
    const assets = await loadRetirable(register, assetIds, retirement);
    const weights = assets.map((asset) => weightsOf(register, asset, retirement));
    const { vatToPay, vatToReceive, amount = 0n } = retirement;
    const shares = allocateRetirement(method, { saleAmount: amount, vatToPay, vatToReceive }, weights);
    const retired: RetiredAsset[] = [];
    for (const [index, asset] of assets.entries())
      retired.push(await retire(register, asset, { ...retirement, ...ownAmounts(shares[index]) }));
    return retired;
  });

const ownAmounts = (share: BatchTotals | undefined) => ({
  amount: share?.saleAmount,
  vatToPay: share?.vatToPay,
  vatToReceive: share?.vatToReceive,
});

async function retire(register: Register, asset: Asset, retirement: Retirement): Promise<RetiredAsset> {
  const saved = await saveAsset(register, { ...asset, facts: { ...asset.facts, retirement } });
  const book = bookOf(saved, register.basis, []);
  return { assetId: asset.id, retirement: retirementShown(saved, book, retirement.date) };
}

async function loadRetirable(register: Register, assetIds: readonly number[], { date }: Retirement): Promise<Asset[]> {
  const repeated = assetIds.find((assetId, at) => assetIds.indexOf(assetId) !== at);
  if (repeated !== undefined) throw assetRuleErrors.SourceRepeated({ assetId: repeated });
  const assets = await loadNamed(register.trx, register.folderId, assetIds);
  for (const asset of assets) {
    refuseTransferred(asset);
    const { retirement, deploymentDate: deployment } = asset.facts;
    if (retirement) throw assetErrors.AlreadyRetired({ assetId: asset.id });
    if (date < deployment) throw assetRuleErrors.RetirementBeforeDeployment({ retirement: date, deployment });
  }
  return assets;
}

/** What the asset is worth on the day, the complementary annuity included. */
function weightsOf({ basis }: Register, asset: Asset, retirement: Retirement): AllocationWeights {
  const result = retirementResult(bookOf({ facts: { ...asset.facts, retirement } }, basis, []));
  return {
    netAcquisitionValue: result?.netValue ?? 0n,
    economicCumulated: result?.economicCumulated ?? 0n,
    economicNetBookValue: result?.economicNetBookValue ?? 0n,
  };
}

/** The asset is as if it had never left. Throws FolderNotFound, AssetNotFound, RetirementNotFound. */
export const deleteRetirement = (ctx: Context, folderId: number, assetId: number): Promise<Asset> =>
  inRegister(ctx, folderId, async (register) => {
    const asset = await loadChangeable(register, assetId);
    if (!asset.facts.retirement) throw assetErrors.RetirementNotFound({ assetId });
    return saveAsset(register, { ...asset, facts: { ...asset.facts, retirement: undefined } });
  });

export interface TemplateOrder {
  readonly account: AccountCommand;
  /** That of the asset unless given. */
  readonly acquisition: PlainDate | undefined;
  readonly retirement: PlainDate;
}

/** B20: what the form proposes. Throws FolderNotFound, AssetNotFound, AccountNotFound, SubAccountNotFound, RetirementBeforeDeployment. */
export async function proposedRetirement(
  ctx: Context,
  folderId: number,
  assetId: number,
  { account: command, acquisition, retirement }: TemplateOrder,
): Promise<RetirementTemplate> {
  const { taxRegime } = await readBasis(ctx, folderId);
  const { facts } = await loadAsset((await ctx.db()).knex, folderId, assetId);
  const { account } = await chooseAccount(ctx, await readChart(ctx, folderId), command);
  const acquisitionDate = acquisition ?? facts.acquisitionDate;
  if (retirement < acquisitionDate)
    throw assetRuleErrors.RetirementBeforeDeployment({ retirement, deployment: acquisitionDate });
  return retirementTemplate({ ...facts, taxRegime, account, acquisitionDate }, retirement);
}
