import { expect, it } from 'vitest';
import { testDatabase } from '../../../support/database.ts';
import { keepsEveryMovement, ordersAgree, undoForgets } from './any-order.ts';
import { bankWorld } from './world.ts';

const world = bankWorld(await testDatabase());
const RUNS = Number(process.env.RUNS ?? 12);

it('keeps every movement of overlapping daily, partial and monthly statements, twins included', async () => {
  await keepsEveryMovement(world, RUNS);
});

it('gives the same transactions whatever the order of the files', async () => {
  await ordersAgree(world, RUNS);
});

it('forgets an import that is undone', async () => {
  expect.hasAssertions();
  await undoForgets(world, RUNS);
});
