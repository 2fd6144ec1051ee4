import { describe, expect, it } from 'vitest';
import { proposePurchases } from '../../../src/services/assets/ledger/purchases.ts';
import { type Exercise, readExercises } from '../../../src/services/ledger/exercises.ts';
import { listJournals } from '../../../src/services/ledger/journals.ts';
import { listOpenings, setOpening } from '../../../src/services/ledger/opening-entries.ts';
import { openingEntriesAmong } from '../../../src/services/ledger/openings.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { eachOf } from '../../support/length.ts';
import { type Entry, importer, siren } from './books.ts';
import { type MadeUpFirm, newFirm, oldFirm } from './made-up-firms.ts';

const db = await testDatabase();
const ctx = testContext(db);
const take = importer(db);
let firms = 400;

async function imported(entries: readonly Entry[], before?: readonly Entry[]): Promise<number> {
  const own = siren(firms++);
  if (before) await take(before, { name: `${own}FEC20231231.txt` });
  const { applied } = await take(entries, { name: `${own}FEC20241231.txt` });
  return applied?.folderId ?? 0;
}

async function readings({ about, entries, before }: MadeUpFirm) {
  const folderId = await imported(entries, before);
  const opened = await listOpenings(ctx, folderId, undefined);
  const openings = opened.map(({ number }) => number);
  expect(await openAlone(folderId)).toEqual(opened.map(({ id }) => id).sort((a, b) => a - b));
  const proposed = await proposePurchases(db.knex, folderId, { from: '2024-01-01' as never });
  const bought = proposed.filter(({ amount }) => amount > 0n);
  return {
    about,
    openings: openings.sort(),
    bought: bought.map(({ line, amount }) => `${line.accountNumber} ${(Number(amount) / 100).toFixed(2)}`).sort(),
  };
}

/** The entries that are said to be openings when each is asked about alone. */
async function openAlone(folderId: number): Promise<number[]> {
  const [exercise] = await readExercises(db.knex, folderId).then((all) => all.slice(-1));
  const entryIds = await db
    .knex('entry')
    .where({ folder_id: folderId, exercise_id: exercise?.id })
    .orderBy('id')
    .pluck('id');
  return db.transaction(async (trx) => {
    const found: number[] = [];
    await trx.raw('create temp table asked (id integer) on commit drop');
    for (const id of entryIds) {
      await trx('asked').delete();
      await trx('asked').insert({ id });
      found.push(...(await openingEntriesAmong(trx, folderId, exercise as Exercise, 'asked')));
    }
    return found;
  });
}

const known = ({ about, openings, bought }: MadeUpFirm) => ({
  about,
  openings: [...openings].sort(),
  bought: [...bought].sort(),
});

const rank = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('the entries of a first day', () => {
  eachOf(rank(290).map(oldFirm), (_, at) => [1, 10, 25, 26].includes(at))(
    'open the books of a firm that has gone on: $about',
    async (firm) => {
      expect(await readings(firm)).toEqual(known(firm));
    },
  );

  eachOf(rank(50).map(newFirm), (_, at) => [2, 4].includes(at))(
    'open nothing in those of a new firm: $about',
    async (firm) => {
      expect(await readings(firm)).toEqual(known(firm));
    },
  );

  it('are openings for their words, their account or the closing before; what a person says goes before', async () => {
    const folderId = await imported(
      [
        { number: 1, date: '01-01', label: 'Reprise', lines: ['512000 700', '370000 300', '108000 -1000'] },
        { number: 2, date: '01-01', label: 'Virement', lines: ['512200 40', '512000 -40'] },
      ],
      [{ number: 1, date: '2023-03-01', lines: ['512000 700', '370000 300', '108000 -1000'] }],
    );
    const found = async () =>
      (await listOpenings(ctx, folderId, undefined)).map(({ id, number, reason }) => ({ id, number, reason }));
    const [opening] = await found();
    expect(opening).toMatchObject({ number: '1', reason: 'PreviousClosing' });
    await setOpening(ctx, folderId, opening?.id ?? 0, false);
    expect(await found()).toEqual([]);
    await setOpening(ctx, folderId, (opening?.id ?? 0) + 1, true);
    expect(await found()).toMatchObject([{ number: '2', reason: 'Given' }]);
    await setOpening(ctx, folderId, (opening?.id ?? 0) + 1, null);
    await setOpening(ctx, folderId, opening?.id ?? 0, null);
    expect(await found()).toEqual([opening]);
  });
});

it('journals are known by the accounts of their entries where their names tell nothing', async () => {
  const folderId = await imported([
    { journal: 'CX', number: 1, date: '01-01', lines: ['512000 10000', '101300 -10000'] },
    { journal: 'J1', number: 2, date: '02-10', lines: ['411000/C1 1200', '706000 -1000', '445710 -200'] },
    { journal: 'J2', number: 3, date: '02-11', lines: ['606100 100', '445660 20', '401000/F1 -120'] },
    { journal: 'J3', number: 4, date: '02-12', lines: ['512000 1200', '411000/C1 -1200'] },
    { journal: 'J4', number: 5, date: '02-13', lines: ['531000 60', '707000 -50', '445710 -10'] },
    { journal: 'FOU', number: 6, date: '02-14', lines: ['681100 10', '281830 -10'] },
    { journal: 'J5', number: 7, date: '02-15', lines: ['681100 10', '281830 -10'] },
    { journal: 'J6', number: 8, date: '02-16', lines: ['411000/C1 12', '706000 -12'] },
    { journal: 'J6', number: 9, date: '02-17', lines: ['411000/C1 12', '706000 -12'] },
    { journal: 'J6', number: 10, date: '02-18', lines: ['606100 100', '401000/F1 -100'] },
  ]);
  const types = (await listJournals(ctx, folderId)).map(({ code, type, typeSource }) => [code, type, typeSource]);
  expect(types).toEqual([
    ['CX', 'Bank', 'Accounts'],
    ['FOU', 'Purchase', 'Code'],
    ['J1', 'Sale', 'Accounts'],
    ['J2', 'Purchase', 'Accounts'],
    ['J3', 'Bank', 'Accounts'],
    ['J4', 'Cash', 'Accounts'],
    ['J5', 'Miscellaneous', 'None'],
    ['J6', 'Miscellaneous', 'None'],
  ]);
});
