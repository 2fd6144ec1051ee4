/** Repeatable choices: the same seed gives the same firm for ever, so the committed files can be compared. */
import type { Cents } from '../../../src/services/kernel/money.ts';

export interface Dice {
  /** An integer from `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** True `times` in `of`. */
  chance(times: number, of: number): boolean;
  /** An amount between two numbers of euros, a whole number of `stepCents` above the first. */
  amount(min: number, max: number, stepCents: number): Cents;
}

/** Mulberry32 (public domain): 32-bit integers only, hence the same on every machine. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const int = (min: number, max: number): number => min + (next() % (max - min + 1));
  return {
    int,
    pick<T>(list: readonly T[]): T {
      const item = list[int(0, list.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    chance: (times, of) => int(1, of) <= times,
    amount: (min, max, stepCents) =>
      BigInt(min * 100 + stepCents * int(0, Math.floor(((max - min) * 100) / stepCents))),
  };
}
