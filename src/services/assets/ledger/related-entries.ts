/** Entries wanted and entries of the ledger that speak of each other, directly or through others, as groups. */
import { type EntrySides, put, type Sides, speaksOf, totalsOf } from './entry-sides.ts';
import { ExitCredits } from './exit-credits.ts';

/** What a group asks for and what the ledger has of it. */
export interface Balance {
  readonly asked: Sides;
  readonly left: Sides;
}

export const balanceOf = (asked: Iterable<EntrySides>, left: Iterable<EntrySides>): Balance => ({
  asked: totalsOf(asked),
  left: totalsOf(left),
});

export const isBalanced = (sides: Sides, { asked, left }: Balance): boolean =>
  [...sides.keys()].every((side) => asked.get(side) === left.get(side));

interface Group<T> {
  readonly wanted: EntrySides[];
  readonly held: T[];
}

export class RelatedEntries<T extends EntrySides> {
  readonly #groups = new Map<EntrySides, Group<T>>();
  readonly #balances = new Map<Group<T>, Balance>();
  readonly #bySide = new Map<string, T[]>();
  /** Of wanted entries of one side: all speak with the same entries. */
  readonly #first = new Map<string, EntrySides>();
  readonly #exits: ExitCredits;

  constructor(wanted: readonly EntrySides[], held: readonly T[]) {
    this.#exits = new ExitCredits(wanted);
    for (const one of held) {
      this.#groups.set(one, { wanted: [], held: [one] });
      for (const side of one.sides.keys()) put(this.#bySide, side, one);
    }
    for (const one of wanted) this.#add(one);
  }

  /** Entries of the ledger that say something else of a wanted one, the first of them. */
  against(wanted: EntrySides, most: number): T[] {
    const found = new Set<T>();
    for (const side of wanted.sides.keys())
      for (const one of this.#bySide.get(side) ?? []) {
        if (found.size === most) return [...found];
        if (speaksOf(one, wanted) && this.#exits.mayBe(one, wanted)) found.add(one);
      }
    return [...found];
  }

  /** Of the group that an entry is in. */
  balance(entry: EntrySides): Balance {
    const group = this.#groups.get(entry) ?? { wanted: [], held: [] };
    const known = this.#balances.get(group) ?? balanceOf(group.wanted, group.held);
    this.#balances.set(group, known);
    return known;
  }

  #add(wanted: EntrySides): void {
    this.#groups.set(wanted, { wanted: [wanted], held: [] });
    const [side = ''] = wanted.sides.size === 1 ? wanted.sides.keys() : [];
    const alike = this.#first.get(side);
    if (side) this.#first.set(side, wanted);
    for (const one of alike ? [alike] : this.against(wanted, Number.POSITIVE_INFINITY)) this.#join(wanted, one);
  }

  /** The smaller group goes into the larger one. */
  #join(one: EntrySides, other: EntrySides): void {
    const groups = [this.#groups.get(one), this.#groups.get(other)];
    const [large, small] = groups.sort((a, b) => sizeOf(b) - sizeOf(a));
    if (!large || !small || large === small) return;
    for (const entry of [...small.wanted, ...small.held]) this.#groups.set(entry, large);
    large.wanted.push(...small.wanted);
    large.held.push(...small.held);
  }
}

const sizeOf = (group: Group<EntrySides> | undefined): number =>
  (group?.wanted.length ?? 0) + (group?.held.length ?? 0);
