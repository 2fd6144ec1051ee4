import { describe, expect, it } from 'vitest';
import { matchItems, TERM_DAYS } from '../../../../../src/services/banking/books/matching/match-items.ts';
import { refuseDifference } from '../../../../../src/services/banking/books/reconciliation/difference.ts';
import { setLedgerSide } from '../../../../../src/services/banking/books/reconciliation/ledger-side.ts';
import { acceptProposals } from '../../../../../src/services/banking/books/reconciliation/links.ts';
import { listLinks } from '../../../../../src/services/banking/books/reconciliation/list.ts';
import { RUN_KINDS } from '../../../../../src/services/banking/books/reconciliation/run-store.ts';
import { listRuns, undoRun } from '../../../../../src/services/banking/books/reconciliation/runs.ts';
import { unbooked } from '../../../../../src/services/banking/books/rules/bookable.ts';
import { undoWritten } from '../../../../../src/services/banking/books/rules/undo.ts';
import { acceptSettlements } from '../../../../../src/services/banking/books/settlement/accept.ts';
import { proposeSettlements } from '../../../../../src/services/banking/books/settlement/propose.ts';
import { type SettlementWanted, settle } from '../../../../../src/services/banking/books/settlement/settle.ts';
import { undoSettlements } from '../../../../../src/services/banking/books/settlement/undo.ts';
import type { PlainDate } from '../../../../../src/services/kernel/dates.ts';
import { ratio } from '../../../../../src/services/kernel/ratio.ts';
import { getEntry } from '../../../../../src/services/ledger/entries.ts';
import { createExercise, updateExercise } from '../../../../../src/services/ledger/exercises.ts';
import { letterLines } from '../../../../../src/services/ledger/letters/change.ts';
import { releaseLetters } from '../../../../../src/services/ledger/letters/release.ts';
import { readLines } from '../../../../../src/services/ledger/lines.ts';
import { createSubAccount } from '../../../../../src/services/ledger/sub-accounts.ts';
import { validateEntries } from '../../../../../src/services/ledger/write-entries.ts';
import { within } from '../../../../../src/services/operation/within.ts';
import { testDatabase } from '../../../../support/database.ts';
import { account, day, statement } from '../../statements/world.ts';
import { type Booked, bookWorld } from '../reconciliation/books.ts';

const db = await testDatabase();
const world = bookWorld(db);
const { ctx } = world;

/** Invoices of two customers and a supplier, and payments of them. */
async function invoices(moves: Parameters<typeof world.booked>[0]) {
  const book = await world.booked(moves);
  await setLedgerSide(ctx, book.folderId, book.accountId, { ledgerAccount: '512000', journalCode: 'BQ' });
  const { id } = await db.knex('account').where({ folder_id: book.folderId, number: '411000' }).first();
  for (const [code, label] of [
    ['C1', 'Boulangerie Marvolin'],
    ['C2', 'Garage Tessaudre'],
  ] as const)
    await createSubAccount(ctx, book.folderId, id, { code, label });
  const invoice = async (date: string, docRef: string, party: string, amount: string) => {
    const other = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
    const lines = [`${party} ${amount}`, `706000 ${other}`];
    const entry = await book.enter(date, `Facture ${docRef}`, lines, { journal: 'OD', docRef });
    return entry.lines[0]?.id ?? 0;
  };
  return { book, invoice };
}

const lettersOf = async (book: Booked, ids: readonly number[]) =>
  (await readLines(db.knex, book.folderId, { ids })).map(({ letter }) => letter);
const linesOf = async (book: Booked, entryId: number) =>
  (await getEntry(ctx, book.folderId, entryId)).lines.map(({ accountNumber, subAccountCode, debit, credit, letter }) =>
    [accountNumber, subAccountCode, debit - credit, letter].join(' '),
  );
const proposals = async (book: Booked) => (await proposeSettlements(ctx, book.folderId, {})).proposals;

describe('open items are proposed', () => {
  it('by reference, by third party and by sum, with reasons, each payment and each item once', async () => {
    const { book, invoice } = await invoices([
      ['03-06', 12_034, 'VIR MARVOLIN FA-2026-0042'],
      ['03-09', 55_000, 'VIR GARAGE TESSAUDRE'],
      ['03-12', 98_700, 'VIR INCONNU'],
    ]);
    const first = await invoice('02-01', 'FA20260042', '411000/C1', '120.34');
    await invoice('02-01', 'FA20260043', '411000/C1', '77.10');
    const [second, third] = [
      await invoice('02-10', 'FA20260050', '411000/C2', '300.25'),
      await invoice('02-20', 'FA20260051', '411000/C2', '249.75'),
    ];
    const found = await proposals(book);
    expect(found.map(({ label, items, difference }) => [label, items.map(({ id }) => id), difference])).toEqual([
      ['VIR MARVOLIN FA-2026-0042', [first], 0n],
      ['VIR GARAGE TESSAUDRE', [second, third], 0n],
    ]);
    expect(found[0]?.score).toBeGreaterThanOrEqual(70);
    expect(found[0]?.reasons.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['Amount', 'Reference', 'Label']));
    expect(found[1]?.reasons.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['Sum', 'Label']));
  });

  it('to the cent with the credit note that was deducted, rather than the invoices named and a fee', async () => {
    const { book, invoice } = await invoices([['03-06', 168_060, 'VIR MARVOLIN F26-01 F26-02']]);
    const due = [
      await invoice('02-01', 'F26-01', '411000/C1', '1200.00'),
      await invoice('02-05', 'F26-02', '411000/C1', '540.60'),
      await invoice('02-20', 'AV26-01', '411000/C1', '-60.00'),
    ];
    const [found] = await proposals(book);
    expect(found).toMatchObject({ difference: 0n, alternatives: [{ items: [{ id: due[0] }, { id: due[1] }] }] });
    expect(found?.items.map(({ id }) => id)).toEqual(due);
    expect(found?.score).toBeLessThan(70);
  });

  it('in part when the payment names one item and is smaller; never accepted by itself', async () => {
    const { book, invoice } = await invoices([['03-06', 5000, 'ACOMPTE FA-2026-0042']]);
    await invoice('02-01', 'FA20260042', '411000/C1', '120.34');
    expect(await proposals(book)).toMatchObject([
      { difference: -7034n, score: 65, reasons: [{ kind: 'Reference' }, { kind: 'Part', detail: 'FA20260042' }] },
    ]);
    expect(await acceptSettlements(ctx, book.folderId, { minScore: 0 })).toMatchObject({ runId: null, accepted: [] });
  });

  it('says what else may be meant, and stays below what is done unattended', { tags: 'long' }, async () => {
    const { book, invoice } = await invoices([['03-06', 12_034, 'VIR MARVOLIN']]);
    await invoice('02-01', 'FA20260042', '411000/C1', '120.34');
    await invoice('02-01', 'FA20260043', '411000/C1', '120.34');
    const [found] = await proposals(book);
    expect(found?.alternatives).toHaveLength(1);
    expect(found?.score).toBeLessThan(70);
  });

  it('not when a line of the bank probably books the payment already', { tags: 'long' }, async () => {
    const { book, invoice } = await invoices([['03-06', 12_034, 'VIR FA-2026-0042']]);
    const lineId = await invoice('02-01', 'FA20260042', '411000/C1', '120.34');
    await book.enter('03-07', 'Règlement', ['512000 120.34', '411000/C1 -120.34']);
    expect(await proposals(book)).toEqual([]);
    const transactionId = await book.transaction('VIR FA-2026-0042');
    const wanted: SettlementWanted = { transactionId, lineIds: [lineId] };
    await expect(settle(ctx, book.folderId, wanted)).rejects.toMatchObject({ code: 'TransactionProbablyBooked' });
    await settle(ctx, book.folderId, { ...wanted, force: true });
  });
});

describe('a settlement', () => {
  it('writes the entry, letters it with the items of each third party, and goes whole', async () => {
    const { book, invoice } = await invoices([['03-06', -30_000, 'VIR LOT FOURNISSEURS']]);
    const ids = [
      await invoice('02-01', 'F-1', '401000/F1', '-100.00'),
      await invoice('02-02', 'F-2', '401000/F1', '-150.00'),
      await invoice('02-03', 'F-3', '401000', '-50.00'),
    ];
    const transactionId = await book.transaction('VIR LOT FOURNISSEURS');
    const entryId = await settle(ctx, book.folderId, { transactionId, lineIds: ids });
    expect(await linesOf(book, entryId)).toEqual(['512000  -30000 ', '401000 F1 25000 AAA', '401000  5000 AAA']);
    expect(await lettersOf(book, ids)).toEqual(['AAA', 'AAA', 'AAA']);
    expect((await listLinks(ctx, book.folderId, {}, { page: 1, limit: 9 })).items).toMatchObject([
      { transactionId, entryId, origin: 'Generated', state: 'Linked' },
    ]);
    await expect(undoWritten(ctx, book.folderId, [transactionId])).rejects.toMatchObject({ code: 'TransactionLocked' });
    await undoSettlements(ctx, book.folderId, [transactionId]);
    expect(await lettersOf(book, ids)).toEqual([null, null, null]);
    await expect(getEntry(ctx, book.folderId, entryId)).rejects.toMatchObject({ code: 'EntryNotFound' });
    await expect(undoSettlements(ctx, book.folderId, [transactionId])).rejects.toMatchObject({
      code: 'TransactionNotReconciled',
    });
  });

  it('in parts keeps what is left open, and is undone in any order', { tags: 'long' }, async () => {
    const { book, invoice } = await invoices([
      ['03-06', 4000, 'ACOMPTE 1'],
      ['04-06', 6000, 'SOLDE'],
    ]);
    const lineId = await invoice('02-01', 'FA1', '411000/C1', '100.00');
    const [first, last] = [await book.transaction('ACOMPTE 1'), await book.transaction('SOLDE')];
    const pay = (transactionId: number, isPartial: boolean) =>
      settle(ctx, book.folderId, { transactionId, lineIds: [lineId], isPartial });
    await expect(pay(first, false)).rejects.toMatchObject({ code: 'SettlementNotBalanced' });
    await pay(first, true);
    expect(await lettersOf(book, [lineId])).toEqual(['aaa']);
    expect(await proposals(book)).toMatchObject([{ label: 'SOLDE', items: [{ id: lineId, left: 6000n }] }]);
    await pay(last, false);
    expect(await lettersOf(book, [lineId])).toEqual(['AAA']);
    await undoSettlements(ctx, book.folderId, [first]);
    expect(await lettersOf(book, [lineId])).toEqual(['aaa']);
    expect(await proposals(book)).toMatchObject([{ label: 'ACOMPTE 1', items: [{ left: 4000n }] }]);
    await undoSettlements(ctx, book.folderId, [last]);
    expect(await lettersOf(book, [lineId])).toEqual([null]);
  });

  it('gives back the lettering that was there before', { tags: 'long' }, async () => {
    const { book, invoice } = await invoices([['03-06', 4000, 'SOLDE']]);
    const ids = [
      await invoice('02-01', 'FA1', '411000/C1', '100.00'),
      await invoice('02-02', 'AV1', '411000/C1', '-60.00'),
    ];
    await letterLines(ctx, book.folderId, { lineIds: ids, isPartial: true });
    const transactionId = await book.transaction('SOLDE');
    await settle(ctx, book.folderId, { transactionId, lineIds: ids.slice(0, 1) });
    expect(await lettersOf(book, ids)).toEqual(['AAA', 'AAA']);
    await undoSettlements(ctx, book.folderId, [transactionId]);
    expect(await lettersOf(book, ids)).toEqual(['aaa', 'aaa']);
  });

  it('books what the bank kept where an account takes it, within its tolerance', async () => {
    const { book, invoice } = await invoices([['03-06', 9700, 'VIR C1']]);
    const lineId = await invoice('02-01', 'FA1', '411000/C1', '100.00');
    const transactionId = await book.transaction('VIR C1');
    const pay = (differenceAccount: string) =>
      settle(ctx, book.folderId, { transactionId, lineIds: [lineId], differenceAccount });
    await expect(pay('606000')).rejects.toMatchObject({ code: 'DifferenceAccountUnknown' });
    await expect(pay('658000')).rejects.toMatchObject({ code: 'DifferenceTooLarge' });
    await expect(pay('627999')).rejects.toMatchObject({ code: 'AccountNotFound' });
    expect(await linesOf(book, await pay('627000'))).toEqual(['512000  9700 ', '411000 C1 -10000 AAA', '627000  300 ']);
  });

  it('is refused of what is no open item, of several in part, and of what is settled', async () => {
    const { book, invoice } = await invoices([
      ['03-06', 4000, 'A'],
      ['03-07', 10_000, 'B'],
      ['03-08', 10_000, 'C'],
    ]);
    const [one, two] = [
      await invoice('02-01', 'FA1', '411000/C1', '100.00'),
      await invoice('02-02', 'FA2', '411000/C2', '10.00'),
    ];
    const pay = async (label: string, lineIds: number[], isPartial = false) =>
      settle(ctx, book.folderId, { transactionId: await book.transaction(label), lineIds, isPartial });
    await expect(pay('A', [one, two], true)).rejects.toMatchObject({ code: 'SettlementNotBalanced' });
    await expect(pay('A', [one + 1])).rejects.toMatchObject({ code: 'NotAnOpenItem' });
    await expect(pay('A', [999_999])).rejects.toMatchObject({ code: 'LedgerLineNotFound' });
    await pay('B', [one]);
    await expect(pay('C', [one], true)).rejects.toMatchObject({ code: 'LineLettered' });
    const settled = await book.transaction('B');
    const [{ entryId } = { entryId: 0 }] = (await listLinks(ctx, book.folderId, {}, { page: 1, limit: 9 })).items;
    await validateEntries(ctx, book.folderId, [entryId], day('04-01'));
    await expect(undoSettlements(ctx, book.folderId, [settled])).rejects.toMatchObject({ code: 'TransactionLocked' });
    expect(await lettersOf(book, [one])).toEqual(['AAA']);
  });

  it('is refused in a closed exercise, and undone no more there', async () => {
    const { book, invoice } = await invoices([
      ['03-06', 10_000, 'A'],
      ['03-07', 5000, 'B'],
    ]);
    const [one, two] = [
      await invoice('02-01', 'FA1', '411000/C1', '100.00'),
      await invoice('02-01', 'FA2', '411000/C1', '50.00'),
    ];
    const [a, b] = [await book.transaction('A'), await book.transaction('B')];
    await settle(ctx, book.folderId, { transactionId: a, lineIds: [one] });
    await updateExercise(ctx, book.folderId, book.exerciseId, { isClosed: true });
    const late = settle(ctx, book.folderId, { transactionId: b, lineIds: [two] });
    await expect(late).rejects.toMatchObject({ code: 'ExerciseClosed' });
    await expect(undoSettlements(ctx, book.folderId, [a])).rejects.toMatchObject({ code: 'ExerciseClosed' });
    expect(await proposals(book)).toEqual([]);
  });
});

describe('settlements', () => {
  it('are refused where the books take nothing', async () => {
    const { book, invoice } = await invoices([['03-06', 12_034, 'VIR MARVOLIN FA-2026-0042']]);
    const { folderId, exerciseId } = book;
    const lineId = await invoice('02-01', 'FA20260042', '411000/C1', '120.34');
    const transactionId = await book.transaction('VIR MARVOLIN FA-2026-0042');
    const { runId } = await acceptSettlements(ctx, folderId, { minScore: 70 });
    const change = (table: string, values: object, where: object = {}) =>
      db
        .knex(table)
        .where({ folder_id: folderId, ...where })
        .update(values);
    const setActive = (isActive: boolean) => db.knex('folder').where({ id: folderId }).update({ is_active: isActive });
    const code = (done: Promise<unknown>) => done.then(String, (error) => error.code);
    await setActive(false);
    expect(await code(undoRun(ctx, folderId, runId ?? 0))).toBe('LedgerFolderInactive');
    expect(await code(undoSettlements(ctx, folderId, [transactionId]))).toBe('LedgerFolderInactive');
    await setActive(true);
    await updateExercise(ctx, folderId, exerciseId, { isClosed: true });
    expect(await code(undoRun(ctx, folderId, runId ?? 0))).toBe('ExerciseClosed');
    await updateExercise(ctx, folderId, exerciseId, { isClosed: false });
    await undoRun(ctx, folderId, runId ?? 0);
    const refusal = () => code(settle(ctx, folderId, { transactionId, lineIds: [lineId] }));
    await change('account', { valid_to: '2025-12-31' }, { number: '411000' });
    expect(await refusal()).toBe('AccountNotActive');
    expect(await code(acceptSettlements(ctx, folderId, { minScore: 70 }))).toBe('AccountNotActive');
    await change('account', { valid_to: null }, { number: '411000' });
    await setActive(false);
    expect(await code(acceptSettlements(ctx, folderId, { minScore: 70 }))).toBe('LedgerFolderInactive');
    expect(await refusal()).toBe('LedgerFolderInactive');
    await setActive(true);
    await db.knex('bank_ledger_account').where({ folder_id: folderId }).delete();
    expect(await refusal()).toBe('LedgerSideUnknown');
    await setLedgerSide(ctx, folderId, book.accountId, { ledgerAccount: '512000', journalCode: 'BQ' });
    await change('exercise', { start_date: '2027-01-01', end_date: '2027-12-31' });
    expect(await refusal()).toBe('DateOutsideExercises');
  });

  it('are in euros, and of items of the exercise alone', async () => {
    const { book, invoice } = await invoices([['03-06', 10_000, 'A']]);
    const { folderId } = book;
    await createExercise(ctx, folderId, { start: '2027-01-01' as PlainDate, end: '2027-12-31' as PlainDate });
    const lineIds = [await invoice('02-01', 'FA1', '411000/C1', '60.00')];
    const next = await book.enter('02-01', 'FA2', ['411000/C1 40.00', '706000 -40.00'], {
      date: '2027-02-01' as PlainDate,
    });
    lineIds.push(next.lines[0]?.id ?? 0);
    const both = settle(ctx, folderId, { transactionId: await book.transaction('A'), lineIds });
    await expect(both).rejects.toMatchObject({ code: 'LetteringMixed' });
    const dollars = [statement(['03-01', 0], '03-31', [['03-05', 6000, 'WIRE FA1']], account(9, 'USD'))];
    await world.give(folderId, dollars);
    const { id: accountId } = await db.knex('bank_account').where({ folder_id: folderId, currency: 'USD' }).first();
    await setLedgerSide(ctx, folderId, accountId, { ledgerAccount: '512100', journalCode: 'BQ' });
    expect((await proposals(book)).map(({ label }) => label)).not.toContain('WIRE FA1');
    const wire = { transactionId: await book.transaction('WIRE FA1'), lineIds: lineIds.slice(0, 1) };
    await expect(settle(ctx, folderId, wire)).rejects.toMatchObject({ code: 'RateMissing' });
    await settle(ctx, folderId, { ...wire, rate: ratio(1) });
  });
});

describe('what settlements stand on', () => {
  it('weighs payments against items as they come, whatever the books', async () => {
    const item = { lineIds: [7], accountNumber: '401000', subAccountCode: null, party: 'Balto', label: 'Loyer' };
    const payment = { id: 1, date: day('03-05'), label: 'VIR BALTO F77', details: '', amount: -9000n };
    const open = { ...item, id: 7, date: day('02-01'), docRef: 'F77012', left: -9000n };
    expect(await matchItems([payment], [open], TERM_DAYS)).toMatchObject([{ bank: [1], books: [7], difference: 0n }]);
    expect(await matchItems([{ ...payment, amount: 9000n }], [open], TERM_DAYS)).toEqual([]);
  });

  it('bounds what an account takes of a difference', () => {
    const refusal = (account: string, amount: bigint) => () => refuseDifference({ account, amount, total: 10_000n });
    expect(refusal('627000', -500n)).not.toThrow();
    expect(refusal('627000', -501n)).toThrow('5.00');
    expect(refusal('627000', 1n)).toThrow('627000');
  });

  it('has nothing left to book of a payment that settled, and tells runs by their kind', { tags: 'long' }, async () => {
    const { book, invoice } = await invoices([['03-06', 12_034, 'VIR MARVOLIN FA-2026-0042']]);
    await invoice('02-01', 'FA20260042', '411000/C1', '120.34');
    expect(await unbooked(db.knex, book.folderId, {})).toHaveLength(1);
    await acceptSettlements(ctx, book.folderId, { minScore: 70 });
    expect(await unbooked(db.knex, book.folderId, {})).toEqual([]);
    const { items } = await listRuns(ctx, book.folderId, { page: 1, limit: 5 });
    expect(RUN_KINDS).toContain(items[0]?.kind);
  });

  it('takes an entry out of a lettering that nobody remembers, and leaves the rest in part', {
    tags: 'long',
  }, async () => {
    const { book, invoice } = await invoices([]);
    const ids = [
      await invoice('02-01', 'FA1', '411000/C1', '100.00'),
      await invoice('02-02', 'AV1', '411000/C1', '-40.00'),
    ];
    const paid = await book.enter('03-01', 'Règlement', ['512000 60.00', '411000/C1 -60.00']);
    await letterLines(ctx, book.folderId, { lineIds: [...ids, paid.lines[1]?.id ?? 0], isPartial: false });
    await db.transaction((trx) =>
      releaseLetters(within(ctx, trx), trx, book.folderId, { entryId: paid.id, letteringIds: [] }),
    );
    expect(await lettersOf(book, [...ids, paid.lines[1]?.id ?? 0])).toEqual(['aaa', 'aaa', null]);
  });
});

describe('a run of acceptance', () => {
  it('of settlements is listed and undone as a whole', async () => {
    const { book, invoice } = await invoices([
      ['03-06', 12_034, 'VIR MARVOLIN FA-2026-0042'],
      ['03-09', 30_025, 'VIR TESSAUDRE FA-2026-0050'],
    ]);
    const ids = [
      await invoice('02-01', 'FA20260042', '411000/C1', '120.34'),
      await invoice('02-10', 'FA20260050', '411000/C2', '300.25'),
    ];
    const { runId, accepted } = await acceptSettlements(ctx, book.folderId, { minScore: 70 });
    expect(accepted).toHaveLength(2);
    expect(await lettersOf(book, ids)).toEqual(['AAA', 'AAA']);
    const paging = { page: 1, limit: 5 };
    expect((await listRuns(ctx, book.folderId, paging)).items).toMatchObject([
      { id: runId, kind: 'Settlements', undoneAt: null, transactions: 2 },
    ]);
    const first = accepted[0]?.transactionId ?? 0;
    const { entryId } = await db
      .knex('bank_reconciliation')
      .where({ transaction_id: first })
      .first({ entryId: 'entry_id' });
    const validated = (date: string | null) =>
      db.knex('entry').where({ id: entryId, folder_id: book.folderId }).update({ validation_date: date });
    await validated('2026-04-01');
    await expect(undoRun(ctx, book.folderId, runId ?? 0)).rejects.toMatchObject({ code: 'TransactionLocked' });
    expect(await lettersOf(book, ids)).toEqual(['AAA', 'AAA']);
    await validated(null);
    expect(await undoRun(ctx, book.folderId, runId ?? 0)).toMatchObject({ transactions: 2 });
    expect(await lettersOf(book, ids)).toEqual([null, null]);
    expect((await listLinks(ctx, book.folderId, {}, paging)).items).toEqual([]);
    await expect(undoRun(ctx, book.folderId, runId ?? 0)).rejects.toMatchObject({ code: 'RunUndone' });
    await expect(undoRun(ctx, book.folderId, 999_999)).rejects.toMatchObject({ code: 'RunNotFound' });
  });

  it('of links is undone as a whole, and links that were there stay', { tags: 'long' }, async () => {
    const { book } = await invoices([
      ['03-06', 12_034, 'VIR MARVOLIN CT77001'],
      ['03-09', 30_025, 'VIR TESSAUDRE CT77002'],
    ]);
    await book.enter('03-06', 'Règlement Marvolin CT77001', ['512000 120.34', '411000/C1 -120.34']);
    await acceptProposals(ctx, book.folderId, { minScore: 70 });
    await book.enter('03-09', 'Règlement Tessaudre CT77002', ['512000 300.25', '411000/C2 -300.25']);
    const { runId, accepted } = await acceptProposals(ctx, book.folderId, { minScore: 70 });
    expect(accepted.map(({ label }) => label)).toEqual(['VIR TESSAUDRE CT77002']);
    await undoRun(ctx, book.folderId, runId ?? 0);
    const { items } = await listLinks(ctx, book.folderId, {}, { page: 1, limit: 9 });
    expect(items.map(({ label }) => label)).toEqual(['VIR MARVOLIN CT77001']);
    expect(await acceptProposals(ctx, book.folderId, { minScore: 101 })).toMatchObject({ runId: null });
  });
});
