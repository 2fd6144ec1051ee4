import { describe, expect, it } from 'vitest';
import { statementAtDate } from '../../../../src/services/banking/statements/at-date.ts';
import type { DatedBalance } from '../../../../src/services/banking/statements/list.ts';
import { statementGaps, statementsOverPeriod } from '../../../../src/services/banking/statements/period.ts';
import { testDatabase } from '../../../support/database.ts';
import { bankWorld, day, statement } from './world.ts';

const db = await testDatabase();
const world = bankWorld(db);
const { ctx } = world;
const folderId = await world.newFolder();
await world.give(folderId, [
  statement(['03-01', 0], '03-05', [['03-02', 100, 'A']]),
  statement(['03-05', 100], '03-05', [['03-05', 50, 'B']]),
  // 10.00 are missing between the 5th and the 8th.
  statement(['03-08', 1150], '03-10', [['03-09', 7, 'C']]),
]);
const [account] = await db.knex('bank_account').where({ folder_id: folderId });
const source = { provider: account.provider, sourceId: account.source_id };

describe('the statement at a date', () => {
  it.each<[string, string, string]>([
    ['03-01', '03-01 0.00', '03-05 1.00'],
    ['03-03', '03-01 0.00', '03-05 1.00'],
    ['03-05', '03-05 1.00', '03-05 1.50'],
    ['03-07', '03-05 1.00', '03-05 1.50'],
    ['03-08', '03-08 11.50', '03-10 11.57'],
    ['12-31', '03-08 11.50', '03-10 11.57'],
  ])('on %s is from %s to %s', async (date, start, end) => {
    const found = await statementAtDate(ctx, folderId, source, day(date));
    const told = ({ date: on, amount }: DatedBalance) => `${on.slice(5)} ${amount.value}`;
    expect([told(found.startBalance), told(found.endBalance), found.accountId]).toEqual([start, end, account.id]);
  });

  it.each<[string, number, object, string]>([
    ['before all of them', folderId, {}, 'StatementMissing'],
    ['of another provider', folderId, { provider: 'AggregatorA' }, 'SourceAccountNotFound'],
    ['of another folder', folderId + 1, {}, 'FolderNotFound'],
  ])('%s', async (_, folder, change, code) => {
    const asked = statementAtDate(ctx, folder, { ...source, ...change }, day('02-28'));
    await expect(asked).rejects.toMatchObject({ code });
  });

  it('is the one that ends on the day rather than a longer one that goes on', async () => {
    const folder = await world.newFolder();
    const week = [['03-03', 100, 'A']] as const;
    await world.give(folder, [statement(['03-01', 0], '03-31', [...week, ['03-20', 5, 'B']])]);
    await world.give(folder, [statement(['03-01', 0], '03-07', week)]);
    const [own] = await db.knex('bank_account').where({ folder_id: folder });
    const at = (date: string) =>
      statementAtDate(ctx, folder, { provider: own.provider, sourceId: own.source_id }, day(date));
    expect([(await at('03-07')).endBalance.date, (await at('03-08')).endBalance.date]).toEqual([
      day('03-07'),
      day('03-31'),
    ]);
  });
});

describe('statements over a period', () => {
  it.each<[string, string, number]>([
    ['03-01', '03-31', 3],
    ['03-06', '03-07', 0],
    ['03-05', '03-07', 2],
    ['03-10', '03-10', 1],
  ])('from %s to %s: %i', async (from, to, count) => {
    const period = { startDate: day(from), endDate: day(to) };
    expect(await statementsOverPeriod(ctx, folderId, source, period)).toHaveLength(count);
  });
});

it('names the account, the days and the amount of a gap', async () => {
  expect(await statementGaps(ctx, folderId)).toEqual([
    {
      accountId: account.id,
      accountName: account.name,
      iban: account.iban,
      currencyCode: 'EUR',
      from: { date: '2026-03-05', value: '1.50' },
      to: { date: '2026-03-08', value: '11.50' },
      difference: '10.00',
    },
  ]);
  await expect(statementGaps(ctx, folderId, 999_999)).rejects.toMatchObject({ code: 'BankAccountNotFound' });
});
