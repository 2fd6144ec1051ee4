/**
 * What a group leaves, booked in the same act: fees that the bank kept (627), cents (658 charge, 758 income), exchange
 * (666 loss, 766 gain). The bank has less than the books for a charge, more for an income.
 */
import type { PlainDate } from '../../../kernel/dates.ts';
import { type Cents, formatAmount, magnitude } from '../../../kernel/money.ts';
import type { Entry } from '../../../ledger/entries.ts';
import { createEntry } from '../../../ledger/write-entries.ts';
import type { Context } from '../../../operation/context.ts';
import { isBankLine } from '../../transactions/entries/modification.ts';
import { lineOf } from '../rules/entry.ts';
import { reconciliationErrors } from './errors.ts';
import { ledgerSideOf } from './ledger-side.ts';

/** Largest difference by beginning of the account: cents, and hundredths of what the transactions make. */
const TOLERANCES = [
  { account: '627', isCharge: true, percent: 5n, cents: 0n },
  { account: '658', isCharge: true, percent: 0n, cents: 100n },
  { account: '758', isCharge: false, percent: 0n, cents: 100n },
  { account: '666', isCharge: true, percent: 10n, cents: 0n },
  { account: '766', isCharge: false, percent: 10n, cents: 0n },
] as const;

export interface Difference {
  /** Bank account, and number of the account that takes the difference. */
  readonly accountId: number;
  readonly account: string;
  readonly date: PlainDate;
  /** Bank less books. */
  readonly amount: Cents;
  /** What the transactions make. */
  readonly total: Cents;
}

/** Throws DifferenceAccountUnknown, DifferenceTooLarge. */
export function refuseDifference({ account, amount, total }: Pick<Difference, 'account' | 'amount' | 'total'>): void {
  const rule = TOLERANCES.find((each) => account.startsWith(each.account) && each.isCharge === amount < 0n);
  if (!rule) throw reconciliationErrors.DifferenceAccountUnknown({ account, difference: formatAmount(amount) });
  const most = rule.cents + (magnitude(total) * rule.percent) / 100n; // below the cent nothing counts
  if (magnitude(amount) <= most) return;
  throw reconciliationErrors.DifferenceTooLarge({
    account,
    difference: formatAmount(amount),
    most: formatAmount(most),
  });
}

/**
 * Writes the entry of a difference, a draft in the journal of the bank. `inside` is the context of the transaction. Throws
 * as `refuseDifference` and `createEntry`, and LedgerSideUnknown.
 */
export async function bookDifference(inside: Context, folderId: number, difference: Difference): Promise<Entry> {
  refuseDifference(difference);
  const { ledgerAccount, journal } = await ledgerSideOf(inside, folderId, difference.accountId);
  const { account, amount, date } = difference;
  return createEntry(inside, folderId, {
    journal: journal.id,
    date,
    label: inside.language === 'fr' ? 'Écart de rapprochement' : 'Difference of reconciliation',
    docRef: `ECART${date.replaceAll('-', '')}`,
    docDate: date,
    lines: [lineOf(ledgerAccount.id, amount), lineOf(account, -amount)],
  });
}

/** The line of the bank's account in an entry of a difference. */
export const bankLineOf = ({ id, lines }: Entry) =>
  lines.filter(isBankLine).map((line) => ({ lineId: line.id, entryId: id }));
