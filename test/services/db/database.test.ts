import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();

describe('values', () => {
  it('reads amounts, days and instants without floats or Dates', async () => {
    const { rows } = await db.knex.raw(`select
      9007199254740993::int8 as big, array[1, null]::int8[] as bigs, count(*) as counted, 1.50::numeric(10,2) as amount,
      array[0.10]::numeric[] as amounts, date '2024-02-29' as day, timestamptz '2024-02-29 10:11:12.5+02' as moment,
      timestamp '2024-02-29 10:11:12' as local, 7::int4 as small, true as yes, '{"a":1}'::jsonb as json`);
    expect(rows[0]).toEqual({
      big: 9007199254740993n,
      bigs: [1n, null],
      counted: 1n,
      amount: '1.50',
      amounts: ['0.10'],
      day: '2024-02-29',
      moment: '2024-02-29T08:11:12.500Z',
      local: '2024-02-29T10:11:12.000',
      small: 7,
      yes: true,
      json: { a: 1 },
    });
  });
});
