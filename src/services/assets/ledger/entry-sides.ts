/** What an entry moves, by account and side, and how two entries compare. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';

/** Amounts by account and side, `681120 D`: sides are apart, since a sale debits the account that the annuity credits. */
export type Sides = ReadonlyMap<string, Cents>;

export interface EntrySides {
  readonly date: PlainDate;
  readonly sides: Sides;
}

interface Line {
  readonly account: string;
  readonly debit: Cents;
  readonly credit: Cents;
}

/** An amount below zero, as some books reverse, is one of the other side. */
export function sidesOf(lines: readonly Line[]): Sides {
  const sides = new Map<string, Cents>();
  for (const { account, debit, credit } of lines) {
    const [debits, credits] = [
      (debit > 0n ? debit : 0n) - (credit < 0n ? credit : 0n),
      (credit > 0n ? credit : 0n) - (debit < 0n ? debit : 0n),
    ];
    for (const [side, cents] of [
      ['D', debits],
      ['C', credits],
    ] as const) {
      const name = `${account} ${side}`;
      if (cents !== 0n) sides.set(name, (sides.get(name) ?? 0n) + cents);
    }
  }
  return sides;
}

export function totalsOf(entries: Iterable<EntrySides>): Sides {
  const totals = new Map<string, Cents>();
  for (const { sides } of entries)
    for (const [side, cents] of sides) totals.set(side, (totals.get(side) ?? 0n) + cents);
  return totals;
}

export const put = <T>(lists: Map<string, T[]>, key: string, one: T): unknown =>
  lists.get(key)?.push(one) ?? lists.set(key, [one]);

const written = (sides: Iterable<readonly [side: string, cents: Cents]>): string =>
  [...sides]
    .map(([side, cents]) => `${side} ${cents}`)
    .sort()
    .join(', ');

/** The same for entries that move the same. */
export const signatureOf = (sides: Sides): string => written(sides);

const otherSide = (side: string): string => side.slice(0, -1) + (side.endsWith('D') ? 'C' : 'D');

/** The signature of the entry that takes this one back. */
export const reversedSignature = (sides: Sides): string =>
  written([...sides].map(([side, cents]) => [otherSide(side), cents] as const));

/**
 * Whether an entry of the ledger says something of a wanted one that it does not hold: it has all its sides, two of them, one
 * with its amount, or is of its day and moves nothing else. A credit of the same account alone says nothing of an exit.
 */
export function speaksOf(held: EntrySides, wanted: EntrySides): boolean {
  const shared = [...wanted.sides].filter(([side]) => held.sides.has(side));
  if (shared.length === 0) return false;
  if (shared.length > 1 || shared.length === wanted.sides.size) return true;
  if (shared.some(([side, cents]) => held.sides.get(side) === cents)) return true;
  return held.date === wanted.date && held.sides.size === 1;
}
