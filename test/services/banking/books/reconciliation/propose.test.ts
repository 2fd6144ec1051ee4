import { describe, expect, it } from 'vitest';
import { acceptProposals, setLink, unsetLink } from '../../../../../src/services/banking/books/reconciliation/links.ts';
import { countDisagreeing, listLinks } from '../../../../../src/services/banking/books/reconciliation/list.ts';
import {
  type ProposalsWanted,
  proposeLinks,
} from '../../../../../src/services/banking/books/reconciliation/propose.ts';
import { undoBookedImport } from '../../../../../src/services/banking/books/undo-import.ts';
import { readEntry } from '../../../../../src/services/ledger/entries.ts';
import type { NewEntry } from '../../../../../src/services/ledger/place-entry.ts';
import { updateEntry, validateEntries } from '../../../../../src/services/ledger/write-entries.ts';
import { testContext } from '../../../../support/context.ts';
import { testDatabase } from '../../../../support/database.ts';
import { sized } from '../../../../support/length.ts';
import { day } from '../../statements/world.ts';
import { type Booked, bookWorld } from './books.ts';

const db = await testDatabase();
const world = bookWorld(db);
const { ctx } = world;

const propose = async (book: Booked, wanted: ProposalsWanted = {}) => {
  await db
    .knex('bank_ledger_account')
    .insert({
      folder_id: book.folderId,
      account_id: book.accountId,
      ledger_account_id: db.knex('account').where({ folder_id: book.folderId, number: '512000' }).select('id'),
      journal_id: db.knex('journal').where({ folder_id: book.folderId, code: 'BQ' }).select('id'),
      updated_at: ctx.clock.now(),
    })
    .onConflict()
    .ignore();
  return (await proposeLinks(ctx, book.folderId, wanted)).proposals;
};
const kinds = (reasons: readonly { kind: string; points: number }[]) =>
  Object.fromEntries(reasons.map(({ kind, points }) => [kind, points]));

describe('proposals', () => {
  it('weigh amount, days, words, references and lettering, and say so', async () => {
    const book = await world.booked([
      ['03-05', -6000, 'PRLV SEPA ENERGIE DU PONT'],
      ['03-09', 120_000, 'VIR SEPA BETA FA-2026-0042'],
      ['03-10', 55_500, 'VIR GAMMA FACT 2026/0077'],
    ]);
    await book.enter('03-04', 'Énergie du Pont', ['401000 60', '512000 -60'], { docRef: 'P1' });
    await book.enter('02-01', 'Facture', ['411000/F1 1200 A', '706000 -1200'], { journal: 'OD', docRef: 'FA20260042' });
    await book.enter('03-10', 'Règlement', ['512000 1200', '411000/F1 -1200 A'], { docRef: 'R1' });
    await book.enter('03-30', 'Gamma', ['512000 555', '411000 -555'], { docRef: '2026-0077' });
    const found = await propose(book);
    expect(found.map(({ label, score, reasons }) => [label, score, kinds(reasons)])).toEqual([
      ['PRLV SEPA ENERGIE DU PONT', 99, { Amount: 50, Days: 14, Label: 35 }],
      ['VIR SEPA BETA FA-2026-0042', 79, { Amount: 50, Days: 14, Lettering: 45, OtherName: -30 }],
      ['VIR GAMMA FACT 2026/0077', 100, { Amount: 50, Reference: 45, Label: 35 }],
    ]);
  });

  it('know a cheque by its number, and not by a year', async () => {
    const book = await world.booked([
      ['03-05', -6000, 'CHEQUE 0007701'],
      ['03-05', -7000, 'CHEQUE 0002026'],
    ]);
    await book.enter('03-01', 'CHQ 7701 Bennes', ['606000 60', '512000 -60']);
    await book.enter('03-01', 'CHQ 2026 Bennes', ['606000 70', '512000 -70']);
    expect((await propose(book)).map(({ reasons }) => kinds(reasons).Reference)).toEqual([45, undefined]);
  });

  it('know a monthly payment by its day, and leave it to a person', async () => {
    const months = ['01-05', '02-05', '03-05'];
    const book = await world.booked(months.map((date) => [date, -6000, `PRLV ${date}`] as const));
    for (const date of months) await book.enter(date, 'Mensualité', ['606000 60', '512000 -60']);
    expect((await propose(book)).map(({ score }) => score)).toEqual([55, 55, 55]);
  });

  it('give each line once, the likeliest first', async () => {
    const book = await world.booked([
      ['03-05', -6000, 'CB ALPHA'],
      ['03-06', -6000, 'CB BETA'],
      ['03-06', -6000, 'CB GAMMA'],
    ]);
    const beta = await book.enter('03-05', 'Beta', ['606000 60', '512000 -60']);
    const other = await book.enter('03-07', 'Divers', ['606000 60', '512000 -60']);
    const found = await propose(book);
    expect(found.map(({ label, entryId }) => [label, entryId])).toEqual([
      ['CB BETA', beta.id],
      ['CB GAMMA', other.id],
    ]);
  });

  it('keep apart other signs, other accounts, days too far and what is linked', async () => {
    const book = await world.booked([
      ['03-05', -6000, 'ACHAT'],
      ['03-06', -7000, 'LOIN'],
      ['03-07', -8000, 'LIE'],
    ]);
    await book.enter('03-05', 'Avoir', ['512000 60', '606000 -60']);
    await book.enter('03-05', 'Autre banque', ['606000 60', '512100 -60']);
    await book.enter('03-20', 'Loin', ['606000 70', '512000 -70']);
    const linked = await book.enter('03-07', 'Lié', ['606000 80', '512000 -80']);
    await propose(book);
    await setLink(ctx, book.folderId, { transactionId: await book.transaction('LIE'), entryId: linked.id });
    expect(await propose(book, { maxDays: 10 })).toEqual([]);
    expect((await propose(book, { maxDays: 14 })).map(({ label }) => label)).toEqual(['LOIN']);
  });

  it('pair as many equal amounts of one day as there are', { tags: 'sized' }, async () => {
    const length = sized(10, 60);
    const book = await world.booked(Array.from({ length }, (_, index) => ['04-01', -999, `CB ${index}`] as const));
    for (let index = 0; index < length; index++) await book.enter('04-01', 'Péage', ['606000 9.99', '512000 -9.99']);
    const found = await propose(book);
    expect(new Set(found.map(({ lineId }) => lineId)).size).toBe(length);
  });
});

describe('links', () => {
  it('are accepted above a score, once', async () => {
    const book = await world.booked([
      ['03-05', -6000, 'ENERGIE'],
      ['03-06', -7000, 'INCONNU'],
    ]);
    await book.enter('03-05', 'Énergie', ['606000 60', '512000 -60']);
    await book.enter('04-15', 'Autre', ['606000 70', '512000 -70']);
    await propose(book);
    const accept = async () => (await acceptProposals(ctx, book.folderId, { minScore: 70 })).accepted.length;
    expect([await accept(), await accept()]).toEqual([1, 0]);
    const { items } = await listLinks(ctx, book.folderId, {}, { page: 1, limit: 10 });
    expect(items).toMatchObject([
      { label: 'ENERGIE', amount: -6000n, origin: 'Proposed', score: 100, state: 'Linked' },
    ]);
    const events = await db.knex('bank_event').where({ folder_id: book.folderId, type: 'ReconciliationSet' });
    expect(events).toMatchObject([
      { aggregate_name: 'BankTransaction', aggregate_id: String(items[0]?.transactionId) },
    ]);
  });

  it('share a line as long as they do not exceed it', async () => {
    const book = await world.booked([
      ['03-05', 10_000, 'CHQ 1'],
      ['03-05', 20_000, 'CHQ 2'],
      ['03-05', 5000, 'CHQ 3'],
    ]);
    const entry = await book.enter('03-05', 'Remise', ['512000 300', '411000 -300']);
    const set = async (label: string, lineId?: number) =>
      setLink(ctx, book.folderId, { transactionId: await book.transaction(label), entryId: entry.id, lineId });
    await expect(set('CHQ 1')).rejects.toMatchObject({ code: 'EntryWithoutBankLine' });
    await expect(set('CHQ 1', entry.lines[1]?.id)).rejects.toMatchObject({ code: 'EntryWithoutBankLine' });
    await set('CHQ 1', entry.lines[0]?.id);
    await set('CHQ 2', entry.lines[0]?.id);
    await expect(set('CHQ 3', entry.lines[0]?.id)).rejects.toMatchObject({ code: 'EntryWithoutBankLine' });
    await expect(set('CHQ 1')).rejects.toMatchObject({ code: 'TransactionReconciled' });
  });

  it('of a transaction that its bank took back leave its line to the one that it became', async () => {
    const book = await world.booked([
      ['03-05', -6000, 'EN COURS'],
      ['03-06', -6000, 'ENERGIE'],
    ]);
    const entry = await book.enter('03-05', 'Énergie', ['606000 60', '512000 -60']);
    const pending = await book.transaction('EN COURS');
    await setLink(ctx, book.folderId, { transactionId: pending, entryId: entry.id });
    expect(await propose(book)).toEqual([]);
    await db.knex('bank_transaction').where({ id: pending }).update({ is_deleted: true });
    expect((await propose(book)).map(({ label, entryId }) => [label, entryId])).toEqual([['ENERGIE', entry.id]]);
    await setLink(ctx, book.folderId, { transactionId: await book.transaction('ENERGIE'), entryId: entry.id });
    const { items } = await listLinks(ctx, book.folderId, {}, { page: 1, limit: 10 });
    expect(items.map(({ label, state }) => [label, state])).toEqual([
      ['EN COURS', 'Differs'],
      ['ENERGIE', 'Linked'],
    ]);
    await db.knex('bank_transaction').where({ id: pending }).update({ is_deleted: false });
    const again = await listLinks(ctx, book.folderId, {}, { page: 1, limit: 10 });
    expect(again.items.map(({ state }) => state)).toEqual(['Differs', 'Differs']);
    await db.knex('bank_transaction').where({ id: pending }).update({ updated_at: '9998-01-01T00:00:00Z' });
    expect(await countDisagreeing(ctx, book.folderId)).toBe(1);
  });

  it('name nothing of another folder', async () => {
    const book = await world.booked([['03-05', -6000, 'ACHAT']]);
    const other = await world.booked([['03-05', -6000, 'AUTRE']]);
    const foreign = await other.enter('03-05', 'Achat', ['606000 60', '512000 -60']);
    await book.enter('03-05', 'Achat', ['606000 60', '512000 -60']);
    const transactionId = await book.transaction('ACHAT');
    await expect(setLink(ctx, book.folderId, { transactionId, entryId: foreign.id + 1000 })).rejects.toMatchObject({
      code: 'EntryNotFound',
    });
    await expect(
      setLink(ctx, book.folderId, { transactionId: await other.transaction('AUTRE'), entryId: 1 }),
    ).rejects.toMatchObject({ code: 'BankTransactionUnknown' });
  });

  it('go when they are taken away, and a generated one only while its entry is a draft', async () => {
    const book = await world.booked([
      ['03-05', -6000, 'ACHAT'],
      ['03-05', -7000, 'ECRIT'],
    ]);
    const [set, written] = [
      await book.enter('03-05', 'Achat', ['606000 60', '512000 -60']),
      await book.enter('03-05', 'Écrit', ['606000 70', '512000 -70']),
    ];
    const [first, second] = [await book.transaction('ACHAT'), await book.transaction('ECRIT')];
    await setLink(ctx, book.folderId, { transactionId: first, entryId: set.id });
    await setLink(ctx, book.folderId, { transactionId: second, entryId: written.id });
    await db.knex('bank_reconciliation').where({ transaction_id: second }).update({ origin: 'Generated' });
    await validateEntries(db, book.folderId, [set.id, written.id], day('03-31'));
    await unsetLink(ctx, book.folderId, first);
    await expect(unsetLink(ctx, book.folderId, first)).rejects.toMatchObject({ code: 'TransactionNotReconciled' });
    await expect(unsetLink(ctx, book.folderId, second)).rejects.toMatchObject({ code: 'TransactionLocked' });
  });

  it('say when what they join no longer agrees, and go with their import, even from a definitive entry', async () => {
    const book = await world.booked([['03-05', -6000, 'ACHAT']]);
    const { folderId } = book;
    const entry = await book.enter('03-05', 'Achat', ['606000 60', '512000 -60']);
    const transactionId = await book.transaction('ACHAT');
    await setLink(ctx, folderId, { transactionId, entryId: entry.id });
    const state = async () => (await listLinks(ctx, folderId, {}, { page: 1, limit: 1 })).items[0]?.state;
    const { label, date } = entry;
    const change = (lines: NewEntry['lines']) =>
      updateEntry(testContext(db), folderId, entry.id, { label, date, journal: 'BQ', lines });
    await change([...lines(60n), ...lines(-60n)]);
    expect(await state()).toBe('Linked');
    // Its bank line keeps its identifier on another account.
    await change([...lines(60n), { account: '580000', debit: 0n, credit: 6000n }]);
    expect(await state()).toBe('Missing');
    await change([...lines(61n), ...lines(-61n)]);
    expect(await state()).toBe('Missing');
    await validateEntries(db, folderId, [entry.id], day('03-31'));
    const { id } = await db.knex('statement_file').where({ folder_id: folderId }).first('id');
    await db.knex('bank_reconciliation').where({ transaction_id: transactionId }).update({ origin: 'Generated' });
    await expect(undoBookedImport(ctx, id)).rejects.toMatchObject({ code: 'TransactionLocked' });
    expect(await world.moves(folderId)).toEqual(['03-05 ACHAT -60.00']);
    await db.knex('bank_reconciliation').where({ transaction_id: transactionId }).update({ origin: 'Set' });
    const gone = { transactionsRemoved: 1, linksRemoved: 1, entriesRemoved: 0 };
    expect(await undoBookedImport(ctx, id)).toMatchObject(gone);
    expect((await readEntry(db.knex, folderId, entry.id)).validationDate).toBe(day('03-31'));
  });
});

/** The two lines of a purchase paid at once, by sign. */
const lines = (euros: bigint) =>
  euros > 0n
    ? [{ account: '606000', debit: euros * 100n, credit: 0n }]
    : [{ account: '512000', debit: 0n, credit: -euros * 100n }];
