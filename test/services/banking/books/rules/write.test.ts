import { describe, expect, it } from 'vitest';
import { setLink, unsetLink } from '../../../../../src/services/banking/books/reconciliation/links.ts';
import { bookedAmount, counterparts, vatIncluded } from '../../../../../src/services/banking/books/rules/entry.ts';
import type { RuleDraft } from '../../../../../src/services/banking/books/rules/rule.ts';
import { addRule, removeRule, updateRule } from '../../../../../src/services/banking/books/rules/rules.ts';
import { undoWritten } from '../../../../../src/services/banking/books/rules/undo.ts';
import { writeByHand, writeByRules } from '../../../../../src/services/banking/books/rules/write.ts';
import { undoBookedImport } from '../../../../../src/services/banking/books/undo-import.ts';
import type { PlainDate } from '../../../../../src/services/kernel/dates.ts';
import { ratio } from '../../../../../src/services/kernel/ratio.ts';
import { getEntry } from '../../../../../src/services/ledger/entries.ts';
import { updateExercise } from '../../../../../src/services/ledger/exercises.ts';
import { exportLedger } from '../../../../../src/services/ledger/export.ts';
import { validateEntries } from '../../../../../src/services/ledger/write-entries.ts';
import { readSources } from '../../../../../src/services/vat/allocation/sources.ts';
import { testDatabase } from '../../../../support/database.ts';
import fc from '../../../../support/property.ts';
import { account, day, statement } from '../../statements/world.ts';
import { type Booked, bookWorld } from '../reconciliation/books.ts';

const db = await testDatabase();
const world = bookWorld(db);
const { ctx } = world;

const draft = (change: Partial<RuleDraft>): RuleDraft => ({
  name: 'Règle',
  priority: 100,
  isActive: true,
  accountId: null,
  labelPattern: null,
  operationCode: null,
  direction: null,
  minCents: null,
  maxCents: null,
  ledgerAccount: '606000',
  subAccount: null,
  vatAccount: null,
  vatRate: null,
  entryLabel: null,
  ...change,
});

/** Books with one account 512, so that the bank's is known. */
async function oneBank(moves: Parameters<typeof world.booked>[0]): Promise<Booked> {
  const book = await world.booked(moves);
  await db.knex('account').where({ folder_id: book.folderId, number: '512100' }).delete();
  return book;
}

const linesOf = async (book: Booked, entryId: number) =>
  (await getEntry(db, book.folderId, entryId)).lines.map(
    ({ accountNumber, debit, credit }) => `${accountNumber} ${debit - credit}`,
  );

describe('VAT included', () => {
  it.each([
    [12_000n, '20', 2000n],
    [100n, '5.5', 5n],
    [-4590n, '20', -765n],
    [1n, '20', 0n],
    [3n, '20', 1n],
    [10_210n, '2.1', 210n],
  ])('%s at %s %% is %s', (gross, rate, vat) => {
    expect(vatIncluded(gross, rate)).toBe(vat);
  });

  it('leaves every entry balanced', () => {
    const rates = fc.constantFrom('0', '2.1', '5.5', '8.5', '10', '20', '19.6');
    fc.assert(
      fc.property(fc.bigInt({ min: -1_000_000_000_000n, max: 1_000_000_000_000n }), rates, (amount, vatRate) => {
        const lines = counterparts(draft({ vatRate, vatAccount: '445660' }), amount);
        expect(lines.reduce((sum, { debit, credit }) => sum + debit - credit, amount)).toBe(0n);
      }),
    );
  });
});

describe('amounts in other currencies', () => {
  const dollars = {
    id: 1,
    accountId: 1,
    date: '2026-03-01' as PlainDate,
    label: '',
    operationCode: null,
    reference: null,
    amount: -10_000n,
    currency: 'USD',
    units: -10_000n,
    decimals: 2,
    fxCurrency: null,
    fxAmount: null,
  };
  it('are worth their rate, or what the bank says', () => {
    expect(bookedAmount(dollars)).toBeUndefined();
    expect(bookedAmount(dollars, ratio(923_155, 1_000_000))).toEqual({
      amount: -9232n,
      currency: 'USD',
      currencyAmount: -10_000n,
    });
    expect(bookedAmount({ ...dollars, fxCurrency: 'EUR', fxAmount: '92.31' })?.amount).toBe(-9231n);
    expect(bookedAmount({ ...dollars, currency: 'EUR' })).toEqual({ amount: -10_000n });
    expect(bookedAmount({ ...dollars, units: 1005n, decimals: 3 }, ratio(1))?.amount).toBe(101n);
  });
});

describe('entries written by rules', async () => {
  const book = await oneBank([
    ['03-05', -6000, 'PRLV SEPA ENERGIE 0326'],
    ['03-06', 120_000, 'VIR CLIENT BETA'],
    ['03-07', -1250, 'FRAIS DE TENUE'],
    ['03-08', -700, 'INCONNU'],
  ]);
  const { folderId } = book;
  const energy = await addRule(
    ctx,
    folderId,
    draft({ name: 'Énergie', labelPattern: 'energie', direction: 'Out', vatRate: '20', priority: 10 }),
  );
  await addRule(ctx, folderId, draft({ name: 'Tout', minCents: 5000n, ledgerAccount: '411000', subAccount: 'F1' }));
  await addRule(
    ctx,
    folderId,
    draft({ name: 'Frais', labelPattern: 'FRAIS', ledgerAccount: '627000', entryLabel: 'Frais' }),
  );

  it('are balanced drafts in the journal of the bank, linked, once', async () => {
    const first = await writeByRules(ctx, folderId, {});
    expect(first.failed).toEqual([]);
    expect(first.withoutRule).toEqual([await book.transaction('INCONNU')]);
    const [paid, received, fees] = first.written;
    expect(paid).toMatchObject({ ruleId: energy.id, isNew: true });
    expect(await linesOf(book, paid?.entryId ?? 0)).toEqual(['512000 -6000', '606000 5000', '445660 1000']);
    expect(await linesOf(book, received?.entryId ?? 0)).toEqual(['512000 120000', '411000 -120000']);
    expect(await getEntry(db, folderId, fees?.entryId ?? 0)).toMatchObject({
      journalCode: 'BQ',
      date: '2026-03-07',
      label: 'Frais',
      validationDate: null,
    });
    const sources = await readSources(db.knex, folderId, [{ id: fees?.entryId ?? 0, isManual: true }]);
    expect([...sources.values()]).toEqual([{ type: 'Bank', id: fees?.transactionId }]);
    expect((await writeByRules(ctx, folderId, {})).written).toEqual([]);
    const again = await writeByRules(ctx, folderId, { transactionIds: [await book.transaction('FRAIS DE TENUE')] });
    expect(again.written).toEqual([{ ...fees, isNew: false }]);
  });

  it('are exported as any entry', async () => {
    await db.knex('folder').where({ id: folderId }).update({ siren: '999999998' });
    const chunks: Uint8Array[] = [];
    const file = await exportLedger(db, folderId, {});
    for await (const chunk of file.content) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    expect(text).toMatch(/^BQ\t.*\t20260305\t445660\t/m);
  });

  it('are undone while they are drafts', async () => {
    const [fees, energyTransaction] = [
      await book.transaction('FRAIS DE TENUE'),
      await book.transaction('PRLV SEPA ENERGIE 0326'),
    ];
    await undoWritten(ctx, folderId, [fees]);
    await expect(undoWritten(ctx, folderId, [fees])).rejects.toMatchObject({ code: 'TransactionNotReconciled' });
    const { written } = await writeByRules(ctx, folderId, { transactionIds: [energyTransaction] });
    await validateEntries(db, folderId, [written[0]?.entryId ?? 0], day('03-31'));
    await expect(undoWritten(ctx, folderId, [energyTransaction])).rejects.toMatchObject({ code: 'TransactionLocked' });
    await db.knex('folder').where({ id: folderId }).update({ is_active: false });
    const received = await book.transaction('VIR CLIENT BETA');
    await expect(undoWritten(ctx, folderId, [received])).rejects.toMatchObject({ code: 'LedgerFolderInactive' });
    await db.knex('folder').where({ id: folderId }).update({ is_active: true });
  });

  it('go on past one that cannot be written', async () => {
    const other = await oneBank([
      ['03-05', -6000, 'ENERGIE'],
      ['03-06', -100, 'FRAIS'],
    ]);
    await addRule(ctx, other.folderId, draft({ labelPattern: 'ENERGIE' }));
    await addRule(ctx, other.folderId, draft({ labelPattern: 'FRAIS', ledgerAccount: '627000' }));
    await db.knex('account').where({ folder_id: other.folderId, number: '606000' }).delete();
    const { written, failed } = await writeByRules(ctx, other.folderId, {});
    expect(written.length).toBe(1);
    expect(failed.map(({ error }) => error.code)).toEqual(['AccountNotFound']);
    await updateExercise(db, other.folderId, other.exerciseId, { isClosed: true });
    expect((await writeByRules(ctx, other.folderId, {})).failed.map(({ error }) => error.code)).toEqual([
      'ExerciseClosed',
    ]);
  });

  it('refuse transactions of another folder or linked by a person', async () => {
    const other = await oneBank([['03-05', -6000, 'ACHAT']]);
    const mine = await book.transaction('INCONNU');
    await expect(writeByRules(ctx, other.folderId, { transactionIds: [mine] })).rejects.toMatchObject({
      code: 'BankTransactionUnknown',
    });
  });
});

describe('a draft written from a transaction', () => {
  const written = async () => {
    const book = await oneBank([['03-05', -6000, 'ACHAT']]);
    await addRule(ctx, book.folderId, draft({ labelPattern: 'ACHAT' }));
    const entryId = (await writeByRules(ctx, book.folderId, {})).written[0]?.entryId ?? 0;
    const { id: importId } = await db.knex('statement_file').where({ folder_id: book.folderId }).first('id');
    const undo = () => undoBookedImport(ctx, importId);
    return { ...book, entryId, undo };
  };

  it('keeps its link, so that it is not written twice', async () => {
    const book = await written();
    const transactionId = await book.transaction('ACHAT');
    await expect(unsetLink(ctx, book.folderId, transactionId)).rejects.toMatchObject({ code: 'TransactionGenerated' });
    expect((await writeByRules(ctx, book.folderId, {})).written).toEqual([]);
    await undoWritten(ctx, book.folderId, [transactionId]);
    await expect(getEntry(db, book.folderId, book.entryId)).rejects.toMatchObject({ code: 'EntryNotFound' });
  });

  it('goes with the import of its transaction', async () => {
    const book = await written();
    await db.knex('folder').where({ id: book.folderId }).update({ is_active: false });
    await expect(book.undo()).rejects.toMatchObject({ code: 'LedgerFolderInactive' });
    await db.knex('folder').where({ id: book.folderId }).update({ is_active: true });
    expect(await book.undo()).toMatchObject({ transactionsRemoved: 1, entriesRemoved: 1, linksRemoved: 1 });
    await expect(getEntry(db, book.folderId, book.entryId)).rejects.toMatchObject({ code: 'EntryNotFound' });
  });

  it('keeps the import once it is validated, and an entry that was there before stays', { tags: 'long' }, async () => {
    const validated = await written();
    await validateEntries(db, validated.folderId, [validated.entryId], day('03-31'));
    await expect(validated.undo()).rejects.toMatchObject({ code: 'TransactionLocked' });
    const book = await written();
    const transactionId = await book.transaction('ACHAT');
    await undoWritten(ctx, book.folderId, [transactionId]);
    const { id: entryId } = await book.enter('03-05', 'Achat', ['606000 60', '512000 -60']);
    await setLink(ctx, book.folderId, { transactionId, entryId });
    await book.undo();
    expect((await getEntry(db, book.folderId, entryId)).id).toBe(entryId);
  });
});

describe('transactions that the ledger holds already', () => {
  it('are not booked again unless forced; a line holds back one of two equal ones', async () => {
    const book = await oneBank([
      ['03-05', -1890, 'FRAIS MARS'],
      ['04-05', -1890, 'FRAIS AVRIL'],
    ]);
    const { folderId } = book;
    const [march, april] = [await book.transaction('FRAIS MARS'), await book.transaction('FRAIS AVRIL')];
    const entry = await book.enter('03-05', 'Tout autre chose', ['627000 18.90', '512000 -18.90']);
    await addRule(ctx, folderId, draft({ labelPattern: 'FRAIS', ledgerAccount: '627000' }));
    const only = await writeByRules(ctx, folderId, { transactionIds: [march] });
    expect(only.written).toEqual([]);
    expect(only.failed.map(({ error }) => error)).toMatchObject([
      { code: 'TransactionProbablyBooked', params: { transactionId: march, entryId: entry.id } },
    ]);
    const lines = [{ account: '627000', debit: 1890n, credit: 0n }];
    await expect(writeByHand(ctx, folderId, { transactionId: march, lines })).rejects.toMatchObject({
      code: 'TransactionProbablyBooked',
    });
    const all = await writeByRules(ctx, folderId, {});
    expect(all.written.map(({ transactionId }) => transactionId)).toEqual([april]);
    expect(all.failed.map(({ transactionId }) => transactionId)).toEqual([march]);
    expect((await writeByRules(ctx, folderId, { force: true })).written).toMatchObject([{ transactionId: march }]);
  });

  it('are not booked again when their bank gave them another identifier', async () => {
    const book = await oneBank([['03-05', -6000, 'ACHAT']]);
    const { folderId } = book;
    await addRule(ctx, folderId, draft({ labelPattern: 'ACHAT' }));
    const [pending] = (await writeByRules(ctx, folderId, {})).written;
    await db.knex('bank_transaction').where({ id: pending?.transactionId }).update({ is_deleted: true });
    await world.give(folderId, [statement(['02-28', 0], '03-31', [['03-06', -6000, 'ACHAT CB']], account(7))]);
    await db
      .knex('bank_transaction')
      .where({ folder_id: folderId, label: 'ACHAT CB' })
      .update({ account_id: book.accountId });
    const { written, failed } = await writeByRules(ctx, folderId, {});
    expect(written).toEqual([]);
    expect(failed.map(({ error }) => error)).toMatchObject([
      { code: 'TransactionProbablyBooked', params: { entryId: pending?.entryId } },
    ]);
  });

  it('are written when the line is linked to another, or of another account', async () => {
    const book = await oneBank([
      ['03-05', -1890, 'FRAIS MARS'],
      ['03-06', -1890, 'AUTRE'],
    ]);
    const entry = await book.enter('03-05', 'Frais', ['627000 18.90', '512000 -18.90']);
    await book.enter('03-05', 'Virement', ['627000 18.90', '580000 -18.90']);
    await setLink(ctx, book.folderId, { transactionId: await book.transaction('AUTRE'), entryId: entry.id });
    const lines = [{ account: '627000', debit: 1890n, credit: 0n }];
    const transactionId = await book.transaction('FRAIS MARS');
    expect(await writeByHand(ctx, book.folderId, { transactionId, lines })).toBeGreaterThan(entry.id);
  });
});

describe('entries written by hand', () => {
  it('take the bank’s line and must balance', async () => {
    const book = await oneBank([['03-05', -6000, 'ACHAT']]);
    const transactionId = await book.transaction('ACHAT');
    const line = (accountNumber: string, debit: bigint) => ({ account: accountNumber, debit, credit: 0n });
    const write = (lines: ReturnType<typeof line>[]) => writeByHand(ctx, book.folderId, { transactionId, lines });
    await expect(write([line('606000', 5999n)])).rejects.toMatchObject({ code: 'EntryNotBalanced' });
    const entryId = await write([line('606000', 5000n), line('445660', 1000n)]);
    expect(await linesOf(book, entryId)).toEqual(['512000 -6000', '606000 5000', '445660 1000']);
    await expect(write([line('606000', 6000n)])).rejects.toMatchObject({ code: 'TransactionReconciled' });
  });

  it('are refused where the books take nothing', async () => {
    const book = await world.booked([['03-05', -6000, 'ACHAT']]);
    const { folderId, exerciseId } = book;
    const transactionId = await book.transaction('ACHAT');
    const lines = [{ account: '606000', debit: 6000n, credit: 0n }];
    const refusal = async () => writeByHand(ctx, folderId, { transactionId, lines }).then(String, ({ code }) => code);
    expect(await refusal()).toBe('LedgerSideUnknown');
    await db.knex('account').where({ folder_id: folderId, number: '512100' }).delete();
    const change = (table: string, values: object, where: object = {}) =>
      db
        .knex(table)
        .where({ folder_id: folderId, ...where })
        .update(values);
    await change('account', { valid_to: '2025-12-31' }, { number: '606000' });
    expect(await refusal()).toBe('AccountNotActive');
    await updateExercise(db, folderId, exerciseId, { isClosed: true });
    expect(await refusal()).toBe('ExerciseClosed');
    await change('exercise', { start_date: '2027-01-01', end_date: '2027-12-31', is_closed: false });
    expect(await refusal()).toBe('DateOutsideExercises');
    await db.knex('folder').where({ id: folderId }).update({ is_active: false });
    expect(await refusal()).toBe('LedgerFolderInactive');
  });

  it('note the other currency, which proposals then find', async () => {
    const book = await oneBank([]);
    await world.give(book.folderId, [
      statement(['03-01', 0], '03-31', [['03-05', -10_000, 'WIRE']], account(9, 'USD')),
    ]);
    const transactionId = await book.transaction('WIRE');
    const lines = [{ account: '606000', debit: 9231n, credit: 0n }];
    await expect(writeByHand(ctx, book.folderId, { transactionId, lines })).rejects.toMatchObject({
      code: 'RateMissing',
    });
    const entryId = await writeByHand(ctx, book.folderId, { transactionId, lines, rate: ratio(9231, 10_000) });
    const entry = await getEntry(db, book.folderId, entryId);
    expect(entry.lines[0]).toMatchObject({ credit: 9231n, currency: 'USD', currencyAmount: -10_000n });
  });
});

it.each([
  [{ currency: 'EUR', units: 1005n, decimals: 3 }, undefined, 101n],
  [{ currency: 'EUR', units: -1005n, decimals: 3 }, undefined, -101n],
  [{ currency: 'USD', units: -10_001n, decimals: 2 }, ratio(9235, 10_000), -9236n], // 92.3592
  [{ currency: 'USD', units: -100n, decimals: 2, fxCurrency: 'EUR', fxAmount: '0.925' }, undefined, -93n],
])('%o at %o is booked for the nearest cent, half of one away from zero', (transaction, rate, amount) => {
  const unsaid = { fxCurrency: null, fxAmount: null };
  expect(bookedAmount({ ...unsaid, ...transaction } as never, rate)?.amount).toBe(amount);
});

describe('rules', () => {
  it('are checked when they are written', async () => {
    const { folderId } = await world.booked([]);
    const add = (change: Partial<RuleDraft>) => addRule(ctx, folderId, draft(change));
    await expect(add({})).rejects.toMatchObject({ code: 'RuleWithoutCriterion' });
    await expect(add({ labelPattern: 'X', ledgerAccount: '999' })).rejects.toMatchObject({ code: 'AccountNotFound' });
    await expect(add({ labelPattern: 'X', subAccount: 'NO' })).rejects.toMatchObject({ code: 'SubAccountNotFound' });
    await expect(add({ minCents: 2n, maxCents: 1n })).rejects.toMatchObject({ code: 'RuleAmountsInverted' });
    await expect(add({ labelPattern: 'X', accountId: 9999 })).rejects.toMatchObject({ code: 'BankAccountNotFound' });
    const rule = await add({ labelPattern: 'X', vatRate: '20', direction: 'In' });
    expect(rule).toMatchObject({ vatAccount: '445710', vatRate: '20' });
    expect(await updateRule(ctx, folderId, rule.id, { isActive: false })).toMatchObject({
      isActive: false,
      name: 'Règle',
    });
    await removeRule(ctx, folderId, rule.id);
    await expect(removeRule(ctx, folderId, rule.id)).rejects.toMatchObject({ code: 'RuleNotFound' });
  });
});
