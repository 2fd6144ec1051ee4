/** Gives each distinct triple of integers a small integer, in order of first appearance, in typed arrays only. */
import type { MemoryBudget } from './memory.ts';

const FIRST_CAPACITY = 64;

export class TupleTable {
  /** Number of distinct triples; the next new one gets this integer. */
  size = 0;
  /** The parts of each triple, by its integer. */
  first = new Int32Array(FIRST_CAPACITY);
  second = new Int32Array(FIRST_CAPACITY);
  third = new Int32Array(FIRST_CAPACITY);
  readonly #budget: MemoryBudget;
  #slots = new Int32Array(FIRST_CAPACITY * 2);

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  get capacity(): number {
    return this.first.length;
  }

  /** The integer of the triple, new ones added. */
  idOf(first: number, second: number, third: number): number {
    const slot = this.#slotOf(first, second, third);
    const known = (this.#slots[slot] as number) - 1;
    if (known >= 0) return known;
    const id = this.size++;
    this.#slots[slot] = id + 1;
    if (id === this.first.length) this.#grow();
    this.first[id] = first;
    this.second[id] = second;
    this.third[id] = third;
    return id;
  }

  #slotOf(first: number, second: number, third: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hashOf(first, second, third) & mask; ; slot = (slot + 1) & mask) {
      const id = (slots[slot] as number) - 1;
      if (id < 0) return slot;
      if (this.first[id] === first && this.second[id] === second && this.third[id] === third) return slot;
    }
  }

  #grow(): void {
    this.first = this.#budget.grownInts(this.first);
    this.second = this.#budget.grownInts(this.second);
    this.third = this.#budget.grownInts(this.third);
    const slots = this.#budget.grownInts(this.#slots);
    slots.fill(0);
    const mask = slots.length - 1;
    for (let id = 0; id < this.size; id++) {
      let slot = hashOf(this.first[id] as number, this.second[id] as number, this.third[id] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}

function hashOf(first: number, second: number, third: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 1, 0x85ebca6b) ^ Math.imul(third + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return hash ^ (hash >>> 15);
}
