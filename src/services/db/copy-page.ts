/**
 * COPY text written as bytes, value by value: of rows by the hundred thousand, a text for each value and each row takes
 * longer than what they say. `encodeRow` writes the same.
 */
import { escapeText } from './copy-text.ts';

const [TAB, NEWLINE, SPACE, MINUS, DIGIT_0, BACKSLASH, DELETE] = [9, 10, 32, 45, 48, 92, 127];
/** Bytes to begin with, those of a piece, and what a number needs at most. */
const [FIRST, PIECE, NUMBER] = [65_536, 60_000, 24];

/** Rows under way; the values of each are given in the order of its columns. */
export class CopyPage {
  readonly #pieces: Buffer[] = [];
  #bytes = Buffer.allocUnsafeSlow(FIRST);
  #at = 0;

  text(text: string): void {
    this.#room(text.length);
    const bytes = this.#bytes;
    let at = this.#at;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code < SPACE || code === BACKSLASH || code >= DELETE) {
        this.#escaped(text);
        return;
      }
      bytes[at++] = code;
    }
    bytes[at] = TAB;
    this.#at = at + 1;
  }

  flag(value: boolean): void {
    this.text(value ? 't' : 'f');
  }

  bigint(value: bigint | null | undefined): void {
    const number = Number(value ?? 0n);
    if (value === null || value === undefined) this.#null();
    else if (Number.isSafeInteger(number)) this.int(number);
    else this.text(value.toString());
  }

  int(value: number): void {
    this.#room(NUMBER);
    if (value < 0) this.#bytes[this.#at++] = MINUS;
    this.#digits(value < 0 ? -value : value);
    this.#bytes[this.#at++] = TAB;
  }

  /** After the last value of a row. */
  end(): void {
    this.#bytes[this.#at - 1] = NEWLINE;
    if (this.#at > PIECE) this.#cut();
  }

  /** The rows so far, which the caller keeps, in pieces. */
  take(): Buffer[] {
    if (this.#at > 0) this.#cut();
    return this.#pieces.splice(0);
  }

  #cut(): void {
    this.#pieces.push(Buffer.from(this.#bytes.subarray(0, this.#at)));
    this.#at = 0;
  }

  #null(): void {
    this.#room(NUMBER);
    this.#bytes[this.#at++] = BACKSLASH;
    this.#bytes[this.#at++] = 78;
    this.#bytes[this.#at++] = TAB;
  }

  #digits(value: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) at++;
    this.#at = at + 1;
    let rest = value;
    for (; rest >= 10; at--) {
      const tens = Math.floor(rest / 10);
      bytes[at] = DIGIT_0 + (rest - tens * 10);
      rest = tens;
    }
    bytes[at] = DIGIT_0 + rest;
  }

  #escaped(text: string): void {
    const escaped = `${escapeText(text)}\t`;
    this.#room(escaped.length * 3);
    this.#at += this.#bytes.write(escaped, this.#at);
  }

  #room(size: number): void {
    if (this.#at + size < this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#bytes.length + size));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}
