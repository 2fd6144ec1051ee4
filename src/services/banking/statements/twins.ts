/**
 * How many movements alike there really are, from all statements of an account that show them.
 *
 * Statements that overlap (a daily and a monthly one) show the same movements, so of movements alike there are as many
 * as the statement that shows most of them. Statements that follow each other show different ones, so those add up: it
 * is what keeps both tickets when one day is split over two files. A follows B when B ended on an earlier day, or ended
 * on the very day and balance at which A begins, directly or through statements of that day in between. Hence the
 * number of twins is the heaviest chain of statements that follow each other, and the twins of a statement are numbered
 * after the heaviest chain before it. All of it depends on the set of statements alone, never on their order of arrival.
 *
 * A balance that comes back within one day links nothing: what begins there may be the whole day again.
 */
import { type DayChain, dayChain } from './day-chain.ts';
import { groupBy } from './group-by.ts';

/** A statement as a stretch of the account's life. Days are `YYYY-MM-DD`, balances minor units. */
export interface Span {
  readonly id: number;
  readonly startDate: string;
  readonly startUnits: bigint;
  readonly endDate: string;
  readonly endUnits: bigint;
  /** It has movements and its balances agree: its balances may link it to other statements. */
  readonly isLinkable: boolean;
}

/** Statements that show movements alike, and how many each of them shows. */
export interface Showing {
  readonly span: Span;
  readonly count: number;
}

const firstDay = ({ startDate, endDate }: Span): string => (startDate < endDate ? startDate : endDate);
const lastDay = ({ startDate, endDate }: Span): string => (startDate < endDate ? endDate : startDate);

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
    const offsets = new Map<number, number>();
    const counts = new Map(showings.map(({ span, count }) => [span.id, count]));
    const weight = ({ id }: Span) => (offsets.get(id) ?? 0) + (counts.get(id) ?? 0);
    const spans = showings.map(({ span }) => span);
    const ended = [...spans].sort((a, b) => compare(lastDay(b), lastDay(a)));
    let heaviest = 0;
    for (const [day, starting] of byFirstDay(spans)) {
      for (let next = ended.at(-1); next && lastDay(next) < day; next = ended.at(-1)) {
        heaviest = Math.max(heaviest, weight(next));
        ended.pop();
      }
      const arriving = spans.filter((span) => span.isLinkable && span.endDate === day && span.startDate < day);
      const reached = this.#walk(day, heaviest, arriving, { offsets, counts, weight });
      for (const span of starting) {
        const link = span.isLinkable ? reached.get(span.startUnits) : undefined;
        if (!offsets.has(span.id)) offsets.set(span.id, Math.max(heaviest, link ?? 0));
      }
    }
    return offsets;
  }

  /** The heaviest chain that leads to each balance of the day; the statements inside the day get their offsets here. */
  #walk(day: string, heaviest: number, arriving: readonly Span[], { offsets, counts, weight }: Weights) {
    const { spans, returning } = this.#chains.get(day) ?? EMPTY_DAY;
    const reached = new Map<bigint, number>();
    const arrive = (units: bigint, chain: number) => {
      if (!returning.has(units)) reached.set(units, Math.max(reached.get(units) ?? 0, chain));
    };
    for (const span of arriving) arrive(span.endUnits, weight(span));
    for (const span of spans) {
      const before = Math.max(heaviest, reached.get(span.startUnits) ?? 0);
      if (counts.has(span.id)) offsets.set(span.id, before);
      arrive(span.endUnits, before + (counts.get(span.id) ?? 0));
    }
    return reached;
  }
}

interface Weights {
  readonly offsets: Map<number, number>;
  readonly counts: ReadonlyMap<number, number>;
  /** Twins up to the end of a statement. */
  readonly weight: (span: Span) => number;
}

const EMPTY_DAY: DayChain = { spans: [], returning: new Set() };

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byFirstDay = (spans: readonly Span[]) => [...groupBy(spans, firstDay)].sort(([a], [b]) => compare(a, b));
