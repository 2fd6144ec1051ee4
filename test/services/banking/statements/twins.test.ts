import { describe, expect, it } from 'vitest';
import type { Span } from '../../../../src/services/banking/statements/day-chain.ts';
import { type Showing, TwinCounter } from '../../../../src/services/banking/statements/twins.ts';
import fc from '../../../support/property.ts';

const span = (
  id: number,
  start: string,
  startUnits: number,
  end: string,
  endUnits: number,
  isLinkable = true,
): Span => ({
  id,
  startDate: `2026-03-${start}`,
  startUnits: BigInt(startUnits),
  endDate: `2026-03-${end}`,
  endUnits: BigInt(endUnits),
  isLinkable: isLinkable && startUnits !== endUnits,
});

/** Offsets of statements that each show one of the movements alike; `others` show none of them. */
function offsets(spans: readonly Span[], others: readonly Span[] = []): Record<number, number> {
  const showings = spans.map((item) => ({ span: item, count: 1 }));
  return Object.fromEntries(new TwinCounter([...spans, ...others]).offsets(showings));
}

describe('movements alike are the same where statements overlap, others where they follow each other', () => {
  it.each<[string, Span[], Span[], Record<number, number>]>([
    ['daily in monthly', [span(1, '04', 0, '05', 10), span(2, '01', 0, '31', 90)], [], { 1: 0, 2: 0 }],
    [
      'a later day, which proves nothing',
      [span(1, '04', 0, '05', 10), span(2, '06', 10, '09', 20)],
      [],
      { 1: 0, 2: 0 },
    ],
    ['the balance it ended with', [span(1, '04', 0, '05', 10), span(2, '05', 10, '05', 20)], [], { 1: 0, 2: 1 }],
    [
      'the same, given the other way round',
      [span(2, '05', 10, '05', 20), span(1, '04', 0, '05', 10)],
      [],
      { 1: 0, 2: 1 },
    ],
    ['another balance', [span(1, '04', 0, '05', 10), span(2, '05', 11, '05', 20)], [], { 1: 0, 2: 0 }],
    [
      'through one that shows none',
      [span(1, '04', 0, '05', 10), span(3, '05', 15, '05', 25)],
      [span(2, '05', 10, '05', 15)],
      { 1: 0, 3: 1 },
    ],
    [
      'three parts of one day',
      [span(3, '05', 20, '05', 30), span(1, '05', 0, '05', 10), span(2, '05', 10, '05', 20)],
      [],
      { 1: 0, 2: 1, 3: 2 },
    ],
    [
      'the whole day beside its parts',
      [span(1, '04', 0, '05', 10), span(2, '05', 10, '05', 20), span(3, '04', 0, '05', 20)],
      [],
      { 1: 0, 2: 1, 3: 0 },
    ],
    [
      'a balance that comes back',
      [span(1, '05', 0, '05', 10), span(2, '05', 10, '05', 0), span(3, '05', 0, '05', 30)],
      [],
      { 1: 0, 2: 1, 3: 2 },
    ],
    ['a day without change', [span(1, '05', 0, '05', 0), span(2, '05', 0, '31', 90)], [], { 1: 0, 2: 0 }],
    ['one that does not agree', [span(1, '04', 0, '05', 10, false), span(2, '05', 10, '05', 20)], [], { 1: 0, 2: 0 }],
    [
      'beyond a circle',
      [span(1, '05', 50, '05', 60), span(4, '05', 60, '06', 70)],
      [span(2, '05', 0, '05', 50), span(3, '05', 50, '05', 0)],
      { 1: 0, 4: 1 },
    ],
    ['dates turned round', [span(1, '09', 0, '05', 10), span(2, '06', 10, '07', 20)], [], { 1: 0, 2: 0 }],
  ])('%s', (_, spans, others, expected) => {
    expect(offsets(spans, others)).toEqual(expected);
  });

  it('counts what each statement shows', () => {
    const showings = [
      { span: span(1, '04', 0, '05', 10), count: 3 },
      { span: span(2, '05', 10, '06', 20), count: 2 },
      { span: span(3, '06', 20, '08', 30), count: 1 },
    ];
    expect(Object.fromEntries(new TwinCounter([]).offsets(showings))).toEqual({ 1: 0, 2: 3, 3: 5 });
  });
});

const aSpan = fc
  .record({
    start: fc.integer({ min: 1, max: 6 }),
    days: fc.constantFrom(0, 0, 0, 1, 2),
    from: fc.integer({ min: 0, max: 5 }),
    to: fc.integer({ min: 0, max: 5 }),
    isLinkable: fc.boolean(),
    count: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ start, days, from, to, isLinkable, count }) => ({
    span: span(0, `0${start}`, from, `0${start + days}`, to, isLinkable || days === 0),
    count,
  }));
const someSpans = fc
  .array(aSpan, { maxLength: 8 })
  .map((all) => all.map((item, id) => ({ ...item, span: { ...item.span, id } })));

/** The rule word for word: every chain tried. */
function chains(all: readonly Showing[]): Map<number, number> {
  const inDay = all.map(({ span: s }) => s).filter((s) => s.isLinkable && s.startDate === s.endDate);
  const walk = (day: string, from: bigint): Set<bigint> => {
    const reached = new Set<bigint>();
    const visit = (units: bigint) => {
      for (const step of inDay.filter((s) => s.startDate === day && s.startUnits === units)) {
        if (reached.has(step.endUnits)) continue;
        reached.add(step.endUnits);
        visit(step.endUnits);
      }
    };
    visit(from);
    return reached;
  };
  const precedes = (a: Span, b: Span) => {
    if (a.endDate !== b.startDate || !a.isLinkable || !b.isLinkable) return false;
    const leads = (from: Span, to: Span) =>
      from.endUnits === to.startUnits || walk(from.endDate, from.endUnits).has(to.startUnits);
    const isRound = b.endDate === a.startDate && leads(b, a);
    return leads(a, b) && !(isRound && b.id < a.id);
  };
  const showing = all.filter(({ count }) => count > 0);
  const before = (own: Span): number =>
    Math.max(
      0,
      ...showing.filter(({ span: s }) => s.id !== own.id && precedes(s, own)).map((p) => before(p.span) + p.count),
    );
  return new Map(showing.map(({ span: s }) => [s.id, before(s)]));
}

describe('for any statements', () => {
  it('is the heaviest chain, in any order', { tags: 'long' }, () => {
    fc.assert(
      fc.property(
        someSpans.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const counter = new TwinCounter(shuffled.map(({ span: s }) => s));
          const found = counter.offsets(shuffled.filter(({ count }) => count > 0));
          expect(new Map([...found].sort(([a], [b]) => a - b))).toEqual(chains(all));
        },
      ),
      { numRuns: 3000 },
    );
  });
});
