/** How the VAT of an entry is spread over rates. */
import { expect, it } from 'vitest';
import { fittingRate, merged, type Spread } from '../../../../src/services/vat/allocation/spread.ts';

it.each([
  [10_000n, 2000n, '_20'],
  [10_000n, 551n, '_055'],
  [10_000n, 1500n, undefined],
  [10n, 1n, undefined],
  [10_000n, 0n, undefined],
])('a base of %s with %s of tax bears %s', (base, tax, rate) => expect(fittingRate(base, tax, 'Mainland')).toBe(rate));

it('what is at one rate is one amount', () => {
  const at = (vatRate: string, taxExcludedAmount: bigint): Spread => ({
    vatRate,
    taxExcludedAmount,
    vatAmount: taxExcludedAmount / 5n,
    vatAmountToDeclare: 0n,
    vatAmountDeclared: 0n,
    vatAmountDeferred: 0n,
    priorPeriodTaxExcludedAmount: 0n,
    priorPeriodVatAmount: 0n,
  });
  expect(merged([at('_10', 5n), at('_20', 100n), at('_20', 50n)])).toEqual([at('_20', 150n), at('_10', 5n)]);
});
