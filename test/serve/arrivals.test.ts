/** Requests wait while connections come, and not for longer than is said. */
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { type Arrivals, openArrivals } from '../../src/commands/serve/arrivals.ts';

let time = 0;
let done: string[] = [];
let arrivals: Arrivals;
beforeEach(() => {
  [time, done] = [0, []];
  arrivals = openArrivals(() => time, 300);
});
const ask = (name: string) => arrivals.whenQuiet(() => void done.push(name));

/** One comes in each of so many turns of the loop. */
async function crowd(turns: number): Promise<void> {
  for (let one = 0; one < turns; one++) {
    arrivals.arrive();
    await turn();
  }
}

it('a request is heard at once when nobody comes', () => {
  ask('first');
  expect(done).toEqual(['first']);
});

it('requests wait until all have come that came at once, and are heard in their order', async () => {
  arrivals.arrive();
  ask('first');
  await crowd(900);
  ask('second');
  expect(done).toEqual([]);
  await turn();
  await turn();
  expect(done).toEqual(['first', 'second']);
});

it('who comes without end keeps nobody waiting for longer', async () => {
  arrivals.arrive();
  ask('first');
  await crowd(10);
  expect(done).toEqual([]);
  time = 300;
  await crowd(1);
  expect(done).toEqual(['first']);
});
