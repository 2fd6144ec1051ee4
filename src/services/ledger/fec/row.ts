/** Cuts one record into trimmed fields, in place: positions only, no text is made. */
import type { FecEncoding } from './encoding.ts';

/** Longest record read, separators included; real lines stay under one thousand bytes. */
export const MAX_RECORD_BYTES = 64 * 1024;

const TAB = 0x09;
const SPACE = 0x20;
const LF = 0x0a;
const CR = 0x0d;
const NO_BREAK_SPACE = 0xa0;

const SEPARATOR = 1;
const LINE_END = 2;
const DROPPED = 4;
const CONTROL = 8;
/** May begin a no-break space. */
const SPACE_LEAD = 16;

/** The kind of each byte: what is not named is text. */
function byteKinds(separator: number, encoding: FecEncoding): Uint8Array {
  const kinds = new Uint8Array(256);
  kinds.fill(CONTROL, 0x01, 0x20);
  kinds[0x00] = DROPPED;
  kinds[TAB] = 0;
  kinds[LF] = LINE_END;
  kinds[CR] = LINE_END;
  if (encoding === 'utf-8') {
    kinds[0xc2] = SPACE_LEAD;
    kinds[0xe2] = SPACE_LEAD;
  } else kinds[NO_BREAK_SPACE] = SPACE_LEAD;
  kinds[separator] = SEPARATOR;
  return kinds;
}

export class Row {
  bytes: Buffer = Buffer.alloc(0);
  /** Number of fields. */
  count = 0;
  /** Trimmed start and end of each field in `bytes`. */
  readonly starts = new Int32Array(MAX_RECORD_BYTES + 2);
  readonly ends = new Int32Array(MAX_RECORD_BYTES + 2);
  /** The forbidden control byte of the record and its field, or -1. */
  controlByte = -1;
  controlField = -1;
  readonly #kinds: Uint8Array;
  readonly #isUtf8: boolean;
  /** Kinds of bytes met in the marked record. */
  #flags = 0;

  constructor(separator: number, encoding: FecEncoding) {
    this.#kinds = byteKinds(separator, encoding);
    this.#isUtf8 = encoding === 'utf-8';
  }

  isBlank(field: number): boolean {
    return this.starts[field] === this.ends[field];
  }

  /**
   * Marks the fields of the record that begins at `start`, looking no further than `limit`.
   * Returns where it ends, a line end or `limit`; `finish` must follow once the caller knows the record is whole.
   */
  mark(bytes: Buffer, start: number, limit: number): number {
    this.bytes = bytes;
    this.#scan(start, limit);
    return this.ends[this.count - 1] as number;
  }

  /** Makes the marked record readable: NUL and no-break spaces replaced, forbidden bytes noted, fields trimmed. */
  finish(): void {
    const start = this.starts[0] as number;
    const flags = this.#flags;
    this.controlByte = -1;
    if ((flags & (DROPPED | SPACE_LEAD)) !== 0) this.#scan(start, this.#rewrite(start));
    if ((flags & CONTROL) !== 0) this.#findControl(start);
    this.#trim();
  }

  /** The loop that sees every byte: fills the fields and the kinds met. */
  #scan(start: number, limit: number): void {
    const { bytes, starts, ends } = this;
    const kinds = this.#kinds;
    let field = 0;
    let flags = 0;
    let at = start;
    starts[0] = start;
    for (; at < limit; at++) {
      const kind = kinds[bytes[at] as number] as number;
      if (kind === 0) continue;
      if (kind === SEPARATOR) {
        ends[field++] = at;
        starts[field] = at + 1;
      } else if (kind === LINE_END) break;
      else if (kind !== SPACE_LEAD || this.#noBreakLength(at, limit) > 0) flags |= kind;
    }
    ends[field] = at;
    this.count = field + 1;
    this.#flags = flags;
  }

  #trim(): void {
    const { bytes, starts, ends } = this;
    for (let field = 0; field < this.count; field++) {
      let from = starts[field] as number;
      let to = ends[field] as number;
      while (from < to && isSpace(bytes[from] as number)) from++;
      while (to > from && isSpace(bytes[to - 1] as number)) to--;
      starts[field] = from;
      ends[field] = to;
    }
  }

  /** Drops NUL and turns no-break spaces to spaces, moving bytes to the left; returns the new end of the record. */
  #rewrite(start: number): number {
    const { bytes } = this;
    const end = this.ends[this.count - 1] as number;
    let to = start;
    for (let from = start; from < end; ) {
      const length = this.#noBreakLength(from, end);
      if (length > 0) bytes[to++] = SPACE;
      else if (bytes[from] !== 0) bytes[to++] = bytes[from] as number;
      from += Math.max(length, 1);
    }
    return to;
  }

  /** Bytes of the no-break space at `at`, or 0: U+00A0, and in UTF-8 also U+2007 and U+202F. */
  #noBreakLength(at: number, end: number): number {
    const { bytes } = this;
    if (!this.#isUtf8) return bytes[at] === NO_BREAK_SPACE ? 1 : 0;
    if (bytes[at] === 0xc2) return at + 1 < end && bytes[at + 1] === NO_BREAK_SPACE ? 2 : 0;
    if (bytes[at] !== 0xe2 || at + 2 >= end || bytes[at + 1] !== 0x80) return 0;
    return bytes[at + 2] === 0xaf || bytes[at + 2] === 0x87 ? 3 : 0;
  }

  #findControl(start: number): void {
    const end = this.ends[this.count - 1] as number;
    for (let at = start, field = 0; at < end && this.controlByte < 0; at++) {
      const kind = this.#kinds[this.bytes[at] as number] as number;
      if (kind === SEPARATOR) field++;
      if (kind !== CONTROL) continue;
      this.controlByte = this.bytes[at] as number;
      this.controlField = field;
    }
  }
}

const isSpace = (byte: number): boolean => byte === SPACE || byte === TAB;
