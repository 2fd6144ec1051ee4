/** The statements of one account inside one day, put in order by their balances. */
import { groupBy } from '../../kernel/group-by.ts';

/** A statement as a stretch of the account's life. Days are `YYYY-MM-DD`, balances minor units. */
export interface Span {
  readonly id: number;
  readonly startDate: string;
  readonly startUnits: bigint;
  readonly endDate: string;
  readonly endUnits: bigint;
  /** Its balances agree with its movements, and differ: without a change they tell nothing. */
  readonly isLinkable: boolean;
}

/** Balances that the day's statements lead from one to the other and back: mostly one balance alone. */
export interface Knot {
  readonly balances: readonly bigint[];
  /** Statements from one of the balances to another of them, oldest identifier first: each is apart from the others. */
  readonly inside: readonly Span[];
  /** Statements from one of the balances to a later knot. */
  readonly leaving: readonly Span[];
}

/** Knots in an order in which every statement leads onwards. */
export type DayChain = readonly Knot[];

/** Balances are places, statements the ways between them: strongly connected components, after Kosaraju. */
export function dayChain(spans: readonly Span[]): DayChain {
  const onwards = groupBy(spans, ({ startUnits }) => startUnits);
  const backwards = groupBy(spans, ({ endUnits }) => endUnits);
  const places = new Set(spans.flatMap(({ startUnits, endUnits }) => [startUnits, endUnits]));
  const lastLeft = new Set<bigint>();
  for (const place of places) visit(place, (at) => (onwards.get(at) ?? []).map(({ endUnits }) => endUnits), lastLeft);
  const known = new Set<bigint>();
  return [...lastLeft].reverse().flatMap((place) => {
    const balances = visit(place, (at) => (backwards.get(at) ?? []).map(({ startUnits }) => startUnits), known);
    return balances.length > 0 ? [knot(balances, onwards)] : [];
  });
}

/** Walks in depth from a place through all that are not in `seen`; adds and returns them, each after all behind it. */
function visit(from: bigint, next: (place: bigint) => readonly bigint[], seen: Set<bigint>): bigint[] {
  const left: bigint[] = [];
  const entered = new Set<bigint>();
  const ways: { place: bigint; to: bigint[] }[] = [];
  const enter = (place: bigint) => {
    if (seen.has(place) || entered.has(place)) return;
    entered.add(place);
    ways.push({ place, to: [...next(place)] });
  };
  enter(from);
  for (let way = ways.at(-1); way; way = ways.at(-1)) {
    const to = way.to.pop();
    if (to !== undefined) {
      enter(to);
      continue;
    }
    ways.pop();
    left.push(way.place);
  }
  for (const place of left) seen.add(place);
  return left;
}

function knot(balances: readonly bigint[], onwards: ReadonlyMap<bigint, readonly Span[]>): Knot {
  const own = new Set(balances);
  const ways = balances.flatMap((balance) => onwards.get(balance) ?? []).sort((a, b) => a.id - b.id);
  return {
    balances,
    inside: ways.filter(({ endUnits }) => own.has(endUnits)),
    leaving: ways.filter(({ endUnits }) => !own.has(endUnits)),
  };
}
