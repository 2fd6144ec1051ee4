/** Gives each distinct triple of integers a small integer, in order of first appearance, in typed arrays only. */
import { widened } from './byte-table.ts';
import { IntColumn, type MemoryBudget } from './memory.ts';

const FIRST_SLOTS = 128;

export class TupleTable {
  /** Number of distinct triples; the next new one gets this integer. */
  size = 0;
  readonly #first: IntColumn;
  readonly #second: IntColumn;
  readonly #third: IntColumn;
  readonly #budget: MemoryBudget;
  #slots = new Int32Array(FIRST_SLOTS);

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
    this.#first = new IntColumn(budget);
    this.#second = new IntColumn(budget);
    this.#third = new IntColumn(budget);
  }

  first(id: number): number {
    return this.#first.values[id] as number;
  }

  second(id: number): number {
    return this.#second.values[id] as number;
  }

  third(id: number): number {
    return this.#third.values[id] as number;
  }

  /** The integer of the triple, new ones added. */
  idOf(first: number, second: number, third: number): number {
    const slot = this.#slotOf(first, second, third);
    const known = (this.#slots[slot] as number) - 1;
    return known >= 0 ? known : this.#add(slot, first, second, third);
  }

  #slotOf(first: number, second: number, third: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hashOf(first, second, third) & mask; ; slot = (slot + 1) & mask) {
      const id = (slots[slot] as number) - 1;
      if (id < 0) return slot;
      if (this.first(id) === first && this.second(id) === second && this.third(id) === third) return slot;
    }
  }

  #add(slot: number, first: number, second: number, third: number): number {
    const id = this.size++;
    this.#first.reserve(id);
    this.#second.reserve(id);
    this.#third.reserve(id);
    this.#first.values[id] = first;
    this.#second.values[id] = second;
    this.#third.values[id] = third;
    this.#slots[slot] = id + 1;
    if (this.size * 2 > this.#slots.length) this.#widenSlots();
    return id;
  }

  #widenSlots(): void {
    this.#budget.take(this.#slots.byteLength);
    this.#slots = widened(this.#slots, this.size, (id) => hashOf(this.first(id), this.second(id), this.third(id)));
  }
}

function hashOf(first: number, second: number, third: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 1, 0x85ebca6b) ^ Math.imul(third + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return hash ^ (hash >>> 15);
}
