/** Statements that sessions keep: read once, never behind a pooler, which lends another session to each transaction. */
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/services/db/database.ts';
import { prepared } from '../../../src/services/db/prepared.ts';
import { testDatabaseSettings } from '../../support/database.ts';

const SUM = 'select ?::integer + ?::integer as sum';

it.each([
  ['kept by the session', undefined, 1],
  ['not kept behind a pooler', 'direct', 0],
])('are %s', async (_, direct, kept) => {
  const settings = await testDatabaseSettings(true);
  const db = await openDatabase({ ...settings, ...(direct && { directUrl: settings.url }), poolSize: 1 });
  for (const [a, b] of [
    [1, 2],
    [30, 4],
  ])
    expect((await prepared(db.knex.raw(SUM, [a ?? 0, b ?? 0]))).rows).toEqual([{ sum: (a ?? 0) + (b ?? 0) }]);
  const { rows } = await db.knex.raw("select statement from pg_prepared_statements where statement like '%as sum'");
  expect(rows).toHaveLength(kept);
  await db.close();
});
