/** Where lines end. */
import type { ByteWindow } from './byte-window.ts';

export const LF = 10;
export const CR = 13;
/** End of file of DOS. */
export const DOS_END = 26;

export const isBreak = (byte: number | undefined): boolean => byte === LF || byte === CR || byte === DOS_END;

/**
 * The next CR or LF from the start of a window. Both are remembered: a file mostly has only one of them, and a search
 * for the other would run to the end of the window at every line.
 */
export class LineBreaks {
  readonly #window: ByteWindow;
  #nextLf = -1;
  #nextCr = -1;
  #fills = -1;

  constructor(window: ByteWindow) {
    this.#window = window;
  }

  /** Its place; at or beyond the end of the window when there is none. */
  next(): number {
    const window = this.#window;
    if (this.#fills !== window.fills) {
      this.#fills = window.fills;
      this.#nextCr = -1;
      this.#nextLf = -1;
    }
    if (this.#nextLf < window.start) this.#nextLf = this.#find(LF);
    if (this.#nextCr < window.start) this.#nextCr = this.#find(CR);
    return this.#nextLf < this.#nextCr ? this.#nextLf : this.#nextCr;
  }

  #find(byte: number): number {
    const { bytes, start, end } = this.#window;
    const found = bytes.indexOf(byte, start);
    return found === -1 ? end : found;
  }
}
