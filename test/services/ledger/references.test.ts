/** The references that triggers check refuse what foreign keys would. */
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../support/database.ts';
import { importer, SALES } from './books.ts';

const db = await testDatabase();
const take = importer(db);
beforeAll(async () => void (await take(SALES)));

const refused = { code: '23503' };
const ofEntry = { folder_id: 1, exercise_id: 1, journal_id: 1, rank: 9, entry_date: '2024-01-01', number: '9' };
const ofLine = {
  folder_id: 1,
  exercise_id: 1,
  journal_id: 1,
  account_id: 1,
  entry_id: 1,
  rank: 9,
  entry_date: '2024-01-01',
  debit_cents: 0,
  credit_cents: 0,
  label: '',
  doc_ref: '',
};

describe('a row that names what does not exist', () => {
  it.each([
    ['entry', { ...ofEntry, id: 90, exercise_id: 99 }],
    ['entry', { ...ofEntry, id: 90, journal_id: 99 }],
    ['entry', { ...ofEntry, id: 90, folder_id: 2 }],
    ['entry_line', { ...ofLine, id: 90, entry_id: 99 }],
    ['entry_line', { ...ofLine, id: 90, account_id: 99 }],
    ['entry_line', { ...ofLine, id: 90, sub_account_id: 99 }],
  ])('is refused in %s: %o', async (table, row) => {
    await expect(db.knex(table).insert(row)).rejects.toMatchObject(refused);
  });

  it('is refused on a change too, and in a COPY', async () => {
    await expect(db.knex('entry').where({ id: 1 }).update({ journal_id: 99 })).rejects.toMatchObject(refused);
    await expect(db.knex('entry_line').where({ id: 1 }).update({ account_id: 99 })).rejects.toMatchObject(refused);
    const columns = Object.keys({ ...ofLine, id: 0 });
    const rows = [Object.values({ ...ofLine, id: 90 }), Object.values({ ...ofLine, rank: 10, entry_id: 99, id: 91 })];
    await expect(db.copyIn('entry_line', columns, rows)).rejects.toMatchObject(refused);
    expect(await db.knex('entry_line').where({ id: 90 })).toEqual([]);
  });

  it('is taken when all is there', async () => {
    await db.knex('entry_line').insert({ ...ofLine, id: 90 });
    await db.knex('entry_line').where({ id: 90 }).delete();
  });
});

it.each(['entry', 'account', 'sub_account', 'journal', 'exercise'])('%s stays while it is named', async (table) => {
  await expect(db.knex(table).where({ folder_id: 1, id: 1 }).delete()).rejects.toMatchObject(refused);
});
