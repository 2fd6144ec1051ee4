/**
 * Gives each distinct byte string a small integer, in order of first appearance. Bytes live in one arena and the hash
 * table is a typed array, so a million entry numbers cost some 30 bytes each and no JavaScript string.
 */
import { randomInt } from 'node:crypto';
import type { Decode } from './encoding.ts';
import { IntColumn, type MemoryBudget } from './memory.ts';

/** Some of the bytes, from `start` to `end`. */
interface Part {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/**
 * Where hashing starts. Drawn once per process so that nobody can prepare a file whose texts all collide; the integers
 * given depend only on the order of appearance, so no result depends on it.
 */
const HASH_SEED = randomInt(2 ** 31);
const FNV_PRIME = 0x01000193;
const FIRST_SLOTS = 128;

export class ByteTable {
  /** Number of distinct strings; the next new one gets this integer. */
  size = 0;
  readonly #budget: MemoryBudget;
  readonly #hashes: IntColumn;
  /** Where each string begins in the arena; the next one begins where it ends. */
  readonly #starts: IntColumn;
  #arena: Buffer = Buffer.alloc(1024);
  /** Open addressing, at most half full: the integer plus one, or zero. */
  #slots = new Int32Array(FIRST_SLOTS);
  #last = 0;

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
    this.#hashes = new IntColumn(budget);
    this.#starts = new IntColumn(budget);
  }

  /** The integer of the bytes from `start` to `end`, new ones added. */
  idOf(bytes: Uint8Array, start: number, end: number): number {
    // Lines of one entry follow each other: the last answer is often the next one.
    if (this.size > 0 && this.equals(this.#last, bytes, start, end)) return this.#last;
    const hash = hashOf(bytes, start, end);
    const slot = this.#slotOf(hash, bytes, start, end);
    const known = (this.#slots[slot] as number) - 1;
    this.#last = known >= 0 ? known : this.#add(slot, hash, { bytes, start, end });
    return this.#last;
  }

  equals(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const starts = this.#starts.values;
    const from = starts[id] as number;
    const length = (starts[id + 1] as number) - from;
    if (length !== end - start) return false;
    const arena = this.#arena;
    // From the end: entry numbers differ in their last digits.
    for (let i = length - 1; i >= 0; i--) if (arena[from + i] !== bytes[start + i]) return false;
    return true;
  }

  /** The bytes of a string: a view, not to be kept across additions. */
  bytesOf(id: number): Uint8Array {
    const starts = this.#starts.values;
    return this.#arena.subarray(starts[id] as number, starts[id + 1] as number);
  }

  text(id: number, decode: Decode): string {
    const starts = this.#starts.values;
    return decode(this.#arena, starts[id] as number, starts[id + 1] as number);
  }

  #slotOf(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const slots = this.#slots;
    const hashes = this.#hashes.values;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = (slots[slot] as number) - 1;
      if (id < 0 || (hashes[id] === hash && this.equals(id, bytes, start, end))) return slot;
    }
  }

  #add(slot: number, hash: number, { bytes, start, end }: Part): number {
    const id = this.size++;
    this.#hashes.reserve(id);
    this.#starts.reserve(id + 1);
    this.#hashes.values[id] = hash;
    const from = this.#starts.values[id] as number;
    const to = from + end - start;
    this.#reserveArena(to);
    for (let i = start; i < end; i++) this.#arena[from + i - start] = bytes[i] as number;
    this.#starts.values[id + 1] = to;
    this.#slots[slot] = id + 1;
    if (this.size * 2 > this.#slots.length) this.#widenSlots();
    return id;
  }

  #reserveArena(length: number): void {
    if (length <= this.#arena.length) return;
    const wider = Buffer.alloc(Math.max(length, this.#arena.length * 2));
    this.#budget.take(wider.length - this.#arena.length);
    wider.set(this.#arena);
    this.#arena = wider;
  }

  #widenSlots(): void {
    this.#budget.take(this.#slots.byteLength);
    const hashes = this.#hashes.values;
    this.#slots = widened(this.#slots, this.size, (id) => hashes[id] as number);
  }
}

/** Hash slots of twice the length that hold the integers below `size` again. */
export function widened(old: Int32Array, size: number, hashOfId: (id: number) => number): Int32Array<ArrayBuffer> {
  const slots = new Int32Array(old.length * 2);
  const mask = slots.length - 1;
  for (let id = 0; id < size; id++) {
    let slot = hashOfId(id) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = id + 1;
  }
  return slots;
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_SEED;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), FNV_PRIME);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b); // the low bits, which choose the slot, take from the high ones
  return hash ^ (hash >>> 13);
}
