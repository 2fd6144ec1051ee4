/**
 * Entries of assets against those of the ledger, one by one: each entry of the ledger answers for one entry that has the same
 * amounts on the same sides, of the same day first. What is left on both sides is compared by account and side, all together
 * and then among entries that speak of each other, as when one entry of the ledger holds several of these, or the reverse.
 */
import type { PlainDate } from '../../kernel/dates.ts';
import { type EntrySides, put, reversedSignature, signatureOf } from './entry-sides.ts';
import { balanceOf, isBalanced, RelatedEntries } from './related-entries.ts';

/** Held: the same amounts are there. Missing: nothing is. Differs: something else is. */
export type HeldState = 'Held' | 'Missing' | 'Differs';

export interface Matched<T> {
  /** Of each entry wanted, in their order. One without sides is Held: it moves no account of assets. */
  readonly states: readonly HeldState[];
  /** What one that Differs differs from, the first of it. */
  readonly against: readonly (readonly T[])[];
  /** Entries of the ledger that answer for none, alone nor together. */
  readonly left: readonly T[];
}

const MOST_NAMED = 10;

export function matchEntries<T extends EntrySides>(wanted: readonly EntrySides[], ledger: readonly T[]): Matched<T> {
  const pool = new Pool(ledger);
  const held = new Set(wanted.filter((one) => pool.take(one, one.date)));
  for (const one of wanted) if (!held.has(one) && pool.take(one)) held.add(one);
  const open = wanted.filter((one) => !held.has(one));
  const all = balanceOf(open, pool.rest());
  const rest = withoutReversed(pool.rest());
  const related = new RelatedEntries(open, rest);
  const isFound = (one: EntrySides) => isBalanced(one.sides, all) || isBalanced(one.sides, related.balance(one));
  const against = wanted.map((one) => (held.has(one) || isFound(one) ? undefined : related.against(one, MOST_NAMED)));
  return {
    states: against.map((others) => (others ? (others.length > 0 ? 'Differs' : 'Missing') : 'Held')),
    against: against.map((others) => others ?? []),
    left: rest.filter((one) => !isFound(one)),
  };
}

/** An entry and the one that takes it back hold nothing together. */
function withoutReversed<T extends EntrySides>(entries: readonly T[]): T[] {
  const waiting = new Map<string, T[]>();
  const kept = new Set(entries);
  for (const one of entries) {
    const reversed = waiting.get(reversedSignature(one.sides))?.pop();
    if (reversed) for (const gone of [one, reversed]) kept.delete(gone);
    else put(waiting, signatureOf(one.sides), one);
  }
  return [...kept];
}

/** Entries of the ledger that answer for none yet. */
class Pool<T extends EntrySides> {
  readonly #bySignature = new Map<string, T[]>();

  constructor(entries: readonly T[]) {
    for (const one of entries) put(this.#bySignature, signatureOf(one.sides), one);
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
