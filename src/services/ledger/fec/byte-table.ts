/**
 * Gives each distinct byte string a small integer, in order of first appearance. Bytes live in one arena and the hash
 * table is a typed array, so a million entry numbers cost some 30 bytes each and no JavaScript string.
 */
import { randomInt } from 'node:crypto';
import type { MemoryBudget } from './memory.ts';

/**
 * Where hashing starts. Drawn once per process so that nobody can prepare a file whose texts all collide; the integers
 * given depend only on the order of appearance, so no result depends on it.
 */
const HASH_SEED = randomInt(2 ** 31);
const FNV_PRIME = 0x01000193;
const FIRST_CAPACITY = 64;

export class ByteTable {
  /** Number of distinct strings; the next new one gets this integer. */
  size = 0;
  readonly #budget: MemoryBudget;
  #slots = new Int32Array(FIRST_CAPACITY * 2);
  #hashes = new Int32Array(FIRST_CAPACITY);
  #starts = new Int32Array(FIRST_CAPACITY + 1);
  #arena = new Uint8Array(FIRST_CAPACITY * 16);
  #last = 0;

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  /** The integer of the bytes from `start` to `end`, new ones added. */
  idOf(bytes: Uint8Array, start: number, end: number): number {
    // Lines of one entry follow each other: the last answer is often the next one.
    if (this.size > 0 && this.equals(this.#last, bytes, start, end)) return this.#last;
    const hash = hashOf(bytes, start, end);
    const slot = this.#slotOf(hash, bytes, start, end);
    const known = (this.#slots[slot] as number) - 1;
    this.#last = known >= 0 ? known : this.#add(hash, slot, bytes, start, end);
    return this.#last;
  }

  equals(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#starts[id] as number;
    const length = (this.#starts[id + 1] as number) - from;
    if (length !== end - start) return false;
    const arena = this.#arena;
    // From the end: entry numbers differ in their last digits.
    for (let i = length - 1; i >= 0; i--) if (arena[from + i] !== bytes[start + i]) return false;
    return true;
  }

  /** The bytes of a string; a view that must not be kept across additions. */
  bytesOf(id: number): Uint8Array {
    return this.#arena.subarray(this.#starts[id] as number, this.#starts[id + 1] as number);
  }

  #slotOf(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = (slots[slot] as number) - 1;
      if (id < 0 || (this.#hashes[id] === hash && this.equals(id, bytes, start, end))) return slot;
    }
  }

  #add(hash: number, slot: number, bytes: Uint8Array, start: number, end: number): number {
    const id = this.size++;
    this.#slots[slot] = id + 1;
    if (id === this.#hashes.length) this.#grow();
    this.#hashes[id] = hash;
    const from = this.#starts[id] as number;
    const to = from + end - start;
    if (to > this.#arena.length) this.#arena = this.#budget.grownBytes(this.#arena, to);
    for (let i = start; i < end; i++) this.#arena[from + i - start] = bytes[i] as number;
    this.#starts[id + 1] = to;
    return id;
  }

  #grow(): void {
    this.#hashes = this.#budget.grownInts(this.#hashes);
    this.#starts = this.#budget.grownInts(this.#starts, this.#hashes.length + 1);
    const slots = this.#budget.grownInts(this.#slots);
    slots.fill(0);
    const mask = slots.length - 1;
    for (let id = 0; id < this.size; id++) {
      let slot = (this.#hashes[id] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_SEED;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), FNV_PRIME);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b); // the low bits, which choose the slot, take from the high ones
  return hash ^ (hash >>> 13);
}
