import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eachInTurns, mapInTurns, whileWanted } from '../../../src/services/kernel/turns.ts';
import { turnsDuring } from '../../support/turns.ts';

beforeAll(() => {
  const start = performance.now();
  let asked = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => start + 1000 + asked++); // a thing takes a millisecond
});
afterAll(() => {
  vi.restoreAllMocks();
});

it('gives others their turn between slices, however many passes the work makes', async () => {
  const things = Array.from({ length: 20 }, (_, at) => at);
  const passes = async (count: number) => {
    for (let pass = 0; pass < count; pass++) await eachInTurns(things, () => {});
  };
  expect(await turnsDuring(passes(10))).toBeGreaterThanOrEqual(3);
  expect(await turnsDuring(passes(100))).toBeGreaterThanOrEqual(30);
});

it('keeps the order, and waits for what the work promises', async () => {
  expect(await mapInTurns('abc', (letter, at) => `${letter}${at}`)).toEqual(['a0', 'b1', 'c2']);
  const done: number[] = [];
  await eachInTurns([1, 2], async (thing) => {
    await setImmediate();
    done.push(thing);
  });
  expect(done).toEqual([1, 2]);
});

it('tells what a piece of work throws', async () => {
  const work = (thing: number) => {
    if (thing === 2) throw new Error('two');
  };
  await expect(eachInTurns([1, 2, 3], work)).rejects.toThrow('two');
});

it('ends at the next turn once its caller is gone, and nobody else with it', async () => {
  const caller = new AbortController();
  const things = Array.from({ length: 100 }, (_, at) => at);
  const done: number[] = [];
  const gone = whileWanted(caller.signal, () =>
    eachInTurns(things, (thing) => {
      done.push(thing);
      if (thing === 50) caller.abort(new Error('gone'));
    }),
  );
  const other = mapInTurns(things, (thing) => thing);
  await expect(gone).rejects.toThrow('gone');
  expect(done.length).toBeGreaterThan(50);
  expect(done.length).toBeLessThan(100);
  expect(await other).toEqual(things);
});
