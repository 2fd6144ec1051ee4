import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { searchComplemented } from '../../../../../src/services/banking/transactions/complementary/search.ts';
import { updateComplement } from '../../../../../src/services/banking/transactions/complementary/update.ts';
import { queryComplement } from '../../../../../src/services/banking/transactions/odata/complements.ts';
import { csdl } from '../../../../../src/services/banking/transactions/odata/csdl.ts';
import { ENTITY_TYPES } from '../../../../../src/services/banking/transactions/odata/model.ts';
import type { QueryText } from '../../../../../src/services/banking/transactions/odata/options.ts';
import {
  queryTransactions,
  type TransactionScope,
} from '../../../../../src/services/banking/transactions/odata/transactions.ts';
import { testDatabase } from '../../../../support/database.ts';
import { eachOf } from '../../../../support/length.ts';
import { account, bankWorld, type Move, statement } from '../../statements/world.ts';

const db = await testDatabase();
const world = bankWorld(db);
const { ctx } = world;
const moves: Move[] = [
  ['03-04', -250, 'CAFE'],
  ['03-05', 120050, 'VIR BETA'],
  ['03-06', 4590, 'REMISE'],
  ['03-07', -100, 'HIDDEN'],
  ['03-07', -200, 'DELETED'],
];
const [folderId, other] = [await world.newFolder(), await world.newFolder()];
await world.give(folderId, [statement(['03-03', 0], '03-08', moves)]);
await world.give(other, [statement(['03-03', 0], '03-08', [['03-04', 1, 'OTHER']], account(2))]);
await db.knex('bank_transaction').where({ label: 'HIDDEN' }).update({ is_hidden: true });
await db.knex('bank_transaction').where({ label: 'DELETED' }).update({ is_deleted: true });
const idOf = async (label: string): Promise<number> =>
  (await db.knex('bank_transaction').where({ label }).first('id')).id;

const query = (text: QueryText, scope: Partial<TransactionScope> = {}) =>
  queryTransactions(ctx, { reach: new Set([folderId]), ...scope }, text);
const labels = async (text: QueryText, scope: Partial<TransactionScope> = {}) =>
  (await query(text, scope)).items.map(({ label }) => label);

describe('queried transactions', () => {
  it.each<[string, QueryText, string[]]>([
    ['all by day', {}, ['CAFE', 'VIR BETA', 'REMISE']],
    ['what the filter keeps', { filter: "Amount gt 0 and not startswith(Label,'REM')" }, ['VIR BETA']],
    ['never another folder', { filter: 'true or EnterpriseId gt 0' }, ['CAFE', 'VIR BETA', 'REMISE']],
    ['deleted ones when they are named', { filter: 'IsDeleted' }, ['DELETED']],
    ['hidden ones never', { filter: 'IsDeleted or not IsDeleted' }, ['CAFE', 'VIR BETA', 'REMISE', 'DELETED']],
    ['in order', { orderby: 'Amount desc' }, ['VIR BETA', 'REMISE', 'CAFE']],
    ['nulls first upwards', { orderby: 'Description,Label' }, ['CAFE', 'REMISE', 'VIR BETA']],
    ['in order of what it leads to', { orderby: 'Account/Name desc,Id desc' }, ['REMISE', 'VIR BETA', 'CAFE']],
    ['a part', { top: 1, skip: 1 }, ['VIR BETA']],
    ['nothing', { top: 0 }, []],
    ['what is to justify', { filter: 'ComplementaryData/ToJustify ne false' }, ['CAFE', 'VIR BETA', 'REMISE']],
    ['the same, said the other way', { filter: 'ComplementaryData/ToJustify eq true' }, ['CAFE', 'VIR BETA', 'REMISE']],
  ])('%s', async (_, text, expected) => {
    expect(await labels(text)).toEqual(expected);
  });

  it('are those of the folders in reach', async () => {
    expect(await labels({}, { reach: new Set() })).toEqual([]);
    expect(await labels({ top: 4 }, { reach: 'all' })).toEqual(['CAFE', 'VIR BETA', 'REMISE', 'OTHER']);
    await expect(labels({}, { transactionId: await idOf('OTHER') })).rejects.toMatchObject({
      code: 'QueriedTransactionNotFound',
    });
  });

  it('are counted without top and skip', async () => {
    expect(await query({ count: true, top: 1, filter: 'Amount gt 0' })).toMatchObject({ count: 2 });
    expect((await query({ top: 1 })).count).toBeUndefined();
  });

  it('carry what is expanded', async () => {
    const [plain] = (await query({ top: 1 })).items;
    expect([plain?.account, plain?.paymentInformations, plain?.complementaryData]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await updateComplement({ ...world.ctx }, folderId, await idOf('CAFE'), { toJustify: false, comment: 'seen' });
    const [expanded] = (await query({ top: 1, expand: 'Account, ComplementaryData' })).items;
    expect(expanded?.account?.id).toBe(expanded?.accountId);
    expect(expanded?.complementaryData).toMatchObject({ toJustify: false, comment: 'seen' });
    expect(expanded?.complementaryData?.events.map(({ type }) => type)).toEqual(['ComplementChanged']);
    const toJustify = await searchComplemented(ctx, {
      folderId,
      toJustify: true,
      sortField: 'Date',
      sortDirection: 'Ascending',
      pageNumber: 1,
      pageSize: 10,
    });
    for (const filter of ['ComplementaryData/ToJustify ne false', 'ComplementaryData/ToJustify eq true']) {
      expect(await labels({ filter })).toEqual(['VIR BETA', 'REMISE']);
      expect((await labels({ filter })).sort()).toEqual(toJustify.items.map(({ label }) => label).sort());
    }
  });
});

describe('pages', async () => {
  const many = await world.newFolder();
  await world.give(many, [
    statement(
      ['03-03', 0],
      '03-08',
      Array.from({ length: 1003 }, (_, index) => ['03-04', index + 1, `M${index}`] as const),
      account(3),
    ),
  ]);
  const page = (text: QueryText) => query(text, { reach: new Set([many]) });

  it('hold a thousand, and say where the next begins', async () => {
    const first = await page({});
    expect([first.items.length, first.next]).toEqual([1000, { skiptoken: expect.any(String), top: undefined }]);
    const last = await page({ skiptoken: first.next?.skiptoken });
    expect([last.items.length, last.next]).toEqual([3, undefined]);
    const ids = new Set([...first.items, ...last.items].map(({ id }) => id));
    expect(ids.size).toBe(1003);
  });

  it('hold no more than was asked', async () => {
    expect((await page({ top: 1002 })).next).toMatchObject({ top: 2 });
    expect((await page({ top: 2, skip: 1000 })).next).toBeUndefined();
    expect((await page({ top: 1000 })).next).toBeUndefined();
  });

  describe('the next page', () => {
    const ids = (answer: { readonly items: readonly { readonly id: number }[] }) => answer.items.map(({ id }) => id);

    eachOf(
      [
        undefined,
        'Amount desc',
        'Description desc,Amount',
        'Description,Label desc',
        'OperationDate desc,Account/Name,Id',
      ],
      2,
    )('goes on after the last row of the one before, ordered by %s', async (orderby) => {
      await db.knex('bank_transaction').where({ folder_id: many }).whereRaw('id % 2 = 0').update({ description: 'D' });
      const first = await page({ orderby });
      const rest = await page({ orderby, skip: 1000 });
      const next = await page({ orderby, skiptoken: first.next?.skiptoken });
      expect(ids(next)).toEqual(ids(rest));
      // Rows of the first page go meanwhile: none of the next one slips.
      const gone = ids(first).slice(0, 2);
      const mark = (is_deleted: boolean) => db.knex('bank_transaction').whereIn('id', gone).update({ is_deleted });
      await mark(true);
      const later = await page({ orderby, skiptoken: first.next?.skiptoken });
      await mark(false);
      expect(ids(later)).toEqual(ids(rest));
    });

    it.each([
      ['no text of ours', 'x'],
      ['too few values', Buffer.from('["",null]').toString('base64url')],
      ['other values', Buffer.from('["","a","b","c"]').toString('base64url')],
      ['another order', Buffer.from('["Id","1","1"]').toString('base64url')],
    ])('is refused behind %s', (_, skiptoken) =>
      expect(page({ skiptoken })).rejects.toMatchObject({ code: 'ODataUnexpected' }),
    );
  });
});

describe('the complementary data of a transaction', () => {
  it('is one item, or none', async () => {
    const id = await idOf('CAFE');
    expect((await queryComplement(ctx, 'all', id, {})).items).toHaveLength(1);
    expect((await queryComplement(ctx, 'all', id, { filter: 'ToJustify' })).items).toEqual([]);
    expect((await queryComplement(ctx, 'all', await idOf('REMISE'), {})).items).toEqual([]);
  });

  it.each(['OTHER', 'HIDDEN', 'DELETED'])('does not exist out of reach: %s', async (label) => {
    await expect(queryComplement(ctx, new Set([folderId]), await idOf(label), {})).rejects.toMatchObject({
      code: 'QueriedTransactionNotFound',
    });
  });
});

it('describes every property in XML', () => {
  const read = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(csdl());
  const { Schema } = read['edmx:Edmx']['edmx:DataServices'];
  const described = Schema.EntityType.map(({ Name, Property }: { Name: string; Property: { Name: string }[] }) => [
    Name,
    Property.map((property) => property.Name),
  ]);
  expect(described).toEqual(ENTITY_TYPES.map(({ name, properties }) => [name, properties.map((one) => one.name)]));
});
