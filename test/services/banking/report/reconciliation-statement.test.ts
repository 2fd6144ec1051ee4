import { expect, it } from 'vitest';
import { setGroup } from '../../../../src/services/banking/books/reconciliation/groups.ts';
import { setLedgerSide } from '../../../../src/services/banking/books/reconciliation/ledger-side.ts';
import { setLink } from '../../../../src/services/banking/books/reconciliation/links.ts';
import { reconciliationStatement } from '../../../../src/services/banking/report/reconciliation-statement.ts';
import { testDatabase } from '../../../support/database.ts';
import { bookWorld } from '../books/reconciliation/books.ts';
import { day } from '../statements/world.ts';

const db = await testDatabase();
const { ctx, booked } = bookWorld(db);

it('explains the difference of books and bank at any day, to the cent', async () => {
  const book = await booked([
    ['03-05', -6000, 'ENERGIE'],
    ['03-06', 30_000, 'REMISE'],
    ['03-31', -1250, 'FRAIS'],
    ['04-04', -7000, 'CHEQUE 7701'],
  ]);
  await setLedgerSide(ctx, book.folderId, book.accountId, { ledgerAccount: '512000', journalCode: 'BQ' });
  const opening = await book.enter('01-01', 'Apport', ['512000 1000', '411000 -1000']);
  const energy = await book.enter('03-04', 'Énergie', ['401000 60', '512000 -60']);
  const slips = [
    await book.enter('03-05', 'Chèque A', ['512000 100', '411000 -100']),
    await book.enter('03-05', 'Chèque B', ['512000 200', '411000 -200']),
  ];
  const cheque = await book.enter('03-20', 'Chèque 7701', ['401000 70', '512000 -70'], { docRef: '7701' });
  await setLink(ctx, book.folderId, { transactionId: await book.transaction('ENERGIE'), entryId: energy.id });
  await setLink(ctx, book.folderId, { transactionId: await book.transaction('CHEQUE 7701'), entryId: cheque.id });
  await setGroup(ctx, book.folderId, {
    transactionIds: [await book.transaction('REMISE')],
    lineIds: slips.flatMap(({ lines }) => lines[0]?.id ?? []),
  });
  const at = (date: string) => reconciliationStatement(ctx, book.folderId, book.accountId, day(date));
  const march = await at('03-31');
  expect(march).toMatchObject({
    booksBalance: 117_000n,
    bankBalance: 122_750n,
    bankOnly: [{ label: 'FRAIS', amount: -1250n, age: 0 }],
    booksOnly: [
      { id: opening.lines[0]?.id, amount: 100_000n },
      { label: 'Chèque 7701', docRef: '7701', amount: -7000n, age: 11 },
    ],
    adjustedBooks: 115_750n,
    adjustedBank: 215_750n,
    openingDifference: -100_000n,
    unexplained: 0n,
  });
  const april = await at('04-30');
  expect(april.booksOnly.map(({ id }) => id)).toEqual([opening.lines[0]?.id]);
  expect(april.unexplained).toBe(0n);
  expect((await at('03-05')).booksOnly).toHaveLength(3);
});
