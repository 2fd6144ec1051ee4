/** One bucket for every listener: requests that come together are counted together, each as if it came alone. */
import { expect, it } from 'vitest';
import { takeToken } from '../../../src/services/identity/rate-bucket.ts';
import { testDatabase } from '../../support/database.ts';

const { knex } = await testDatabase();

const statements: string[] = [];
knex.on('query', ({ sql }: { readonly sql: string }) => {
  if (sql.includes('rate_bucket as bucket')) statements.push(sql);
});

it('counts those that wait in one statement, in the order they came', async () => {
  statements.length = 0;
  const decisions = await Promise.all(Array.from({ length: 40 }, () => takeToken(knex, 'together', 15)));
  expect(statements).toHaveLength(2);
  const allowed = decisions.map((one) => one.allowed);
  expect(allowed.slice(0, 15)).toEqual(Array(15).fill(true));
  expect(allowed.lastIndexOf(true)).toBe(allowed.filter(Boolean).length - 1);
  expect(decisions[0]).toEqual({ allowed: true, left: 14 });
});

it('counts each key apart, and shares a key between pools by its row', async () => {
  await Promise.all(Array.from({ length: 20 }, () => takeToken(knex, 'mine', 3)));
  expect(await takeToken(knex, 'yours', 3)).toEqual({ allowed: true, left: 2 });
  expect(await takeToken(knex, 'one a second', 1)).toEqual({ allowed: true, left: 0 });
});

it('what was refused owes one token at most', async () => {
  const filled_at = new Date(Date.now() - 2_000).toISOString();
  await knex('rate_bucket').insert({ key: 'flood', tokens: -30, filled_at });
  expect(await takeToken(knex, 'flood', 15)).toEqual({ allowed: true, left: 14 });
});

it('a failure is that of every request it counted, and of no later one', async () => {
  const down = { options: async () => Promise.reject(new Error('down')) };
  const broken = Object.assign(() => {}, { raw: () => down }) as never;
  const all = await Promise.allSettled([1, 2, 3].map(() => takeToken(broken, 'key', 15)));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(takeToken(broken, 'key', 15)).rejects.toThrow('down');
});
