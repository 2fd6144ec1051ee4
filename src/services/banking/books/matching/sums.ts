/** Which of some movements add up to an amount: searched step by step, and never further than a bound. */
import type { Cents } from '../../../kernel/money.ts';

/** Movements that a sum is searched among, and steps of one search. */
export const SUM_BOUNDS = { movements: 20, steps: 20_000 } as const;

/**
 * The only set of two or more that makes the sum; undefined when there is none, when there are several, or when the
 * bound is met before that is known. All are of the sign of the sum.
 */
export function onlySum<M extends { readonly amount: Cents }>(
  movements: readonly M[],
  sum: Cents,
): readonly M[] | undefined {
  if (movements.length > SUM_BOUNDS.movements) return undefined;
  const sign = sum < 0n ? -1n : 1n;
  const sorted = [...movements].sort((a, b) => Number(sign * (b.amount - a.amount)));
  const rest = restSums(sorted.map(({ amount }) => sign * amount));
  const found: M[][] = [];
  let steps: number = SUM_BOUNDS.steps;
  const search = (from: number, left: Cents, chosen: readonly M[]): void => {
    if (left === 0n && chosen.length > 1) found.push([...chosen]);
    if (left === 0n) return;
    for (let at = from; at < sorted.length && found.length < 2 && steps > 0 && (rest[at] ?? 0n) >= left; at++) {
      const movement = sorted[at] as M;
      steps -= 1;
      if (sign * movement.amount <= left) search(at + 1, left - sign * movement.amount, [...chosen, movement]);
    }
  };
  search(0, sign * sum, []);
  return found.length === 1 && steps > 0 ? found[0] : undefined;
}

/**
 * The only stretch of two or more that follow each other by day and make the sum: what was spent from one debit of a
 * card to the next. Undefined when there is none, or when there are several.
 */
export function onlyStretch<M extends { readonly amount: Cents; readonly day: number; readonly id: number }>(
  movements: readonly M[],
  sum: Cents,
): readonly M[] | undefined {
  const sorted = movements.toSorted((a, b) => a.day - b.day || a.id - b.id);
  const found: (readonly M[])[] = [];
  for (let from = 0; from < sorted.length && found.length < 2; from++) {
    let total = 0n;
    for (let at = from; at < sorted.length; at++) {
      total += sorted[at]?.amount ?? 0n;
      if (total === sum && at > from) found.push(sorted.slice(from, at + 1));
    }
  }
  return found.length === 1 ? found[0] : undefined;
}

/** Whether some of a few movements, or one of them, make the amount: sums of all sets, since they are few. */
export function isSomeSum(movements: readonly { readonly amount: Cents }[], sum: Cents): boolean {
  const reached = new Set<Cents>([0n]);
  for (const { amount } of movements) for (const each of [...reached]) reached.add(each + amount);
  return reached.has(sum);
}

/** What all movements from each place on add up to. */
function restSums(amounts: readonly Cents[]): Cents[] {
  const sums: Cents[] = [];
  let total = 0n;
  for (const amount of amounts.toReversed()) {
    total += amount;
    sums.push(total);
  }
  return sums.reverse();
}
