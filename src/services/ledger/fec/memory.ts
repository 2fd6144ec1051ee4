/** Growth of the tables of a check, charged to one budget so that a hostile file cannot take the machine's memory. */

export const DEFAULT_MEMORY_LIMIT = 1024 * 1024 * 1024;

/** Thrown inside a check and turned into a finding by it: the file is beyond a limit of this program. */
export class LimitReached extends Error {
  readonly limit: 'memory' | 'sum';
  constructor(limit: 'memory' | 'sum') {
    super(`limit reached: ${limit}`);
    this.limit = limit;
  }
}

export class MemoryBudget {
  #left: number;
  constructor(bytes: number) {
    this.#left = bytes;
  }

  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new LimitReached('memory');
  }

  /** A copy of twice the length (or at least `length`), the old one given back. */
  grownInts(old: Int32Array, length = 0): Int32Array {
    const next = Math.max(old.length * 2, length);
    this.take((next - old.length) * Int32Array.BYTES_PER_ELEMENT);
    const array = new Int32Array(next);
    array.set(old);
    return array;
  }

  grownNumbers(old: Float64Array, length = 0): Float64Array {
    const next = Math.max(old.length * 2, length);
    this.take((next - old.length) * Float64Array.BYTES_PER_ELEMENT);
    const array = new Float64Array(next);
    array.set(old);
    return array;
  }

  grownBytes(old: Uint8Array, length = 0): Uint8Array {
    const next = Math.max(old.length * 2, length);
    this.take(next - old.length);
    const array = new Uint8Array(next);
    array.set(old);
    return array;
  }
}

/** Adds two sums of cents; past the exact integers the file is refused rather than rounded. */
export function addExact(sum: number, cents: number): number {
  const next = sum + cents;
  if (next > Number.MAX_SAFE_INTEGER || next < Number.MIN_SAFE_INTEGER) throw new LimitReached('sum');
  return next;
}
