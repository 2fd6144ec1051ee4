/**
 * Entries of assets against those of the ledger, one by one: each entry of the ledger answers for one entry that has the same
 * amounts on the same sides, of the same day first. What is left on both sides is compared by account and side together, as
 * when one entry of the ledger holds several of these, or the reverse.
 */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';

/** Held: the same amounts are there. Missing: nothing is. Differs: something else is. */
export type HeldState = 'Held' | 'Missing' | 'Differs';

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

export function sidesOf(lines: readonly Line[]): Sides {
  const sides = new Map<string, Cents>();
  const add = (side: string, cents: Cents) => cents !== 0n && sides.set(side, (sides.get(side) ?? 0n) + cents);
  for (const { account, debit, credit } of lines) {
    add(`${account} D`, debit);
    add(`${account} C`, credit);
  }
  return sides;
}

export interface Matched<T> {
  /** Of each entry wanted, in their order. One without sides is Held: it moves no account of assets. */
  readonly states: readonly HeldState[];
  /** Entries of the ledger that answer for none, alone nor together. */
  readonly left: readonly T[];
}

export function matchEntries<T extends EntrySides>(wanted: readonly EntrySides[], ledger: readonly T[]): Matched<T> {
  const pool = new Pool(ledger);
  const held = new Set(wanted.filter((one) => pool.take(one, one.date)));
  for (const one of wanted) if (!held.has(one) && pool.take(one)) held.add(one);
  const asked = totalsOf(wanted.filter((one) => !held.has(one)));
  const left = totalsOf(pool.rest());
  return {
    states: wanted.map((one) => (held.has(one) ? 'Held' : stateOfRest(one.sides, asked, left))),
    left: pool.rest().filter(({ sides }) => [...sides.keys()].some((side) => asked.get(side) !== left.get(side))),
  };
}

function stateOfRest(sides: Sides, asked: Sides, left: Sides): HeldState {
  const names = [...sides.keys()];
  if (names.every((side) => asked.get(side) === left.get(side))) return 'Held';
  return names.every((side) => !left.has(side)) ? 'Missing' : 'Differs';
}

function totalsOf(entries: readonly EntrySides[]): Sides {
  const totals = new Map<string, Cents>();
  for (const { sides } of entries)
    for (const [side, cents] of sides) totals.set(side, (totals.get(side) ?? 0n) + cents);
  return totals;
}

const signatureOf = (sides: Sides): string =>
  [...sides]
    .map(([side, cents]) => `${side} ${cents}`)
    .sort()
    .join(', ');

/** Entries of the ledger that answer for none yet. */
class Pool<T extends EntrySides> {
  readonly #bySignature = new Map<string, T[]>();

  constructor(entries: readonly T[]) {
    for (const one of entries) {
      const signature = signatureOf(one.sides);
      this.#bySignature.set(signature, [...(this.#bySignature.get(signature) ?? []), one]);
    }
  }

  /** Takes an entry with the same sides out of the pool, of that day when one is given. */
  take({ sides }: EntrySides, date?: PlainDate): boolean {
    const same = this.#bySignature.get(signatureOf(sides)) ?? [];
    const at = same.findIndex((one) => date === undefined || one.date === date);
    if (at < 0) return false;
    same.splice(at, 1);
    return true;
  }

  rest(): T[] {
    return [...this.#bySignature.values()].flat();
  }
}
