/**
 * How far the books of a folder are behind its bank, or ahead of it: learned from the pairs about which the day alone is
 * open. Where lines come weeks late, the nearest of several equal payments is seldom the right one, and a day within the
 * habit tells nothing.
 */
import type { Signs } from './evidence.ts';
import type { Item } from './item.ts';

/** Days of the books less those of the bank that are usual: nothing is taken off between them. */
export interface Lag {
  readonly from: number;
  readonly to: number;
}

export const PROMPT: Lag = { from: 0, to: 0 };

/** Pairs from which a habit is one. */
const ENOUGH = 12;
/** Share of the pairs that each end leaves out. */
const EXCEPTIONS = 0.1;
/** Books within so many days of the bank are prompt: then the nearest day tells most. */
const PROMPT_DAYS = 12;

/** Days of a habit that are worth one day apart: the wider it is, the less a day within it tells. */
const WIDTH = 6;

/** Days beyond the habit, and those that its width is worth. */
export const daysOff = (days: number, { from, to }: Lag): number =>
  Math.max(from - days, days - to, 0) + Math.round((to - from) / WIDTH);

type Pair = Pick<Signs, 'bank' | 'books'>;

/** `telling`: pairs of one amount that name the same, whatever their days. */
export function lagOf(telling: readonly Pair[]): Lag {
  const days = alone(telling)
    .map(({ bank, books }) => books.day - bank.day)
    .sort((a, b) => a - b);
  if (days.length < ENOUGH) return PROMPT;
  const skipped = Math.floor(days.length * EXCEPTIONS);
  const [from = 0, to = 0] = [days[skipped], days[days.length - 1 - skipped]];
  return to - from <= PROMPT_DAYS && from <= 0 && to >= 0 ? PROMPT : { from: Math.min(0, from), to: Math.max(0, to) };
}

/** Those whose movement and line are in no other. */
function alone(pairs: readonly Pair[]): readonly Pair[] {
  const counts = new Map<Item, number>();
  for (const { bank, books } of pairs) for (const item of [bank, books]) counts.set(item, (counts.get(item) ?? 0) + 1);
  return pairs.filter(({ bank, books }) => counts.get(bank) === 1 && counts.get(books) === 1);
}
