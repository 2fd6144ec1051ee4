import { describe, expect, it } from 'vitest';
import { balancesAfter } from '../../../../src/services/banking/transactions/balances-after.ts';
import { type ListRequest, listTransactions } from '../../../../src/services/banking/transactions/list.ts';
import { within } from '../../../../src/services/operation/within.ts';
import { testDatabase } from '../../../support/database.ts';
import { account, bankWorld, statement } from '../statements/world.ts';

const db = await testDatabase();
const world = bankWorld(db);
const { ctx } = world;
const folderId = await world.newFolder();
await world.give(folderId, [
  statement(
    ['03-03', 10000],
    '03-06',
    [
      ['03-04', -250, 'Café de la Gare'],
      ['03-05', -4590, 'PRLV ENERGIE 100%'],
      ['03-05', 120050, 'VIR CLIENT BETA'],
      ['03-06', 4590, 'REMBOURSEMENT'],
    ],
    account(1),
  ),
  statement(['03-03', 0], '03-04', [['03-04', 1001, 'DINARS']], account(2, 'TND', 3)),
]);
const [{ id: accountId }] = await db.knex('bank_account').where({ folder_id: folderId }).orderBy('id');
const labels = async (filter: Partial<ListRequest>) =>
  (await listTransactions(ctx, { folderId, ...filter })).map(({ label }) => label);

describe('listing transactions', () => {
  it('gives all of them by day', async () => {
    expect(await labels({})).toEqual([
      'Café de la Gare',
      'DINARS',
      'PRLV ENERGIE 100%',
      'VIR CLIENT BETA',
      'REMBOURSEMENT',
    ]);
  });

  it.each<[string, Partial<ListRequest>, string[]]>([
    ['an account', { accountId }, ['Café de la Gare', 'PRLV ENERGIE 100%', 'VIR CLIENT BETA', 'REMBOURSEMENT']],
    [
      'days, both included',
      { beginDate: '2026-03-05', endDate: '2026-03-05' },
      ['PRLV ENERGIE 100%', 'VIR CLIENT BETA'],
    ],
    ['text without accents', { textOrAmount: 'cafe' }, ['Café de la Gare']],
    ['text with accents', { textOrAmount: 'ÉNERGIE' }, ['PRLV ENERGIE 100%']],
    ['an amount of either sign', { textOrAmount: '45,90' }, ['PRLV ENERGIE 100%', 'REMBOURSEMENT']],
    ['an amount as people write it', { textOrAmount: '1 200,50' }, ['VIR CLIENT BETA']],
    ['an amount of three decimals', { textOrAmount: '1.001' }, ['DINARS']],
    ['text that means something to LIKE', { textOrAmount: '0%' }, ['PRLV ENERGIE 100%']],
    ['nothing', { textOrAmount: '_' }, []],
    ['a page', { page: 2, size: 2 }, ['PRLV ENERGIE 100%', 'VIR CLIENT BETA']],
  ])('filters by %s', async (_, filter, expected) => {
    expect(await labels(filter)).toEqual(expected);
  });

  it('leaves hidden and deleted ones out', async () => {
    const trx = await db.knex.transaction();
    await trx('bank_transaction').where({ label: 'REMBOURSEMENT' }).update({ is_hidden: true });
    await trx('bank_transaction').where({ label: 'DINARS' }).update({ is_deleted: true });
    const found = await listTransactions(within(ctx, trx), { folderId });
    await trx.rollback();
    expect(found.map(({ label }) => label)).toEqual(['Café de la Gare', 'PRLV ENERGIE 100%', 'VIR CLIENT BETA']);
  });

  it('shows its payment', async () => {
    const trx = await db.knex.transaction();
    const { id } = await trx('bank_transaction').where({ label: 'VIR CLIENT BETA' }).first();
    const now = world.ctx.clock.now();
    await trx('payment_information').insert({
      folder_id: folderId,
      transaction_id: id,
      payment_date: '2026-03-05',
      payment_mode: 'Transfer',
      created_at: now,
      updated_at: now,
    });
    const [found] = await listTransactions(within(ctx, trx), { folderId, textOrAmount: 'beta' });
    await trx.rollback();
    expect(found?.payment).toEqual({
      transactionId: id,
      paymentDate: '2026-03-05',
      paymentMode: 'Transfer',
      natureOperation: null,
      paymentClientId: null,
    });
  });

  it.each<[string, Partial<ListRequest>, number | undefined]>([
    ['PeriodInverted', { beginDate: '2026-03-05', endDate: '2026-03-04' }, undefined],
    ['FolderNotFound', { folderId: 999_999 }, undefined],
    ['BankAccountNotFound', { accountId: 999_999 }, undefined],
    ['TooManyTransactions', {}, 4],
  ])('fails with %s', async (code, filter, most) => {
    await expect(listTransactions(ctx, { folderId, ...filter }, most)).rejects.toMatchObject({ code });
  });
});

describe('the balance after each transaction', () => {
  it('ends at the new balance and begins at the old one', async () => {
    const all = await listTransactions(ctx, { folderId, accountId });
    const balances = await balancesAfter(ctx, folderId, accountId, all);
    expect(all.map(({ id }) => balances.get(id))).toEqual(['97.50', '51.60', '1252.10', '1298.00']);
  });

  it('is the same on a page and in a search', async () => {
    const found = await listTransactions(ctx, { folderId, accountId, textOrAmount: '45.90', page: 1, size: 1 });
    expect([...(await balancesAfter(ctx, folderId, accountId, found)).values()]).toEqual(['51.60']);
  });

  it('goes on from the last statement with what a provider gives since, then from the balance that it tells', async () => {
    const trx = await db.knex.transaction();
    const own = { folder_id: folderId, account_id: accountId };
    const now = world.ctx.clock.now();
    const added = { ...own, currency: 'EUR', decimals: 2, label: 'CB', created_at: now, updated_at: now };
    await trx('bank_transaction').insert([
      { ...added, source_id: '1', operation_date: '2026-05-02', amount_units: -200 },
      { ...added, source_id: '2', operation_date: '2026-05-04', amount_units: 300 },
    ]);
    const inside = within(ctx, trx);
    const balances = async () => {
      const all = await listTransactions(inside, { folderId, accountId });
      const found = await balancesAfter(inside, folderId, accountId, all);
      return all.map(({ id }) => found.get(id));
    };
    const expected = ['97.50', '51.60', '1252.10', '1298.00', '1296.00', '1299.00'];
    expect(await balances()).toEqual(expected);
    const told = { balance_units: 129_600, balance_decimals: 2, balance_date: '2026-05-03' };
    await trx('bank_account').where({ folder_id: folderId, id: accountId }).update(told);
    expect(await balances()).toEqual(expected);
    await trx.rollback();
  });
});
