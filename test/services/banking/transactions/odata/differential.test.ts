/** The same filter in memory and in PostgreSQL: on every row both say the same. */
import type { Knex } from 'knex';
import { expect, it } from 'vitest';
import { TRANSACTION } from '../../../../../src/services/banking/transactions/odata/model.ts';
import { parseQuery } from '../../../../../src/services/banking/transactions/odata/options.ts';
import { runQuery } from '../../../../../src/services/banking/transactions/odata/run-query.ts';
import { testDatabase } from '../../../../support/database.ts';
import { filtersAgree, filterWorld, READING } from './filter-world.ts';

const db = await testDatabase();
const world = await filterWorld(db);

it('finds what the filter means, nulls included', { tags: 'long' }, () => filtersAgree(db, world, 80));

it('stops what takes too long', async () => {
  const slow = (knex: Knex) => world.base(knex).whereRaw('pg_sleep(5) is not null');
  await expect(runQuery(db, slow, parseQuery({}, TRANSACTION), { ...READING, mostMs: 50 })).rejects.toMatchObject({
    code: 'ODataTooSlow',
  });
});
