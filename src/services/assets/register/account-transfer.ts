/** Transfers of stored assets from one account to another (B3, B4): no figure changes. */
import type { Database } from '../../db/database.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Asset } from '../asset.ts';
import { withSubAccount } from '../asset-input.ts';
import { isFixedAssetAccount } from '../engine/account-families.ts';
import { transferAccount } from '../engine/accounts.ts';
import type { Exercise } from '../engine/calendar.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import { accountAt } from '../engine/transfers.ts';
import { assetErrors } from '../errors.ts';
import { readBasis } from './basis.ts';
import { fixedAssetAccount, loadChangeable } from './change-asset.ts';
import { type AccountCommand, type AccountInfo, accountInfo, nearestAccount, openOn, readChart } from './chart.ts';
import { loadAsset } from './store.ts';
import { inRegister, saveAsset } from './write-asset.ts';

/**
 * Accounts of fixed assets open on a day, but the asset's own; IsTransferAccount marks where an asset in progress
 * usually goes. Throws FolderNotFound, AssetNotFound.
 */
export async function transferAccounts(
  db: Database,
  folderId: number,
  assetId: number,
  date: PlainDate,
): Promise<AccountInfo[]> {
  await readBasis(db, folderId);
  const { facts } = await loadAsset(db.knex, folderId, assetId);
  const chart = openOn(await readChart(db, folderId), date);
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
  db: Database,
  folderId: number,
  assetId: number,
  { date, period, destination }: TransferOrder,
  now: string,
): Promise<Asset> {
  refuseOutside(date, period);
  const { account, subAccountCode } = await fixedAssetAccount(db, folderId, destination);
  return inRegister(db, folderId, now, async (register) => {
    const asset = await loadChangeable(register, assetId);
    if (accountAt(asset.facts, date) === account && !asset.facts.transfers.some((one) => one.date === date))
      throw assetErrors.TransferToSameAccount({ assetId, account, date });
    const transfers = [...asset.facts.transfers, { date, account }];
    const details = withSubAccount(asset.details, date, subAccountCode);
    return saveAsset(register, { ...asset, details, facts: { ...asset.facts, transfers } });
  });
}

/** The asset stays on the account it came from. Throws FolderNotFound, AssetNotFound, AssetIsTransferred, TransferNotFound. */
export const deleteTransfer = (
  db: Database,
  folderId: number,
  assetId: number,
  date: PlainDate,
  now: string,
): Promise<Asset> =>
  inRegister(db, folderId, now, async (register) => {
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
