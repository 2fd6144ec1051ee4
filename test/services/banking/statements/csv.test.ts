import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../../src/services/banking/accounts/account-creation.ts';
import { lastBalances } from '../../../../src/services/banking/accounts/last-balance.ts';
import { undoBookedImport } from '../../../../src/services/banking/books/undo-import.ts';
import { AccountRegister } from '../../../../src/services/banking/statements/cfonb/account-register.ts';
import { hasStatements, openBankFile } from '../../../../src/services/banking/statements/cfonb/bank-file.ts';
import { FindingLog } from '../../../../src/services/banking/statements/cfonb/findings.ts';
import { amountOf, dayOf } from '../../../../src/services/banking/statements/csv/cells.ts';
import { CsvReader } from '../../../../src/services/banking/statements/csv/csv-reader.ts';
import { CsvText } from '../../../../src/services/banking/statements/csv/csv-text.ts';
import { guessMapping } from '../../../../src/services/banking/statements/csv/guess.ts';
import { type CsvMapping, placesOf } from '../../../../src/services/banking/statements/csv/mapping.ts';
import { getMapping, setMapping, unsetMapping } from '../../../../src/services/banking/statements/csv/mappings.ts';
import { movementOf } from '../../../../src/services/banking/statements/csv/movement.ts';
import { rowOf } from '../../../../src/services/banking/statements/csv/read-row.ts';
import { blocksOf } from '../../../../src/services/banking/statements/csv/rows.ts';
import { importStatementFile } from '../../../../src/services/banking/statements/import.ts';
import { testDatabase } from '../../../support/database.ts';
import { account, bankWorld, ibanOf, statement } from './world.ts';

const db = await testDatabase();
const { ctx, folder, give, newFolder } = bankWorld(db);

let files = 0;
function write(text: string | Buffer): { name: string; path: string } {
  const path = join(folder, `${files++}.csv`);
  writeFileSync(path, text);
  return { name: 'export.csv', path };
}

/** What a reader says of a file: mapping, account, balances, movements, findings. */
async function read(text: string | Buffer, mapping?: CsvMapping) {
  const file = await openBankFile(write(text).path, { csv: { mapping } });
  if (!hasStatements(file)) return { findings: file.log.findings.map(({ message }) => message) };
  for await (const reading of file.statements) {
    const moves: string[] = [];
    for await (const batch of reading.items()) {
      moves.push(...batch.map((move) => `${move.operationDate} ${move.units} ${move.label}`));
    }
    const { endBalance, balanced } = await reading.finish();
    const { account, startBalance, hasBalances } = reading.head;
    const balances = hasBalances ? [startBalance.units, endBalance?.units] : null;
    const findings = file.log.findings.map(({ message }) => message);
    return { account: account.iban, balances, balanced, moves, findings, mapping: file.mapping?.() };
  }
  return { findings: file.log.findings.map(({ message }) => message) };
}

const HEADED = [
  'Compte chèques;FR76 9876 5000 4200 0000 0000 192',
  'Solde au 31/03/2026;1 234,56',
  'Date opération;Date de valeur;Libellé;Débit;Crédit;Solde',
  '31/03/2026;31/03/2026;VIR SEPA RECU ACMÉ;;1 000,00;1 234,56',
  '15/03/2026;16/03/2026;CB TOTAL ENERGIES;-65,44;;234,56',
  '02/03/2026;02/03/2026;PRLV EDF;100,00;;300,00',
  'Total;;;165,44;1 000,00;',
];

describe('a cell', () => {
  it.each([
    ['1 234,56', ',', 123_456],
    ['1\u202f234,5', ',', 123_450],
    ['1.234', ',', 123_400],
    ['1,234.56', '.', 123_456],
    ['-12,00 €', ',', -1200],
    ['12,00-', ',', -1200],
    ['(12,00)', ',', -1200],
    ['\u221212', ',', -1200],
    ['12,345', ',', null],
    ['1,23.45', '.', null],
    ['abc', ',', null],
    ['', ',', null],
    ['-', ',', null],
  ] as const)('%s is an amount', (text, mark, units) => {
    expect(amountOf(text, mark, 2)).toBe(units);
  });

  it.each([
    ['05/03/2026', 'DMY', '2026-03-05'],
    ['5.3.26', 'DMY', '2026-03-05'],
    ['2026-03-05 10:00', 'YMD', '2026-03-05'],
    ['03/05/2026', 'MDY', '2026-03-05'],
    ['31/02/2026', 'DMY', null],
  ] as const)('%s is a day', (text, form, day) => {
    expect(dayOf(text, form)).toBe(day);
  });
});

describe('a CSV', () => {
  it.each([
    ['UTF-8', Buffer.from(HEADED.join('\n'), 'utf8')],
    ['windows-1252', Buffer.from(HEADED.join('\r\n'), 'latin1')],
  ])('in %s, newest first, gives its account, its balances and what moved', async (_, bytes) => {
    expect(await read(bytes)).toMatchObject({
      account: 'FR7698765000420000000000192',
      balances: [40_000, 123_456],
      balanced: true,
      moves: [
        '2026-03-02 -10000 PRLV EDF',
        '2026-03-15 -6544 CB TOTAL ENERGIES',
        '2026-03-31 100000 VIR SEPA RECU ACMÉ',
      ],
      findings: [],
      mapping: {
        delimiter: ';',
        dateForm: 'DMY',
        decimalMark: ',',
        columns: { date: 'Date opération', debit: 'Débit', credit: 'Crédit', balance: 'Solde', label: ['Libellé'] },
      },
    });
  });

  it('without balances is not controlled, and keeps twins', async () => {
    expect(
      await read('date,amount,description\n2026-03-02,-12.50,"Café, rue X"\n2026-03-02,-12.50,"Café, rue X"\n'),
    ).toMatchObject({
      balances: null,
      moves: ['2026-03-02 -1250 Café, rue X', '2026-03-02 -1250 Café, rue X'],
      findings: [],
    });
  });

  it('with a column of directions, or without headings, is read too', async () => {
    const sides = await read('Date\tLibelle\tMontant\tSens\n02/03/26\tEDF\t100,00\tD\n03/03/26\tACME\t1.000,00\tC\n');
    expect(sides.moves).toEqual(['2026-03-02 -10000 EDF', '2026-03-03 100000 ACME']);
    const bare = await read('02/03/2026;VIR ACME;100,00\n03/03/2026;PRLV EDF;-10,00\n');
    expect(bare.moves).toEqual(['2026-03-02 10000 VIR ACME', '2026-03-03 -1000 PRLV EDF']);
  });

  it('of many blocks is one, in either order and with rows longer than a block', { tags: 'long' }, async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => {
      const label = at % 7 === 0 ? `"PRLV; ""${at}""\r\nÉDF"` : `VIR ${at} ${'É'.repeat(at === 1500 ? 40_000 : 3)}`;
      return `0${1 + Math.floor(at / 1000)}/03/2026;${label};1,00;${at + 1},00`;
    });
    const file = (list: readonly string[]) => ['Date;Libellé;Montant;Solde', ...list].join('\r\n');
    const oldest = await read(file(rows));
    expect(oldest).toMatchObject({ balances: [0, 300_000], balanced: true, findings: [] });
    expect([oldest.moves?.length, oldest.moves?.[7], oldest.moves?.[1500]?.length]).toEqual([
      3000,
      '2026-03-01 100 PRLV; "7" ÉDF',
      '2026-03-02 100 VIR 1500 '.length + 40_000,
    ]);
    expect(await read(file(rows.toReversed()))).toEqual(oldest);
    expect((await read(`${file(rows)}\r\n03/03/2026;"no end;1,00;3001,00`)).findings).toEqual(['csvBroken']);
  });

  it.each([
    [
      'Date;Libellé;Débit;Crédit;Solde\n02/03/2026;A;10,00;;90,00\n03/03/2026;B;10,00;;80,00\n04/03/2026;C;10,00;;60,00',
      ['balanceMismatch'],
    ],
    [
      'Date;Libellé;Montant\n02/03/2026;A;10,00\n31/02/2026;B;5,00\n03/03/2026;C;abc',
      ['badEntryDate', 'badEntryAmount'],
    ],
    ['Date;Libellé;Débit;Crédit\n02/03/2026;A;10,00;\n03/03/2026;B;;', ['badEntryAmount']],
    ['Date;Libellé;Débit;Crédit\n02/03/2026;A;10,00;5,00\n03/03/2026;B;0,00;5,00', ['badEntryAmount']],
    ['Nom;Prénom;Âge\nA;B;3\n', ['unknownFirstRecord']],
  ])('with a fault says it: %s', async (text, messages) => {
    expect((await read(text)).findings).toEqual(messages);
  });

  it('of days that could be months says how they are read, unless they or a person say', async () => {
    const findings = async (days: readonly string[], mapping?: CsvMapping) =>
      (await read(['Date,Description,Amount', ...days.map((day) => `${day},A,-5.00`)].join('\n'), mapping)).findings;
    expect(await findings(['04/04/2026', '03/04/2026'])).toEqual(['csvDayOrder']);
    expect(await findings(['03/04/2026', '13/04/2026'])).toEqual([]);
    expect(await findings(['03/04/2026', '04/13/2026'])).toEqual([]);
    expect(await findings(['2026-03-04', '2026-05-06'])).toEqual([]);
    expect(await findings(['04/04/2026'])).toEqual([]);
    expect((await read('Date;Libellé;Montant\n03/04/2026;A;-5,00\n')).findings).toEqual([]);
    const { mapping } = await read('Date,Description,Amount\n13/04/2026,A,-5.00\n');
    expect(await findings(['03/04/2026'], mapping)).toEqual([]);
  });

  it('of other columns than those of its account names the ones that are not there', async () => {
    const { mapping } = await read(HEADED.join('\n'));
    expect((await read('Jour;Quoi;Combien\n02/03/2026;A;1,00\n', mapping)).findings).toEqual(['csvOther']);
  });
});

describe('columns', () => {
  const rows = [
    ['Date', 'Libellé', 'Montant', 'Débit', 'Crédit'],
    ['03/04/2026', 'A', '-1,00', '1,00', ''],
    ['25/04/2026', 'B', '2,00', '', '2,00'],
  ];

  it('of debit and credit are taken before one of amounts; days tell their own order', () => {
    const guess = guessMapping(rows, ';');
    expect(guess).toMatchObject({
      firstRow: 1,
      mapping: { dateForm: 'DMY', columns: { debit: 'Débit', credit: 'Crédit' } },
    });
    expect(guess?.mapping.columns.amount).toBeUndefined();
    expect(guessMapping([['#', 'x']], ';')).toBeUndefined();
  });

  it('are found by heading or by place, all or none', () => {
    const columns = { date: 'Date', label: ['Libellé', '#3'], amount: 'Montant' };
    expect(placesOf(columns, rows[0] ?? [])).toEqual({ date: 0, label: [1, 2], amount: 2 });
    expect(placesOf({ ...columns, balance: 'Solde' }, rows[0] ?? [])).toBeUndefined();
  });

  it('of rows without a movement are passed over, a movement called Total is not', () => {
    const mapping = {
      delimiter: ';',
      dateForm: 'DMY',
      decimalMark: ',',
      columns: { date: 'Date', label: ['Libellé'], amount: 'Montant' },
    } as const;
    const account = { bankCode: '', branchCode: '', accountNumber: '1', currencyCode: 'EUR', decimals: 2, iban: null };
    const rows = [
      ['02/03/2026', 'TOTAL ENERGIES', '-5,00'],
      ['03/03/2026', 'Solde', ''],
      ['', 'Total', '-5,00'],
      ['', '', ''],
    ];
    const reading = { mapping, account, places: { date: 0, label: [1], amount: 2 } };
    const read = rows.flatMap((row, at) => rowOf(row, at + 1, reading) ?? []);
    expect(read.map((row) => movementOf(row, account))).toMatchObject([
      { label: 'TOTAL ENERGIES', units: -500, valueDate: '2026-03-02', currencyCode: 'EUR' },
    ]);
  });

  it('are cut by their delimiter, quotes or not', () => {
    const text = CsvText.of(Buffer.from('a;"b;c"\n\n d ;5" tube\n'));
    expect([...blocksOf(text, ';')].flatMap(({ rows }) => rows)).toEqual([
      ['a', 'b;c'],
      ['d', '5" tube'],
    ]);
  });

  it('of an endless file are not held', () => {
    const log = new FindingLog();
    const reader = new CsvReader(log, new AccountRegister(1), {});
    const block = Buffer.alloc(8 * 1024 * 1024, 32);
    expect(Array.from({ length: 9 }, () => reader.feed(block)).at(-1)).toBe(false);
    reader.end();
    expect(log.findings.map(({ message }) => message)).toEqual(['csvBounds']);
  });
});

describe('an import', () => {
  const csv = (rows: readonly string[]) => write(['Date;Libellé;Montant', ...rows].join('\n'));
  const live = (folderId: number) =>
    db
      .knex('bank_transaction')
      .where({ folder_id: folderId, is_deleted: false })
      .orderBy(['operation_date', 'id'])
      .pluck('amount');

  it('of the same movements by CFONB is one, in any order; undo leaves the other', { tags: 'long' }, async () => {
    const own = await newFolder();
    const first = await importStatementFile(ctx, write(HEADED.join('\n')), { folderId: own, createsAccounts: true });
    expect(first.accounts).toMatchObject([{ outcome: 'Imported', transactionsCreated: 3 }]);
    const moves = [
      ['03-02', -10_000, 'PRLV EDF'],
      ['03-15', -6544, 'CARTE TOTAL'],
      ['03-31', 100_000, 'VIR ACME'],
    ] as const;
    const [second] = (await give(own, [statement(['03-01', 40_000], '03-31', moves)])).accounts;
    expect(second).toMatchObject({ statementsCreated: 1, transactionsCreated: 0, transactionsKnown: 3 });
    await undoBookedImport(ctx, first.importId ?? 0);
    expect(await live(own)).toEqual(['-100.00', '-65.44', '1000.00']);
  });

  const made = (own: number, iban: string | null = null) =>
    createAccount(ctx, own, { provider: 'ManualTransaction', bankName: 'Caisse', iban });

  it('goes into the account that a person names, which needs no number', async () => {
    const own = await newFolder();
    const [till, safe] = [await made(own), await made(own)];
    const file = csv(['05/03/2026;A;1,00', '06/03/2026;B;-3,00']);
    const outcomes = async (accountId: number) =>
      (await importStatementFile(ctx, file, { folderId: own, accountId })).accounts.map((one) => [
        one.outcome,
        one.accountId,
        one.transactionsCreated,
      ]);
    expect(await outcomes(till)).toEqual([['Imported', till, 2]]);
    expect(await outcomes(safe)).toEqual([['Imported', safe, 2]]);
    expect(await outcomes(safe)).toEqual([['Skipped', safe, 0]]);
    await expect(importStatementFile(ctx, file, { folderId: own })).rejects.toMatchObject({
      code: 'StatementAccountMissing',
    });
    await expect(
      importStatementFile(ctx, file, { folderId: await newFolder(), accountId: till }),
    ).rejects.toMatchObject({ code: 'BankAccountNotFound' });
  });

  it('does not go into another account than the one that the file names', async () => {
    const own = await newFolder();
    const [named, iban] = [await made(own, ibanOf(account(7))), ibanOf(account(7))];
    const others = [await made(own), await made(own, ibanOf(account(8)))];
    const file = write(`Compte;${iban}\nDate;Libellé;Montant\n05/03/2026;A;1,00`);
    for (const accountId of others) {
      const { accounts, findings } = await importStatementFile(ctx, file, { folderId: own, accountId });
      expect(accounts).toMatchObject([{ outcome: 'InError', transactionsCreated: 0 }]);
      expect(findings).toMatchObject([{ kind: 'ACCOUNT_MISMATCH', message: expect.stringContaining(iban) }]);
    }
    expect((await importStatementFile(ctx, file, { folderId: own, accountId: named })).accounts).toMatchObject([
      { outcome: 'Imported', accountId: named, transactionsCreated: 1 },
    ]);
  });

  it('keeps its columns for the account, which others of the account are then read by', async () => {
    const own = await newFolder();
    await give(own, [statement(['02-01', 0], '02-28', [['02-02', 500, 'A']])]);
    const accountId: number = await db
      .knex('bank_account')
      .where({ folder_id: own })
      .first('id')
      .then(({ id }) => id);
    const into = { folderId: own, accountId };
    await expect(importStatementFile(ctx, csv(['05/03/2026;A;1,00']), { folderId: own })).rejects.toMatchObject({
      code: 'StatementAccountMissing',
    });
    // Day and month can be either: the French order is guessed, and kept.
    await importStatementFile(ctx, csv(['05/03/2026;A;1,00']), into);
    const kept = await getMapping(ctx, own, accountId);
    expect(kept).toMatchObject({ dateForm: 'DMY' });
    await setMapping(ctx, own, accountId, { ...(kept as CsvMapping), dateForm: 'MDY' });
    await importStatementFile(ctx, csv(['04/06/2026;B;2,00']), into);
    expect(await db.knex('bank_transaction').where({ folder_id: own }).orderBy('id').pluck('operation_date')).toEqual([
      '2026-02-02',
      '2026-03-05',
      '2026-04-06',
    ]);
    await unsetMapping(ctx, own, accountId);
    expect(await getMapping(ctx, own, accountId)).toBeNull();
    // What it tells no balance of leaves the balance of the account as it was.
    expect(await lastBalances(db.knex, own)).toMatchObject([{ end_date: '2026-02-28', end_units: 500n }]);
  });
});
