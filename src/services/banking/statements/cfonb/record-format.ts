/** The two record families, as the scanner needs them: length, record codes, and what may have lost its blanks. */
import { readAmount } from './amount.ts';

/** A record code as its two bytes, first in the high byte. */
export const recordCode = (text: string): number => (text.charCodeAt(0) << 8) | text.charCodeAt(1);

export interface RecordFormat {
  readonly name: 'cfonb120' | 'cfonb240';
  readonly length: number;
  readonly codes: readonly string[];
  /** Bytes alike in neighbouring records, used to find the next record again in data without line breaks. */
  readonly mark: { readonly from: number; readonly to: number };
  /**
   * Whether a record of `size` characters, completed with blanks or cut after its length, can have lost nothing: its
   * last field that must be there is there, and where it is an amount it can be read.
   */
  isWhole(bytes: Uint8Array, at: number, size: number): boolean;
}

const CODE_05 = recordCode('05');
const CODE_31 = recordCode('31');

/** Complements need their qualifier, other records their amount, which ends at 104. */
export const CFONB_120: RecordFormat = {
  name: 'cfonb120',
  length: 120,
  codes: ['01', '04', '05', '07'],
  mark: { from: 2, to: 7 },
  isWhole: (bytes, at, size) =>
    codeAt(bytes, at) === CODE_05 ? size >= 48 : size >= 104 && !Number.isNaN(readAmount(bytes, at + 90)),
};

/** Headers need their account; other records end with their amount. */
export const CFONB_240: RecordFormat = {
  name: 'cfonb240',
  length: 240,
  codes: ['31', '34', '36', '39'],
  mark: { from: 8, to: 10 },
  isWhole: (bytes, at, size) =>
    codeAt(bytes, at) === CODE_31 ? size >= 42 : size >= 240 && isDigits(bytes, at + 228, at + 240),
};

export const codeAt = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** The same bytes, to be compared several at a time. */
export const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** Digits in a range of bytes, which must be present. */
export function isDigits(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    const byte = bytes[index] ?? 0;
    if (byte < 48 || byte > 57) return false;
  }
  return true;
}

/** 1 at the value of each code, see `recordCode`. */
export function codeTable(codes: readonly string[]): Uint8Array {
  const table = new Uint8Array(65_536);
  for (const code of codes) table[recordCode(code)] = 1;
  return table;
}
