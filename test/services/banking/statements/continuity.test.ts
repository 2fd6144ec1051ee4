import { describe, expect, it } from 'vitest';
import { findGaps, type StatementBounds } from '../../../../src/services/banking/statements/continuity.ts';
import fc from '../../../support/property.ts';

const bounds = (start: number, from: number, end: number, to: number): StatementBounds => ({
  start: { date: `2026-03-${String(start).padStart(2, '0')}`, units: BigInt(from) },
  end: { date: `2026-03-${String(end).padStart(2, '0')}`, units: BigInt(to) },
});
const gaps = (...statements: StatementBounds[]) =>
  findGaps(statements, 2).map(({ from, to, difference }) => `${from.date.slice(8)} ${to.date.slice(8)} ${difference}`);

describe('statements follow each other', () => {
  it.each<[string, StatementBounds[], string[]]>([
    ['one after the other', [bounds(1, 0, 2, 10), bounds(2, 10, 3, 20)], []],
    ['a balance apart', [bounds(1, 0, 2, 10), bounds(2, 15, 3, 20)], ['02 02 0.05']],
    ['days apart', [bounds(1, 0, 2, 10), bounds(4, 10, 5, 20)], ['02 04 0.00']],
    ['inside a longer one', [bounds(1, 0, 31, 99), bounds(4, 7, 5, 9), bounds(9, 1, 10, 2)], []],
    ['beside a longer one of the same beginning', [bounds(1, 0, 31, 99), bounds(1, 0, 2, 5)], []],
    ['parts of one day', [bounds(1, 0, 2, 10), bounds(2, 10, 2, 12), bounds(2, 12, 3, 20)], []],
    ['a longer one after a hole', [bounds(1, 0, 2, 10), bounds(5, 30, 31, 99), bounds(5, 30, 6, 33)], ['02 05 0.20']],
  ])('%s', (_, statements, expected) => {
    expect(gaps(...statements)).toEqual(expected);
  });

  it('whatever the order in which they came', () => {
    const some = fc.array(
      fc
        .tuple(fc.integer({ min: 1, max: 9 }), fc.nat(3), fc.nat(3), fc.nat(3))
        .map(([start, from, days, to]) => bounds(start, from, start + days, to)),
      { maxLength: 6 },
    );
    const orders = some.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(orders, ([all, shuffled]) => {
        expect(gaps(...shuffled)).toEqual(gaps(...all));
      }),
      { numRuns: 500 },
    );
  });
});
