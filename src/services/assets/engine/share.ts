/**
 * The one rounding of the schedules: `amount × numerator / denominator` to the nearest cent, halves away from zero
 * (rule C1). Amounts here are integer cents in safe-integer numbers, which the inner loops of 100,000 schedules need;
 * a product too large to be exact is computed in bigint instead, so no cent is ever lost.
 */
import type { Cents } from '../../kernel/money.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import { assetRuleErrors } from './errors.ts';

/** Ten thousand billion euros: sums of a few amounts below it stay exact in a number. */
const LARGEST = 10 ** 15;

/*
 * floor(fl(a / b)) equals floor(a / b) for positive integers when a + b <= 2^53: the distance from a/b to the next
 * integer is at least 1/b, more than half a unit in the last place. Here a = 2p + d and b = 2d.
 */
const LARGEST_PRODUCT = 2 ** 51;
const LARGEST_DIVISOR = 2 ** 50;

/** `amount × numerator / denominator`, rounded half away from zero. The denominator is positive. */
export function share(amount: number, numerator: number, denominator: number): number {
  const product = amount * numerator;
  return product >= 0 && product <= LARGEST_PRODUCT && denominator <= LARGEST_DIVISOR
    ? Math.floor((2 * product + denominator) / (2 * denominator))
    : largeShare(amount, numerator, denominator);
}

const largeShare = (amount: number, numerator: number, denominator: number): number =>
  Number(divideRounded(BigInt(amount) * BigInt(numerator), BigInt(denominator), 'halfUp'));

/** Cents as a safe-integer number. Throws AmountTooLarge from ten thousand billion euros on. */
export function smallCents(amount: Cents): number {
  const value = Number(amount);
  if (value > LARGEST || value < -LARGEST) throw assetRuleErrors.AmountTooLarge({ amount: String(amount / 100n) });
  return value;
}
