/** Movements decoded but not yet handed out; the last one is open until it is known that no complement follows. */
import type { Detail } from './complements.ts';
import { completeMovement, type Movement, type OpenMovement } from './movement.ts';

export class MovementBatch {
  #done: Movement[] = [];
  #open: OpenMovement | null = null;

  begin(movement: OpenMovement): void {
    this.closeOpen();
    this.#open = movement;
  }

  detail(detail: Detail): void {
    this.#open?.details.push(detail);
  }

  closeOpen(): void {
    if (this.#open) this.#done.push(completeMovement(this.#open));
    this.#open = null;
  }

  get size(): number {
    return this.#done.length;
  }

  take(): Movement[] {
    const items = this.#done;
    this.#done = [];
    return items;
  }

  /** Forgets everything: nobody reads the movements any more. */
  drop(): void {
    if (this.#done.length > 0) this.#done = [];
    this.#open = null;
  }
}
