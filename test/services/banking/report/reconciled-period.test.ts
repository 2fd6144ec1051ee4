import { expect, it } from 'vitest';
import { setLedgerSide } from '../../../../src/services/banking/books/reconciliation/ledger-side.ts';
import { acceptProposals, setLink, unsetLink } from '../../../../src/services/banking/books/reconciliation/links.ts';
import { undoRun } from '../../../../src/services/banking/books/reconciliation/runs.ts';
import { addRule } from '../../../../src/services/banking/books/rules/rules.ts';
import { undoWritten } from '../../../../src/services/banking/books/rules/undo.ts';
import { writeByHand, writeByRules } from '../../../../src/services/banking/books/rules/write.ts';
import { settle } from '../../../../src/services/banking/books/settlement/settle.ts';
import { undoSettlements } from '../../../../src/services/banking/books/settlement/undo.ts';
import { undoBookedImport } from '../../../../src/services/banking/books/undo-import.ts';
import { lockPeriod, reopenPeriod } from '../../../../src/services/banking/report/reconciled-period.ts';
import { reconciliationStatement } from '../../../../src/services/banking/report/reconciliation-statement.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { TaxopsError } from '../../../../src/services/kernel/errors.ts';
import { createExercise } from '../../../../src/services/ledger/exercises.ts';
import { letterLines } from '../../../../src/services/ledger/letters/change.ts';
import { locksIn, refuseReconciledChange } from '../../../../src/services/ledger/reconciled.ts';
import { deleteExercise } from '../../../../src/services/ledger/remove.ts';
import { createEntry, deleteEntry, updateEntry } from '../../../../src/services/ledger/write-entries.ts';
import { testDatabase } from '../../../support/database.ts';
import { bookWorld } from '../books/reconciliation/books.ts';
import { day, statement } from '../statements/world.ts';

const db = await testDatabase();
const { ctx, booked, give } = bookWorld(db);

/** March is reconciled: all of it linked but a cheque that the bank has in April, and fees that are booked in April. */
async function march() {
  const book = await booked([
    ['03-05', -6000, 'ENERGIE'],
    ['03-06', 30_000, 'REMISE'],
    ['03-07', 5000, 'REGLEMENT FA1'],
    ['03-31', -1250, 'FRAIS'],
    ['04-04', -7000, 'CHEQUE 7701'],
    ['04-10', -900, 'ASSURANCE'],
  ]);
  const { folderId, accountId } = book;
  await setLedgerSide(ctx, folderId, accountId, { ledgerAccount: '512000', journalCode: 'BQ' });
  await book.enter('01-01', 'Apport', ['512000 1000', '411000 -1000']);
  const energy = await book.enter('03-04', 'Énergie', ['401000 60', '512000 -60']);
  await book.enter('03-06', 'REMISE', ['512000 300', '411000 -300']);
  const cheque = await book.enter('03-20', 'Chèque 7701', ['401000 70', '512000 -70'], { docRef: '7701' });
  const invoice = await book.enter('02-01', 'FA1', ['411000/F1 50', '706000 -50'], { journal: 'OD', docRef: 'FA1' });
  await setLink(ctx, folderId, { transactionId: await book.transaction('ENERGIE'), entryId: energy.id });
  const { runId } = await acceptProposals(ctx, folderId, { minScore: 50, endDate: day('03-30') });
  const paid = await book.transaction('REGLEMENT FA1');
  await settle(ctx, folderId, { transactionId: paid, lineIds: [invoice.lines[0]?.id ?? 0] });
  return { book, energy, cheque, invoice, paid, runId: runId ?? 0 };
}
const code = (done: Promise<unknown>) => done.then(String, (error) => error.code);

it('refuses what would change it, and names the way to open it', async () => {
  const { book, energy, cheque, paid, runId } = await march();
  const { folderId, accountId } = book;
  expect(await lockPeriod(ctx, folderId, accountId, day('03-31'))).toEqual({ accountId, lockedUntil: '2026-03-31' });
  const lines = (bank: bigint) => [
    { account: '401000', debit: bank, credit: 0n },
    { account: '512000', debit: 0n, credit: bank },
  ];
  const entry = (date: string, bank: bigint) => ({ journal: 'BQ', date: day(date), label: 'X', lines: lines(bank) });
  await expect(createEntry(ctx, folderId, entry('03-31', 100n))).rejects.toMatchObject({
    code: 'PeriodReconciled',
    kind: 'conflict',
    message: expect.stringContaining('2026-03-31'),
  });
  // The last day alone would leave the days before it locked: the reader names the first that must change.
  const refused = await createEntry(ctx, folderId, entry('03-31', 100n)).catch((error: TaxopsError) => error);
  expect(refused instanceof TaxopsError && refused.hint('en')).toMatch(/ --reopen --date YYYY-MM-DD$/);
  expect(await code(updateEntry(ctx, folderId, cheque.id, entry('03-20', 7001n)))).toBe('PeriodReconciled');
  const counterpart = {
    ...entry('03-20', 7000n),
    lines: [{ ...lines(7000n)[0], account: '606000', debit: 7000n, credit: 0n }, ...lines(7000n).slice(1)],
  };
  expect(await code(updateEntry(ctx, folderId, cheque.id, counterpart))).toBe('PeriodReconciled');
  expect(await code(deleteEntry(ctx, folderId, cheque.id))).toBe('PeriodReconciled');
  expect(await code(deleteExercise(ctx, folderId, book.exerciseId, false))).toBe('PeriodReconciled');
  const linked = await book.transaction('ENERGIE');
  expect(await code(unsetLink(ctx, folderId, linked))).toBe('PeriodReconciled');
  expect(await code(undoRun(ctx, folderId, runId))).toBe('PeriodReconciled');
  expect(await code(undoSettlements(ctx, folderId, [paid]))).toBe('PeriodReconciled');
  expect(await code(undoWritten(ctx, folderId, [linked]))).toBe('TransactionNotGenerated');
  const fees = await book.transaction('FRAIS');
  const fee = { transactionId: fees, lines: [{ account: '627000', debit: 1250n, credit: 0n }] };
  expect(await code(writeByHand(ctx, folderId, fee))).toBe('PeriodReconciled');
  const late = [statement(['03-01', 0], '03-20', [['03-15', 777, 'OUBLI']])];
  expect(await code(give(folderId, late))).toBe('PeriodReconciled');
  const { id: importId } = await db.knex('statement_file').where({ folder_id: folderId }).first();
  await db.knex('bank_reconciliation').where({ folder_id: folderId, transaction_id: paid }).update({ origin: 'Set' });
  expect(await code(undoBookedImport(ctx, importId))).toBe('PeriodReconciled');
  expect((await db.knex('entry').where({ folder_id: folderId, id: energy.id })).length).toBe(1);
  expect((await locksIn(db.knex, folderId)).get(accountId)).toBe('2026-03-31');
  await db.transaction((trx) => refuseReconciledChange(trx, folderId));
});

it('lets go on what the day does not show: letters, later entries, what was in transit', { tags: 'long' }, async () => {
  const { book, cheque, invoice } = await march();
  const { folderId, accountId } = book;
  await lockPeriod(ctx, folderId, accountId, day('03-31'));
  const before = await reconciliationStatement(ctx, folderId, accountId, day('03-31'));
  await setLink(ctx, folderId, { transactionId: await book.transaction('CHEQUE 7701'), entryId: cheque.id });
  const fees = await book.enter('04-02', 'Frais', ['627000 12.50', '512000 -12.50']);
  await setLink(ctx, folderId, { transactionId: await book.transaction('FRAIS'), entryId: fees.id });
  await unsetLink(ctx, folderId, await book.transaction('FRAIS'));
  const credit = await book.enter('02-02', 'Avoir', ['411000/F1 -10', '411000/F1 10'], { journal: 'OD' });
  await letterLines(ctx, folderId, { lineIds: credit.lines.map(({ id }) => id), isPartial: false });
  await addRule(ctx, folderId, {
    name: 'R',
    priority: 1,
    isActive: true,
    labelPattern: '*',
    ledgerAccount: '606000',
  });
  const { written, failed } = await writeByRules(ctx, folderId, { force: true });
  expect(written.map(({ transactionId }) => transactionId)).toEqual([await book.transaction('ASSURANCE')]);
  expect(failed.map(({ error }) => error.code)).toEqual(['PeriodReconciled']);
  await acceptProposals(ctx, folderId, { minScore: 0 });
  expect(await reconciliationStatement(ctx, folderId, accountId, day('03-31'))).toEqual(before);
  expect(invoice.id).toBeGreaterThan(0);
});

it('is locked when nothing is unexplained, and opened from a day on', async () => {
  const { book, cheque } = await march();
  const { folderId, accountId } = book;
  await lockPeriod(ctx, folderId, accountId, day('03-31'));
  expect(await code(lockPeriod(ctx, folderId, accountId, day('03-15')))).toBe('PeriodReconciledLater');
  expect(await code(reopenPeriod(ctx, folderId, accountId, day('04-01')))).toBe('PeriodOpen');
  expect(await reopenPeriod(ctx, folderId, accountId, day('03-10'))).toEqual({ accountId, lockedUntil: '2026-03-09' });
  expect((await reconciliationStatement(ctx, folderId, accountId, day('03-31'))).lockedUntil).toBe('2026-03-09');
  await deleteEntry(ctx, folderId, cheque.id);
  expect(await code(unsetLink(ctx, folderId, await book.transaction('ENERGIE')))).toBe('PeriodReconciled');
  expect(await reopenPeriod(ctx, folderId, accountId, day('01-01'))).toEqual({ accountId, lockedUntil: null });
  await unsetLink(ctx, folderId, await book.transaction('ENERGIE'));
  await createExercise(ctx, folderId, { start: '2027-01-01' as PlainDate, end: '2027-12-31' as PlainDate });
  expect(await code(lockPeriod(ctx, folderId, accountId, '2027-01-31' as PlainDate))).toBe('PeriodUnreconciled');
});
