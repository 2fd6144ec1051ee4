/**
 * Who goes with whom so that the sum of the weights is the greatest: a movement and a line have one partner at most, or
 * none. Movements come in one after the other; each takes the best path of changes among those that are placed.
 */
import { groupBy } from '../../../kernel/group-by.ts';
import { eachInTurns } from '../../../kernel/turns.ts';

export interface Edge {
  readonly bank: number;
  readonly books: number;
  /** Above zero. */
  readonly weight: number;
}

/** Movements of one component beyond which the heaviest pairs go first instead: an amount that comes back a thousand times. */
export const MOST_TOGETHER = 250;

/** The edges chosen: weights above zero; of several best choices always the same one for edges in the same order. */
export async function assign<E extends Edge>(edges: readonly E[]): Promise<E[]> {
  const chosen: E[][] = [];
  await eachInTurns(await componentsOf(edges), async (component) => {
    const movements = new Set(component.map(({ bank }) => bank));
    chosen.push(movements.size > MOST_TOGETHER ? await heaviestFirst(component) : bestOf(component, movements));
  });
  return chosen.flat();
}

/** Weight by weight, and of one weight by movement and line. */
export async function heaviestFirst<E extends Edge>(edges: readonly E[]): Promise<E[]> {
  const [bank, books] = [new Set<number>(), new Set<number>()];
  const isFree = (edge: E) => !bank.has(edge.bank) && !books.has(edge.books);
  const chosen: E[] = [];
  const byWeight = [...groupBy(edges, ({ weight }) => weight)].sort(([a], [b]) => b - a);
  await eachInTurns(byWeight, ([, alike]) => {
    for (const edge of alike.filter(isFree).sort((a, b) => a.bank - b.bank || a.books - b.books)) {
      if (!isFree(edge)) continue;
      bank.add(edge.bank);
      books.add(edge.books);
      chosen.push(edge);
    }
  });
  return chosen;
}

/** Edges that hang together by a movement or a line. */
async function componentsOf<E extends Edge>(edges: readonly E[]): Promise<E[][]> {
  const components: E[][] = [];
  await eachInTurns(stepByStep(edges), ({ own, isFirst }) => {
    if (isFirst) components.push([]);
    components.at(-1)?.push(...own);
  });
  return components;
}

/** The edges of each movement, those that hang together one after the other. */
function* stepByStep<E extends Edge>(edges: readonly E[]) {
  const byBank = groupBy(edges, ({ bank }) => bank);
  const byBooks = groupBy(edges, ({ books }) => books);
  const seen = new Set<number>();
  for (const first of byBank.keys()) {
    const waiting = [first];
    for (let bank = waiting.pop(); bank !== undefined; bank = waiting.pop()) {
      if (seen.has(bank)) continue;
      seen.add(bank);
      const own = byBank.get(bank) ?? [];
      yield { own, isFirst: bank === first };
      waiting.push(...beside(own, byBooks, seen));
    }
  }
}

/** Movements that share a line with one, those seen apart. */
function beside<E extends Edge>(
  own: readonly E[],
  byBooks: ReadonlyMap<number, readonly E[]>,
  seen: ReadonlySet<number>,
) {
  const found = new Set<number>();
  for (const { books } of own) for (const { bank } of byBooks.get(books) ?? []) if (!seen.has(bank)) found.add(bank);
  return found;
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
