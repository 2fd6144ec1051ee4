import { it } from 'vitest';
import { testDatabase } from '../../../support/database.ts';
import { importsAnything } from './mutations.ts';
import { bankWorld } from './world.ts';

const db = await testDatabase();
const world = bankWorld(db);

it('imports damaged files whole, in part or not at all', async () => {
  await importsAnything(world, db, 10);
});
