/** Bank movements against lines of account 512: same amount, nearest day. What is left on either side is the difference. */
import { dayNumber, type PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';

export interface Movement {
  readonly id: number;
  readonly date: PlainDate;
  readonly label: string;
  /** What the account gains: a credit of the bank, a debit of the books. */
  readonly amount: Cents;
}

export interface Matching {
  readonly pairs: readonly { readonly bank: Movement; readonly books: Movement }[];
  readonly bankOnly: readonly Movement[];
  readonly booksOnly: readonly Movement[];
}

/**
 * Pairs movements of one amount, nearest days first, at most `maxDays` apart; the earlier movement wins a tie. Each is
 * paired once, so two equal purchases of one day need two lines.
 */
export function matchMovements(bank: readonly Movement[], books: readonly Movement[], maxDays: number): Matching {
  const byAmount = groupByAmount(books);
  const candidates = bank.flatMap((movement) =>
    (byAmount.get(movement.amount) ?? [])
      .map((line) => ({ bank: movement, books: line, days: Math.abs(dayNumber(movement.date) - dayNumber(line.date)) }))
      .filter(({ days }) => days <= maxDays),
  );
  candidates.sort((a, b) => a.days - b.days || a.bank.id - b.bank.id || a.books.id - b.books.id);
  const taken = { bank: new Set<number>(), books: new Set<number>() };
  const pairs = candidates.filter((pair) => {
    if (taken.bank.has(pair.bank.id) || taken.books.has(pair.books.id)) return false;
    taken.bank.add(pair.bank.id);
    taken.books.add(pair.books.id);
    return true;
  });
  return {
    pairs,
    bankOnly: bank.filter(({ id }) => !taken.bank.has(id)),
    booksOnly: books.filter(({ id }) => !taken.books.has(id)),
  };
}

function groupByAmount(movements: readonly Movement[]): Map<Cents, Movement[]> {
  const groups = new Map<Cents, Movement[]>();
  for (const movement of movements) {
    const group = groups.get(movement.amount);
    if (group) group.push(movement);
    else groups.set(movement.amount, [movement]);
  }
  return groups;
}
