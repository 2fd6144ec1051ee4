/** Sums of entries that have another line somewhere. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolder } from '../../../src/services/folders/folders.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { createAccount } from '../../../src/services/ledger/accounts.ts';
import { type EntrySearch, entrySums } from '../../../src/services/ledger/entry-readings.ts';
import { createExercise, type Exercise } from '../../../src/services/ledger/exercises.ts';
import { createJournal } from '../../../src/services/ledger/journals.ts';
import { createEntry } from '../../../src/services/ledger/write-entries.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();
const day = (text: string) => text as PlainDate;
let [folder, exercise] = [0, {} as Exercise];

async function post(journal: string, date: string, legs: Readonly<Record<string, number>>): Promise<void> {
  const lines = Object.entries(legs).map(([account, euros]) => ({
    account,
    debit: euros > 0 ? BigInt(euros) * 100n : 0n,
    credit: euros < 0 ? BigInt(-euros) * 100n : 0n,
  }));
  await createEntry(db, folder, { journal, date: day(date), label: 'Écriture', lines });
}

beforeAll(async () => {
  folder = (await createFolder(db, undefined, { name: 'ENTRIES' })).id;
  exercise = await createExercise(db, folder, { start: day('2024-01-01'), end: day('2024-12-31') });
  await createExercise(db, folder, { start: day('2025-01-01'), end: day('2025-12-31') });
  await createJournal(db, folder, { code: 'AN', label: 'À nouveaux', type: 'Opening' });
  await createJournal(db, folder, { code: 'OD', label: 'Opérations', type: 'Miscellaneous' });
  const numbers = ['106100', '120000', '457000', '213100', '231000', '238000', '404000', '512000', '891000', '707000'];
  for (const number of numbers) await createAccount(db, folder, { number, label: `Compte ${number}` });
  await post('AN', '2024-01-01', { '120000': -900, '231000': 500, '512000': 400 });
  await post('OD', '2024-05-31', { '120000': 900, '106100': -100, '457000': -800 });
  await post('OD', '2024-06-30', { '457000': 800, '512000': -800 });
  await post('OD', '2024-07-01', { '213100': 300, '231000': -300 }); // put in service
  await post('OD', '2024-07-02', { '404000': 120, '231000': -120 }); // given back
  await post('OD', '2024-07-03', { '213100': -40, '238000': -10, '404000': 50 }); // an asset credited beside it
  await post('OD', '2025-02-01', { '213100': 77, '231000': -77 }); // of the next exercise
  await post('OD', '2024-12-30', { '512000': 60, '707000': -60 });
  await post('OD', '2024-12-31', { '707000': 60, '120000': -60 }); // closes classes 6 and 7
});

const sums = async (search: EntrySearch) =>
  (await entrySums(db.knex, folder, exercise, search)).map(
    ({ account, debit, credit }) => `${account} ${debit / 100n} ${credit / 100n}`,
  );

describe('sums of entries', () => {
  it('take every line of the entries that touch an account, in the order of accounts; openings and closings stay out', async () => {
    expect(await sums({ beside: ['12'] })).toEqual(['106100 0 100', '120000 900 0', '457000 0 800']);
  });

  it('take one side of some accounts, beside one side of others', async () => {
    const built = { accounts: ['23'], side: 'credit', beside: ['20', '21'], besideSide: 'debit' } as const;
    expect(await sums(built)).toEqual(['231000 0 300']);
    expect(await sums({ accounts: ['23'], side: 'credit', beside: ['20', '21'] })).toEqual([
      '231000 0 300',
      '238000 0 10',
    ]);
    expect(await sums({ accounts: ['23'], side: 'debit', beside: ['12'] })).toEqual([]);
  });

  it('leave out entries that have a line of some account', async () => {
    expect(await sums({ accounts: ['23'], beside: ['21', '40'], without: ['404'] })).toEqual(['231000 0 300']);
  });

  it('find nothing beside an account that did not move', async () => {
    expect(await sums({ beside: ['999'] })).toEqual([]);
  });
});
