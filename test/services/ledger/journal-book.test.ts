import { expect, it } from 'vitest';
import { type JournalBookWanted, journalBook } from '../../../src/services/ledger/journal-book.ts';
import { testDatabase } from '../../support/database.ts';
import { importer, SALES } from './books.ts';

const db = await testDatabase();
const folderId = (await importer(db)(SALES)).applied?.folderId ?? 0;

async function printed(wanted: JournalBookWanted): Promise<string[]> {
  const { lines } = await journalBook(db, folderId, wanted);
  const all: string[] = [];
  for await (const batch of lines())
    all.push(
      ...batch.map(({ journalCode, entryNumber, accountNumber }) => `${journalCode} ${entryNumber} ${accountNumber}`),
    );
  return all;
}

it('a journal has its lines in the order of its entries, and no other', async () => {
  const sales = ['VE 2 411000', 'VE 2 706000', 'VE 2 445710', 'VE 4 411000', 'VE 4 706000', 'VE 4 445710'];
  expect(await printed({ journal: 'VE' })).toEqual(sales);
  expect(await printed({ journal: 'VE', from: '2024-02-01' as never })).toEqual(sales.slice(3));
  const all = await printed({});
  expect(all).toHaveLength(14);
  expect([...new Set(all.map((line) => line.split(' ')[0]))]).toEqual(['AN', 'BQ', 'HA', 'VE']);
  await expect(printed({ journal: 'ZZ' })).rejects.toMatchObject({ code: 'JournalNotFound' });
});
