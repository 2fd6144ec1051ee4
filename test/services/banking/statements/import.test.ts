import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { setIban } from '../../../../src/services/banking/accounts/account-changes.ts';
import { createAccount } from '../../../../src/services/banking/accounts/account-creation.ts';
import { undoBookedImport } from '../../../../src/services/banking/books/undo-import.ts';
import { importStatementFile } from '../../../../src/services/banking/statements/import.ts';
import { importGivenFiles } from '../../../../src/services/banking/statements/import-files.ts';
import { ingestRun, StatementQueue } from '../../../../src/services/banking/statements/ingest.ts';
import { openStatementFile } from '../../../../src/services/banking/statements/survey.ts';
import { RIGHTS_OF_ACCESS } from '../../../../src/services/operation/actor.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { account, bankWorld, ibanOf, statement } from './world.ts';

const db = await testDatabase();
const world = bankWorld(db);
const { ctx, give, moves, newFolder, snapshot } = world;

const TICKET = ['03-04', -250, 'TICKET METRO'] as const;
const RENT = ['03-05', -80000, 'LOYER MARS'] as const;
const SALE = ['03-05', 120000, 'VIR CLIENT BETA'] as const;

/** Daily, the two parts of a day, and monthly statements of the same account. */
const FOURTH = statement(['03-03', 100000], '03-04', [TICKET, TICKET]);
const FIFTH = statement(['03-04', 99500], '03-05', [RENT, SALE]);
const FIFTH_MORNING = statement(['03-04', 99500], '03-05', [RENT]);
const FIFTH_EVENING = statement(['03-05', 19500], '03-05', [SALE]);
const MONTH = statement(['02-28', 100000], '03-31', [TICKET, TICKET, RENT, SALE]);
const ALL = [
  '03-04 TICKET METRO -2.50',
  '03-04 TICKET METRO -2.50',
  '03-05 LOYER MARS -800.00',
  '03-05 VIR CLIENT BETA 1200.00',
];

describe('importing a file', () => {
  it('stores what it says and makes the account', async () => {
    const folder = await newFolder();
    const report = await give(folder, [FOURTH, FIFTH]);
    expect(report.accounts).toMatchObject([
      { statementsCreated: 2, statementsKnown: 0, transactionsCreated: 4, transactionsKnown: 0 },
    ]);
    expect(await moves(folder)).toEqual(ALL);
  });

  it('numbers transactions in the order of the file', async () => {
    const folder = await newFolder();
    await give(folder, [FOURTH, FIFTH]);
    const rows = await db.knex('bank_transaction').select('label').where({ folder_id: folder }).orderBy('id');
    expect(rows.map(({ label }) => label)).toEqual(['TICKET METRO', 'TICKET METRO', 'LOYER MARS', 'VIR CLIENT BETA']);
  });

  it('tells the planner of many new transactions, once for all files', { tags: 'long' }, async () => {
    const folder = await newFolder();
    const told: string[] = [];
    const note = ({ sql }: { sql: string }) => {
      if (sql.startsWith('analyze bank_transaction')) told.push(sql);
    };
    const month = (number: string) =>
      world.write('month.txt', [
        statement(
          [`${number}-01`, 0],
          `${number}-28`,
          Array.from({ length: 600 }, (_, at) => [`${number}-02`, at, 'A']),
        ),
      ]);
    const options = { folderId: folder, createsAccounts: true };
    db.knex.on('query', note);
    await importGivenFiles(ctx, [month('01')], options);
    expect(told).toHaveLength(0);
    await importGivenFiles(ctx, ['02', '03', '04', '05'].map(month), options);
    expect(told).toHaveLength(1);
    db.knex.removeListener('query', note);
  });

  it('changes nothing the second time, identifiers included', async () => {
    const folder = await newFolder();
    const file = world.write('twice.txt', [FOURTH, FIFTH]);
    const first = await importStatementFile(ctx, file, { folderId: folder, createsAccounts: true });
    const before = await snapshot(folder);
    const again = await importStatementFile(ctx, file, { folderId: folder });
    expect(again.importId).toBe(first.importId);
    expect(again.accounts[0]).toMatchObject({
      statementsCreated: 0,
      statementsKnown: 2,
      transactionsCreated: 0,
      transactionsKnown: 0,
    });
    expect(await snapshot(folder)).toEqual(before);
  });

  it('reads original amounts and keeps what the bank says besides', async () => {
    const folder = await newFolder();
    const foreign = statement(['03-03', 0], '03-04', []);
    const details = [
      { qualifier: 'MMO', text: 'USD20000000010005006000008995510'.slice(0, 31) },
      { qualifier: 'NBE', text: 'GAMMA SUPPLIES' },
    ];
    await give(folder, [
      {
        ...foreign,
        movements: [
          {
            operationDate: foreign.end.date,
            units: -90000,
            label: 'VIR EMIS GAMMA',
            operationCode: '44',
            internalCode: 'A12B',
            entryNumber: '0000042',
            reference: 'REF 7',
            details,
          },
        ],
      },
    ]);
    const row = await db.knex('bank_transaction').where({ folder_id: folder }).first();
    expect(row).toMatchObject({
      amount: '-900.00',
      amount_units: -90000n,
      decimals: 2,
      currency: 'EUR',
      value_date: null,
      fx_currency: 'USD',
      fx_amount: '1000.50',
      fx_rate: '0.899551',
      operation_code: '44',
      internal_code: 'A12B',
      entry_number: '0000042',
      reference: 'REF 7',
      counterparty_name: 'GAMMA SUPPLIES',
      details: details.map(({ qualifier, text }) => ({ Qualifier: qualifier, Text: text })),
    });
  });

  it('stores thousands of statements without movements', { tags: 'long' }, async () => {
    const folder = await newFolder();
    const statements = Array.from({ length: 5100 }, (_, units) => statement(['03-03', units], '03-04', []));
    const report = await give(folder, statements);
    expect(report.accounts).toMatchObject([{ statementsCreated: 5100, transactionsCreated: 0 }]);
    expect(report.accounts[0]?.gaps.length).toBeLessThanOrEqual(1000);
  });

  it('keeps the decimals of the currency', async () => {
    const folder = await newFolder();
    await give(folder, [
      statement(['03-03', 0], '03-04', [['03-04', 150000, 'XPF']], account(7, 'XPF', 0)),
      statement(['03-03', 0], '03-04', [['03-04', -1001, 'TND']], account(8, 'TND', 3)),
    ]);
    expect(await moves(folder)).toEqual(['03-04 TND -1.001', '03-04 XPF 150000']);
  });
});

describe('movements alike', () => {
  eachOf(
    [
      ['daily then monthly', [[FOURTH], [FIFTH], [MONTH]]],
      ['monthly then daily', [[MONTH], [FIFTH], [FOURTH]]],
      ['parts of a day, evening first', [[FIFTH_EVENING], [MONTH], [FIFTH_MORNING], [FOURTH, FIFTH]]],
      ['the same day in two files', [[FOURTH], [FOURTH, FIFTH]]],
      ['the same statement twice in a file', [[FOURTH, FOURTH, FIFTH]]],
    ],
    2,
  )('are kept as many as there are: %s', async (_, files) => {
    const folder = await newFolder();
    for (const statements of files) await give(folder, statements);
    expect(await moves(folder)).toEqual(ALL);
  });

  eachOf(
    [
      ['in order', [0, 1, 2]],
      ['backwards', [2, 1, 0]],
      ['the middle last', [0, 2, 1]],
    ],
    1,
  )('add up over the parts of a day, though the middle part has none: %s', async (_, order) => {
    const parts = [
      statement(['03-03', 1000], '03-04', [TICKET]),
      statement(['03-04', 750], '03-04', [['03-04', 5000, 'REMISE']]),
      statement(['03-04', 5750], '03-04', [TICKET]),
    ];
    const folder = await newFolder();
    for (const part of order) await give(folder, parts.slice(part, part + 1));
    const expected = ['03-04 REMISE 50.00', '03-04 TICKET METRO -2.50', '03-04 TICKET METRO -2.50'];
    expect(await moves(folder)).toEqual(expected);
    await give(folder, [statement(['02-28', 1000], '03-31', [TICKET, TICKET, ['03-04', 5000, 'REMISE']])]);
    expect(await moves(folder)).toEqual(expected);
  });

  it('are the same whatever the case, the accents and the blanks', async () => {
    const folder = await newFolder();
    await give(folder, [statement(['03-03', 0], '03-04', [['03-04', 100, 'Café  du  marché']])]);
    await give(folder, [statement(['02-28', 0], '03-31', [['03-04', 100, 'CAFE DU MARCHE']])]);
    expect(await moves(folder)).toEqual(['03-04 Café  du  marché 1.00']);
  });

  it('stay apart between accounts and currencies', async () => {
    const folder = await newFolder();
    const same = [['03-04', 100, 'VIREMENT']] as const;
    await give(folder, [
      statement(['03-03', 0], '03-04', same, account(1)),
      statement(['03-03', 0], '03-04', same, account(2)),
      statement(['03-03', 0], '03-04', same, account(1, 'USD')),
    ]);
    expect(await moves(folder)).toHaveLength(3);
  });
});

describe('accounts of a file', () => {
  const kinds = (report: Awaited<ReturnType<typeof give>>) => report.accounts.map(({ outcome }) => outcome);
  const wrong = statement(['03-03', 0], ['03-04', 999], [TICKET], account(2));
  const MADE = { provider: 'ManualEbics', bankName: 'Banque Gamma' } as const;

  it('go in although another is faulty, which keeps nothing', async () => {
    const folder = await newFolder();
    const sound = statement(['03-02', 0], '03-03', [['03-03', 5, 'AVANT']], account(2));
    const report = await give(folder, [FOURTH, sound, wrong, FIFTH]);
    expect(kinds(report)).toEqual(['Imported', 'InError']);
    const errors = report.findings.filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([{ kind: 'BALANCE_MISMATCH', place: { record: 10 } }]);
    expect(await moves(folder)).toEqual(ALL);
    expect(await db.knex('bank_account').where({ folder_id: folder })).toHaveLength(1);
  });

  it('are stored in spite of their balance when nobody controls it', async () => {
    const folder = await newFolder();
    const uncontrolled = { provider: 'ManualEbics', bankName: 'Banque Gamma', isCfonbControlActive: false } as const;
    await createAccount(ctx, folder, { ...uncontrolled, iban: ibanOf(account(2)) });
    const report = await give(folder, [wrong], { createsAccounts: false });
    expect(kinds(report)).toEqual(['Imported']);
    const [stored] = await db.knex('bank_statement').where({ folder_id: folder });
    expect(stored).toMatchObject({ is_balanced: false, end_units: 999n });
    expect(await moves(folder)).toEqual(['03-04 TICKET METRO -2.50']);
  });

  it('are refused for any other fault, controlled or not', async () => {
    const folder = await newFolder();
    await createAccount(ctx, folder, {
      provider: 'ManualEbics',
      bankName: 'Banque Gamma',
      isCfonbControlActive: false,
      iban: ibanOf(account(1)),
    });
    const { path, name } = world.write('cut.txt', [FOURTH]);
    writeFileSync(path, readFileSync(path).subarray(0, 122 * 3));
    const report = await importStatementFile(ctx, { path, name }, { folderId: folder });
    expect(kinds(report)).toEqual(['InError']);
    expect(await moves(folder)).toEqual([]);
  });

  it('get what the same bytes gave another account, whose number was wrong then', async () => {
    const folder = await newFolder();
    const first = await createAccount(ctx, folder, { ...MADE, iban: ibanOf(account(1)) });
    const file = [statement(['03-03', 0], '03-04', [TICKET], account(1))];
    expect(kinds(await give(folder, file, { createsAccounts: false }))).toEqual(['Imported']);
    await setIban(ctx, folder, first, ibanOf(account(2)));
    const second = await createAccount(ctx, folder, { ...MADE, iban: ibanOf(account(1)) });
    expect((await give(folder, file, { createsAccounts: false })).accounts).toMatchObject([
      { outcome: 'Imported', accountId: second, statementsCreated: 1, transactionsCreated: 1 },
    ]);
    expect(kinds(await give(folder, file, { createsAccounts: false }))).toEqual(['Skipped']);
  });

  it('that nobody has are left out unless they may be made', async () => {
    const folder = await newFolder();
    expect(kinds(await give(folder, [FOURTH], { createsAccounts: false }))).toEqual(['NotMatched']);
    expect(await db.knex('statement_file').where({ folder_id: folder })).toEqual([]);
  });

  it('take the currency of their first statement', async () => {
    const folder = await newFolder();
    await createAccount(ctx, folder, { provider: 'ManualEbics', iban: ibanOf(account(1)), bankName: 'Banque Gamma' });
    const dollars = statement(['03-03', 0], '03-04', [TICKET], account(1, 'USD'));
    const euros = statement(['03-03', 0], '03-04', [TICKET], account(1, 'EUR'));
    expect(kinds(await give(folder, [dollars, euros], { createsAccounts: false }))).toEqual(['Imported', 'NotMatched']);
    expect(kinds(await give(folder, [euros], { createsAccounts: false }))).toEqual(['NotMatched']);
    expect(kinds(await give(folder, [euros]))).toEqual(['Imported']);
    expect(await db.knex('bank_account').where({ folder_id: folder })).toHaveLength(2);
  });

  it('of an inactive folder, of two folders, or deleted are distinguished', async () => {
    const [inactive, one, two] = [await newFolder(), await newFolder(), await newFolder()];
    await give(inactive, [statement(['03-03', 0], '03-04', [], account(31))]);
    for (const folder of [one, two]) await give(folder, [statement(['03-03', 0], '03-04', [], account(32))]);
    await give(one, [statement(['03-03', 0], '03-04', [], account(33))]);
    await db.knex('folder').where({ id: inactive }).update({ is_active: false });
    await db.knex('bank_account').where({ account_number: '00000000033' }).update({ deleted_at: ctx.clock.now() });
    const statements = [31, 32, 33].map((number) => statement(['03-04', 0], '03-05', [SALE], account(number)));
    const report = await give(one, statements, { folderId: undefined, createsAccounts: false });
    expect(kinds(report)).toEqual(['InactiveEnterprise', 'InError', 'WithoutGenericAccount']);
    expect(kinds(await give(one, statements, { createsAccounts: false }))).toEqual([
      'NotMatched',
      'Imported',
      'WithoutGenericAccount',
    ]);
  });

  it('of folders that the caller may not see do not exist for him', async () => {
    const [own, other] = [await newFolder(), await newFolder()];
    await give(other, [statement(['03-03', 0], '03-04', [], account(41))]);
    const user = {
      kind: 'user',
      userId: '7',
      clientId: 'c',
      companyId: 1,
      folders: new Set([own]),
      rights: RIGHTS_OF_ACCESS.write,
    } as const;
    const file = world.write('other.txt', [statement(['03-04', 0], '03-05', [SALE], account(41))]);
    const report = await importStatementFile({ ...ctx, actor: user }, file, {});
    expect(kinds(report)).toEqual(['NotMatched']);
  });
});

describe('continuity', () => {
  it('is judged on what is stored, whatever the order of import', async () => {
    const folder = await newFolder();
    const [first, second, third] = [
      statement(['03-02', 0], '03-03', [['03-03', 100, 'A']]),
      statement(['03-03', 100], '03-04', [['03-04', 50, 'B']]),
      statement(['03-04', 150], '03-05', [['03-05', 7, 'C']]),
    ];
    expect((await give(folder, [third])).accounts[0]?.gaps).toEqual([]);
    expect((await give(folder, [first])).accounts[0]?.gaps).toEqual([
      { from: { date: '2026-03-03', value: '1.00' }, to: { date: '2026-03-04', value: '1.50' }, difference: '0.50' },
    ]);
    expect((await give(folder, [second])).accounts[0]?.gaps).toEqual([]);
  });
});

describe('undo', () => {
  const importId = async (folder: number, ...statements: Parameters<typeof give>[1]) =>
    (await give(folder, statements)).importId ?? 0;

  it('takes away what the import brought, accounts included', async () => {
    const folder = await newFolder();
    const id = await importId(folder, FOURTH, FIFTH);
    expect(await undoBookedImport(ctx, id)).toEqual({
      importId: id,
      statementsRemoved: 2,
      transactionsRemoved: 4,
      accountsRemoved: 1,
      entriesRemoved: 0,
      linksRemoved: 0,
    });
    expect(Object.values((await snapshot(folder)) as object).flat()).toEqual([]);
    expect(await give(folder, [FOURTH])).toMatchObject({ accounts: [{ transactionsCreated: 2 }] });
  });

  it('leaves what an earlier file had brought, exactly', async () => {
    const folder = await newFolder();
    await give(folder, [FOURTH, FIFTH_MORNING]);
    const before = await snapshot(folder);
    await undoBookedImport(ctx, await importId(folder, MONTH));
    expect(await snapshot(folder)).toEqual(before);
    await undoBookedImport(ctx, await importId(folder, FOURTH, FIFTH_MORNING, FIFTH_EVENING));
    expect(await snapshot(folder)).toEqual(before);
  });

  it('leaves what a later file shows too', async () => {
    const folder = await newFolder();
    const first = await importId(folder, FOURTH);
    await give(folder, [MONTH]);
    expect(await undoBookedImport(ctx, first)).toMatchObject({ statementsRemoved: 1, transactionsRemoved: 0 });
    expect(await moves(folder)).toEqual(ALL);
  });

  it('keeps one of two twins when only one of the parts of a day goes', async () => {
    const folder = await newFolder();
    const morning = await importId(folder, statement(['03-03', 1000], '03-04', [TICKET]));
    await give(folder, [statement(['03-04', 750], '03-04', [TICKET])]);
    expect(await moves(folder)).toHaveLength(2);
    await undoBookedImport(ctx, morning);
    expect(await moves(folder)).toEqual(['03-04 TICKET METRO -2.50']);
  });

  it('knows no import that is not there, or not the caller’s', async () => {
    const folder = await newFolder();
    const id = await importId(folder, FOURTH);
    const user = {
      kind: 'user',
      userId: '7',
      clientId: 'c',
      companyId: 1,
      folders: new Set([1]),
      rights: RIGHTS_OF_ACCESS.write,
    } as const;
    await expect(undoBookedImport({ ...ctx, actor: user }, id)).rejects.toMatchObject({
      code: 'StatementImportNotFound',
    });
    await expect(undoBookedImport(ctx, 999_999)).rejects.toMatchObject({ code: 'StatementImportNotFound' });
  });
});

describe('at once', () => {
  it('eight imports of the same and of overlapping files keep each movement once', { tags: 'long' }, async () => {
    const folder = await newFolder();
    const month = world.write('month.txt', [MONTH]);
    const days = world.write('days.txt', [FOURTH, FIFTH]);
    const parts = world.write('parts.txt', [FIFTH_EVENING, FOURTH, FIFTH_MORNING]);
    const files = [month, days, parts, month, days, parts, days, month];
    const options = { folderId: folder, createsAccounts: true };
    await Promise.all(files.map((file) => importStatementFile(ctx, file, options)));
    expect(await moves(folder)).toEqual(ALL);
    expect(await db.knex('statement_file').where({ folder_id: folder, is_complete: true })).toHaveLength(3);
    expect(await db.knex('bank_account').where({ folder_id: folder })).toHaveLength(1);
  });
});

describe('imports and undos at once', () => {
  it('leave what the files that are left say, and nothing else', async () => {
    const folder = await newFolder();
    const files = [[FOURTH], [FIFTH], [MONTH], [FIFTH_MORNING, FIFTH_EVENING]].map((one) => world.write('at.txt', one));
    const options = { folderId: folder, createsAccounts: true };
    const imports = await Promise.all(files.map((file) => importStatementFile(ctx, file, options)));
    const undoing = imports.map(({ importId }) => undoBookedImport(ctx, importId ?? 0));
    const again = files.map((file) =>
      importStatementFile(ctx, file, options).catch((error) => {
        expect(error).toMatchObject({ code: expect.stringMatching(/StatementImportNotFound|BankAccountChanged/) });
      }),
    );
    await Promise.all([...undoing, ...again]);
    for (const file of files) await importStatementFile(ctx, file, options);
    expect(await moves(folder)).toEqual(ALL);
    const orphans = await db.knex.raw(
      `select id from bank_statement s where folder_id = ? and not exists (
         select from bank_statement_source o where o.folder_id = s.folder_id and o.statement_id = s.id)`,
      [folder],
    );
    expect(orphans.rows).toEqual([]);
  });
});

describe('what changes while it is imported', () => {
  it('is noticed in the file, before the statement is stored', async () => {
    const folder = await newFolder();
    const file = world.write('growing.txt', [FOURTH]);
    const cut = readFileSync(file.path).subarray(0, 122 * 2);
    const changed = async () => {
      writeFileSync(file.path, cut);
      return db;
    };
    const outcome = importStatementFile({ ...ctx, db: changed }, file, { folderId: folder, createsAccounts: true });
    await expect(outcome).rejects.toMatchObject({ code: 'StatementFileChanged' });
    expect(await moves(folder)).toEqual([]);
  });

  it('is noticed in the import, when it is undone', async () => {
    const folder = await newFolder();
    const { accounts } = await give(folder, [FOURTH]);
    const target = { folderId: folder, accountId: accounts[0]?.accountId ?? 0, isControlled: true };
    const source = await openStatementFile(world.write('undone.txt', [FIFTH]), ctx.signal);
    if (source.format !== 'cfonb120') throw new Error('not CFONB 120');
    const run = ingestRun(ctx, new StatementQueue(source), { folderId: folder, fileId: 999_999 }, () => ({
      target,
      mayDisagree: false,
    }));
    await expect(run).rejects.toMatchObject({ code: 'StatementImportNotFound' });
    expect(await moves(folder)).toHaveLength(2);
  });

  it('is noticed in the account', async () => {
    const folder = await newFolder();
    const file = world.write('orphan.txt', [FOURTH]);
    const source = await openStatementFile(file, ctx.signal);
    if (source.format !== 'cfonb120') throw new Error('not CFONB 120');
    const target = { folderId: folder, accountId: 999_999, isControlled: true };
    const { importId } = await give(folder, [FIFTH]);
    const destinations = () => ({ target, mayDisagree: false });
    const run = ingestRun(ctx, new StatementQueue(source), { folderId: folder, fileId: importId ?? 0 }, destinations);
    await expect(run).rejects.toMatchObject({ code: 'BankAccountChanged' });
  });
});

describe('an import that is cut', () => {
  it('leaves no account without statements', async () => {
    const folder = await newFolder();
    const file = world.write('cut.txt', [FOURTH, { ...FIFTH, account: account(2) }]);
    const controller = new AbortController();
    const now = () => {
      controller.abort();
      return ctx.clock.now();
    };
    const clock = { ...ctx.clock, now };
    const cut = importStatementFile({ ...ctx, clock, signal: controller.signal }, file, {
      folderId: folder,
      createsAccounts: true,
    });
    await expect(cut).rejects.toThrow();
    expect(await db.knex('bank_account').where({ folder_id: folder })).toEqual([]);
    const again = await importStatementFile(ctx, file, { folderId: folder, createsAccounts: true });
    expect(again.accounts).toMatchObject([{ outcome: 'Imported' }, { outcome: 'Imported' }]);
    expect(await db.knex('bank_account').where({ folder_id: folder })).toHaveLength(2);
  });
});

describe('an archive', () => {
  it('gives what it holds, and the same bytes are known outside of it', async () => {
    const folder = await newFolder();
    const file = world.write('releve.txt', [FOURTH, FIFTH]);
    writeFileSync(`${file.path}.gz`, gzipSync(readFileSync(file.path)));
    const options = { folderId: folder, createsAccounts: true };
    const packed = await importGivenFiles(ctx, [{ name: 'releve.txt.gz', path: `${file.path}.gz` }], options);
    expect(packed).toMatchObject({ fileName: 'releve.txt', accounts: [{ statementsCreated: 2 }] });
    const plain = await importGivenFiles(ctx, [file], options);
    expect(plain).toMatchObject({ importId: (packed as { importId: number }).importId });
    writeFileSync(`${file.path}.gz`, gzipSync(readFileSync(file.path)).subarray(0, 50));
    const broken = importGivenFiles(ctx, [{ name: 'b.gz', path: `${file.path}.gz` }], options);
    await expect(broken).rejects.toMatchObject({ code: 'ArchiveDamaged' });
  });
});

describe('days that a provider gives', () => {
  it('are left out of a statement, the others are taken', async () => {
    const folder = await newFolder();
    await give(folder, [FOURTH]);
    const account = await db.knex('bank_account').where({ folder_id: folder }).first();
    const [sample] = await db.knex('bank_transaction').where({ folder_id: folder });
    const { id: _, amount: __, search_text: ___, ...row } = sample;
    const fed = { ...row, fingerprint: null, twin: null, source_id: 'p1', operation_date: '2026-03-05', label: 'FED' };
    await db.knex('bank_transaction').insert(fed);
    const late = statement(['03-04', 99500], '03-06', [RENT, SALE, ['03-06', 700, 'APRES']]);
    const report = await give(folder, [late]);
    expect(report.accounts).toMatchObject([{ accountId: account.id, outcome: 'Imported', transactionsCreated: 1 }]);
    expect(report.accounts[0]?.reason).toContain('2026-03-05');
    expect(await moves(folder)).toEqual([...ALL.slice(0, 2), '03-05 FED -2.50', '03-06 APRES 7.00']);
  });
});
