/** Transfers of stored assets from one account to another (B3, B4): no figure changes. */
import { today } from '../../kernel/clock.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import type { Asset } from '../asset.ts';
import { withSubAccount } from '../asset-input.ts';
import { isFixedAssetAccount } from '../engine/account-families.ts';
import { transferAccount } from '../engine/accounts.ts';
import type { Exercise } from '../engine/calendar.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import { accountAt } from '../engine/transfers.ts';
import { assetErrors } from '../errors.ts';
import { fixedAssetAccount, loadChangeable } from './change-asset.ts';
import { type AccountCommand, type AccountInfo, accountInfo, nearestAccount, openOn, readChart } from './chart.ts';
import { loadAsset } from './store.ts';
import { inRegister, saveAsset } from './write-asset.ts';

/**
 * Accounts of fixed assets open on a day, today unless given, but the asset's own; IsTransferAccount marks where an asset in progress
 * usually goes. Throws FolderNotFound, AssetNotFound.
 */
export async function transferAccounts(
  ctx: Context,
  folderId: number,
  assetId: number,
  date: PlainDate = today(ctx),
): Promise<AccountInfo[]> {
  const chart = openOn(await readChart(ctx, folderId), date);
  const { facts } = await loadAsset((await ctx.db()).knex, folderId, assetId);
  const current = accountAt(facts, date);
  const usual = nearestAccount(chart, transferAccount(current))?.number;
  return chart.accounts
    .filter(({ number }) => isFixedAssetAccount(number) && number !== current)
    .map((account) => accountInfo(account.number, account, date, { isTransferAccount: account.number === usual }));
}

export interface TransferOrder {
  readonly date: PlainDate;
  readonly period: Exercise;
  readonly destination: AccountCommand;
}

/**
 * Throws FolderNotFound, AssetNotFound, AssetIsTransferred, AccountNotFound, AccountsDisagree, SubAccountNotFound, NotFixedAssetAccount,
 * TransferOutsidePeriod, TransferBeforeAcquisition, TransferAfterRetirement, TransferDateTaken,
 * TransferToSameAccount.
 */
export async function transferAsset(
  ctx: Context,
  folderId: number,
  assetId: number,
  { date, period, destination }: TransferOrder,
): Promise<Asset> {
  refuseOutside(date, period);
  const { account, subAccountCode } = await fixedAssetAccount(ctx, folderId, destination);
  return inRegister(ctx, folderId, async (register) => {
    const asset = await loadChangeable(register, assetId);
    if (accountAt(asset.facts, date) === account && !asset.facts.transfers.some((one) => one.date === date))
      throw assetErrors.TransferToSameAccount({ assetId, account, date });
    const transfers = [...asset.facts.transfers, { date, account }];
    const details = withSubAccount(asset.details, date, subAccountCode);
    return saveAsset(register, { ...asset, details, facts: { ...asset.facts, transfers } });
  });
}

/** The asset stays on the account it came from. Throws FolderNotFound, AssetNotFound, AssetIsTransferred, TransferNotFound. */
export const deleteTransfer = (ctx: Context, folderId: number, assetId: number, date: PlainDate): Promise<Asset> =>
  inRegister(ctx, folderId, async (register) => {
    const asset = await loadChangeable(register, assetId);
    const transfers = asset.facts.transfers.filter((transfer) => transfer.date !== date);
    if (transfers.length === asset.facts.transfers.length) throw assetErrors.TransferNotFound({ date });
    const details = withSubAccount(asset.details, date, null);
    return saveAsset(register, { ...asset, details, facts: { ...asset.facts, transfers } });
  });

export function refuseOutside(date: PlainDate, { start, end }: Exercise): void {
  if (end < start) throw assetRuleErrors.ExerciseEndsBeforeStart({ start, end });
  if (date < start || date > end) throw assetErrors.TransferOutsidePeriod({ date, start, end });
}
