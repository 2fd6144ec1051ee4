/** The VAT of an entry is that of all its purchases, each for its share. */
import { groupBy } from '../../kernel/group-by.ts';
import { allocate, type Cents } from '../../kernel/money.ts';
import type { EntryLine } from '../../ledger/lines.ts';
import { isFixedAssetAccount } from '../engine/account-families.ts';

const DEDUCTIBLE_VAT = '44562';

type Line = Pick<EntryLine, 'id' | 'entryId' | 'accountNumber' | 'debit' | 'credit'>;

/** By line that bought an asset, of whole entries; a line that is not there has none. Each entry is shared out once. */
export function vatOfPurchases(lines: readonly Line[]): ReadonlyMap<number, Cents> {
  return new Map([...groupBy(lines, ({ entryId }) => entryId).values()].flatMap(sharesOf));
}

function sharesOf(entry: readonly Line[]): [number, Cents][] {
  const vat = entry
    .filter(({ accountNumber }) => accountNumber.startsWith(DEDUCTIBLE_VAT))
    .reduce((total, line) => total + worth(line), 0n);
  const bought = entry.filter((line) => isFixedAssetAccount(line.accountNumber) && worth(line) > 0n);
  if (vat <= 0n || bought.length === 0) return [];
  const shares = allocate(vat, bought.map(worth));
  return bought.map(({ id }, at) => [id, shares[at] ?? 0n]);
}

const worth = ({ debit, credit }: Line): Cents => debit - credit;
