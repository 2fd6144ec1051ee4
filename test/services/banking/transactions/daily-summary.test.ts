import { describe, expect, it } from 'vitest';
import { dailySummary } from '../../../../src/services/banking/transactions/daily-summary.ts';
import { within } from '../../../../src/services/operation/within.ts';
import { testDatabase } from '../../../support/database.ts';
import { sized } from '../../../support/length.ts';
import fc from '../../../support/property.ts';
import { account, bankWorld, statement } from '../statements/world.ts';

const db = await testDatabase();
const world = bankWorld(db);
const { ctx } = world;

describe('the daily summary', async () => {
  const folderId = await world.newFolder();
  await world.give(folderId, [
    statement(['03-03', 0], '03-06', [
      ['03-04', 10, 'A'],
      ['03-04', 20, 'B'],
      ['03-04', -5, 'C'],
      ['03-06', -1234, 'D'],
    ]),
  ]);

  it('sums each day exactly', async () => {
    expect(await dailySummary(ctx, { folderId })).toEqual({
      income: '0.30',
      expense: '-12.39',
      amount: '-12.09',
      days: [
        { day: '2026-03-04', income: '0.30', expense: '-0.05', amount: '0.25', amounts: ['0.10', '0.20', '-0.05'] },
        { day: '2026-03-06', income: '0', expense: '-12.34', amount: '-12.34', amounts: ['-12.34'] },
      ],
    });
  });

  it('keeps to its days', async () => {
    const { days } = await dailySummary(ctx, { folderId, beginDate: '2026-03-05', endDate: '2026-03-05' });
    expect(days).toEqual([]);
    expect((await dailySummary(ctx, { folderId, endDate: '2026-03-05' })).days).toHaveLength(1);
  });

  it('leaves hidden and deleted ones out', async () => {
    const trx = await db.knex.transaction();
    await trx('bank_transaction').where({ label: 'A' }).update({ is_hidden: true });
    await trx('bank_transaction').where({ label: 'D' }).update({ is_deleted: true });
    const summary = await dailySummary(within(ctx, trx), { folderId });
    await trx.rollback();
    expect(summary).toMatchObject({ income: '0.20', expense: '-0.05', amount: '0.15' });
  });
});

it('adds no euros to dinars, unless one account is asked', async () => {
  const folderId = await world.newFolder();
  await world.give(folderId, [
    statement(['03-03', 0], '03-04', [['03-04', 1001, 'DINARS']], account(12, 'TND', 3)),
    statement(['03-03', 0], '03-04', [['03-04', 100, 'EUROS']], account(11)),
  ]);
  await expect(dailySummary(ctx, { folderId })).rejects.toMatchObject({
    code: 'CurrenciesMixed',
    params: { currencies: 'EUR, TND' },
  });
  const [{ id: accountId }] = await db.knex('bank_account').where({ folder_id: folderId, currency: 'TND' });
  expect(await dailySummary(ctx, { folderId, accountId })).toMatchObject({ amount: '1.001' });
  expect(await dailySummary(ctx, { folderId, beginDate: '2026-03-05' })).toMatchObject({ days: [] });
});

it('loses no cent, whatever the amounts', { tags: 'sized' }, async () => {
  const units = fc.integer({ min: -9_999_999, max: 9_999_999 });
  let number = 100;
  await fc.assert(
    fc.asyncProperty(fc.array(units, { minLength: 1, maxLength: 20 }), async (amounts) => {
      const folderId = await world.newFolder();
      const moves = amounts.map((amount, index) => ['03-04', amount, `M${index}`] as const);
      await world.give(folderId, [statement(['03-03', 0], '03-04', moves, account(number++))]);
      const { income, expense, amount, days } = await dailySummary(ctx, { folderId });
      const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0) / 100;
      expect([income, expense, amount].map(Number)).toEqual([
        sum(amounts.filter((one) => one > 0)),
        sum(amounts.filter((one) => one < 0)),
        sum(amounts),
      ]);
      expect(days.flatMap(({ amounts: own }) => own)).toHaveLength(amounts.length);
    }),
    { numRuns: sized(5, 20) },
  );
});
