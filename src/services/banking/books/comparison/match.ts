/**
 * Bank movements against lines of account 512: the one home of matching. Movements of one amount meet, few enough of
 * them for any number of equal amounts; who asks says which of the candidates goes first.
 */
import { dayNumber, type PlainDate } from '../../../kernel/dates.ts';
import type { Cents } from '../../../kernel/money.ts';

export interface Movement {
  readonly id: number;
  readonly date: PlainDate;
  readonly label: string;
  /** What the account gains: a credit of the bank, a debit of the books. */
  readonly amount: Cents;
}

export interface Candidate<B extends Movement = Movement, L extends Movement = Movement> {
  readonly bank: B;
  readonly books: L;
  readonly days: number;
}

export interface Matching<B extends Movement, L extends Movement> {
  readonly pairs: readonly { readonly bank: B; readonly books: L }[];
  readonly bankOnly: readonly B[];
  readonly booksOnly: readonly L[];
}

/** Days between a movement and its line beyond which equal amounts are held for chance. */
export const MAX_DAYS = 45;

/**
 * Pairs movements of one amount, nearest days first, at most `maxDays` apart; the earlier movement wins a tie. Each is
 * paired once, so two equal purchases of one day need two lines.
 */
export function matchMovements<B extends Movement, L extends Movement>(
  bank: readonly B[],
  books: readonly L[],
  maxDays: number,
): Matching<B, L> {
  const pairs = [...candidatesByAmount(bank, books, maxDays)].flatMap((candidates) =>
    pairOnce(candidates.sort((a, b) => a.days - b.days || a.bank.id - b.bank.id || a.books.id - b.books.id)),
  );
  const taken = {
    bank: new Set(pairs.map((pair) => pair.bank.id)),
    books: new Set(pairs.map((pair) => pair.books.id)),
  };
  return {
    pairs,
    bankOnly: bank.filter(({ id }) => !taken.bank.has(id)),
    booksOnly: books.filter(({ id }) => !taken.books.has(id)),
  };
}

/** Keeps the first of the candidates that share a movement or a line. */
export function pairOnce<C extends Candidate>(inOrder: readonly C[]): C[] {
  const bank = new Set<number>();
  const books = new Set<number>();
  return inOrder.filter((pair) => {
    if (bank.has(pair.bank.id) || books.has(pair.books.id)) return false;
    bank.add(pair.bank.id);
    books.add(pair.books.id);
    return true;
  });
}

/**
 * The pairs of equal amount at most `maxDays` apart, one array an amount. Where an amount comes back so often that a
 * movement would meet more than `most` lines, it meets those whose place among equals is nearest to its own.
 */
export function* candidatesByAmount<B extends Movement, L extends Movement>(
  bank: readonly B[],
  books: readonly L[],
  maxDays: number,
  most = Number.POSITIVE_INFINITY,
): Generator<Candidate<B, L>[]> {
  const lines = groupByAmount(books);
  for (const [amount, movements] of groupByAmount(bank)) {
    const group = lines.get(amount);
    if (group) yield candidatesOf(movements, group, maxDays, most);
  }
}

interface Dated<M> {
  readonly movement: M;
  readonly day: number;
}

function candidatesOf<B extends Movement, L extends Movement>(
  movements: readonly Dated<B>[],
  lines: readonly Dated<L>[],
  maxDays: number,
  most: number,
): Candidate<B, L>[] {
  const found: Candidate<B, L>[] = [];
  let sameDay = 0;
  for (const [index, { movement, day }] of movements.entries()) {
    sameDay = movements[index - 1]?.day === day ? sameDay + 1 : 0;
    const from = firstFrom(lines, day - maxDays);
    const to = firstFrom(lines, day + maxDays + 1);
    const place = firstFrom(lines, day) + sameDay - Math.floor(most / 2);
    const start = to - from <= most ? from : Math.max(from, Math.min(place, to - most));
    for (const line of lines.slice(start, Math.min(to, start + most))) {
      found.push({ bank: movement, books: line.movement, days: Math.abs(day - line.day) });
    }
  }
  return found;
}

/** Index of the first line on that day or after. */
function firstFrom(lines: readonly Dated<unknown>[], day: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.day ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By amount, each group by day and identifier. */
function groupByAmount<M extends Movement>(movements: readonly M[]): Map<Cents, Dated<M>[]> {
  const groups = new Map<Cents, Dated<M>[]>();
  for (const movement of movements) {
    const dated = { movement, day: dayNumber(movement.date) };
    const group = groups.get(movement.amount);
    if (group) group.push(dated);
    else groups.set(movement.amount, [dated]);
  }
  for (const group of groups.values()) group.sort((a, b) => a.day - b.day || a.movement.id - b.movement.id);
  return groups;
}
