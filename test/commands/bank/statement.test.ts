/** The commands of bank statements as people and programs call them. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../src/commands/operation/operation.ts';
import { loadOperation, manifest } from '../../../src/commands/program/operations.ts';
import type { LongObject } from '../../../src/services/kernel/stream.ts';
import { type CliRun, runCli } from '../../support/cli.ts';
import { testContext } from '../../support/context.ts';
import { testDatabaseSettings } from '../../support/database.ts';
import { testApp } from '../../support/http.ts';
import { eachOf } from '../../support/length.ts';

const FIXTURES = 'fixtures/cfonb';
const WORKED = `${FIXTURES}/good/worked-example.cfonb`;
const IBAN = 'FR7698765000420001234567895';
const files = (kind: string) =>
  readdirSync(`${FIXTURES}/${kind}`)
    .filter((name) => name.endsWith('.cfonb') && !/^(gzip|zip)\./.test(name)) // those have nothing to unpack
    .map((name) => `${FIXTURES}/${kind}/${name}`);

interface Check {
  readonly Accounts: { readonly Iban: string | null }[];
  readonly Statements: {
    readonly Iban: string | null;
    readonly StartBalance: { Date: string; Value: string };
    readonly EndBalance: { Date: string; Value: string } | null;
    readonly Balanced: boolean;
    readonly Transactions: { readonly Amount: string }[];
  }[];
  readonly Sequences?: { readonly OperationCode: string; readonly Total: string; readonly Records: unknown[] }[];
  readonly Findings: { readonly Severity: string; readonly Kind: string; readonly Message: string }[];
}

function refusesFile({ exitCode, stdout, stderr }: CliRun, code: string): void {
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(code);
  expect(stderr).toContain('there.cfonb');
}

describe('bank statement check', () => {
  it('needs no database and tells everything in JSON', async () => {
    const run = await runCli(['bank', 'statement', 'check', WORKED, '--json'], {
      env: { TAXOPS_DATABASE_URL: 'postgresql://127.0.0.1:1/nothing-here' },
    });
    expect(run.exitCode).toBe(0);
    const { Accounts, Statements, Findings } = run.json<Check>();
    expect(Accounts).toEqual([
      {
        Iban: IBAN,
        BankCode: '98765',
        BranchCode: '00042',
        AccountNumber: '00012345678',
        CurrencyCode: 'EUR',
        Decimals: 2,
      },
    ]);
    expect(Findings).toEqual([]);
    expect(Statements).toMatchObject([
      {
        Iban: IBAN,
        CurrencyCode: 'EUR',
        StartBalance: { Date: '2026-03-02', Value: '1000.00' },
        EndBalance: { Date: '2026-03-05', Value: '1884.00' },
        Balanced: true,
        Transactions: [
          { Amount: '1250.00', OperationDate: '2026-03-03', ValueDate: '2026-03-03', CurrencyCode: 'EUR' },
          { Amount: '-45.90' },
          { Amount: '-320.10' },
        ],
      },
    ]);
  });

  it('names the fields that complements give', async () => {
    const run = await runCli(['bank', 'statement', 'check', `${FIXTURES}/good/qualifiers.cfonb`, '--json']);
    const movements = run.json<Check>().Statements.flatMap(({ Transactions }) => Transactions);
    const named = movements.flatMap((movement) => Object.keys(movement));
    for (const name of ['MandateReference', 'FxCurrencyCode', 'FxAmount', 'FxRate', 'CounterpartyName', 'Details']) {
      expect(named).toContain(name);
    }
  });

  eachOf(
    [...files('good'), ...files('deviation'), ...files('error'), ...files('refused'), ...files('returned')],
    (_, at) => at % 8 === 0,
  )('exits 2 for an error, else 0, and leaves no movement out: %s', async (path) => {
    const run = await runCli(['bank', 'statement', 'check', path, '--json']);
    const { Statements, Findings } = run.json<Check>();
    const hasError = Findings.some(({ Severity }) => Severity === 'error');
    expect(run.exitCode).toBe(hasError ? 2 : 0);
    expect(run.stderr).toBe('');
    for (const { Balanced, StartBalance, EndBalance, Transactions } of Statements.filter((one) => one.Balanced)) {
      expect(Balanced).toBe(true);
      const sum = Transactions.reduce((all, { Amount }) => all + BigInt(Amount.replace('.', '')), 0n);
      const moved = BigInt(EndBalance?.Value.replace('.', '') ?? 0) - BigInt(StartBalance.Value.replace('.', ''));
      expect(sum).toBe(moved);
    }
  });

  it('keeps a statement in error, not balanced', async () => {
    const run = await runCli(['bank', 'statement', 'check', `${FIXTURES}/error/balance-mismatch.cfonb`, '--json']);
    expect(run.exitCode).toBe(2);
    const { Statements, Findings } = run.json<Check>();
    expect(Statements.map(({ Balanced }) => Balanced)).toEqual([false, true]);
    expect(Findings).toMatchObject([{ Severity: 'error', Kind: 'BALANCE_MISMATCH', Record: 5, Difference: '-91.90' }]);
  });

  it('reads returned operations', async () => {
    const run = await runCli([
      'bank',
      'statement',
      'check',
      `${FIXTURES}/returned/transfers-and-rejects.cfonb`,
      '--json',
    ]);
    const { Sequences, Statements } = run.json<Check>();
    expect(Statements).toEqual([]);
    expect(Sequences?.map(({ OperationCode, Total, Records }) => [OperationCode, Total, Records.length])).toEqual([
      ['20', '1250.01', 2],
      ['81', '120.00', 1],
      ['21', '0.00', 0],
    ]);
    expect(Sequences?.[1]).toMatchObject({ Account: { Iban: IBAN }, Records: [{ RejectCode: expect.any(String) }] });
  });

  it('reads standard input, and speaks French', async () => {
    const run = await runCli(['bank', 'statement', 'check', '-', '--json', '--lang', 'fr'], {
      stdin: readFileSync(`${FIXTURES}/error/bad-date.cfonb`),
    });
    expect(run.exitCode).toBe(2);
    expect(run.json<Check>().Findings[0]?.Message).toMatch(/calendrier/);
  });

  it('check names a file that cannot be read', async () => {
    const env = { TAXOPS_HOME: '/none' };
    const run = await runCli(['bank', 'statement', 'check', '/not/there.cfonb', '--json'], { env });
    refusesFile(run, 'FileUnreadable');
  });

  it('shows people accounts, statements and findings within 100 columns, without decoding movements', async () => {
    const run = await runCli(['bank', 'statement', 'check', `${FIXTURES}/good/several-accounts.cfonb`], {
      env: { NO_COLOR: '1' },
      tty: true,
    });
    expect(Math.max(...run.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(run.stdout).toMatch(/00077777777 XPF .* 150,000 /);
    expect(run.stdout).toMatch(/No finding/);
    expect(run.stdout).not.toMatch(/LOYER|VIR/);
  });

  it('keeps its findings for the end, when the movements are written out', async () => {
    const entry = manifest.find(({ id }) => id === 'bank.statement.check');
    if (!entry) throw new Error('no such operation');
    const operation = await loadOperation(entry);
    const path = `${FIXTURES}/error/balance-mismatch.cfonb`;
    const ctx = testContext(undefined as never);
    const result = (await operation.run(ctx, { files: [{ name: 'x', path }] })) as LongObject;
    expect(result.properties.map(([name]) => name)).toEqual(['Statements', 'Accounts', 'Findings']);
    const blocks: Block[] = [];
    for await (const block of operation.view?.(result, 'en', result) ?? []) blocks.push(block);
    expect(await operation.outcome?.(result)).toBe('refused');
  });
});

interface Import {
  readonly ImportId: number;
  readonly FileName: string;
  readonly AccountsInError: string[];
  readonly Accounts: { AccountId: number }[];
  readonly Refusal?: { readonly Code: string };
}

describe('bank statement import', async () => {
  const { url = '' } = await testDatabaseSettings(true);
  const env = { TAXOPS_DATABASE_URL: url };
  const run = (line: string) => runCli([...line.split(' '), '--json'], { env });
  const show = (line: string) => runCli([...line.split(' '), '--quiet'], { env: { ...env, NO_COLOR: '1' }, tty: true });
  const newFolder = async () => (await run('folder create --name ALPHA')).json<{ Id: number }>().Id;

  it('import names a file that cannot be read', async () => {
    refusesFile(await run('bank statement import /not/there.cfonb'), 'FileUnreadable');
  });

  it('answers with the specified fields for one file', async () => {
    const folder = await newFolder();
    const first = await run(`bank statement import ${WORKED} --folder ${folder} --create-accounts`);
    expect(first.exitCode).toBe(0);
    expect(first.json()).toMatchObject({
      FileName: 'worked-example.cfonb',
      TotalAccountsInFile: 1,
      ImportedAccountsCount: 1,
      StatementsCreated: 1,
      AccountsNotMatched: [],
      AccountsWithInactiveEnterprise: [],
      AccountsWithoutGenericAccount: [],
      AccountsInError: [],
      HasSkipped: false,
    });
    const again = await run(`bank statement import ${WORKED} --folder ${folder}`);
    expect(again.json()).toMatchObject({ ImportedAccountsCount: 0, StatementsCreated: 0, HasSkipped: true });
  });

  it('leaves an account that nobody has, and exits 3', async () => {
    const folder = await newFolder();
    const left = await run(`bank statement import ${WORKED} --folder ${folder}`);
    expect(left.exitCode).toBe(3);
    expect(left.json()).toMatchObject({ AccountsNotMatched: [IBAN], ImportId: null, StatementsCreated: 0 });
  });

  it('exits 3 when an account is at fault, naming record and reason, and imports the others', async () => {
    const folder = await newFolder();
    const path = `${FIXTURES}/error/balance-mismatch.cfonb`;
    const partial = await run(`bank statement import ${path} --folder ${folder} --create-accounts`);
    expect(partial.exitCode).toBe(3);
    expect(partial.json()).toMatchObject({
      ImportedAccountsCount: 1,
      AccountsInError: [IBAN],
      Accounts: [{ Account: IBAN, Outcome: 'InError', Reason: expect.stringMatching(/BALANCE_MISMATCH/) }, {}],
      Findings: [{ Severity: 'error', Kind: 'BALANCE_MISMATCH', Record: 5 }],
    });
  });

  it('stores balances that disagree where nobody controls them, with a warning', async () => {
    const folder = await newFolder();
    const make = ['bank', 'account', 'create', '--folder', String(folder), '--iban', IBAN, '--bank-name', 'Gamma'];
    await runCli([...make, '--is-cfonb-control-active', 'false'], { env });
    const path = `${FIXTURES}/error/balance-mismatch.cfonb`;
    const warned = await run(`bank statement import ${path} --folder ${folder}`);
    expect(warned.exitCode).toBe(3); // the other account of the file is nobody's
    expect(warned.json()).toMatchObject({ StatementsCreated: 1, Findings: [{ Severity: 'warning' }] });
  });

  it('gives an array for several files, one entry for each, and goes on after a refused one', async () => {
    const folder = await newFolder();
    const paths = [`${FIXTURES}/refused/zip.cfonb`, WORKED];
    const both = await run(`bank statement import ${paths.join(' ')} --folder ${folder} --create-accounts`);
    expect(both.exitCode).toBe(3);
    const [refused, stored] = both.json<Import[]>();
    expect(refused?.Refusal?.Code).toBe('ArchiveDamaged');
    expect(stored).toMatchObject({ FileName: 'worked-example.cfonb', StatementsCreated: 1 });
  });

  it.each(files('refused'))('refuses %s and stores nothing', async (path) => {
    const folder = await newFolder();
    const refused = await run(`bank statement import ${path} --folder ${folder} --create-accounts`);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toMatch(/zip\.cfonb$/.test(path) ? /ArchiveDamaged/ : /StatementFileRefused/);
    expect((await run(`bank account list --folder ${folder}`)).json()).toEqual([]);
  });

  it('shows what came in within 100 columns: exact amounts, a running balance, how to undo', async () => {
    const folder = await newFolder();
    const path = `${FIXTURES}/good/several-accounts.cfonb`;
    const shown = await show(`bank statement import ${path} --folder ${folder} --create-accounts`);
    expect(shown.stdout).toMatch(/taxops bank statement undo \d+/);
    const accounts = (await run(`bank account list --folder ${folder}`)).json<{ Id: number; Balance: number }[]>();
    expect(accounts.map(({ Balance }) => Balance)).toEqual([0, -2515, 0.01, 149_900, -0.001]);
    const [first] = accounts;
    const transactions = await show(`bank transaction list --folder ${folder} --account ${first?.Id}`);
    expect(transactions.stdout).toMatch(/2026-03-03 │ 2026-03-03 │ .* │ +50\.00 │ 1,050\.00 │/);
    expect(transactions.stdout).toMatch(/-1,050\.00 │ +0\.00 │/);
    const tables = [shown, transactions, await show(`bank account list --folder ${folder}`)];
    tables.push(await show(`bank statement list --folder ${folder}`));
    for (const { stdout } of tables) {
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    }
  });

  it('gives transactions exactly as specified, with the value day', async () => {
    const folder = await newFolder();
    await run(`bank statement import ${FIXTURES}/good/qualifiers.cfonb --folder ${folder} --create-accounts`);
    const found = await run(`bank transaction list --folder ${folder} --search-text-or-amount dollars`);
    expect(found.json<unknown[]>()[0]).toEqual({
      Id: expect.any(Number),
      OperationDate: '2026-03-05',
      ValueDate: '2026-03-05',
      CreationDate: expect.any(String),
      Label: 'VIREMENT EN DOLLARS',
      Description: null,
      Amount: -100.05,
      IsDeleted: false,
      AccountId: expect.any(Number),
      OperationCode: '44',
      CurrencyCode: 'EUR',
      FxCurrencyCode: 'USD',
      FxRate: 0.899551,
      FxAmount: 1000.5,
      FxDate: null,
      IsSynchronized: true,
      BankEntry: null,
      PaymentInformationViewModel: null,
    });
  });

  it('undoes an import, once it is confirmed', async () => {
    const folder = await newFolder();
    const imported = await run(`bank statement import ${WORKED} --folder ${folder} --create-accounts`);
    const { ImportId } = imported.json<Import>();
    const unsure = await run(`bank statement undo ${ImportId}`);
    expect(unsure.exitCode).toBe(2);
    expect(unsure.stderr).toMatch(/ConfirmationNeeded/);
    const undone = await run(`bank statement undo ${ImportId} --yes`);
    expect(undone.json()).toEqual({
      ImportId,
      StatementsRemoved: 1,
      TransactionsRemoved: 3,
      AccountsRemoved: 1,
      EntriesRemoved: 0,
      LinksRemoved: 0,
    });
    expect((await run(`bank statement imports --folder ${folder}`)).json()).toEqual([]);
  });
});

describe('over HTTP', async () => {
  const { url = '' } = await testDatabaseSettings(true);
  const { app } = await testApp({ TAXOPS_DATABASE_URL: url });
  const send = (path: string, file: string) => {
    const form = new FormData();
    form.append('File', new Blob([new Uint8Array(readFileSync(file))]), 'releve.txt');
    return app.request(path, { method: 'POST', body: form });
  };

  it('checks an uploaded file, streaming its movements', async () => {
    const response = await send('/api/banking/statement-files/check', `${FIXTURES}/error/balance-mismatch.cfonb`);
    expect(response.status).toBe(200);
    const { Statements, Findings } = (await response.json()) as Check;
    expect(Statements).toHaveLength(2);
    expect(Findings).toMatchObject([{ Kind: 'BALANCE_MISMATCH' }]);
  });

  it('imports an uploaded file under its own name', async () => {
    const made = await app.request('/api/accounting/accounting-folders', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ Name: 'ALPHA' }),
    });
    const { Id } = (await made.json()) as { Id: number };
    const response = await send(`/api/banking/statement-files?enterpriseId=${Id}&createAccounts=true`, WORKED);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ FileName: 'releve.txt', StatementsCreated: 1 });
    const refused = await send('/api/banking/statement-files', `${FIXTURES}/refused/pdf.cfonb`);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ code: 'StatementFileRefused', errors: [{ code: 'NOT_CFONB' }] });
  });
});
