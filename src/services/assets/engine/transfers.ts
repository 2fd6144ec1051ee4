/** Transfers between accounts (B4): figures stay, the account of the asset changes from the transfer date. */
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import { isFixedAssetAccount } from './account-families.ts';
import type { Transfer } from './asset-facts.ts';
import { assetRuleErrors } from './errors.ts';

interface TransferredAsset {
  readonly account: string;
  readonly acquisitionDate: PlainDate;
  readonly transfers: readonly Transfer[];
}

/** The transfers in order of date. Throws on a shared date, a date not after the acquisition, an account outside 2x. */
export function checkTransfers({ acquisitionDate, transfers }: TransferredAsset): Transfer[] {
  const sorted = [...transfers].sort((a, b) => (a.date < b.date ? -1 : 1));
  for (const [index, { date, account }] of sorted.entries()) {
    if (date <= acquisitionDate)
      throw assetRuleErrors.TransferBeforeAcquisition({ date, acquisition: acquisitionDate });
    if (sorted[index - 1]?.date === date) throw assetRuleErrors.TransferDateTaken({ date });
    if (!isFixedAssetAccount(account)) throw assetRuleErrors.NotFixedAssetAccount({ account });
  }
  return sorted;
}

function lastBy(transfers: readonly Transfer[], date: PlainDate): Transfer | undefined {
  let last: Transfer | undefined;
  for (const transfer of transfers) if (transfer.date <= date && (!last || transfer.date > last.date)) last = transfer;
  return last;
}

/** The account whose period holds the day. */
export const accountAt = ({ account, transfers }: TransferredAsset, date: PlainDate): string =>
  transfers.length === 0 ? account : (lastBy(transfers, date)?.account ?? account);

/** The last transfer by the day and the account before it (PreviousAccountDetails); undefined without transfer. */
export function previousAccount(asset: TransferredAsset, date: PlainDate) {
  const last = lastBy(asset.transfers, date);
  return last && { lastTransferDate: last.date, accountBefore: accountAt(asset, addDays(last.date, -1)) };
}
