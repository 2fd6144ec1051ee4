import { describe, expect, it } from 'vitest';
import { allocate, formatAmount, parseAmount, times, wholeEuros } from '../../../src/services/kernel/money.ts';
import { divideRounded, ratio } from '../../../src/services/kernel/ratio.ts';
import fc from '../../support/property.ts';

describe('amounts', () => {
  it.each([
    ['1234.56', 123456n],
    ['-12,5', -1250n],
    ['.50', 50n],
    ['+12', 1200n],
    ['0000000012,00', 1200n],
    ['1.230', 123n],
  ])('reads %s', (text, cents) => expect(parseAmount(text)).toBe(cents));

  it.each(['', '-', '.', '1.234', '1 000', '1e3', 'x', '1,2,3'])('refuses %j', (text) =>
    expect(parseAmount(text)).toBeUndefined(),
  );

  it('writes what it read', () =>
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
        fc.integer({ min: 0, max: 6 }),
        (units, scale) => {
          expect(parseAmount(formatAmount(units, scale), scale)).toBe(units);
        },
      ),
    ));
});

describe('rounding', () => {
  it.each([
    [5n, 2n, 'halfUp', 3n],
    [-5n, 2n, 'halfUp', -3n],
    [5n, 2n, 'halfEven', 2n],
    [7n, 2n, 'halfEven', 4n],
    [-7n, 2n, 'down', -3n],
    [7n, 3n, 'up', 3n],
  ] as const)('%s / %s %s is %s', (n, d, rounding, expected) => expect(divideRounded(n, d, rounding)).toBe(expected));

  it('rounds a product once', () => expect(times(3800000n, ratio(9, 28), 'halfUp')).toBe(1221429n));
  it('rounds euros half away from zero', () => expect([wholeEuros(150n), wholeEuros(-150n)]).toEqual([2n, -2n]));
});

describe('allocate', () => {
  it('gives the odd cents to the largest remainders, then in order', () =>
    expect(allocate(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]));

  it('loses no cent', () =>
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1 }),
        (total, weights) => {
          fc.pre(weights.some((w) => w > 0n));
          expect(allocate(total, weights).reduce((a, b) => a + b, 0n)).toBe(total);
        },
      ),
    ));

  it('refuses weights that sum to zero', () => expect(() => allocate(1n, [0n])).toThrow(RangeError));
});
