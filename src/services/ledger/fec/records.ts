/**
 * Cuts a stream of bytes into records, whatever the chunks. Memory is bounded by one chunk and one record.
 * A run of CR and LF is one record end: CR CR LF is read as one end, and an empty line is counted only when the run
 * proves it (two LF, or two CR without LF).
 */
import { MAX_RECORD_BYTES, type Row } from './row.ts';

const LF = 0x0a;
const CR = 0x0d;
const UTF8_BOM = [0xef, 0xbb, 0xbf] as const;

export interface RecordSink {
  /** A record that is not empty; `row` holds its fields and is reused; `offset` is its first byte in the file. */
  record(row: Row, line: number, offset: number): void;
  emptyLines(firstLine: number, count: number): void;
  /** The record that begins at `line` is too long: what follows makes no sense. */
  tooLong(line: number): void;
  /** True when nothing more is wanted. */
  readonly isOver: boolean;
}

export class RecordReader {
  readonly #row: Row;
  readonly #sink: RecordSink;
  #window: Buffer = Buffer.alloc(MAX_RECORD_BYTES);
  #length = 0;
  /** Place in the file of the first byte of the window. */
  #origin = 0;
  #line = 1;
  #lineIsOpen = false;
  #returns = 0;
  #feeds = 0;
  #atStart = true;

  constructor(row: Row, sink: RecordSink) {
    this.#row = row;
    this.#sink = sink;
  }

  push(chunk: Uint8Array): void {
    this.#append(chunk);
    if (this.#atStart && this.#length < UTF8_BOM.length) return;
    this.#consume(false);
  }

  end(): void {
    this.#consume(true);
    if (!this.#sink.isOver) this.#settleRun();
  }

  #append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#window.length) {
      const wider = Buffer.alloc(needed);
      wider.set(this.#window.subarray(0, this.#length));
      this.#window = wider;
    }
    this.#window.set(chunk, this.#length);
    this.#length = needed;
  }

  #consume(isEnd: boolean): void {
    let at = this.#atStart ? this.#skipMark() : 0;
    while (!this.#sink.isOver) {
      at = this.#skipRun(at);
      if (at === this.#length) break;
      const end = this.#takeRecord(at, isEnd);
      if (end < 0) break;
      at = end;
    }
    this.#window.copyWithin(0, at, this.#length);
    this.#length -= at;
    this.#origin += at;
  }

  /** A byte order mark is no text; returns the place after it. */
  #skipMark(): number {
    this.#atStart = false;
    return UTF8_BOM.every((byte, index) => this.#window[index] === byte) && this.#length >= 3 ? 3 : 0;
  }

  /** Passes line ends, and NUL bytes among them, from `at`. */
  #skipRun(at: number): number {
    let next = at;
    for (; next < this.#length; next++) {
      const byte = this.#window[next];
      if (byte === LF) this.#feeds++;
      else if (byte === CR) this.#returns++;
      else if (byte !== 0) break;
    }
    return next;
  }

  /** Gives the record at `at` to the sink; returns its end, or -1 when the window does not hold all of it. */
  #takeRecord(at: number, isEnd: boolean): number {
    this.#settleRun();
    const row = this.#row;
    const limit = Math.min(this.#length, at + MAX_RECORD_BYTES + 1);
    const end = row.mark(this.#window, at, limit);
    if (end - at > MAX_RECORD_BYTES) {
      this.#sink.tooLong(this.#line);
      return -1;
    }
    if (end === this.#length && !isEnd) return -1;
    this.#lineIsOpen = true;
    row.finish();
    if (row.count === 1 && row.isBlank(0)) this.#sink.emptyLines(this.#line, 1);
    else this.#sink.record(row, this.#line, this.#origin + at);
    return end;
  }

  /** Counts the lines that the run of line ends just passed has closed. */
  #settleRun(): void {
    let ends = this.#feeds > 0 ? this.#feeds : this.#returns;
    this.#feeds = 0;
    this.#returns = 0;
    if (ends === 0) return;
    if (this.#lineIsOpen) {
      this.#lineIsOpen = false;
      this.#line++;
      ends--;
    }
    if (ends > 0) this.#sink.emptyLines(this.#line, ends);
    this.#line += ends;
  }
}
