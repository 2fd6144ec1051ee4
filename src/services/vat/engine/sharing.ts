/** Sharing to the cent: each part is rounded half up, the largest takes the gap, so that parts always sum to the total. */
import { type Cents, magnitude } from '../../kernel/money.ts';
import { divideRounded } from '../../kernel/ratio.ts';

export const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0n);

/** The place of the largest amount whatever its sign, the first of several; -1 of an empty list. */
export function largestOf(amounts: readonly Cents[]): number {
  let found = amounts.length === 0 ? -1 : 0;
  for (let place = 1; place < amounts.length; place++)
    if (magnitude(amounts[place] ?? 0n) > magnitude(amounts[found] ?? 0n)) found = place;
  return found;
}

/** `total` in proportion to the weights; all of it goes to the largest when they sum to nought. */
export function share(total: Cents, weights: readonly bigint[]): Cents[] {
  if (weights.length === 1) return [total];
  const whole = sum(weights);
  const parts = weights.map((weight) => (whole === 0n ? 0n : divideRounded(total * weight, whole, 'halfUp')));
  return withGap(total, parts, largestOf(weights));
}

/** The parts, of which the one at `place` takes what the others leave of the total. */
export function withGap(total: Cents, parts: readonly Cents[], place: number): Cents[] {
  const gap = total - sum(parts);
  return parts.map((part, index) => (index === place ? part + gap : part));
}

/**
 * What each row takes of each column, in proportion: the rows sum to `rows` and the columns to `columns`. What the rows
 * leave of the columns belongs to nobody.
 */
export function crossShare(columns: readonly Cents[], rows: readonly Cents[]): Cents[][] {
  if (rows.length === 0) return [];
  const left = sum(columns) - sum(rows);
  if (left === 0n && rows.length === 1) return [[...columns]];
  const remainder = left === 0n ? largestOf(rows) : rows.length;
  const all = left === 0n ? rows : [...rows, left];
  const shares = all.map((row, place) => (place === remainder ? [] : share(row, columns)));
  shares[remainder] = columns.map((column, place) => column - sum(shares.map((one) => one[place] ?? 0n)));
  return shares.slice(0, rows.length);
}
