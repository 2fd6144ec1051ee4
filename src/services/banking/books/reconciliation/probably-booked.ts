/** Entries that probably book transactions already, though nobody linked them yet. */
import { addDays, type PlainDate } from '../../../kernel/dates.ts';
import { type Cents, formatAmount } from '../../../kernel/money.ts';
import type { Context } from '../../../operation/context.ts';
import { MAX_DAYS, matchMovements } from '../comparison/match.ts';
import { reconciliationErrors } from './errors.ts';
import { withOpenSides } from './open.ts';

interface Dated {
  readonly id: number;
  readonly date: PlainDate;
  readonly amount: Cents;
}

/**
 * Why each of these transactions must not be booked again: a line of its account and amount, at most `MAX_DAYS` away
 * and linked to nothing, is there, whatever else speaks for it. A line stands for one transaction, so the second of two
 * equal ones is free when there is one line. Throws FolderNotFound.
 */
export async function probablyBooked(ctx: Context, folderId: number, transactions: readonly Dated[]) {
  const days = transactions.map(({ date }) => date).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return new Map<number, ReturnType<typeof reconciliationErrors.TransactionProbablyBooked>>();
  // Transactions that the same lines may stand for are at most twice as far.
  const period = { beginDate: addDays(first, -2 * MAX_DAYS), endDate: addDays(last, 2 * MAX_DAYS) };
  const { found } = await withOpenSides(ctx, folderId, period, async ({ bank, books }) => {
    const { pairs } = matchMovements(bank, books, MAX_DAYS);
    return { found: pairs, lineIds: pairs.map((pair) => pair.books.id) };
  });
  return new Map(
    found.map(({ bank: { id: transactionId, amount }, books: { entryId, date } }) => [
      transactionId,
      reconciliationErrors.TransactionProbablyBooked({ transactionId, entryId, date, amount: formatAmount(amount) }),
    ]),
  );
}
