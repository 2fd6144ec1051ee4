/** The statements of one account inside one day, put in order by their balances. */
import { groupBy } from './group-by.ts';
import type { Span } from './twins.ts';

export interface DayChain {
  /** Each statement comes after those that lead to its old balance. */
  readonly spans: readonly Span[];
  /** Balances that come back within the day, or lie between two that do: they tell no order. */
  readonly returning: ReadonlySet<bigint>;
}

/**
 * Balances are places, statements the ways between them. Ways are taken off from the places that nothing leads to, then
 * from those that lead nowhere; what is left goes round in circles.
 */
export function dayChain(spans: readonly Span[]): DayChain {
  const { taken: first, left } = peel(
    spans,
    (span) => span.startUnits,
    (span) => span.endUnits,
  );
  const { taken: last, left: circles } = peel(
    left,
    (span) => span.endUnits,
    (span) => span.startUnits,
  );
  return {
    spans: [...first, ...last.reverse()],
    returning: new Set(circles.flatMap(({ startUnits, endUnits }) => [startUnits, endUnits])),
  };
}

/** Takes the ways off every place that no way enters, again and again. */
function peel(spans: readonly Span[], from: (span: Span) => bigint, to: (span: Span) => bigint) {
  const leaving = groupBy(spans, from);
  const entering = new Map<bigint, number>();
  for (const span of spans) entering.set(to(span), (entering.get(to(span)) ?? 0) + 1);
  const free = [...leaving.keys()].filter((place) => !entering.has(place));
  const taken: Span[] = [];
  for (let place = free.pop(); place !== undefined; place = free.pop()) {
    for (const span of leaving.get(place) ?? []) {
      taken.push(span);
      const left = (entering.get(to(span)) ?? 0) - 1;
      entering.set(to(span), left);
      if (left === 0) free.push(to(span));
    }
  }
  const gone = new Set(taken);
  return { taken, left: spans.filter((span) => !gone.has(span)) };
}
