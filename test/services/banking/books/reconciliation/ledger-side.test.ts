import { describe, expect, it } from 'vitest';
import {
  findLedgerSide,
  ledgerSideOf,
  setLedgerSide,
} from '../../../../../src/services/banking/books/reconciliation/ledger-side.ts';
import { createEntry } from '../../../../../src/services/ledger/write-entries.ts';
import { asReader } from '../../../../support/context.ts';
import { testDatabase } from '../../../../support/database.ts';
import { account, day, statement } from '../../statements/world.ts';
import { bookWorld } from './books.ts';

const db = await testDatabase();
const world = bookWorld(db);
const { ctx } = world;

describe('what books a bank account', () => {
  it('is the account whose lines match its transactions, and the bank journal they are in', async () => {
    const book = await world.booked([
      ['03-05', -6000, 'A'],
      ['03-06', -7000, 'B'],
    ]);
    await expect(ledgerSideOf(ctx, book.folderId, book.accountId)).rejects.toMatchObject({ code: 'LedgerSideUnknown' });
    await book.enter('03-05', 'Autre', ['606000 60', '512000 -60']);
    await book.enter('03-05', 'A', ['606000 60', '512100 -60']);
    await book.enter('03-06', 'B', ['606000 70', '512100 -70']);
    expect(await findLedgerSide(ctx, book.folderId, book.accountId)).toMatchObject({
      ledgerAccount: { number: '512100' },
      journal: { code: 'BQ' },
      isGuess: true,
    });
  });

  it('of an account in another currency, is the one whose lines hold the amounts in that currency', async () => {
    const book = await world.booked([]);
    await world.give(book.folderId, [statement(['01-01', 0], '12-31', [['03-05', 6000, 'WIRE']], account(2, 'USD'))]);
    const { id } = await db.knex('bank_account').where({ folder_id: book.folderId, currency: 'USD' }).first();
    await book.enter('03-05', 'Autre', ['706000 -60', '512000 60']); // as many euros
    await expect(ledgerSideOf(ctx, book.folderId, id)).rejects.toMatchObject({ code: 'LedgerSideUnknown' });
    await createEntry(asReader(db), book.folderId, {
      journal: 'BQ',
      date: day('03-05'),
      label: 'Wire',
      lines: [
        { account: '512100', debit: 5500n, credit: 0n, currency: 'USD', currencyAmount: 6000n },
        { account: '706000', debit: 0n, credit: 5500n },
      ],
    });
    expect(await findLedgerSide(ctx, book.folderId, id)).toMatchObject({ ledgerAccount: { number: '512100' } });
  });

  it('is what a person said', async () => {
    const book = await world.booked([['03-05', -6000, 'A']]);
    await book.enter('03-05', 'A', ['606000 60', '512100 -60']);
    await setLedgerSide(world.ctx, book.folderId, book.accountId, { ledgerAccount: '512000', journalCode: 'OD' });
    expect(await findLedgerSide(ctx, book.folderId, book.accountId)).toMatchObject({
      ledgerAccount: { number: '512000' },
      journal: { code: 'OD' },
      isGuess: false,
    });
  });
});
