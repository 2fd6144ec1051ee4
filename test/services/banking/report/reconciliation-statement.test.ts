import { expect, it } from 'vitest';
import { accountText } from '../../../../src/services/banking/accounts/account-text.ts';
import { setGroup } from '../../../../src/services/banking/books/reconciliation/groups.ts';
import { setLedgerSide } from '../../../../src/services/banking/books/reconciliation/ledger-side.ts';
import { setLink } from '../../../../src/services/banking/books/reconciliation/links.ts';
import { reconciliationStatement } from '../../../../src/services/banking/report/reconciliation-statement.ts';
import { testDatabase } from '../../../support/database.ts';
import { bookWorld } from '../books/reconciliation/books.ts';
import { account, day, statement } from '../statements/world.ts';

const db = await testDatabase();
const { ctx, booked, give } = bookWorld(db);

it('explains the difference of books and bank at any day, to the cent', async () => {
  const book = await booked([
    ['03-05', -6000, 'ENERGIE'],
    ['03-06', 30_000, 'REMISE'],
    ['03-31', -1250, 'FRAIS'],
    ['04-04', -7000, 'CHEQUE 7701'],
  ]);
  await setLedgerSide(ctx, book.folderId, book.accountId, { ledgerAccount: '512000', journalCode: 'BQ' });
  expect(await accountText(db.knex, book.folderId, book.accountId)).toMatch(/^512000 FR\d{2}/);
  await book.enter('01-01', 'Apport', ['512000 1000', '411000 -1000']);
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
    booksOnly: [{ label: 'Chèque 7701', docRef: '7701', amount: -7000n, age: 11 }],
    adjustedBooks: 115_750n,
    adjustedBank: 115_750n,
    openingDifference: 0n,
    unexplained: 0n,
  });
  const april = await at('04-30');
  expect(april.booksOnly).toEqual([]);
  expect(april.unexplained).toBe(0n);
  expect((await at('03-05')).booksOnly).toHaveLength(2);
});

it('names the statements that are missing, where what is unexplained comes from', async () => {
  const book = await booked([]);
  const parts = [
    statement(['01-31', 100_000], '02-28', [['02-10', 500, 'VIR']], account(2)),
    statement(['03-31', 90_000], '04-30', [['04-10', -200, 'FRAIS']], account(2)),
  ];
  const { accounts } = await give(book.folderId, parts);
  const accountId = accounts[0]?.accountId ?? 0;
  await setLedgerSide(ctx, book.folderId, accountId, { ledgerAccount: '512100', journalCode: 'BQ' });
  await book.enter('01-31', 'Apport', ['512100 1000', '411000 -1000']);
  expect(await reconciliationStatement(ctx, book.folderId, accountId, day('04-30'))).toMatchObject({
    bankBalance: 89_800n,
    unexplained: 10_500n,
    gaps: [{ from: { date: day('02-28') }, to: { date: day('03-31') }, difference: -10_500n }],
  });
  const before = await reconciliationStatement(ctx, book.folderId, accountId, day('02-28'));
  expect(before).toMatchObject({ unexplained: 0n, gaps: [] });
});

it('counts links that name their entry alone, as long as a free line of their amount is there', {
  tags: 'long',
}, async () => {
  const book = await booked([
    ['03-05', -6000, 'LOYER A'],
    ['03-06', -6000, 'LOYER B'],
    ['03-07', -6000, 'LOYER C'],
  ]);
  await setLedgerSide(ctx, book.folderId, book.accountId, { ledgerAccount: '512000', journalCode: 'BQ' });
  const rents = await book.enter('03-05', 'Loyers', ['606000 120', '512000 -60', '512000 -60']);
  for (const label of ['LOYER A', 'LOYER B', 'LOYER C']) {
    const transactionId = await book.transaction(label);
    const lineId = label === 'LOYER A' ? rents.lines[1]?.id : rents.lines[2]?.id;
    const where = { folder_id: book.folderId };
    await db.knex('bank_reconciliation').where(where).update({ line_id: null });
    await setLink(ctx, book.folderId, { transactionId, entryId: rents.id, lineId });
    await db.knex('bank_reconciliation').where(where).update({ line_id: null });
  }
  const march = await reconciliationStatement(ctx, book.folderId, book.accountId, day('03-31'));
  expect(march.bankOnly.map(({ label, amount }) => [label, amount])).toEqual([['LOYER C', -6000n]]);
  expect(march.booksOnly).toEqual([]);
});

it('is in the currency of the account, as the lines of the books say it', { tags: 'long' }, async () => {
  const book = await booked([]);
  const usd = (amount: bigint) => ({ currency: 'USD', currencyAmount: amount });
  await give(book.folderId, [
    statement(
      ['01-01', 50_000],
      '12-31',
      [
        ['03-05', -10_000, 'WIRE'],
        ['03-06', -700, 'FEE'],
        ['03-08', 30_000, 'SLIP'],
      ],
      account(9, 'USD'),
    ),
  ]);
  const { id: accountId } = await db
    .knex('bank_account')
    .where({ folder_id: book.folderId })
    .orderBy('id', 'desc')
    .first();
  await setLedgerSide(ctx, book.folderId, accountId, { ledgerAccount: '512100', journalCode: 'BQ' });
  const enter = (date: string, debit: bigint, inCurrency: ReturnType<typeof usd> | object) =>
    book.enter(date, 'Ligne', [], {
      lines: [
        { account: '512100', debit: debit > 0n ? debit : 0n, credit: debit < 0n ? -debit : 0n, ...inCurrency },
        { account: '411000', debit: debit < 0n ? -debit : 0n, credit: debit > 0n ? debit : 0n },
      ],
    });
  const wire = await enter('03-04', -9231n, usd(-10_000n));
  const slips = [await enter('03-07', 9000n, usd(10_000n)), await enter('03-07', 18_000n, usd(20_000n))];
  await enter('03-20', -4600n, usd(5000n)); // some programs do not sign it
  await enter('03-31', 1234n, {}); // revalued in euros: nothing in dollars
  await setLink(ctx, book.folderId, { transactionId: await book.transaction('WIRE'), entryId: wire.id });
  await setGroup(ctx, book.folderId, {
    transactionIds: [await book.transaction('SLIP')],
    lineIds: slips.flatMap(({ lines }) => lines[0]?.id ?? []),
  });
  expect(await reconciliationStatement(ctx, book.folderId, accountId, day('03-31'))).toMatchObject({
    currencyCode: 'USD',
    booksBalance: 15_000n,
    bankBalance: 69_300n,
    bankOnly: [{ label: 'FEE', amount: -700n }],
    booksOnly: [{ amount: -5000n }],
    adjustedBooks: 14_300n,
    adjustedBank: 64_300n,
    openingDifference: -50_000n,
    unexplained: 0n,
  });
});

it('lists nothing that the bank had taken before its first statement, when the balances agree on that day', async () => {
  const book = await booked([]);
  await setLedgerSide(ctx, book.folderId, book.accountId, { ledgerAccount: '512000', journalCode: 'BQ' });
  await db.knex('bank_statement').where({ folder_id: book.folderId }).delete();
  await book.enter('01-15', 'Apport', ['512000 1200', '411000 -1200']);
  const cheque = await book.enter('01-28', 'Chèque 7701', ['401000 150', '512000 -150']);
  await book.enter('03-28', 'Chèque 7702', ['401000 360', '512000 -360']);
  await give(book.folderId, [statement(['01-31', 120_000], '03-31', [['02-02', -15_000, 'CHEQUE 7701']])]);
  const at = (date: string) => reconciliationStatement(ctx, book.folderId, book.accountId, day(date));
  // The balances differ by a cheque that nobody has found yet: what is in transit is not known.
  expect(await at('03-31')).toMatchObject({ openingDifference: -120_000n, booksOnly: [{}, {}, {}], unexplained: 0n });
  await setLink(ctx, book.folderId, { transactionId: await book.transaction('CHEQUE 7701'), entryId: cheque.id });
  expect(await at('03-31')).toMatchObject({
    booksBalance: 69_000n,
    bankBalance: 105_000n,
    bankOnly: [],
    booksOnly: [{ label: 'Chèque 7702', amount: -36_000n }],
    difference: 0n,
    openingDifference: 0n,
    unexplained: 0n,
  });
  expect(await at('02-01')).toMatchObject({
    booksOnly: [{ label: 'Chèque 7701', amount: -15_000n }],
    difference: 0n,
    unexplained: 0n,
  });
});
