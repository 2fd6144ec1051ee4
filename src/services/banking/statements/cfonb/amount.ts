/**
 * Amounts of CFONB 120: 13 digits, then one character that holds the last digit and the sign ("overpunch").
 * `{` A-I are 0-9 credit, `}` J-R are 0-9 debit. Lower-case letters and `é` `è` (what `{` `}` become after a transfer
 * through the French 7-bit set) are read alike. 14 digits stay below 2^53, so minor units are exact in a number.
 */
import { formatAmount } from '../../../kernel/money.ts';

const AMOUNT_LENGTH = 14;
/** The largest amount a record can hold, in minor units. */
export const AMOUNT_LIMIT = 99_999_999_999_999;

const CREDIT = '{ABCDEFGHI';
const DEBIT = '}JKLMNOPQR';

/** Last byte of an amount: 0-9 credit, 16-25 debit with the digit in the low bits, 255 anything else. */
const OVERPUNCH = overpunchTable();

function overpunchTable(): Uint8Array {
  const table = new Uint8Array(256).fill(255);
  for (const [credits, debits] of [
    [CREDIT, DEBIT],
    [CREDIT.toLowerCase(), DEBIT.toLowerCase()],
    ['é', 'è'],
  ] as const) {
    [...credits].forEach((character, digit) => {
      table[character.charCodeAt(0)] = digit;
    });
    [...debits].forEach((character, digit) => {
      table[character.charCodeAt(0)] = 16 + digit;
    });
  }
  return table;
}

/** Minor units of the amount at `at`, never -0; NaN when the 14 bytes are no amount. */
export function readAmount(bytes: Uint8Array, at: number): number {
  const units = readDigits(bytes, at, AMOUNT_LENGTH - 1);
  const last = OVERPUNCH[bytes[at + AMOUNT_LENGTH - 1] ?? 0] ?? 255;
  if (last === 255) return Number.NaN;
  const magnitude = units * 10 + (last & 15);
  return last < 16 || magnitude === 0 ? magnitude : -magnitude;
}

/** The unsigned number in `length` (at most 15) bytes; NaN when one is no digit. */
export function readDigits(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = at; index < at + length; index++) {
    const digit = (bytes[index] ?? 0) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** The 14 characters of an amount. Throws RangeError beyond 14 digits. */
export function writeAmount(units: number): string {
  if (!Number.isSafeInteger(units) || Math.abs(units) > AMOUNT_LIMIT)
    throw new RangeError(`amount out of range: ${units}`);
  const digits = String(Math.abs(units)).padStart(AMOUNT_LENGTH, '0');
  const last = (units < 0 ? DEBIT : CREDIT).charAt(Number(digits.slice(-1)));
  return digits.slice(0, -1) + last;
}

/** Minor units as a plain decimal with all its decimals: `-190.40`; never `-0.00`. */
export const formatUnits = (units: number | bigint, decimals: number): string => formatAmount(BigInt(units), decimals);

/** Adds any count of amounts exactly: in a number while it stays safe, carried over to a bigint before it is not. */
export class ExactSum {
  #near = 0;
  #far = 0n;

  add(units: number): void {
    this.#near += units;
    if (this.#near > 8e15 || this.#near < -8e15) {
      this.#far += BigInt(this.#near);
      this.#near = 0;
    }
  }

  get total(): bigint {
    return this.#far + BigInt(this.#near);
  }
}
