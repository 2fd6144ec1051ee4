/**
 * Who goes with whom so that the sum of the weights is the greatest: a movement and a line have one partner at most, or
 * none. Movements come in one after the other; each takes the best path of changes among those that are placed.
 */
import { groupBy } from '../../../kernel/group-by.ts';

export interface Edge {
  readonly bank: number;
  readonly books: number;
  /** Above zero. */
  readonly weight: number;
}

/** Movements of one component beyond which the heaviest pairs go first instead: an amount that comes back a thousand times. */
export const MOST_TOGETHER = 250;

/** The edges chosen: weights above zero; of several best choices always the same one for edges in the same order. */
export function assign<E extends Edge>(edges: readonly E[]): E[] {
  return componentsOf(edges).flatMap((component) => {
    const movements = new Set(component.map(({ bank }) => bank));
    return movements.size > MOST_TOGETHER ? heaviestFirst(component) : bestOf(component, movements);
  });
}

export function heaviestFirst<E extends Edge>(edges: readonly E[]): E[] {
  const bank = new Set<number>();
  const books = new Set<number>();
  return [...edges]
    .sort((a, b) => b.weight - a.weight || a.bank - b.bank || a.books - b.books)
    .filter((edge) => {
      if (bank.has(edge.bank) || books.has(edge.books)) return false;
      bank.add(edge.bank);
      books.add(edge.books);
      return true;
    });
}

/** Edges that hang together by a movement or a line. */
function componentsOf<E extends Edge>(edges: readonly E[]): E[][] {
  const byBank = groupBy(edges, ({ bank }) => bank);
  const byBooks = groupBy(edges, ({ books }) => books);
  const seen = new Set<number>();
  const reached = (start: number): E[] => {
    const component: E[] = [];
    const waiting = [start];
    for (let bank = waiting.pop(); bank !== undefined; bank = waiting.pop()) {
      if (seen.has(bank)) continue;
      seen.add(bank);
      const own = byBank.get(bank) ?? [];
      component.push(...own);
      waiting.push(...new Set(own.flatMap(({ books }) => (byBooks.get(books) ?? []).map((edge) => edge.bank))));
    }
    return component;
  };
  return [...byBank.keys()].map(reached).filter(({ length }) => length > 0);
}

function bestOf<E extends Edge>(edges: readonly E[], movements: ReadonlySet<number>): E[] {
  if (edges.length === 1) return [...edges];
  const byBank = groupBy(edges, ({ bank }) => bank);
  /** By line. */
  const chosen = new Map<number, E>();
  for (const movement of movements) place(movement, byBank, chosen);
  return [...chosen.values()];
}

interface Walk<E> {
  readonly gain: number;
  /** The last edge taken; its line was free, or its movement stays alone. */
  readonly last?: E;
}

/** The best walk from a movement: it takes a line, whose movement takes another, until a line is free or a movement stays alone. */
function place<E extends Edge>(
  movement: number,
  byBank: ReadonlyMap<number, readonly E[]>,
  chosen: Map<number, E>,
): void {
  const gains = new Map([[movement, 0]]);
  /** By movement, the edge that takes its line. */
  const through = new Map<number, E>();
  let best: Walk<E> = { gain: 0 };
  const waiting = [movement];
  const step = (edge: E, gain: number) => {
    const holder = chosen.get(edge.books);
    const next = gain + edge.weight - (holder?.weight ?? 0);
    if (holder && next <= (gains.get(holder.bank) ?? Number.NEGATIVE_INFINITY)) return;
    if (next > best.gain) best = { gain: next, last: edge };
    if (!holder) return;
    gains.set(holder.bank, next);
    through.set(holder.bank, edge);
    waiting.push(holder.bank);
  };
  for (let bank = waiting.shift(); bank !== undefined; bank = waiting.shift())
    for (const edge of byBank.get(bank) ?? []) if (chosen.get(edge.books) !== edge) step(edge, gains.get(bank) ?? 0);
  // Back along the walk: each line goes to the movement that takes it.
  for (let edge = best.last; edge; edge = edge.bank === movement ? undefined : through.get(edge.bank)) {
    chosen.set(edge.books, edge);
  }
}
