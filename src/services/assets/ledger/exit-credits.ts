/**
 * Which exits an entry of the ledger may speak of. An exit credits the whole cost of its asset, which both sides know to the
 * cent: an entry that credits the account by another amount, on another day, is the exit of something else, but for the exit of
 * the nearest cost, whose amount may be wrong, and for those that it may hold together.
 */
import type { Cents } from '../../kernel/money.ts';
import { type EntrySides, put } from './entry-sides.ts';

interface Exit {
  readonly entry: EntrySides;
  readonly cost: Cents;
}

const COST = /^2[0-7]\d* C$/;
/** Of more exits on one account, sums are not tried: an entry may hold any that costs no more. */
const MOST_SUMMED = 12;

interface Cost {
  readonly side: string;
  readonly exit: Exit;
}

export class ExitCredits {
  readonly #bySide = new Map<string, Exit[]>();
  readonly #costs = new Map<EntrySides, readonly Cost[]>();
  /** Of an entry of the ledger, the exits whose cost is nearest: accounts may have them by the thousand. */
  readonly #nearest = new Map<EntrySides, readonly (Exit | undefined)[]>();
  /** What the other exits of the account come to, together in every way. */
  readonly #sums = new Map<Exit, ReadonlySet<Cents>>();

  constructor(wanted: readonly EntrySides[]) {
    for (const entry of wanted) {
      const sides = [...entry.sides].filter(([side]) => COST.test(side));
      const costs = sides.map(([side, cost]) => ({ side, exit: { entry, cost } }));
      for (const { side, exit } of costs) put(this.#bySide, side, exit);
      if (costs.length > 0) this.#costs.set(entry, costs);
    }
  }

  mayBe(held: EntrySides, wanted: EntrySides): boolean {
    const costs = this.#costs.get(wanted)?.filter(({ side }) => held.sides.has(side)) ?? [];
    if (costs.length === 0 || held.date === wanted.date || sharesAmount(held, wanted)) return true;
    if (this.#nearestOf(held).some((exit) => exit?.entry === wanted)) return true;
    return costs.some((cost) => this.#mayHold(held.sides.get(cost.side) ?? 0n, cost));
  }

  #mayHold(credit: Cents, { side, exit }: Cost): boolean {
    const exits = this.#bySide.get(side) ?? [];
    return exits.length > MOST_SUMMED ? exit.cost <= credit : this.#othersOf(exit, exits).has(credit - exit.cost);
  }

  #nearestOf(held: EntrySides): readonly (Exit | undefined)[] {
    const known = this.#nearest.get(held);
    if (known) return known;
    const found = [...held.sides].map(([side, credit]) => nearest(this.#bySide.get(side) ?? [], credit));
    this.#nearest.set(held, found);
    return found;
  }

  #othersOf(own: Exit, exits: readonly Exit[]): ReadonlySet<Cents> {
    const known = this.#sums.get(own);
    if (known) return known;
    const sums = new Set([0n]);
    for (const { cost } of exits.filter((one) => one !== own)) for (const sum of [...sums]) sums.add(sum + cost);
    this.#sums.set(own, sums);
    return sums;
  }
}

function sharesAmount(held: EntrySides, wanted: EntrySides): boolean {
  for (const [side, cents] of wanted.sides) if (held.sides.get(side) === cents) return true;
  return false;
}

const apart = (one: Cents, other: Cents): Cents => (one > other ? one - other : other - one);

/** The first of equals. */
const nearest = (exits: readonly Exit[], credit: Cents): Exit | undefined =>
  exits.reduce<Exit | undefined>(
    (best, one) => (best && apart(best.cost, credit) <= apart(one.cost, credit) ? best : one),
    undefined,
  );
