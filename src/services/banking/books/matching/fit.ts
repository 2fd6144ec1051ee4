/** How near two amounts are that are not the same: what a difference may come from. */
import { type Cents, magnitude } from '../../../kernel/money.ts';
import type { Fit } from './evidence.ts';

/** A difference of rounding. */
const CENTS = 5n;
/** Fees that a bank keeps back, at most: percent of the gross amount. */
const FEE_PERCENT = 4n;

/** Undefined when nothing explains the difference. The bank has less than the books where it kept a fee. */
export function fitOf(bank: Cents, books: Cents): Fit | undefined {
  const difference = books - bank;
  if (difference === 0n) return 'Exact';
  if (bank < 0n !== books < 0n) return undefined;
  if (magnitude(difference) <= CENTS) return 'Cents';
  if (difference > 0n && difference * 100n <= magnitude(books) * FEE_PERCENT) return 'Fee';
  return isTypedWrong(String(magnitude(bank)), String(magnitude(books))) ? 'Typing' : undefined;
}

/** One figure is another, or two that follow each other have changed places. */
function isTypedWrong(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let first = 0;
  while (first < a.length && a[first] === b[first]) first++;
  const next = first + 1;
  if (a.slice(next) === b.slice(next)) return true;
  return a[first] === b[next] && a[next] === b[first] && a.slice(next + 1) === b.slice(next + 1);
}
