/**
 * COPY text read from its bytes, value by value: of rows by the hundred thousand, a text for each value and a list for each
 * row take longer than what is made of them.
 */
import type { PlainDate } from '../kernel/dates.ts';
import { decodeLine } from './copy-text.ts';

const [TAB, NEWLINE, BACKSLASH, MINUS, DIGIT_0, LETTER_T] = [9, 10, 92, 45, 48, 116];
/** Digits of an integer that a number holds exactly, and characters of a day. */
const [SAFE_DIGITS, DAY] = [15, 10];
/** Characters of most values that are no text. */
const SHORT = 24;
const NONE = Buffer.alloc(0);

/**
 * Stands on a row; its values are asked for in their order, each once, and all of them before the next row. Rows that were
 * not asked for stay when more come.
 */
export class CopyCursor {
  #bytes: Buffer = NONE;
  #at = 0;
  /** After the last whole row. */
  #last = 0;
  /** What came after the row that two chunks hold. */
  #next: Buffer | undefined;
  /** Of the value asked for. */
  #from = 0;
  #to = 0;
  readonly #days = new Map<number, PlainDate>();

  /** Goes on with what came. A row that was begun is put together, and nothing else is copied. */
  feed(chunk: Buffer): void {
    if (this.#next) {
      this.#stand(Buffer.concat([this.#bytes.subarray(this.#at), this.#next]));
      this.#next = undefined;
    }
    const begun = this.#bytes.subarray(this.#at);
    const end = begun.length > 0 ? chunk.indexOf(NEWLINE) + 1 : 0;
    if (begun.length === 0) this.#stand(chunk);
    else if (end === 0) this.#stand(Buffer.concat([begun, chunk]));
    else {
      this.#stand(Buffer.concat([begun, chunk.subarray(0, end)]));
      this.#next = chunk.subarray(end);
    }
  }

  #stand(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#at = 0;
    this.#last = bytes.lastIndexOf(NEWLINE) + 1;
  }

  /** Whether a row is there whole. */
  get hasRow(): boolean {
    if (this.#at === this.#last && this.#next) {
      this.#stand(this.#next);
      this.#next = undefined;
    }
    return this.#at < this.#last;
  }

  /** Bytes that were not asked for. */
  get left(): number {
    return this.#bytes.length - this.#at + (this.#next?.length ?? 0);
  }

  int(): number | undefined {
    this.#value();
    return this.#isNull() ? undefined : this.#number();
  }

  bigint(): bigint | undefined {
    this.#value();
    if (this.#isNull()) return undefined;
    return BigInt(this.#to - this.#from <= SAFE_DIGITS ? this.#number() : this.#latin());
  }

  /** There are few: each is made once. */
  day(): PlainDate | undefined {
    this.#value();
    if (this.#isNull()) return undefined;
    if (this.#to - this.#from !== DAY) return this.#latin() as PlainDate;
    const key = this.#digits(0, 4) * 10_000 + this.#digits(5, 7) * 100 + this.#digits(8, DAY);
    const known = this.#days.get(key);
    if (known !== undefined) return known;
    const day = this.#latin() as PlainDate;
    this.#days.set(key, day);
    return day;
  }

  flag(): boolean | undefined {
    this.#value();
    return this.#isNull() ? undefined : this.#bytes[this.#from] === LETTER_T;
  }

  text(): string | undefined {
    this.#value();
    if (this.#isNull()) return undefined;
    const text = this.#bytes.toString('utf8', this.#from, this.#to);
    return text.includes('\\') ? (decodeLine(text)[0] ?? undefined) : text;
  }

  /** Goes behind the next value. */
  #value(): void {
    const bytes = this.#bytes;
    let at = this.#at;
    this.#from = at;
    const near = at + SHORT;
    for (let byte = bytes[at]; byte !== TAB && byte !== NEWLINE && at < near; byte = bytes[at]) at++;
    this.#to = at < near ? at : this.#endAfter(at);
    this.#at = this.#to + 1;
  }

  /** Of a long value: a search goes through it several times faster. */
  #endAfter(at: number): number {
    const newline = this.#bytes.indexOf(NEWLINE, at);
    const tab = this.#bytes.subarray(0, newline).indexOf(TAB, at);
    return tab < 0 ? newline : tab;
  }

  #isNull(): boolean {
    return this.#bytes[this.#from] === BACKSLASH && this.#to - this.#from === 2 && this.#bytes[this.#from + 1] === 78;
  }

  #latin(): string {
    return this.#bytes.toString('latin1', this.#from, this.#to);
  }

  #number(): number {
    const isNegative = this.#bytes[this.#from] === MINUS;
    const size = this.#digits(isNegative ? 1 : 0, this.#to - this.#from);
    return isNegative ? -size : size;
  }

  /** Of the value, from one of its characters to another. */
  #digits(from: number, to: number): number {
    const bytes = this.#bytes;
    const end = this.#from + to;
    let number = 0;
    for (let at = this.#from + from; at < end; at++) number = number * 10 + (bytes[at] as number) - DIGIT_0;
    return number;
  }
}

/** One cursor, as long as it has rows; whoever reads takes one at least each time, or all. */
export async function* copyRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CopyCursor> {
  const cursor = new CopyCursor();
  for await (const chunk of chunks) {
    cursor.feed(chunk as Buffer);
    yield* readings(cursor);
  }
  if (cursor.hasRow) throw new Error('rows of a COPY were left unread');
}

/** The cursor until it has no row, or nothing is taken of it. */
function* readings(cursor: CopyCursor): Generator<CopyCursor> {
  for (let before = -1; cursor.hasRow && cursor.left !== before; ) {
    before = cursor.left;
    yield cursor;
  }
}
