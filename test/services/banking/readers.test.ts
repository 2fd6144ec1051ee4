/** What is read of a folder with a bank account and books: one world for the readers of both. */
import { describe, expect, it } from 'vitest';
import { transactionTable } from '../../../src/commands/bank/transaction/table.ts';
import { accountText } from '../../../src/services/banking/accounts/account-text.ts';
import { lastBalances } from '../../../src/services/banking/accounts/last-balance.ts';
import { compareWithLedger } from '../../../src/services/banking/books/comparison/compare.ts';
import { setLedgerSide } from '../../../src/services/banking/books/reconciliation/ledger-side.ts';
import { refuseLockedTransactions } from '../../../src/services/banking/books/reconciliation/locked.ts';
import { probablyBooked } from '../../../src/services/banking/books/reconciliation/probably-booked.ts';
import { listClientConnections } from '../../../src/services/banking/feeds/clients/list.ts';
import { addSource } from '../../../src/services/banking/feeds/sources/store.ts';
import { lastFiles, type TakenFile, takenSince } from '../../../src/services/banking/feeds/sources/summary.ts';
import { heldDocuments } from '../../../src/services/banking/report/held-documents.ts';
import { bankOverview } from '../../../src/services/banking/report/overview.ts';
import { importStatementFiles } from '../../../src/services/banking/statements/import-files.ts';
import { listStatements } from '../../../src/services/banking/statements/list.ts';
import { undoImport } from '../../../src/services/banking/statements/undo.ts';
import {
  createAxis,
  createItem,
  listAxes,
  listItems,
} from '../../../src/services/banking/transactions/complementary/analytics.ts';
import { addition } from '../../../src/services/banking/transactions/complementary/associate.ts';
import { followAmounts } from '../../../src/services/banking/transactions/complementary/generated-vat.ts';
import { complementsOf, nothingAdded } from '../../../src/services/banking/transactions/complementary/store.ts';
import { checkCriteria, matching } from '../../../src/services/banking/transactions/criteria.ts';
import { links, linksOf, takenOf } from '../../../src/services/banking/transactions/entries/links.ts';
import { sendExport } from '../../../src/services/banking/transactions/export/send.ts';
import { listTransactions } from '../../../src/services/banking/transactions/list.ts';
import { periodFor } from '../../../src/services/declarations/sending/period.ts';
import { updateFolder } from '../../../src/services/folders/folders.ts';
import { foldersOf } from '../../../src/services/folders/scope.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { getExercise } from '../../../src/services/ledger/exercises.ts';
import { importLedgerFiles } from '../../../src/services/ledger/import/import-files.ts';
import { accountMovements, journalsOfAccount } from '../../../src/services/ledger/movements.ts';
import { openingLines } from '../../../src/services/ledger/openings.ts';
import { ledgerOverview } from '../../../src/services/ledger/overview.ts';
import { accounts } from '../../../src/services/ledger/store.ts';
import { testDatabase } from '../../support/database.ts';
import { bookWorld } from './books/reconciliation/books.ts';
import { statement } from './statements/world.ts';

const db = await testDatabase();
const world = bookWorld(db);
const { ctx } = world;
const { folderId, accountId, exerciseId, enter, transaction } = await world.booked([
  ['03-03', 1250_00, 'VIR CLIENT'],
  ['03-04', -45_90, 'CB LIBRAIRIE'],
]);
const received = await enter('03-03', 'Client', ['512000 1250.00', '411000/F1 -1250.00']);
const [client, book] = [await transaction('VIR CLIENT'), await transaction('CB LIBRAIRIE')];
const bankLine = received.lines[0]?.id ?? 0;

describe('books', () => {
  it('and an IBAN tell one bank account from another, in each transaction and statement', async () => {
    const text = await accountText(db.knex, folderId, accountId);
    expect(text).toMatch(/^FR\d{2}/); // which of two accounts 512 books it nobody said
    expect(await accountText(db.knex, folderId, 999)).toBeUndefined();
    const found = await listTransactions(ctx, { folderId });
    expect([...new Set(found.map(({ account }) => account))]).toEqual([text]);
    const { value: table } = await transactionTable(found).next();
    expect(table).toMatchObject({ columns: expect.arrayContaining([{ name: 'Account', fr: 'Compte' }]) });
    for (const { account } of await listStatements(ctx, folderId, {})) expect(account).toBe(text);
  });

  it('have the movements of an account, and the journals that they are in', async () => {
    const bank = await accounts(db.knex).where({ folder_id: folderId, number: '512000' }).first();
    if (!bank) throw new Error('an account');
    const movements = await accountMovements(db, folderId, exerciseId, bank.id);
    expect(movements.map(({ date, label, debit, credit }) => [date, label, debit, credit])).toEqual([
      ['2026-03-03', 'Client', 1250_00n, 0n],
    ]);
    expect(await journalsOfAccount(db, folderId, bank.id)).toHaveLength(1);
    expect(await journalsOfAccount(db, folderId, 999_999)).toEqual([]);
    expect(await openingLines(db.knex, folderId, await getExercise(db, folderId, exerciseId), ['51'])).toEqual([]);
  });

  it('are counted by folder', async () => {
    expect(await ledgerOverview(db)).toContainEqual({
      folderId,
      lastExercise: '2026-12-31',
      entries: 1,
      drafts: 1,
      openingGaps: 0,
    });
  });

  it('are compared with the bank', async () => {
    const found = await compareWithLedger(ctx, { folderId, accountId });
    expect(found).toMatchObject({ ledgerAccount: '512000', bankBalance: 2204_10n, ledgerBalance: 1250_00n, paired: 1 });
    expect(found.bankOnly.map(({ label }) => label)).toEqual(['CB LIBRAIRIE']);
    await expect(compareWithLedger(ctx, { folderId, accountId, ledgerAccount: '517' })).rejects.toMatchObject({
      code: 'LedgerAccountMissing',
    });
  });

  it('are compared by the account that was said to book the bank, and no other bank account takes it for its own', async () => {
    const { id: _, created_by_file: __, ...row } = await db.knex('bank_account').where({ id: accountId }).first();
    const stated = { balance_units: 5_00, balance_decimals: 2, balance_date: '2026-12-31' };
    const own = { ...row, ...stated, iban: null, account_number: '79', provider: 'AggregatorA', source_id: 'bare' };
    const [{ id }] = await db.knex('bank_account').insert(own).returning('id');
    const side = { ledgerAccount: '512100', journalCode: 'BQ' };
    await setLedgerSide(ctx, folderId, accountId, side);
    const found = await compareWithLedger(ctx, { folderId, accountId });
    await setLedgerSide(ctx, folderId, accountId, { ...side, ledgerAccount: '512000' });
    const bare = await compareWithLedger(ctx, { folderId, accountId: id }).catch((error) => error.code);
    await db.knex('bank_ledger_account').where({ folder_id: folderId }).delete();
    await db.knex('bank_account').where({ id }).delete();
    expect(found).toMatchObject({ ledgerAccount: '512100', ledgerBalance: 0n, paired: 0 });
    expect(bare).toBe('LedgerAccountOfOther');
  });

  it('are not compared in euros with an account in another currency', async () => {
    const { id: _, created_by_file: __, ...row } = await db.knex('bank_account').where({ id: accountId }).first();
    const own = { ...row, iban: null, account_number: '78', source_id: 'usd', currency: 'USD' };
    const [{ id }] = await db.knex('bank_account').insert(own).returning('id');
    await expect(compareWithLedger(ctx, { folderId, accountId: id })).rejects.toMatchObject({
      code: 'ComparisonInEuros',
      params: { folderId, accountId: id, currency: 'USD' },
    });
    await db.knex('bank_account').where({ id }).delete();
  });

  it('are asked for no document as long as no transaction with one was deleted', async () => {
    expect(await heldDocuments(db.knex, folderId)).toEqual([]);
  });

  it('are compared with a bank that a provider gives, brought to the last day', async () => {
    const { id: _, created_by_file: __, ...row } = await db.knex('bank_account').where({ id: accountId }).first();
    const stated = { balance_units: 300_00, balance_decimals: 2, balance_date: '2026-12-30' };
    const own = { ...row, ...stated, iban: null, account_number: '77', provider: 'AggregatorA', source_id: 'fed' };
    const [{ id }] = await db.knex('bank_account').insert(own).returning('id');
    await expect(compareWithLedger(ctx, { folderId, accountId: id })).resolves.toMatchObject({ bankBalance: 300_00n });
    const moves = ['2026-12-30', '2026-12-31', '2027-01-02'].map((operation_date, index) => ({
      folder_id: folderId,
      account_id: id,
      operation_date,
      amount_units: 1_00,
      decimals: 2,
      currency: 'EUR',
      label: 'FED',
      source_id: `f${index}`,
      created_at: own.created_at,
      updated_at: own.created_at,
    }));
    await db.knex('bank_transaction').insert(moves);
    const found = await compareWithLedger(ctx, { folderId, accountId: id });
    await db.knex('bank_transaction').where({ account_id: id }).delete();
    await db.knex('bank_account').where({ id }).delete();
    expect(found).toMatchObject({ bankBalance: 301_00n, difference: 1250_00n - 301_00n });
    expect(found.unexplained).toBe(found.difference - 1250_00n + 2_00n);
  });

  it('are not asked for a file that is not given', async () => {
    await expect(importLedgerFiles(ctx, [], {} as never)).rejects.toMatchObject({ code: 'LedgerFileMissing' });
    const missing = { name: 'a.txt', path: '/nowhere/a.txt' };
    const failed = await importLedgerFiles(ctx, [missing, missing], { folderId } as never);
    expect(failed.map(({ status, problem }) => [status, problem?.code])).toEqual(
      Array(2).fill(['Failed', 'FileUnreadable']),
    );
  });
});

describe('transactions', () => {
  const found = async (criteria: object) =>
    (
      await matching(db.knex, { folderId, ...criteria })
        .select('t.label')
        .orderBy('t.id')
    ).map(({ label }: { label: string }) => label);

  it.each([
    [{}, ['VIR CLIENT', 'CB LIBRAIRIE']],
    [{ beginDate: '2026-03-04' }, ['CB LIBRAIRIE']],
    [{ endDate: '2026-03-03' }, ['VIR CLIENT']],
    [{ textOrAmount: 'librairie' }, ['CB LIBRAIRIE']],
    [{ textOrAmount: '1250' }, ['VIR CLIENT']],
    [{ amountAtLeast: '0' }, ['VIR CLIENT']],
    [{ amountAtMost: '-45.90' }, ['CB LIBRAIRIE']],
    [{ accountId: 999 }, []],
    [{ ids: [] }, []],
  ])('%j are %j', async (criteria, labels) => expect(await found(criteria)).toEqual(labels));

  it('that are gone or hidden come only when they are asked for', async () => {
    await db.knex('bank_transaction').where({ id: book }).update({ is_deleted: true });
    expect([await found({}), await found({ withDeleted: true })]).toEqual([
      ['VIR CLIENT'],
      ['VIR CLIENT', 'CB LIBRAIRIE'],
    ]);
    await db.knex('bank_transaction').where({ id: book }).update({ is_deleted: false, is_hidden: true });
    expect([await found({}), await found({ withHidden: true })]).toEqual([
      ['VIR CLIENT'],
      ['VIR CLIENT', 'CB LIBRAIRIE'],
    ]);
    await db.knex('bank_transaction').where({ id: book }).update({ is_hidden: false });
  });

  it.each([
    ['PeriodInverted', { beginDate: '2026-02-01', endDate: '2026-01-01' }],
    ['AmountsInverted', { amountAtLeast: '2', amountAtMost: '1' }],
    ['BankAccountNotFound', { accountId: 999_999 }],
    ['FolderNotFound', { folderId: 999_999 }],
  ])('are refused: %s', async (code, criteria) => {
    await expect(checkCriteria(ctx, { folderId, ...criteria })).rejects.toMatchObject({ code });
  });

  it('have complements once a person adds one', async () => {
    expect((await complementsOf(db.knex, folderId, [client])).size).toBe(0);
    expect(nothingAdded(client)).toMatchObject({ transactionId: client, toJustify: true, associated: 0n });
    expect(await db.transaction((trx) => followAmounts(trx, folderId, [client]))).toEqual([]);
  });

  it('are exported by mail only where mail is configured', async () => {
    const request = { folderId, sortField: 'Amount', sortDirection: 'Ascending' } as const;
    const mail = { subject: 'x', body: 'x', to: ['a@example.org'], cc: [], bcc: [] };
    await expect(sendExport(ctx, request, 'csv', mail)).rejects.toMatchObject({
      code: 'MailNotConfigured',
    });
  });

  it('may complete a document, and not contradict it', () => {
    expect(addition(1, ['amount', 'amount_cents', 'Amount'], 5n, null)).toEqual([['amount_cents', 5n]]);
    expect(addition(1, ['amount', 'amount_cents', 'Amount'], 5n, 5n)).toEqual([]);
    expect(() => addition(1, ['amount', 'amount_cents', 'Amount'], 6n, 5n)).toThrow(
      expect.objectContaining({ code: 'DocumentContradicted' }),
    );
  });
});

describe('a link', () => {
  it('is probable when the books hold the amount, until a transaction takes the line', async () => {
    const wanted = [{ id: client, accountId, date: '2026-03-03', amount: 1250_00n }] as never;
    expect([...(await probablyBooked(ctx, folderId, wanted)).values()]).toMatchObject([
      { code: 'TransactionProbablyBooked' },
    ]);
    const row = {
      folder_id: folderId,
      transaction_id: client,
      entry_id: received.id,
      line_id: bankLine,
      origin: 'Set',
    } as const;
    await links(db.knex).insert({ ...row, reason: JSON.stringify([]) as never, created_at: ctx.clock.now() });
    expect(await takenOf(db.knex, folderId, [bankLine])).toEqual(new Map([[bankLine, 1250_00n]]));
    expect(await linksOf(db.knex, folderId, [client, book])).toMatchObject([
      { transactionId: client, entryId: received.id },
    ]);
  });

  it('is locked once its entry is definitive', async () => {
    const refuse = () => db.transaction((trx) => refuseLockedTransactions(trx, folderId, [client, book]));
    await expect(refuse()).resolves.toBeUndefined();
    await db.knex('entry').where({ folder_id: folderId, id: received.id }).update({ validation_date: '2026-03-31' });
    await expect(refuse()).rejects.toMatchObject({ code: 'TransactionLocked' });
  });
});

describe('statements', () => {
  it('say where accounts stand', async () => {
    expect(await lastBalances(db.knex, folderId)).toMatchObject([
      { account_id: accountId, end_date: '2026-12-31', end_units: 2204_10n },
    ]);
    expect(await bankOverview(ctx)).toContainEqual({ folderId, bankAccounts: 1, lastStatement: '2026-12-31' });
    expect(await listStatements(ctx, folderId, { accountId })).toMatchObject([
      { endBalance: { amount: { value: '2204.10' } }, movements: 2 },
    ]);
    expect(await listStatements(ctx, folderId, { beginDate: '2027-01-01' })).toEqual([]);
  });

  it('of several files go on when one is refused, and are taken back whole', async () => {
    const own = await world.newFolder();
    const good = world.write('bon.txt', [statement(['01-01', 0], '01-31', [['01-05', 100, 'UN']])]);
    const files = [good, { name: 'faux.txt', path: 'fixtures/cfonb/refused/pdf.cfonb' }];
    const [read, refused] = await importStatementFiles(ctx, files, { folderId: own, createsAccounts: true });
    expect([read?.accounts[0]?.transactionsCreated, refused?.refusal?.code]).toEqual([1, 'StatementFileRefused']);
    const released: number[] = [];
    const undone = await undoImport(ctx, read?.importId ?? 0, async (_ctx, _trx, id) => {
      released.push(id);
      return { entriesRemoved: 0, linksRemoved: 1 };
    });
    expect(undone).toMatchObject({ statementsRemoved: 1, transactionsRemoved: 1, accountsRemoved: 1, linksRemoved: 1 });
    expect([released, await world.moves(own)]).toEqual([[own], []]);
    await expect(undoImport(ctx, 999_999, async () => ({ entriesRemoved: 0, linksRemoved: 0 }))).rejects.toMatchObject({
      code: 'StatementImportNotFound',
    });
  });
});

describe('a folder', () => {
  it('has axes and their items, each name once', async () => {
    const axis = await createAxis(ctx, folderId, { name: 'Ateliers', type: 'Department' });
    await createItem(ctx, folderId, { name: 'Nord', axisId: axis.id });
    expect(await listAxes(ctx, folderId)).toEqual([{ id: axis.id, name: 'Ateliers', type: 'Department' }]);
    expect(await listItems(ctx, folderId)).toMatchObject([{ name: 'Nord', axisId: axis.id, axisType: 'Department' }]);
    await expect(createItem(ctx, folderId, { name: 'nord', axisId: axis.id })).rejects.toMatchObject({
      code: 'NameTaken',
    });
    await expect(createItem(ctx, folderId, { name: 'Sud', axisId: 999 })).rejects.toMatchObject({
      code: 'AxisNotFound',
    });
  });

  it('shows whether a client connection has a password, never which', async () => {
    await db.knex('client_connection').insert({
      folder_id: folderId,
      login: Buffer.from('x'),
      flux_type: 'Both',
      created_at: ctx.clock.now(),
      updated_at: ctx.clock.now(),
    });
    expect(await listClientConnections(ctx, folderId)).toMatchObject([
      { fluxType: 'Both', hasLogin: true, hasPassword: false, clients: [] },
    ]);
  });

  it('declares the periods of its exercises', async () => {
    const end = '2026-12-31' as PlainDate;
    expect(await periodFor(ctx, { folderId, type: 'Liasse', end })).toMatchObject({
      exercise: { id: exerciseId },
      earlier: [],
      period: { end },
    });
    await expect(periodFor(ctx, { folderId, type: 'Liasse', end: '2025-12-31' as PlainDate })).rejects.toMatchObject({
      code: 'PeriodUnknown',
    });
    await expect(periodFor(ctx, { folderId, type: 'Inconnu', end })).rejects.toMatchObject({ code: 'TypeNotSendable' });
    await expect(
      periodFor(ctx, { folderId, type: 'Liasse', end, start: '2027-01-01' as PlainDate }),
    ).rejects.toMatchObject({
      code: 'PeriodReversed',
    });
  });

  it('that is inactive is left out, unless it is named', async () => {
    const idle = await world.newFolder();
    await updateFolder(db, idle, { isActive: false });
    const ids = async (scope: object) => (await foldersOf(ctx, scope)).map(({ id }) => id);
    expect(await ids({})).toContain(folderId);
    expect(await ids({})).not.toContain(idle);
    expect(await ids({ folderId: idle })).toEqual([idle]);
  });

  it('has the files that its sources gave, the newest first', async () => {
    const source = await addSource(ctx, {
      name: 'banque',
      kind: 'Folder',
      folderId,
      companyId: null,
      createsAccounts: false,
      settings: { path: '/inbox' },
      secrets: {},
    } as never);
    const file = (name: string, taken_at: string) => ({
      source_id: source.id,
      sha256: name.repeat(64),
      name,
      byte_size: 1,
      state: 'Imported',
      statements_created: 1,
      transactions_created: 2,
      accounts: '[]',
      taken_at,
    });
    await db
      .knex('statement_source_file')
      .insert([file('a', '2026-01-01T00:00:00Z'), file('b', '2026-02-01T00:00:00Z')]);
    const names = (files: readonly TakenFile[]) => files.map((one) => [one.source, one.name, one.transactionsCreated]);
    expect(names(await lastFiles(ctx, 'banque'))).toEqual([
      ['banque', 'b', 2],
      ['banque', 'a', 2],
    ]);
    expect(names(await takenSince(ctx, { name: 'banque' }, '2026-01-15T00:00:00Z'))).toEqual([['banque', 'b', 2]]);
    await expect(lastFiles(ctx, 'ailleurs')).rejects.toMatchObject({ code: 'SourceUnknown' });
  });
});
