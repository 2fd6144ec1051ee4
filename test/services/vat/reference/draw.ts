/** What is drawn at random of books, one thing after the other. */
import fc from '../../../support/property.ts';

type Draw = <T, A extends unknown[]>(of: (...args: A) => fc.Arbitrary<T>, ...args: A) => T;

export const two = (value: number): string => `${value}`.padStart(2, '0');

export class Chance {
  readonly #draw: Draw;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  number(min: number, max: number): number {
    return this.#draw(fc.integer, { min, max });
  }

  oneOf<T>(...all: readonly T[]): T {
    return all[this.number(0, all.length - 1)] as T;
  }

  /** So many times in ten. */
  happens(times: number): boolean {
    return this.number(0, 9) < times;
  }

  /** Cents: few, many, or whole euros. */
  amount(): bigint {
    return BigInt(this.oneOf(this.number(1, 99), this.number(100, 500_000), 100 * this.number(1, 300)));
  }

  /** Of a month of 2026, from one to another. */
  day(from: number, to: number): string {
    return `2026-${two(this.number(from, to))}-${two(this.number(1, 28))}`;
  }
}
