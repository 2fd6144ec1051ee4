/**
 * Amounts as integer cents, read straight from bytes. Legal form: digits, a comma before the decimals, one sign first
 * or last, no thousands separator (LPF art. A. 47 A-1, XII). Cents are safe integers here: an amount has at most 13
 * digits before the comma, and every sum is guarded.
 */

import { type Cents, formatAmount } from '../../kernel/money.ts';

const ZERO = 0x30;
const NINE = 0x39;
const SPACE = 0x20;
const COMMA = 0x2c;
const DOT = 0x2e;
const PLUS = 0x2b;
const MINUS = 0x2d;
const MAX_UNITS = 9_999_999_999_999;

export type AmountFault = 'FEC041' | 'FEC042' | 'FEC042.large';

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE;
const isSign = (byte: number | undefined): boolean => byte === PLUS || byte === MINUS;

/** One amount at a time: `read` fills the fields, so that millions of amounts allocate nothing. */
export class AmountReader {
  /** Zero when blank or faulty. */
  cents = 0;
  fault: AmountFault | undefined;
  /** Written with a decimal dot. */
  dotted = false;
  /** Had a third decimal other than zero: rounded half away from zero. */
  rounded = false;

  #units = 0;
  #digits = 0;
  #decimals = 0;
  #fraction = 0;
  #third = 0;
  #separators = 0;
  #spaces = 0;
  #dots = 0;
  #junk = false;

  /** Reads the trimmed bytes from `start` to `end`; blank is zero. */
  read(bytes: Uint8Array, start: number, end: number): void {
    this.cents = 0;
    this.fault = undefined;
    this.dotted = false;
    this.rounded = false;
    if (start === end) return;
    const signFirst = isSign(bytes[start]);
    const signLast = !signFirst && isSign(bytes[end - 1]);
    const from = signFirst ? start + 1 : start;
    const to = signLast ? end - 1 : end;
    this.#scan(bytes, from, to);
    this.fault = this.#faultOf(bytes, from, to);
    if (this.fault !== undefined) return;
    const minus = (signFirst && bytes[start] === MINUS) || (signLast && bytes[end - 1] === MINUS);
    this.#settle(minus);
  }

  #scan(bytes: Uint8Array, from: number, to: number): void {
    this.#units = 0;
    this.#digits = 0;
    this.#decimals = 0;
    this.#fraction = 0;
    this.#third = 0;
    this.#separators = 0;
    this.#spaces = 0;
    this.#dots = 0;
    this.#junk = false;
    for (let i = from; i < to; i++) {
      const byte = bytes[i] as number;
      if (byte >= ZERO && byte <= NINE) this.#digit(byte - ZERO);
      else this.#mark(byte);
    }
  }

  #digit(digit: number): void {
    this.#digits++;
    if (this.#separators === 0) {
      // Past the limit the value no longer matters, only that it is past.
      if (this.#units <= MAX_UNITS) this.#units = this.#units * 10 + digit;
      return;
    }
    this.#decimals++;
    if (this.#decimals === 1) this.#fraction = digit * 10;
    else if (this.#decimals === 2) this.#fraction += digit;
    else if (this.#decimals === 3) this.#third = digit;
  }

  #mark(byte: number): void {
    if (byte === COMMA) this.#separators++;
    else if (byte === DOT) {
      this.#separators++;
      this.#dots++;
    } else if (byte === SPACE) this.#spaces++;
    else this.#junk = true;
  }

  #faultOf(bytes: Uint8Array, from: number, to: number): AmountFault | undefined {
    if (this.#junk || this.#digits === 0) return 'FEC042';
    if (this.#spaces > 0) return isDigit(bytes[from]) && isGroupEnd(bytes[to - 1]) ? 'FEC041' : 'FEC042';
    if (this.#separators > 1) return 'FEC041';
    return this.#units > MAX_UNITS ? 'FEC042.large' : undefined;
  }

  #settle(minus: boolean): void {
    // Half away from zero to the cent, so the third decimal alone decides.
    const magnitude = this.#units * 100 + this.#fraction + (this.#third >= 5 ? 1 : 0);
    this.cents = minus ? -magnitude : magnitude;
    this.dotted = this.#dots === 1;
    this.rounded = this.#third !== 0;
  }
}

/** A grouped number ends with a digit or with its decimal separator; `- 12` and `12 -` are no numbers at all. */
const isGroupEnd = (byte: number | undefined): boolean => isDigit(byte) || byte === COMMA || byte === DOT;

/** `1234,56`, as a FEC writes it. */
export const fecAmount = (cents: number | bigint): string => formatAmount(BigInt(cents)).replace('.', ',');

/** A total without limit, kept in a plain number until it would leave the exact integers. */
export class CentsTotal {
  #high = 0n;
  #low = 0;

  add(cents: number): void {
    this.#low += cents;
    if (this.#low > SPILL || this.#low < -SPILL) {
      this.#high += BigInt(this.#low);
      this.#low = 0;
    }
  }

  get cents(): Cents {
    return this.#high + BigInt(this.#low);
  }
}

const SPILL = 2 ** 52;
