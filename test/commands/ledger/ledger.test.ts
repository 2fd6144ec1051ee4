/** The ledger as a person uses it. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { testDatabaseSettings } from '../../support/database.ts';
import { eachOf } from '../../support/length.ts';
import { pdfPages } from '../../support/pdf.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const { url = '' } = await testDatabaseSettings(true);
const folder = temporaryFolder('ledger-cli');

const env = { TAXOPS_DATABASE_URL: url, TAXOPS_HOME: folder, NO_COLOR: '1' };
const taxops = (...argv: string[]) => runCli(argv, { env, cwd: folder });
const onScreen = async (...argv: string[]) =>
  (await runCli([...argv, '--quiet'], { env, cwd: folder, tty: true })).stdout;
const fixture = (name: string, as: string) => cpSync(`fixtures/${name}`, join(folder, as));

const GOOD = '732829320FEC20241231.txt';
beforeAll(async () => {
  fixture('fec/worked-example.txt', GOOD);
  fixture('fec/bad-unbalanced.txt', '552100554FEC20241231.txt');
  fixture('demo/998120406FEC20241231.txt', '998120406FEC20241231.txt');
  await taxops('ledger', 'import', '998120406FEC20241231.txt');
});

describe('a page of a list', () => {
  it.each([['table'], ['csv'], ['ndjson']])(
    'as %s through a pipe says on standard error what it leaves out',
    async (format) => {
      const list = ['entry', 'list', '--folder', '1', '--limit', '2', '--format', format];
      const { stdout, stderr } = await taxops(...list);
      expect(stderr).toBe('2 / 730, --page 2\n');
      expect(stdout).not.toContain('of 730');
      expect((await taxops(...list, '--quiet')).stderr).toBe('');
    },
  );
});

describe('a folder of files', () => {
  const exports = join(folder, 'exports');
  beforeAll(() => {
    mkdirSync(exports);
    fixture('fec/worked-example.txt', `exports/${GOOD}`);
    writeFileSync(join(exports, 'cut.zip'), 'PK\x03\x04');
  });

  it('is checked file by file, and exits with the worst', async () => {
    const run = await taxops('ledger', 'check', 'exports', '--json');
    expect(run.exitCode).toBe(2);
    expect(run.json()).toMatchObject({
      Verdict: 'Refused',
      Figures: { Entries: 2, Lines: 5 },
      Files: [
        { File: GOOD, Verdict: 'Accepted', Problem: null },
        { File: 'cut.zip', Verdict: 'Refused', Problem: expect.stringContaining('cannot be unpacked') },
      ],
    });
    expect((await taxops('ledger', 'check', 'exports')).stdout).toContain('cut.zip\tRefused\t');
  });

  it.each([['ledger'], []])('is imported file by file: %s', async (...noun) => {
    const run = await taxops(...noun, 'import', 'exports', '--folder', '1', '--json');
    const { Files } = run.json<{ Files: { File: string }[] }>();
    expect([run.exitCode, Files.map(({ File }) => File)]).toEqual([2, [GOOD, 'cut.zip']]);
    expect(JSON.stringify(Files[0])).toContain('SIREN 998120406');
  });
});

describe('completion from what is stored', () => {
  const proposed = async (...words: string[]) => (await taxops('complete', '--', ...words)).stdout.split('\n');

  it.each([
    [
      ['ledger', 'balance', '--folder', ''],
      ['1\t998120406 998120406', ':4', ''],
    ],
    [
      ['folder', 'show', ''],
      ['1\t998120406 998120406', ':4', ''],
    ],
    [
      ['ledger', 'balance', '--folder', '9981'],
      ['1\t998120406 998120406', ':4', ''],
    ],
    [
      ['journal', 'print', '--folder', '1', '--journal', 'ventes'],
      ['VE\tVentes', ':4', ''],
    ],
    [
      ['ledger', 'balance', '--folder', '1', '--account', '5122'],
      ['512200\tBanque second compte', ':4', ''],
    ],
    [
      ['ledger', 'balance', '--folder', '1', '--exercise', ''],
      ['1\t2024-01-01 2024-12-31', ':4', ''],
    ],
    [
      ['journal', 'print', '--folder=1', '--journal=ventes'],
      ['VE\tVentes', ':4', ''],
    ],
    [
      ['entry', 'line', 'list', '--folder', '1', '--account', '7', '5122'],
      ['512200\tBanque second compte', ':4', ''],
    ],
    [
      ['journal', 'print', '--folder', '99', '--journal', ''],
      [':4', ''],
    ],
    [
      ['ledger', 'balance', '--folder', '1', '--from', ''],
      [':4', ''],
    ],
    [
      ['ledger', 'balance', '--output', ''],
      [':0', ''],
    ],
  ])('%s', async (words, answers) => expect(await proposed(...words)).toEqual(answers));

  it('makes no database where there is none', async () => {
    const home = join(folder, 'nowhere');
    const run = await runCli(['complete', '--', 'folder', 'show', ''], { env: { TAXOPS_HOME: home }, cwd: folder });
    expect([run.stdout, run.stderr, existsSync(home)]).toEqual([':4\n', '', false]);
  });
});

describe('a file', () => {
  const list = ['entry', 'list', '--folder', '1'];
  const written = async (name: string, ...argv: string[]) => {
    const run = await taxops(...argv, '--output', name);
    expect([run.exitCode, run.stderr]).toEqual([0, '']);
    return readFileSync(join(folder, name));
  };
  const sheetOf = async (bytes: Buffer) => {
    const book = new exceljs.Workbook();
    await book.xlsx.load(bytes as never);
    const rows: unknown[][] = [];
    book.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
    return rows;
  };

  it('holds every row, not a page', async () => {
    expect(
      String(await written('all.csv', ...list))
        .trimEnd()
        .split('\r\n').length,
    ).toBe(731);
    const page = JSON.parse(String(await written('all.json', ...list)));
    expect([page.Items.length, page.HasMore]).toEqual([730, false]);
    expect((await sheetOf(await written('all.xlsx', ...list))).length).toBe(3 + 1 + 730 + 1);
    expect(
      String(await written('all.txt', ...list))
        .trimEnd()
        .split('\n').length,
    ).toBe(731);
    expect((await taxops(...list, '--limit', '2', '--output', 'two.csv')).stderr).toBe('2 / 730, --page 2\n');
  });

  it('of a balance is in French, by account, with its subtotals by formula', async () => {
    const rows = await sheetOf(await written('balance.xlsx', 'ledger', 'balance', '--folder', '1'));
    expect(rows.slice(0, 5)).toEqual([
      ['Balance'],
      ['Cabinet'],
      ['998120406 · SIREN 998120406'],
      ['01/01/2024 – 31/12/2024'],
      ['2\u202f486\u202f819,71 = 2\u202f486\u202f819,71'],
    ]);
    expect(rows[5]).toEqual(['Compte', 'Intitulé', 'Solde d’ouverture', 'Débit', 'Crédit', 'Solde']);
    expect(rows[7]).toEqual(['101300', 'Capital souscrit appelé versé', -20000, 0, 0, -20000]);
    expect(rows.filter(([name]) => name === 'Classe 1').length).toBe(2);
    expect(rows.at(-1)?.[3]).toMatchObject({ formula: expect.stringMatching(/^SUBTOTAL\(9,D\d+:D\d+\)$/) });
    const english = await sheetOf(await written('balance.xlsx', 'ledger', 'balance', '--folder', '1', '--lang', 'en'));
    expect(english[0]).toEqual(['Trial balance']);
  });

  it('of third parties has each collective account as a section', async () => {
    const balance = ['ledger', 'balance', '--folder', '1', '--account', '4', '--sub-accounts', '--previous'];
    const rows = await sheetOf(await written('third-parties.xlsx', ...balance));
    expect(rows.map(([name]) => String(name)).filter((name) => /^4\d+ /.test(name))).not.toEqual([]);
    expect(rows.filter(([name]) => name === '411000')).toEqual([]);
    const classes = rows.map(([name]) => String(name)).filter((name) => name.startsWith('Classe'));
    expect(classes).toEqual(['Classe 4, autres comptes', 'Classe 4, autres comptes']);
    const dated = [...balance, '--from', '2024-01-01', '--to', '2024-12-31'];
    expect(
      (await sheetOf(await written('dated.xlsx', ...dated))).filter(([text]) => text === rows[3]?.[0]),
    ).toHaveLength(1);
    const aged = pdfPages(await written('aged.pdf', 'ledger', 'aged', '--folder', '1'))
      .flat()
      .join('\n');
    expect(aged).toContain('Balance âgée');
    expect(aged).toContain('31-60 j');
  });

  it('of identifiers has them when they are named', async () => {
    const heads = async (...argv: string[]) =>
      (await sheetOf(await written('accounts.xlsx', 'account', 'list', '--folder', '1', ...argv)))[3];
    expect((await heads())?.[0]).toBe('Numéro');
    expect(await heads('--fields', 'Id,Number')).toEqual(['Id', 'Numéro']);
  });

  it('of the general ledger tells third parties apart, and is one document', async () => {
    const text = async (account: string) =>
      pdfPages(await written('general.pdf', 'ledger', 'general', '--folder', '1', '--account', account))
        .flat()
        .join('\n');
    const { Items } = (await taxops('ledger', 'general', '--folder', '1', '--account', '411', '--json')).json<{
      Items: { SubAccountCode: string; SubAccountLabel: string }[];
    }>();
    const parties = [...new Set(Items.map(({ SubAccountCode: code, SubAccountLabel: label }) => `${code} ${label}`))];
    expect(parties.length).toBeGreaterThan(1);
    const ofCustomers = await text('411');
    expect(ofCustomers).toContain('Tiers');
    for (const party of parties) expect(ofCustomers).toContain(party.slice(0, 6));
    const ofClass = await text('4'); // one document, whichever accounts have third parties
    for (const account of ['401', '411', '445']) expect(ofClass).toContain(`Grand livre - ${account}`);
  });

  it('of the general ledger shows its head where no account has a line', async () => {
    const { stdout, exitCode } = await taxops('ledger', 'general', '--folder', '1', '--account', '999');
    expect([stdout.split('\n')[0], exitCode]).toEqual([expect.stringMatching(/^Date\tJournal\t.*\tBalance$/), 0]);
  });

  it('is a PDF of all accounts', { tags: 'long' }, async () => {
    const text = pdfPages(await written('general.pdf', 'ledger', 'general', '--folder', '1'))
      .flat()
      .join('\n');
    expect(text).toContain('Grand livre - 101300 Capital souscrit appelé versé');
    expect(text).toContain('Grand livre - 768000');
  });

  it('is a PDF of one journal, whose total counts each line once', async () => {
    const lines = (await taxops('journal', 'print', '--folder', '1', '--journal', 'VE', '--json')).json<{
      Items: { JournalCode: string; Debit: string }[];
    }>().Items;
    expect([...new Set(lines.map(({ JournalCode }) => JournalCode))]).toEqual(['VE']);
    const cents = lines.reduce((sum, { Debit }) => sum + BigInt(Debit.replace('.', '')), 0n);
    const printed = pdfPages(await written('journal.pdf', 'journal', 'print', '--folder', '1', '--journal', 'VE'));
    const digits = printed.flat().join('').replaceAll(/\D/g, '');
    expect(cents).toBeGreaterThan(0n);
    expect(digits).toContain(String(cents));
    expect(digits).not.toContain(String(cents * 2n));
  });

  it('is refused under a name that is not its own', async () => {
    const { exitCode, stderr } = await taxops(
      'ledger',
      'export',
      '--folder',
      '1',
      '--exercise',
      '1',
      '--output',
      'a.xlsx',
    );
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('taxops ledger export writes .txt, not .xlsx')]);
    const edition = [
      'asset',
      'edition',
      'export',
      'Dotations',
      '--folder',
      '1',
      '--start-date',
      '2024-01-01',
      '--end-date',
      '2024-12-31',
    ];
    expect(String((await written('dotations.pdf', ...edition)).subarray(0, 5))).toBe('%PDF-');
  });

  it('for Excel has decimal commas and headings for people', async () => {
    const csv = (
      await taxops(
        'ledger',
        'balance',
        '--folder',
        '1',
        '--format',
        'csv',
        '--excel',
        '--lang',
        'fr',
        '--fields',
        'AccountNumber,Debit',
      )
    ).stdout;
    expect(csv.split('\r\n').slice(0, 2)).toEqual(['\ufeffCompte;Débit', '101300;0,00']);
  });
});

describe('ledger check', () => {
  it('tells its verdict through a pipe too', async () => {
    expect((await taxops('ledger', 'check', GOOD)).stdout).toContain('\nAccepted\t2400.00\t2400.00\t1\t0\n');
    expect((await taxops('ledger', 'check', '552100554FEC20241231.txt')).stdout).toContain('\nRefused\t');
  });

  it('tells the figures and ends well', async () => {
    const run = await taxops('ledger', 'check', GOOD, '--json');
    expect([run.exitCode, run.stderr]).toEqual([0, '']);
    expect(run.json()).toMatchObject({
      Verdict: 'Accepted',
      Counts: {},
      Figures: { Entries: 2, Lines: 5, TotalDebit: '2400.00' },
    });
  });

  it('puts a refusal on standard output with exit 2, a path it cannot read on standard error', async () => {
    const refused = await taxops('ledger', 'check', '552100554FEC20241231.txt', '--json');
    expect([refused.exitCode, refused.stderr]).toEqual([2, '']);
    expect(refused.json()).toMatchObject({ Verdict: 'Refused' });
    const missing = await taxops('ledger', 'check', 'nothing.txt', '--json');
    expect([missing.exitCode, missing.stdout]).toEqual([2, '']);
    expect(JSON.parse(missing.stderr)).toMatchObject({ code: 'FileUnreadable' });
  });

  it('takes what the file does not tell, and reads standard input', async () => {
    const text = readFileSync(join(folder, GOOD));
    const argv = ['ledger', 'check', '-', '--siren', '732829320', '--closing', '2024-12-31', '--strict', '--json'];
    const run = await runCli(argv, { env, cwd: folder, stdin: text });
    expect(run.json()).toMatchObject({ Figures: { Siren: '732829320', ExerciseEnd: '2024-12-31' } });
  });
});

describe('ledger import', () => {
  it('imports once, and says that the second time changed nothing', async () => {
    const first = await taxops('ledger', 'import', GOOD, '--json');
    expect([first.exitCode, first.json<{ Files: object[] }>().Files[0]]).toMatchObject([0, { Status: 'Imported' }]);
    const second = await taxops('ledger', 'import', GOOD, '--json');
    expect([second.exitCode, second.json<{ Files: object[] }>().Files[0]]).toMatchObject([0, { Status: 'Unchanged' }]);
  });

  it('goes on after a file that fails, and ends with 3', async () => {
    writeFileSync(join(folder, 'export.txt'), readFileSync(join(folder, GOOD)));
    const run = await taxops(
      'ledger',
      'import',
      'export.txt',
      '552100554FEC20241231.txt',
      'nothing.txt',
      GOOD,
      '--json',
    );
    expect(run.exitCode).toBe(3);
    const files = run.json<{ Files: { Status: string; Problem: { Code: string } | null }[] }>().Files;
    expect(files.map(({ Status, Problem }) => [Status, Problem?.Code])).toEqual([
      ['Failed', 'LedgerClosingUnknown'],
      ['Refused', undefined],
      ['Failed', 'FileUnreadable'],
      ['Unchanged', undefined],
    ]);
    expect((await taxops('ledger', 'import', '552100554FEC20241231.txt')).exitCode).toBe(2);
    const alone = await taxops('ledger', 'import', 'export.txt', '--json');
    expect([alone.exitCode, JSON.parse(alone.stderr).code]).toEqual([2, 'LedgerClosingUnknown']);
  });

  it('puts each figure under its heading', async () => {
    const { stdout } = await taxops('ledger', 'import', GOOD);
    expect(stdout).toBe(
      'File\tStatus\tFolder\tExerciseId\tAdded\tChanged\tRemoved\tUnchanged\tFindings\n' +
        `${GOOD}\tUnchanged\t2\t2\t0\t0\t0\t2\t0\n`,
    );
  });

  it('shows what is wrong in a file that it takes, one row per code with the remedy', async () => {
    const quiet = readFileSync('fixtures/demo/998519730FEC20251231.txt', 'utf8').split('\n');
    const [, ...lines] = quiet;
    // Sales without April, the numbers going on.
    const kept = lines.filter((text) => !/^VE\t[^\t]*\t[^\t]*\t202504/.test(text));
    const numbers = new Map<string, number>();
    const numbered = kept.map((text) =>
      text.replace(/^([^\t]*)\t([^\t]*)\t([^\t]*)/, (_all, code, label, number) => {
        if (!numbers.has(number)) numbers.set(number, numbers.size + 1);
        return [code, label, numbers.get(number)].join('\t');
      }),
    );
    const name = '998519730FEC20251231.txt';
    writeFileSync(join(folder, name), [quiet[0], ...numbered].join('\n'));
    const { stdout } = await taxops('ledger', 'import', name);
    expect(stdout).toContain('\tFindings\n');
    expect(stdout).toContain('\nCode\tSeverity\tCount\tLines\tMessage\n');
    expect(stdout).toMatch(/\nFEC067\twarning\t1\t\d+\tJournal VE has no line in 2025-04, though it has at least 11 /);
    const { Files } = (await taxops('ledger', 'import', name, '--json')).json<{
      Files: { Status: string; Check: { Counts: object; Findings: { Code: string; Message: string }[] } }[];
    }>();
    expect(Files[0]).toMatchObject({ Status: 'Unchanged', Check: { Counts: { FEC067: 1 } } });
    expect(Files[0]?.Check.Findings.map(({ Code }) => Code)).toContain('FEC067');
    const several = await taxops('ledger', 'import', name, GOOD, '--lang', 'fr');
    expect(several.stdout).toMatch(/\n998519730FEC20251231\.txt\n[^\n]*\n.*FEC067/s);
  });

  it('names the entries that a changed file changed', async () => {
    const changed = readFileSync(join(folder, GOOD), 'utf8').replaceAll('Facture F2024-041', 'Facture F2024-041 bis');
    writeFileSync(join(folder, GOOD), changed);
    const shown = await onScreen('ledger', 'import', GOOD);
    expect(shown).toMatch(/Updated/);
    expect(shown).toMatch(/Changed +│ +\d+ │ VE +│ 12 +│ 2024-02-15 │ Facture F20… +│ +1,200\.00 │ Lines/);
    expect(await onScreen('ledger', 'imports', '--folder', '2')).toMatch(/Updated +│ +0 │ +1 │ +0 │/);
  });
});

describe('entry delete', () => {
  it('says which lettering it took off, in the language of the person, and how to letter again', async () => {
    const open = ['entry', 'line', 'list', '--folder', '1', '--account', '411', '--lettered', 'false', '--json'];
    const { Items } = (await taxops(...open)).json<{
      Items: { Id: number; Debit: string; AccountNumber: string; SubAccountCode: string | null }[];
    }>();
    const invoice = Items.find(({ Debit }) => Debit !== '0.00');
    const amount = invoice?.Debit ?? '';
    const body = {
      JournalCode: 'BQ',
      Date: '2024-12-31',
      Label: 'Règlement',
      Lines: [
        { AccountNumber: '512100', Debit: amount },
        { AccountNumber: invoice?.AccountNumber, SubAccountCode: invoice?.SubAccountCode, Credit: amount },
      ],
    };
    writeFileSync(join(folder, 'entry.json'), JSON.stringify(body));
    const paid = async () => {
      const { Id, Lines } = (await taxops('entry', 'create', '--folder', '1', '--body', 'entry.json', '--json')).json<{
        Id: number;
        Lines: { Id: number }[];
      }>();
      const lines = [String(invoice?.Id), String(Lines[1]?.Id)];
      const set = await taxops('lettering', 'set', '--folder', '1', '--line-ids', ...lines, '--json');
      return { id: String(Id), letter: set.json<{ Letters: string[] }>().Letters[0] ?? '' };
    };
    const first = await paid();
    const shown = await onScreen('entry', 'delete', first.id, '--folder', '1', '--yes', '--lang', 'fr');
    expect(shown).toContain('Délettrés');
    expect(shown).toMatch(new RegExp(`│ ${first.letter} +│ +${invoice?.Id} `));
    expect(shown).toContain('taxops lettering propose --folder 1');
    const second = await paid();
    const gone = await taxops('entry', 'delete', second.id, '--folder', '1', '--yes', '--json');
    expect(gone.json()).toMatchObject({
      EntryId: Number(second.id),
      Unlettered: [{ Letter: second.letter, EntryLineId: invoice?.Id, Difference: amount, IsTakenOff: true }],
      TransactionIds: [],
    });
  });
});

describe('reports', () => {
  eachOf(
    [
      ['balance', []],
      ['balance', ['--sub-accounts', '--lang', 'fr']],
      ['general', ['--account', '4', '--lang', 'fr']],
      ['journal', []],
      ['letters', []],
      ['imports', []],
    ],
    1,
  )('%s fits a screen of 100 columns: %o', async (report, flags) => {
    const shown = await onScreen('ledger', report, '--folder', '1', ...flags);
    expect(Math.max(...shown.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(100);
    expect(shown.split('\n').length).toBeGreaterThan(4);
  });

  it.each([
    ['entry', 'list'],
    ['entry', 'line', 'list'],
    ['account', 'list'],
    ['account', 'sub-account', 'list'],
  ])('%s %s %s fits too', async (...words) => {
    const shown = await onScreen(...words.filter(Boolean), '--folder', '1');
    expect(Math.max(...shown.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(100);
  });

  it('balance shows totals by class and of all, amounts to the right', async () => {
    const shown = await onScreen('ledger', 'balance', '--folder', '1');
    expect(shown).toMatch(/│ 411000 +│ Clients +│ +46,320\.00 │ +610,276\.20 │ +607,021\.20 │ +49,575\.00 │/);
    expect(shown).toMatch(/│ 4… +│/);
    expect(shown).toMatch(/│ Σ +│ +│ +0\.00 │ +([\d,.]+) │ +\1 │ +0\.00 │/);
    const { Totals, Classes, Items, Balanced } = (await taxops('ledger', 'balance', '--folder', '1', '--json')).json<{
      Totals: Record<string, string>;
      Classes: { Class: string; Balance: string }[];
      Items: { AccountNumber: string; Balance: string }[];
      Balanced: boolean;
    }>();
    expect([Balanced, Totals.OpeningBalance, Totals.Balance, Totals.Debit === Totals.Credit]).toEqual([
      true,
      '0.00',
      '0.00',
      true,
    ]);
    for (const { Class, Balance } of Classes) {
      const own = Items.filter(({ AccountNumber }) => AccountNumber.startsWith(Class));
      expect(
        own
          .reduce((sum, item) => sum + Number(item.Balance), 0)
          .toFixed(2)
          .replace(/^-0\.00$/, '0.00'),
      ).toBe(Balance);
    }
    expect((await taxops('ledger', 'balance', '--folder', '1', '--account', '4', '--json')).json()).toMatchObject({
      Balanced: null,
    });
  });

  it('balance says which lines it counts whose days lie outside the exercise that heads it', async () => {
    const file = join(folder, '552100554FEC20241231.txt');
    const [head = '', ...lines] = readFileSync(join(folder, GOOD), 'utf8').split('\n');
    writeFileSync(file, [head, ...lines.map((line) => line.replace('\t20240318\t512', '\t20250105\t512'))].join('\n'));
    await taxops('folder', 'create', '--name', 'OUTSIDE', '--siren', '552100554');
    const imported = await taxops('ledger', 'import', file, '--json');
    const { Applied } = imported.json<{ Files: { Applied: { FolderId: number } }[] }>().Files[0] ?? {};
    const shown = (...more: string[]) => onScreen('ledger', 'balance', '--folder', String(Applied?.FolderId), ...more);
    expect(await shown()).toContain('count too (FEC032): 1 (2025-01-05 – 2025-01-05)');
    expect(await shown('--lang', 'fr')).toContain('comptées aussi (FEC032) : 1 (05/01/2025 – 05/01/2025)');
    expect(await shown('--to', '2024-12-31')).not.toContain('FEC032');
    expect(await shown('--account', '706')).not.toContain('FEC032');
  });

  it('give CSV one row per account or line', async () => {
    const balance = (
      await taxops('ledger', 'balance', '--folder', '1', '--format', 'csv', '--fields', 'AccountNumber,Balance')
    ).stdout;
    expect(balance.split('\r\n')[0]).toBe('AccountNumber,Balance');
    const general = await taxops('ledger', 'general', '--folder', '1', '--account', '512', '--format', 'ndjson');
    expect(JSON.parse(general.stdout.split('\n')[0] ?? '')).toMatchObject({
      AccountNumber: '512100',
      Balance: '58870.35',
    });
  });

  it('general draws a table per account, and its JSON ends with the totals', async () => {
    const shown = await onScreen('ledger', 'general', '--folder', '1', '--account', '512');
    expect(shown).toContain('512100 Banque compte courant\n┌');
    expect(shown).toContain('512200 Banque second compte\n┌');
    const { Items, TotalDebit } = (
      await taxops('ledger', 'general', '--folder', '1', '--account', '512', '--json')
    ).json<{
      Items: { Debit: string }[];
      TotalDebit: string;
    }>();
    expect(Items.reduce((sum, { Debit }) => sum + Math.round(Number(Debit) * 100), 0)).toBe(
      Math.round(Number(TotalDebit) * 100),
    );
  });
});

it('ledger export writes a file that the next import finds identical', async () => {
  const exported = await taxops('ledger', 'export', '--folder', '1', '--output', '998120406FEC20241231.txt');
  expect([exported.exitCode, exported.stderr]).toEqual([0, '']);
  const again = await taxops('ledger', 'import', '998120406FEC20241231.txt', '--json');
  expect(again.json<{ Files: object[] }>().Files[0]).toMatchObject({
    Status: 'Unchanged',
    Applied: { Entries: { Unchanged: 730 } },
  });
  expect((await taxops('ledger', 'check', '998120406FEC20241231.txt', '--json')).json()).toMatchObject({
    Verdict: 'Accepted',
  });
  const drafts = (text: string) => text.split('\r\n').filter((line) => line.split('\t')[15] === '').length;
  const validated = await taxops('ledger', 'export', '--folder', '1', '--validated-only', '--encoding', 'iso-8859-15');
  expect(drafts(readFileSync(join(folder, '998120406FEC20241231.txt'), 'utf8'))).toBe(4);
  expect(drafts(validated.stdout)).toBe(0);
});

describe('--set', () => {
  it('gives text to a field of text, and clears it with null', async () => {
    const made = await taxops('folder', 'create', '--set', 'Name=2025', '--set', 'Department=75', '--json');
    const { Id, ...folder } = made.json<{ Id: number }>();
    expect(folder).toMatchObject({ Name: '2025', Department: '75' });
    const cleared = await taxops('folder', 'update', `${Id}`, '--set', 'Department=null', '--json');
    expect(cleared.json()).toMatchObject({ Name: '2025', Department: null });
  });
});
