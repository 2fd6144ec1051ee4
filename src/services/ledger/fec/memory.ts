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
}

const FIRST_CAPACITY = 64;

/** One integer per identifier, zero until set. Read and write through `values` after `reserve`. */
export class IntColumn {
  values = new Int32Array(FIRST_CAPACITY);
  readonly #budget: MemoryBudget;

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  reserve(id: number): void {
    if (id < this.values.length) return;
    this.#budget.take(this.values.byteLength);
    const wider = new Int32Array(this.values.length * 2);
    wider.set(this.values);
    this.values = wider;
    this.reserve(id);
  }
}

/** One exact number per identifier (a sum of cents, a place in the file), zero until set. */
export class NumberColumn {
  values = new Float64Array(FIRST_CAPACITY);
  readonly #budget: MemoryBudget;

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  reserve(id: number): void {
    if (id < this.values.length) return;
    this.#budget.take(this.values.byteLength);
    const wider = new Float64Array(this.values.length * 2);
    wider.set(this.values);
    this.values = wider;
    this.reserve(id);
  }

  /** Past the exact integers the file is refused rather than rounded. */
  add(id: number, cents: number): void {
    const sum = (this.values[id] as number) + cents;
    if (sum > Number.MAX_SAFE_INTEGER || sum < Number.MIN_SAFE_INTEGER) throw new LimitReached('sum');
    this.values[id] = sum;
  }
}
