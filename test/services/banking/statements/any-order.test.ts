import { it } from 'vitest';
import { testDatabase } from '../../../support/database.ts';
import { keepsEveryMovement, ordersAgree, undoForgets } from './any-order.ts';
import { bankWorld } from './world.ts';

const world = bankWorld(await testDatabase());
const RUNS = 2;
const PATIENCE_MS = 60_000;

it(
  'keeps every movement of overlapping daily, partial and monthly statements, twins included',
  async () => {
    await keepsEveryMovement(world, RUNS);
  },
  PATIENCE_MS,
);

it(
  'gives the same transactions whatever the order of the files',
  async () => {
    await ordersAgree(world, RUNS);
  },
  PATIENCE_MS,
);

it('forgets an import that is undone', { tags: 'long', timeout: PATIENCE_MS }, async () => {
  await undoForgets(world, RUNS);
});
