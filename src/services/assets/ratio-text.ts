import { divideRounded, type Ratio } from '../kernel/ratio.ts';

const PLACES = 6;

/** A fraction as decimal text, `factor` times: 7/4 is `1.75`, 1/5 of 100 is `20`. Six places at most. */
export function formatRatio({ numerator, denominator }: Ratio, factor = 1n): string {
  const units = divideRounded(numerator * factor * 10n ** BigInt(PLACES), denominator, 'halfUp');
  const digits = String(units).padStart(PLACES + 1, '0');
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
}
