import { describe, expect, it } from 'vitest';
import { entriesOfTransactions } from '../../../../../src/services/banking/transactions/entries/bank-entries.ts';
import { updateExercise } from '../../../../../src/services/ledger/exercises.ts';
import { deleteEntry, validateEntries } from '../../../../../src/services/ledger/write-entries.ts';
import { testContext } from '../../../../support/context.ts';
import { testDatabase } from '../../../../support/database.ts';
import { type Booked, bookWorld } from '../../books/reconciliation/books.ts';
import { day } from '../../statements/world.ts';

const db = await testDatabase();
const world = bookWorld(db);
const { ctx } = world;

const link = async (book: Booked, label: string, entryId: number, lineId: number | undefined) =>
  db.knex('bank_reconciliation').insert({
    folder_id: book.folderId,
    transaction_id: await book.transaction(label),
    entry_id: entryId,
    line_id: lineId,
    origin: 'Set',
    reason: '[]',
    created_at: world.ctx.clock.now(),
  });

describe('entries of transactions', async () => {
  const book = await world.booked([
    ['03-05', -6000, 'ACHAT'],
    ['03-06', 120_000, 'VIR CLIENT'],
    ['03-07', -100, 'FRAIS'],
  ]);
  const paid = await book.enter('03-05', 'Achat', ['606000 50', '445660 10', '512000 -60']);
  const received = await book.enter('03-06', 'Client', ['512000 1200', '411000/F1 -1200 A']);
  await book.enter('02-01', 'Facture', ['411000/F1 1500 A', '706000 -1500'], { journal: 'OD' });
  await link(book, 'ACHAT', paid.id, paid.lines[2]?.id);
  await link(book, 'VIR CLIENT', received.id, received.lines[0]?.id);
  const ids = [await book.transaction('ACHAT'), await book.transaction('VIR CLIENT'), await book.transaction('FRAIS')];
  const [first = 0, second = 0, third = 0] = ids;
  const read = () => entriesOfTransactions(ctx, book.folderId, ids);

  it('shows lines with their part in the entry', async () => {
    const entry = (await read()).get(first);
    expect(entry).toMatchObject({ id: paid.id, transactionId: first, date: '2026-03-05', lock: undefined });
    expect(entry?.lines.map(({ type, amount, accountName }) => [type, amount, accountName])).toEqual([
      ['Counterpart', 5000n, 'Compte 606000'],
      ['Vat', 1000n, 'Compte 445660'],
      ['Bank', -6000n, 'Compte 512000'],
    ]);
  });

  it('shows the lettering group of a counterpart, and that it is partial', async () => {
    const entry = (await read()).get(second);
    expect(entry?.lines[1]).toMatchObject({ letterType: 'Partial', letterId: received.lines[1]?.id });
    expect(entry?.lock).toBe('Lettered');
  });

  it('has nothing for transactions without link, and nothing of another folder', async () => {
    expect((await read()).has(third)).toBe(false);
    expect(await entriesOfTransactions(ctx, book.folderId + 1, ids)).toEqual(new Map());
  });

  it('is locked by validation and by the closing of the exercise', async () => {
    await updateExercise(db, book.folderId, book.exerciseId, { isClosed: true });
    expect((await read()).get(first)?.lock).toBe('ExerciseClosed');
    await updateExercise(db, book.folderId, book.exerciseId, { isClosed: false });
    await validateEntries(db, book.folderId, [paid.id], day('03-31'));
    expect((await read()).get(first)?.lock).toBe('Validated');
  });

  it('goes with the entry', async () => {
    const { transactionIds } = await deleteEntry(testContext(db), book.folderId, received.id);
    expect(transactionIds).toEqual([second]);
    expect((await read()).has(second)).toBe(false);
  });
});
