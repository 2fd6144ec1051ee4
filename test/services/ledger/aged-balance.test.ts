/** Balances by age, and beside the exercise before. */
import { beforeAll, describe, expect, it } from 'vitest';
import { agedBalance, agedTotal } from '../../../src/services/ledger/aged-balance.ts';
import { accountBalances } from '../../../src/services/ledger/balances.ts';
import { comparedBalances } from '../../../src/services/ledger/compared-balances.ts';
import { testDatabase } from '../../support/database.ts';
import { type Entry, importer, SALES } from './books.ts';

const db = await testDatabase();
const take = importer(db);
const day = (text: string) => text as never;
let folderId = 0;

const NEXT: readonly Entry[] = [
  { journal: 'AN', number: 1, date: '2025-01-01', lines: ['512000 6200', '411000/C1 300', '101000 -6500'] },
  { journal: 'VE', number: 2, date: '2025-02-01', lines: ['411000/C1 100', '706000 -100'] },
];

beforeAll(async () => {
  folderId = (await take(SALES)).applied?.folderId ?? 0;
  await take(NEXT, { name: '732829320FEC20251231.txt' });
});

describe('the balance by age', () => {
  const on = async (text: string) =>
    (await agedBalance(db, folderId, { on: day(text) })).parties.map((party) => [
      `${party.accountNumber}/${party.subAccountCode}`,
      ...[party.upTo30, party.upTo60, party.upTo90, party.older, party.balance].map(Number),
    ]);

  it('leaves out what is lettered, and puts the rest by age', async () => {
    expect(await on('2024-04-15')).toEqual([
      ['401000/F1', 0, -6000, 0, 0, -6000],
      ['411000/C1', 0, 0, 0, 30000, 30000],
      ['411000/C2', 0, 60000, 0, 0, 60000],
    ]);
  });

  it('counts days: thirty are of the first column, thirty-one of the second, ninety-one of the last', async () => {
    const column = async (text: string) => {
      const row = (await on(text)).find(([party]) => party === '411000/C2');
      return row?.slice(1, 5).flatMap((amount, place) => (amount === 0 ? [] : [place]));
    };
    // The invoice is of 20 February.
    const days = ['2024-02-19', '2024-02-20', '2024-03-21', '2024-03-22', '2024-04-20', '2024-04-21', '2024-05-20'];
    expect(await Promise.all([...days, '2024-05-21'].map(column))).toEqual([
      undefined,
      ...[[0], [0], [1], [1], [2], [2], [3]],
    ]);
  });

  it('has what was open on the day, although it is lettered since', async () => {
    expect(await on('2024-02-01')).toEqual([['411000/C1', 120000, 30000, 0, 0, 150000]]);
  });

  it('sums to the balance of each third party, whatever the days of its letters', async () => {
    const lettered = db.knex('entry_line').where({ folder_id: folderId }).whereNotNull('letter');
    const { id, letter_date } = await lettered.clone().orderBy('id', 'desc').first('id', 'letter_date');
    const set = (to: unknown) => db.knex('entry_line').where({ folder_id: folderId, id }).update({ letter_date: to });
    await set('2024-06-01');
    const { accounts } = await accountBalances(db, folderId, { to: day('2024-04-15'), accounts: ['40', '41'] });
    const sums = new Map<string, bigint>();
    for (const { accountNumber: number, balance } of (await agedBalance(db, folderId, { on: day('2024-04-15') }))
      .parties)
      sums.set(number, (sums.get(number) ?? 0n) + balance);
    await set(letter_date);
    expect([...sums]).toEqual(accounts.map(({ accountNumber, closing }) => [accountNumber, closing]));
  });

  it('leaves out what was paid by that day, although it was lettered since', async () => {
    const before = await on('2024-04-15');
    const lettered = () => db.knex('entry_line').where({ folder_id: folderId }).whereNotNull('letter');
    const held: { id: number; letter_date: string }[] = await lettered().select('id', 'letter_date');
    await lettered().update({ letter_date: '2024-06-01' });
    const after = await on('2024-04-15');
    for (const { id, letter_date } of held) await lettered().where({ id }).update({ letter_date });
    expect(held.length).toBeGreaterThan(1);
    expect(after).toEqual(before);
  });

  it('adds up', async () => {
    const { parties } = await agedBalance(db, folderId, { on: day('2024-04-15'), accounts: ['411'] });
    expect(agedTotal(parties)).toMatchObject({ upTo60: 60000n, older: 30000n, balance: 90000n });
  });
});

describe('balances beside the exercise before', () => {
  const of = async (exercise: string) =>
    (await comparedBalances(db, folderId, { to: day(exercise) })).accounts.map(
      ({ accountNumber, closing, previous }) => [
        accountNumber,
        Number(closing),
        previous === null ? null : Number(previous),
      ],
    );

  it('show what moved in either', async () => {
    expect(await of('2025-12-31')).toEqual([
      ['101000', -650000, -530000],
      ['401000', 0, -6000],
      ['411000', 40000, 90000],
      ['445660', 0, 1000],
      ['445710', 0, -30000],
      ['512000', 620000, 620000],
      ['606000', 0, 5000],
      ['706000', -10000, -150000],
    ]);
  });

  it('have nothing beside the first exercise', async () => {
    expect((await of('2024-12-31')).every(([, , previous]) => previous === null)).toBe(true);
  });
});
