/**
 * Money is an integer number of minor units (cents unless another scale is named) in a bigint.
 * Decimal strings exist only at the edges: files, JSON, SQL and screens.
 */
import { divideRounded, type Ratio, type Rounding } from './ratio.ts';

/** An amount in integer cents. */
export type Cents = bigint;

const DECIMAL = /^([+-]?)(\d{0,18})(?:[.,](\d{0,9}))?$/;

/**
 * Reads `1234.56`, `-12,5`, `.50` or `12` as minor units of `scale` decimals.
 * Returns undefined when the text is no decimal, or holds a non-zero digit beyond the scale.
 */
export function parseAmount(text: string, scale = 2): Cents | undefined {
  const match = DECIMAL.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = '', decimals = ''] = match;
  if (whole === '' && decimals === '') return undefined;
  if (/[1-9]/.test(decimals.slice(scale))) return undefined;
  const units = BigInt(whole + decimals.slice(0, scale).padEnd(scale, '0') || '0');
  return sign === '-' ? -units : units;
}

/** Writes minor units as a plain decimal: `formatAmount(-1205n)` is `-12.05`; never `-0.00`. */
export function formatAmount(units: Cents, scale = 2): string {
  if (units === 0n && scale === 2) return '0.00';
  const digits = magnitude(units)
    .toString()
    .padStart(scale + 1, '0');
  const cut = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
  return units < 0n ? `-${text}` : text;
}

/** Without its sign. */
export const magnitude = (amount: Cents): Cents => (amount < 0n ? -amount : amount);

/** `amount × ratio`, rounded once under the named rounding. */
export const times = (amount: Cents, factor: Ratio, rounding: Rounding): Cents =>
  divideRounded(amount * factor.numerator, factor.denominator, rounding);

/** Cents to whole euros, half away from zero: the rule of tax forms. */
export const wholeEuros = (amount: Cents): bigint => divideRounded(amount, 100n, 'halfUp');

/**
 * Splits `total` in proportion to `weights` so that the parts sum to `total` exactly: floor of each share,
 * then one unit each to the largest remainders, ties in the order given. Throws RangeError when weights sum to zero.
 */
export function allocate(total: Cents, weights: readonly bigint[]): Cents[] {
  const sum = weights.reduce((a, b) => a + b, 0n);
  if (sum === 0n || weights.some((w) => w < 0n)) throw new RangeError('weights must be positive and not sum to zero');
  const sign = total < 0n ? -1n : 1n;
  const magnitude = total * sign;
  const parts = weights.map((w) => (magnitude * w) / sum);
  const left = Number(magnitude - parts.reduce((a, b) => a + b, 0n));
  const byRemainder = weights
    .map((w, index) => ({ index, remainder: (magnitude * w) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts.map((part) => part * sign);
}
