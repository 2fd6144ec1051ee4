/** Exact fractions: rates, coefficients and prorata stay fractions until the one named rounding. */

export interface Ratio {
  readonly numerator: bigint;
  /** Always positive. */
  readonly denominator: bigint;
}

export type Rounding = 'halfUp' | 'halfEven' | 'down' | 'up';

/** Builds `numerator / denominator`, reduced, with a positive denominator. Throws RangeError on a zero denominator. */
export function ratio(numerator: bigint | number, denominator: bigint | number = 1n): Ratio {
  const n = BigInt(numerator);
  const d = BigInt(denominator);
  if (d === 0n) throw new RangeError('a ratio cannot have a zero denominator');
  const sign = d < 0n ? -1n : 1n;
  const divisor = gcd(n < 0n ? -n : n, d < 0n ? -d : d) || 1n;
  return { numerator: (sign * n) / divisor, denominator: (sign * d) / divisor };
}

/** Reads a plain decimal (`1.75`, `-0,5`, `20`) as an exact fraction; undefined when it is not one. */
export function parseRatio(text: string): Ratio | undefined {
  const match = /^([+-]?)(\d{1,30})(?:[.,](\d{1,30}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = '0', decimals = ''] = match;
  const value = ratio(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  return sign === '-' ? negate(value) : value;
}

export const ZERO: Ratio = { numerator: 0n, denominator: 1n };
export const ONE: Ratio = { numerator: 1n, denominator: 1n };

export const negate = (a: Ratio): Ratio => ({ numerator: -a.numerator, denominator: a.denominator });

export const add = (a: Ratio, b: Ratio): Ratio =>
  ratio(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);

export const subtract = (a: Ratio, b: Ratio): Ratio => add(a, negate(b));

export const multiply = (a: Ratio, b: Ratio): Ratio => ratio(a.numerator * b.numerator, a.denominator * b.denominator);

export const divide = (a: Ratio, b: Ratio): Ratio => ratio(a.numerator * b.denominator, a.denominator * b.numerator);

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compare(a: Ratio, b: Ratio): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The integer nearest to `numerator / denominator` under the named rounding; `halfUp` is half away from zero. */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator === 0n) throw new RangeError('division by zero');
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const quotient = n / d;
  const magnitude = quotient + roundsAway(n % d, d, quotient, rounding);
  return negative ? -magnitude : magnitude;
}

function roundsAway(remainder: bigint, divisor: bigint, quotient: bigint, rounding: Rounding): bigint {
  if (remainder === 0n || rounding === 'down') return 0n;
  if (rounding === 'up') return 1n;
  const twice = remainder * 2n;
  if (twice !== divisor) return twice > divisor ? 1n : 0n;
  return rounding === 'halfUp' ? 1n : quotient % 2n; // halfEven: only an odd quotient moves
}

function gcd(a: bigint, b: bigint): bigint {
  let x = a;
  let y = b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

const PLACES = 6;

/** A fraction as decimal text, `factor` times: 7/4 is `1.75`, 1/5 of 100 is `20`. Six places at most. */
export function formatRatio({ numerator, denominator }: Ratio, factor = 1n): string {
  const units = divideRounded(numerator * factor * 10n ** BigInt(PLACES), denominator, 'halfUp');
  const digits = String(units).padStart(PLACES + 1, '0');
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
}
