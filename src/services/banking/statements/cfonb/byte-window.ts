/**
 * A file or a stream of chunks seen through one buffer of fixed size. The reader takes bytes from `start`; what it
 * leaves is kept in front of the next bytes, so memory does not depend on the size of the file or of the chunks.
 */
import { open } from 'node:fs/promises';

/** A path, or the bytes themselves in chunks of any size. */
export type ByteSource = string | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const CAPACITY = 256 * 1024;

interface Feed {
  /** Copies at most `room` bytes to `offset` of `into` and tells how many; 0 at the end. */
  read(into: Buffer, offset: number, room: number): Promise<number>;
  close(): Promise<void>;
}

export class ByteWindow {
  readonly bytes = Buffer.allocUnsafe(CAPACITY);
  /** First byte not yet taken; the reader moves it on. */
  start = 0;
  /** One past the last byte present. */
  end = 0;
  /** Counts fills: positions remembered from before a fill may have moved. */
  fills = 0;
  /** No more bytes will come. */
  ended = false;
  /** The source held more than the limit: reading stopped there. */
  cut = false;
  readonly #feed: Feed;
  readonly #signal: AbortSignal | undefined;
  #left: number;

  constructor(source: ByteSource, maxBytes: number, signal?: AbortSignal) {
    this.#feed = chunkFeed(typeof source === 'string' ? fileChunks(source) : source);
    this.#left = maxBytes;
    this.#signal = signal;
  }

  /** Brings at least one more byte, or sets `ended`. The reader must leave less than the capacity untaken. */
  async fill(): Promise<void> {
    this.#signal?.throwIfAborted();
    if (this.ended) return;
    if (this.end === CAPACITY) this.#compact();
    const count = await this.#feed.read(this.bytes, this.end, CAPACITY - this.end);
    this.end += Math.min(count, this.#left);
    this.fills += 1;
    this.cut = count > this.#left;
    this.#left -= count;
    this.ended = count === 0 || this.cut;
  }

  close = (): Promise<void> => this.#feed.close();

  #compact(): void {
    this.bytes.copyWithin(0, this.start, this.end);
    this.end -= this.start;
    this.start = 0;
  }
}

/** Reads one block ahead, so that the disk and the parser work at the same time. */
async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    let [block, spare] = [Buffer.allocUnsafe(CAPACITY), Buffer.allocUnsafe(CAPACITY)];
    let reading = file.read(block);
    for (;;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) return;
      const chunk = block.subarray(0, bytesRead);
      [block, spare] = [spare, block];
      reading = file.read(block);
      reading.catch(() => {}); // awaited in the next turn, if there is one
      yield chunk;
    }
  } finally {
    await file.close();
  }
}

function chunkFeed(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Feed {
  const chunks = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  let chunk: Uint8Array = new Uint8Array(0);
  return {
    async read(into, offset, room) {
      while (chunk.length === 0) {
        const next = await chunks.next();
        if (next.done) return 0;
        chunk = next.value;
      }
      const count = Math.min(room, chunk.length);
      into.set(chunk.subarray(0, count), offset);
      chunk = chunk.subarray(count);
      return count;
    },
    async close() {
      await chunks.return?.();
    },
  };
}
