import { describe, expect, it } from 'vitest';
import {
  countTransactions,
  type SearchRequest,
  searchTransactions,
  transactionsByIds,
} from '../../../../src/services/banking/transactions/list.ts';
import { testDatabase } from '../../../support/database.ts';
import { account, bankWorld, type Move, statement } from '../statements/world.ts';

const db = await testDatabase();
const world = bankWorld(db);
const { ctx } = world;
const moves: Move[] = [
  ['03-04', -250, 'CB CAFE'],
  ['03-04', -4590, 'CB ENERGIE'],
  ['03-05', 120050, 'VIR BETA'],
  ['03-06', 4590, 'CB RETOUR'],
  ['03-07', -100, 'HIDDEN'],
  ['03-07', -200, 'DELETED'],
];
const folderId = await world.newFolder();
await world.give(folderId, [statement(['03-03', 10000], '03-08', moves)]);
const other = await world.newFolder();
await world.give(other, [statement(['03-03', 10000], '03-08', moves, account(2))]);
await db.knex('bank_transaction').where({ label: 'HIDDEN' }).update({ is_hidden: true });
await db.knex('bank_transaction').where({ label: 'DELETED' }).update({ is_deleted: true });
await db.knex('bank_transaction').where({ label: 'VIR BETA' }).update({ is_synchronized: false });
const ids: number[] = await db.knex('bank_transaction').where({ folder_id: folderId }).orderBy('id').pluck('id');

const search = (change: Partial<SearchRequest> = {}) =>
  searchTransactions(ctx, {
    folderId,
    pageNumber: 1,
    pageSize: 10,
    sortField: 'Date',
    sortDirection: 'Ascending',
    ...change,
  });
const labels = (found: readonly { readonly label: string }[]) => found.map(({ label }) => label);

describe('a search', () => {
  it.each<[string, Partial<SearchRequest>, string[]]>([
    ['by day', {}, ['CB CAFE', 'CB ENERGIE', 'VIR BETA', 'CB RETOUR']],
    ['by day backwards', { sortDirection: 'Descending' }, ['CB RETOUR', 'VIR BETA', 'CB ENERGIE', 'CB CAFE']],
    ['by amount', { sortField: 'Amount' }, ['CB ENERGIE', 'CB CAFE', 'CB RETOUR', 'VIR BETA']],
    ['of two letters', { textOrAmount: 'cb' }, ['CB CAFE', 'CB ENERGIE', 'CB RETOUR']],
    ['of a signed amount', { textOrAmount: '-45,90' }, ['CB ENERGIE']],
    ['of an English amount', { textOrAmount: '1,200.50' }, ['VIR BETA']],
    ['of amounts from', { amountAtLeast: '45.90' }, ['VIR BETA', 'CB RETOUR']],
    ['of amounts up to', { amountAtMost: '-2.5' }, ['CB CAFE', 'CB ENERGIE']],
    ['of synchronized ones', { isSynchronized: true }, ['CB CAFE', 'CB ENERGIE', 'CB RETOUR']],
    ['of others', { isSynchronized: false }, ['VIR BETA']],
    ['of blanks', { textOrAmount: '  ' }, ['CB CAFE', 'CB ENERGIE', 'VIR BETA', 'CB RETOUR']],
  ])('%s', async (_, change, expected) => {
    const found = await search(change);
    expect(labels(found.items)).toEqual(expected);
    expect(found.totalCount).toBe(expected.length);
  });

  it('tells its place among the pages', async () => {
    const { items, ...second } = await search({ pageNumber: 2, pageSize: 3 });
    expect(labels(items)).toEqual(['CB RETOUR']);
    expect(second).toEqual({
      pageNumber: 2,
      pageSize: 3,
      totalCount: 4,
      pageCount: 2,
      hasPreviousPage: true,
      hasNextPage: false,
    });
    expect(await search({ pageNumber: 3, pageSize: 3 })).toMatchObject({
      items: [],
      totalCount: 4,
      hasNextPage: false,
    });
    expect(await search({ pageSize: 3 })).toMatchObject({ hasPreviousPage: false, hasNextPage: true });
    expect(await search({ textOrAmount: 'nothing' })).toMatchObject({ pageCount: 0, hasNextPage: false });
  });

  it('refuses inverted amounts, exactly compared', async () => {
    const bounds = { amountAtLeast: '9007199254740993.02', amountAtMost: '9007199254740993.01' };
    await expect(search(bounds)).rejects.toMatchObject({
      code: 'AmountsInverted',
      params: { most: bounds.amountAtMost },
    });
    const asCallersSendThem = search({ amountAtLeast: '10.500000000', amountAtMost: '-3.001000000' });
    await expect(asCallersSendThem).rejects.toMatchObject({ params: { least: '10.50', most: '-3.001' } });
  });
});

describe('transactions by identifiers', () => {
  it.each<[boolean, boolean, number]>([
    [false, false, 4],
    [true, false, 5],
    [false, true, 5],
    [true, true, 6],
  ])('hidden %s, deleted %s: %i', async (withHidden, withDeleted, count) => {
    const foreign: number[] = await db.knex('bank_transaction').where({ folder_id: other }).pluck('id');
    const wanted = [...foreign, ...ids];
    expect(await transactionsByIds(ctx, { folderId, ids: wanted, withHidden, withDeleted })).toHaveLength(count);
  });

  it('gives nothing for nothing', async () => {
    expect(await transactionsByIds(ctx, { folderId, ids: [] })).toEqual([]);
  });
});

it('counts by days', async () => {
  expect(await countTransactions(ctx, { folderId })).toBe(4);
  expect(await countTransactions(ctx, { folderId, beginDate: '2026-03-05' })).toBe(2);
  expect(await countTransactions(ctx, { folderId, endDate: '2026-03-04' })).toBe(2);
});
