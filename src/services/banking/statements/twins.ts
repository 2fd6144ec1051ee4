/**
 * How many movements alike there really are, from all statements of an account that show them.
 *
 * Statements that overlap (a daily and a monthly one) show the same movements, so of movements alike there are as many
 * as the statement that shows most of them. Statements that follow each other show different ones, so those add up: it
 * is what keeps both tickets when one day is split over two files. One follows another when it begins on the very day
 * and balance with which the other ended, directly or through statements of that day in between; days alone prove
 * nothing, as banks date balances loosely. Hence the number of twins is the heaviest chain of statements that follow
 * each other, and the twins of a statement are numbered after the heaviest chain before it. All of it depends on the set
 * of statements alone, never on their order of arrival, and a statement that comes only ever adds.
 *
 * Statements that lead from a balance and back to it within one day follow each other too, in no order that matters.
 */

import { groupBy } from '../../kernel/group-by.ts';
import { type DayChain, dayChain, type Span } from './day-chain.ts';

/** Statements that show movements alike, and how many each of them shows. */
export interface Showing {
  readonly span: Span;
  readonly count: number;
}

/** Begins and ends on one day. */
export const isIntraday = ({ startDate, endDate }: Span): boolean => startDate === endDate;

export class TwinCounter {
  readonly #chains: ReadonlyMap<string, DayChain>;

  /** `intraday`: the account's statements that begin and end on one of the days on which the statements asked about do. */
  constructor(intraday: Iterable<Span>) {
    const linkable = [...intraday].filter((span) => span.isLinkable && isIntraday(span));
    const days = groupBy(linkable, ({ startDate }) => startDate);
    this.#chains = new Map([...days].map(([day, spans]) => [day, dayChain(spans)]));
  }

  /** For each statement, how many twins come before its own: it shows twins `offset + 1` to `offset + count`. */
  offsets(showings: readonly Showing[]): ReadonlyMap<number, number> {
    const tally = new Tally(showings);
    const linkable = showings.map(({ span }) => span).filter(isOrdered);
    const ending = groupBy(linkable, ({ endDate }) => endDate);
    for (const [day, starting] of byStartDay(linkable)) {
      const reached = this.#walk(day, ending.get(day) ?? [], tally);
      for (const span of starting) tally.place(span, reached.get(span.startUnits) ?? 0);
    }
    for (const { span } of showings) tally.place(span, 0);
    return tally.offsets;
  }

  /** The heaviest chain that leads to each balance of the day; the statements inside the day get their offsets here. */
  #walk(day: string, ending: readonly Span[], tally: Tally): ReadonlyMap<bigint, number> {
    const reached = new Map<bigint, number>();
    const arrive = (units: bigint, chain: number) => reached.set(units, Math.max(reached.get(units) ?? 0, chain));
    for (const span of ending) if (!isIntraday(span)) arrive(span.endUnits, tally.upTo(span));
    for (const { balances, inside, leaving } of this.#chains.get(day) ?? []) {
      let chain = balances.reduce((most, units) => Math.max(most, reached.get(units) ?? 0), 0);
      for (const span of inside) chain = tally.place(span, chain);
      for (const units of balances) arrive(units, chain);
      for (const span of leaving) arrive(span.endUnits, tally.place(span, chain));
    }
    return reached;
  }
}

const isOrdered = ({ isLinkable, startDate, endDate }: Span): boolean => isLinkable && startDate <= endDate;

/** The offsets found so far. */
class Tally {
  readonly offsets = new Map<number, number>();
  readonly #counts: ReadonlyMap<number, number>;

  constructor(showings: readonly Showing[]) {
    this.#counts = new Map(showings.map(({ span, count }) => [span.id, count]));
  }

  /** Puts a statement after a chain, unless it has its place already; returns the chain with it. */
  place({ id }: Span, chain: number): number {
    const count = this.#counts.get(id);
    if (count === undefined) return chain;
    if (!this.offsets.has(id)) this.offsets.set(id, chain);
    return chain + count;
  }

  /** The heaviest chain that ends with a statement. */
  upTo({ id }: Span): number {
    return (this.offsets.get(id) ?? 0) + (this.#counts.get(id) ?? 0);
  }
}

const byStartDay = (spans: readonly Span[]) =>
  [...groupBy(spans, ({ startDate }) => startDate)].sort(([a], [b]) => (a < b ? -1 : 1));
