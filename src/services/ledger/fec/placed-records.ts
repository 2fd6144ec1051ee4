/** Reads records again by their place: in large blocks while places follow each other, in small ones when they jump. */
import type { PlacedReader } from './byte-source.ts';
import type { LineIndex } from './line-index.ts';
import { MAX_RECORD_BYTES, type Row } from './row.ts';

const WINDOW_BYTES = 256 * 1024;
const JUMP_BYTES = 4 * 1024;

export class PlacedRecords {
  readonly #reader: PlacedReader;
  readonly #row: Row;
  readonly #index: LineIndex;
  readonly #window = Buffer.alloc(WINDOW_BYTES);
  /** Place in the file of the first byte of the window, and how many follow. */
  #origin = 0;
  #length = 0;

  constructor(reader: PlacedReader, row: Row, index: LineIndex) {
    this.#reader = reader;
    this.#row = row;
    this.#index = index;
  }

  /** Fills the row with a line of the index; returns the bytes of the record. */
  read(at: number): number {
    const offset = this.#index.offset(at);
    const wanted = this.#wanted(at, offset);
    if (!this.#holds(offset, wanted)) this.#load(offset, wanted);
    const start = offset - this.#origin;
    const end = this.#row.mark(this.#window, start, Math.min(start + wanted, this.#length));
    this.#row.finish();
    return end - start;
  }

  /** The record is no longer than the way to the next one, nor than a record may be. */
  #wanted(at: number, offset: number): number {
    const next = at + 1 < this.#index.size ? this.#index.offset(at + 1) - offset : MAX_RECORD_BYTES;
    return Math.min(next, MAX_RECORD_BYTES);
  }

  #holds(offset: number, wanted: number): boolean {
    return offset >= this.#origin && offset + wanted <= this.#origin + this.#length;
  }

  #load(offset: number, wanted: number): void {
    const end = this.#origin + this.#length;
    const follows = offset >= this.#origin && offset <= end + JUMP_BYTES;
    const size = follows ? WINDOW_BYTES : Math.max(wanted, JUMP_BYTES);
    this.#length = this.#reader.read(this.#window.subarray(0, size), offset);
    this.#origin = offset;
  }
}
