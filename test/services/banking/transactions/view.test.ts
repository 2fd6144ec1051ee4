import { expect, it } from 'vitest';
import { TransactionShape } from '../../../../src/commands/bank/transaction/wire.ts';
import { toWire } from '../../../../src/commands/operation/wire.ts';
import { readTransactions } from '../../../../src/services/banking/transactions/view.ts';
import { validateEntries } from '../../../../src/services/ledger/write-entries.ts';
import { testDatabase } from '../../../support/database.ts';
import { bookWorld } from '../books/reconciliation/books.ts';
import { day } from '../statements/world.ts';

const db = await testDatabase();
const world = bookWorld(db);
const { ctx } = world;

it('shows the entry of a transaction with its lines, and whether the transaction may change', async () => {
  const book = await world.booked([
    ['03-05', -6000, 'ACHAT'],
    ['03-06', -100, 'FRAIS'],
  ]);
  const entry = await book.enter('03-05', 'Achat', ['401000/F1 60 A', '512000 -60']);
  const [purchase, fee] = [await book.transaction('ACHAT'), await book.transaction('FRAIS')];
  const link = { folder_id: book.folderId, transaction_id: purchase, entry_id: entry.id, line_id: entry.lines[1]?.id };
  const made = { origin: 'Set', reason: '[]', created_at: world.ctx.clock.now() };
  await db.knex('bank_reconciliation').insert({ ...link, ...made });
  const read = async () =>
    (await readTransactions(ctx, book.folderId, [fee, purchase, 999_999])).map((one) => toWire(TransactionShape, one));

  const [first, second] = await read();
  expect([first?.Label, first?.BankEntry]).toEqual(['FRAIS', null]);
  expect(second?.BankEntry).toMatchObject({
    Id: entry.id,
    TransactionId: purchase,
    EnterpriseId: book.folderId,
    Date: '2026-03-05',
    ValidationDate: null,
    Lines: [
      { Amount: 60, Type: 'Counterpart', LetterType: 'Partial', IsPartialLettering: true },
      { Amount: -60, Type: 'Bank', LetterId: null, LetterType: null },
    ],
    IsTransactionModificationAllowed: false,
  });
  await validateEntries(db, book.folderId, [entry.id], day('03-31'));
  expect((await read())[1]?.BankEntry).toMatchObject({ ValidationDate: '2026-03-31' });
});
