/**
 * The encoding of a line: ISO-8859-1, unless its bytes are UTF-8 with multi-byte sequences. One accent is one byte in
 * the first and two in the second, so the wrong choice would shift every column after it, the amount included.
 */

const BLANK = 32;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function hasHighByte(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if ((bytes[index] ?? 0) > 127) return true;
  return false;
}

/** The text of a UTF-8 line with multi-byte sequences, one UTF-16 unit per character; null when it is not such. */
export function multiByteText(bytes: Uint8Array, from: number, to: number): string | null {
  if (!hasHighByte(bytes, from, to)) return null;
  try {
    return utf8.decode(bytes.subarray(from, to)).replace(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
  } catch {
    return null;
  }
}

/** Where the sequence that holds byte `to` begins, so that a cut there splits no character. */
export function characterBoundary(bytes: Uint8Array, from: number, to: number): number {
  let cut = to;
  while (cut > from && cut > to - 4 && isContinuation(bytes[cut] ?? 0)) cut -= 1;
  return cut;
}

/** The byte after `count` UTF-8 characters, `to` at most. */
export function afterCharacters(bytes: Uint8Array, from: number, to: number, count: number): number {
  let left = count;
  for (let index = from; index < to; index++) {
    if (isContinuation(bytes[index] ?? 0)) continue;
    if (left === 0) return index;
    left -= 1;
  }
  return to;
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

const SEQUENCE = /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/g;

/** Characters of a line that holds UTF-8 sequences among ISO-8859-1 ones, each sequence counted once. */
export const mixedLength = (bytes: Buffer, from: number, to: number): number =>
  bytes.toString('latin1', from, to).replace(SEQUENCE, '?').length;

/** Nothing but blanks and control characters. */
export function isInkless(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if ((bytes[index] ?? 0) > BLANK) return false;
  return true;
}

/** Files joined end to end keep their byte-order marks in the middle. */
export const startsWithBom = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
