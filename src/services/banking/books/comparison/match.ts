/**
 * Bank movements against lines of account 512: the one home of matching. Movements of one amount meet, few enough of
 * them for any number of equal amounts; who asks says which of the candidates goes first.
 */
import { dayNumber, type PlainDate } from '../../../kernel/dates.ts';
import { groupBy } from '../../../kernel/group-by.ts';
import type { Cents } from '../../../kernel/money.ts';

export interface Movement {
  readonly id: number;
  readonly date: PlainDate;
  readonly label: string;
  /** What the account gains: a credit of the bank, a debit of the books. */
  readonly amount: Cents;
}

export interface Pair<B extends Movement, L extends Movement> {
  readonly bank: B;
  readonly books: L;
}

export interface Matching<B extends Movement, L extends Movement> {
  readonly pairs: readonly Pair<B, L>[];
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
  const lines = groupByAmount(books);
  const pairs = [...groupByAmount(bank)].flatMap(([amount, movements]) =>
    nearestPairs(movements, lines.get(amount) ?? [], maxDays),
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

/** Of one amount, day by day further apart: the earlier movement takes the earlier line of those that are left. */
function nearestPairs<B extends Movement, L extends Movement>(
  movements: readonly Dated<B>[],
  lines: readonly Dated<L>[],
  maxDays: number,
): Pair<B, L>[] {
  const byDay = groupBy(lines, ({ day }) => day);
  const pairs: Pair<B, L>[] = [];
  let open = movements.toSorted((a, b) => a.movement.id - b.movement.id);
  for (let days = 0; days <= maxDays && open.length > 0 && pairs.length < lines.length; days++)
    open = open.filter(({ movement, day }) => {
      const line = takeFirst(byDay.get(day - days), byDay.get(day + days));
      if (line) pairs.push({ bank: movement, books: line.movement });
      return !line;
    });
  return pairs;
}

/** The first by identifier of two lists that are in its order. */
function takeFirst<L extends Movement>(a: Dated<L>[] = [], b: Dated<L>[] = []): Dated<L> | undefined {
  const [one, other] = [a[0], b[0]];
  return (!other || (one && one.movement.id < other.movement.id) ? a : b).shift();
}

/**
 * The pairs of equal amount at most `maxDays` apart, one amount after the other. Where an amount comes back so often that a
 * movement would meet more than `most` lines, it meets those whose place among equals is nearest to its own.
 */
export function* candidatesByAmount<B extends Movement, L extends Movement>(
  bank: readonly B[],
  books: readonly L[],
  maxDays: number,
  most: number,
): Generator<Pair<B, L>> {
  const lines = groupByAmount(books);
  for (const [amount, movements] of groupByAmount(bank)) {
    const group = lines.get(amount);
    if (group) yield* candidatesOf(movements, group, maxDays, most);
  }
}

interface Dated<M> {
  readonly movement: M;
  readonly day: number;
}

function* candidatesOf<B extends Movement, L extends Movement>(
  movements: readonly Dated<B>[],
  lines: readonly Dated<L>[],
  maxDays: number,
  most: number,
): Generator<Pair<B, L>> {
  let sameDay = 0;
  for (const [index, { movement, day }] of movements.entries()) {
    sameDay = movements[index - 1]?.day === day ? sameDay + 1 : 0;
    const from = firstFrom(lines, day - maxDays);
    const to = firstFrom(lines, day + maxDays + 1);
    const place = firstFrom(lines, day) + sameDay - Math.floor(most / 2);
    const start = to - from <= most ? from : Math.max(from, Math.min(place, to - most));
    for (const line of lines.slice(start, Math.min(to, start + most))) yield { bank: movement, books: line.movement };
  }
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
