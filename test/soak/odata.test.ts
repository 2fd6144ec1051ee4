/** Many random filters of queries: in memory and in PostgreSQL they mean the same. */
import { it } from 'vitest';
import { filtersAgree, filterWorld } from '../services/banking/transactions/odata/filter-world.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();

it('finds what filters mean', async () => {
  await filtersAgree(db, await filterWorld(db), process.env.SOAK ? 50_000 : 500);
});
