/** A listener holds on to nothing: its memory after many requests beside that after the first of them. */
import { expect, it } from 'vitest';
import { heapAfter } from '../bench/heap.ts';
import { portal } from '../bench/portal.ts';
import { testDatabaseSettings } from '../support/database.ts';

const [EARLY, LATE] = process.env.SOAK ? [10_000, 100_000] : [1_000, 3_000];

it(`is as large after ${LATE} requests as after ${EARLY}, within a fifth`, async () => {
  const { url = '' } = await testDatabaseSettings(true);
  const env = { TAXOPS_DATABASE_URL: url, TAXOPS_SECRET_KEY: '5a'.repeat(32) };
  const world = await portal(env, { users: 200, folders: 10 });
  const early = await heapAfter(world, 0, EARLY);
  const late = await heapAfter(world, EARLY, LATE);
  expect(late / early).toBeLessThan(1.2);
  await world.program.close();
});
