/** Amounts of the demo firm, in integer cents. */
import { type Cents, formatAmount, parseAmount } from '../../../src/services/kernel/money.ts';
import { divideRounded } from '../../../src/services/kernel/ratio.ts';

/** `eur('1234.56')` is 123456n. */
export function eur(text: string): Cents {
  const value = parseAmount(text);
  if (value === undefined) throw new Error(`not an amount: ${text}`);
  return value;
}

/** `amount` × `basisPoints` / 10 000 (2000n is 20 %), to the cent, half up. */
export const share = (amount: Cents, basisPoints: bigint): Cents =>
  divideRounded(amount * basisPoints, 10_000n, 'halfUp');

/** `amount` × `part` / `whole`, to the cent, half up. */
export const prorata = (amount: Cents, part: bigint, whole: bigint): Cents =>
  whole === 0n ? 0n : divideRounded(amount * part, whole, 'halfUp');

export const total = (amounts: Iterable<Cents>): Cents => {
  let result = 0n;
  for (const amount of amounts) result += amount;
  return result;
};

export const most = (a: Cents, b: Cents): Cents => (a > b ? a : b);

/** `-12345.60` as `-12 345,60`, the way the README shows money. */
export const french = (amount: Cents): string =>
  formatAmount(amount)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+(?=,))/g, ' ');
