import { expect, it } from 'vitest';
import { compareWithLedger } from '../../../../../src/services/banking/books/comparison/compare.ts';
import { setGroup } from '../../../../../src/services/banking/books/reconciliation/groups.ts';
import { setLedgerSide } from '../../../../../src/services/banking/books/reconciliation/ledger-side.ts';
import { setLink } from '../../../../../src/services/banking/books/reconciliation/links.ts';
import type { PlainDate } from '../../../../../src/services/kernel/dates.ts';
import { createExercise } from '../../../../../src/services/ledger/exercises.ts';
import { testDatabase } from '../../../../support/database.ts';
import { bookWorld } from '../reconciliation/books.ts';

const db = await testDatabase();
const world = bookWorld(db);
const { ctx } = world;

it('looks for nothing that is linked: a remittance of cheques, a line paid in two, a line of the exercise before', async () => {
  const book = await world.booked([
    ['01-03', -15_000, 'CHEQUE 7701'],
    ['03-06', 30_000, 'REMISE'],
    ['03-08', -4000, 'SALAIRE A'],
    ['03-09', -6000, 'SALAIRE B'],
    ['03-31', -1250, 'FRAIS'],
  ]);
  const { folderId, accountId } = book;
  await setLedgerSide(ctx, folderId, accountId, { ledgerAccount: '512000', journalCode: 'BQ' });
  const span = { start: '2025-01-01' as PlainDate, end: '2025-12-31' as PlainDate };
  const before = await createExercise(ctx, folderId, span);
  const cheque = await book.enter('01-01', 'Chèque 7701', ['401000 150', '512000 -150'], {
    date: '2025-12-28' as PlainDate,
  });
  const slips = [
    await book.enter('03-05', 'Chèque A', ['512000 100', '411000 -100']),
    await book.enter('03-05', 'Chèque B', ['512000 200', '411000 -200']),
  ];
  const wages = await book.enter('03-05', 'Salaires', ['401000 100', '512000 -100']);
  const compare = async (exerciseId?: number) => {
    const { paired, bankOnly, booksOnly } = await compareWithLedger(ctx, { folderId, accountId, exerciseId });
    return { paired, labels: [...bankOnly, ...booksOnly].map(({ label }) => label) };
  };
  await setLink(ctx, folderId, { transactionId: await book.transaction('CHEQUE 7701'), entryId: cheque.id });
  for (const label of ['SALAIRE A', 'SALAIRE B'])
    await setLink(ctx, folderId, {
      transactionId: await book.transaction(label),
      entryId: wages.id,
      lineId: wages.lines[1]?.id,
    });
  await setGroup(ctx, folderId, {
    transactionIds: [await book.transaction('REMISE')],
    lineIds: slips.flatMap(({ lines }) => lines[0]?.id ?? []),
  });
  expect(await compare()).toEqual({ paired: 4, labels: ['FRAIS'] });
  // On the last day of the exercise before, the cheque had not come yet.
  const dates = { start_date: '2025-12-01', end_date: '2025-12-31' };
  await db.knex('bank_statement').where({ folder_id: folderId }).update(dates);
  expect(await compare(before.id)).toEqual({ paired: 0, labels: ['Chèque 7701'] });
});
