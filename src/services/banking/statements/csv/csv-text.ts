/**
 * A CSV held as its bytes, in UTF-8: rows are cut from them as often as they are needed. Their cells, all at once, would
 * take many times that room.
 */
export class CsvText {
  readonly #chunks: Buffer[] = [];
  size = 0;

  static of(bytes: Uint8Array): CsvText {
    const text = new CsvText();
    text.add(bytes);
    text.settle();
    return text;
  }

  add(bytes: Uint8Array): void {
    this.#chunks.push(Buffer.from(bytes));
    this.size += bytes.length;
  }

  /** After the last bytes: what is not UTF-8 is what Windows programs write. */
  settle(): void {
    if (isUtf8(this.#chunks)) return;
    const decoder = new TextDecoder('windows-1252');
    for (const [at, chunk] of this.#chunks.entries()) this.#chunks[at] = Buffer.from(decoder.decode(chunk));
    this.size = this.#chunks.reduce((size, { length }) => size + length, 0);
  }

  slice(from: number, to: number): Buffer {
    const parts: Buffer[] = [];
    let start = 0;
    for (const chunk of this.#chunks) {
      if (start < to && start + chunk.length > from) parts.push(chunk.subarray(Math.max(0, from - start), to - start));
      start += chunk.length;
    }
    return Buffer.concat(parts);
  }
}

function isUtf8(chunks: readonly Buffer[]): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const chunk of chunks) decoder.decode(chunk, { stream: true });
    return true;
  } catch {
    return false;
  }
}
