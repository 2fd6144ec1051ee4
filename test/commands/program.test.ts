import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifest } from '../../src/commands/program/operations.ts';
import { aboutOf } from '../../src/commands/program/topics.ts';
import { runCli } from '../support/cli.ts';
import { temporaryFolder } from '../support/scratch.ts';

describe('the command line', () => {
  it('shows its topics without loading any', async () => {
    const { stdout, exitCode } = await runCli([]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Firm and ledger:');
    expect(stdout).toMatch(/folder\s+Folders: the client companies/);
  });

  it('speaks French when asked', async () => {
    expect((await runCli(['--help', '--lang', 'fr'])).stdout).toContain('Cabinet et comptabilité :');
    expect((await runCli(['folder', '--help'], { env: { LANG: 'fr_FR.UTF-8' } })).stdout).toContain(
      'Lister les dossiers',
    );
  });

  it('says what every noun is about, in both languages', async () => {
    const nouns = manifest.flatMap(({ cli }) => cli.path.slice(0, -1).map((_, index) => cli.path.slice(0, index + 1)));
    for (const noun of nouns) {
      const { en, fr } = aboutOf(noun) ?? {};
      expect([noun, en, fr]).toEqual([noun, expect.stringMatching(/\S/), expect.stringMatching(/\S/)]);
    }
    expect((await runCli(['bank', '--help', '--lang', 'fr'])).stdout).toMatch(/account\s+Comptes bancaires/);
  });

  it.each([
    [
      ['help', 'ledger'],
      ['ledger', '--help'],
    ],
    [
      ['help', 'ledger', 'check'],
      ['ledger', 'check', '--help'],
    ],
    [
      ['--lang', 'fr', 'help', 'ledger'],
      ['ledger', '--help', '--lang', 'fr'],
    ],
    [
      ['--lang', 'fr', '--json', 'explain', 'FEC060'],
      ['explain', 'FEC060', '--json', '--lang', 'fr'],
    ],
    [
      ['--lang', 'fr'],
      ['--help', '--lang', 'fr'],
    ],
    [['help'], []],
  ])('%j is %j', async (typed, meant) => {
    const run = await runCli(typed);
    const { stdout, stderr } = await runCli(meant);
    expect([run.exitCode, run.stdout, run.stderr]).toEqual([0, stdout, stderr]);
  });

  it('keeps what follows -- as it is', async () => {
    const { stderr } = await runCli(['--json', 'ledger', 'check', '--', '--nothing.txt']);
    expect(JSON.parse(stderr)).toMatchObject({ code: 'FileUnreadable' });
  });

  it('shows flags, examples and exit codes of a command', async () => {
    const { stdout } = await runCli(['folder', 'create', '--help']);
    expect(stdout).toContain('--siren <string>');
    expect(stdout).toContain('$ taxops folder create --name ALPHA --siren 999999998 --json');
    expect(stdout).toContain('Exit codes: 0 done, 2 refused');
  });

  it('says where the fields of a body are described', async () => {
    const { stdout } = await runCli(['entry', 'create', '--help']);
    expect(stdout).toContain('Fields of the input: taxops operation show entry.create');
    expect(stdout).not.toContain('default: []');
    expect((await runCli(['entry', '--help', '--lang', 'fr'])).stdout).toMatch(/-h, --help +Affiche cette aide/);
  });

  it('suggests the topic, the command and the flag that were meant', async () => {
    for (const [argv, meant] of [
      [['foldr'], 'folder'],
      [['folder', 'crate'], 'create'],
      [['folder', 'create', '--sirn', '1'], '--siren'],
    ] as const) {
      const { exitCode, stderr, stdout } = await runCli(argv);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`Did you mean ${meant}?`);
      expect(stdout).toBe('');
    }
  });

  it.each([
    [['foldr', 'create'], 'taxops'],
    [['folder', 'crate'], 'taxops folder'],
    [['folder', 'create', '--sirn', '1'], 'taxops folder create'],
    [['bank', 'statement', 'check', '--frm'], 'taxops bank statement check'],
  ])('names the help of what was reached: %j', async (argv, command) => {
    expect((await runCli(argv)).stderr).toContain(`See ${command} --help\n`);
  });

  it.each([
    [['bank', 'rule', 'creat', '--help'], "unknown command 'creat'"],
    [['help', 'bank', 'rule', 'creat'], "unknown command 'creat'"],
    [['bank', 'help', 'rul'], "unknown command 'rul'"],
    [['banc', '-h'], "unknown command 'banc'"],
  ])('has no help of a command that does not exist: %j', async (argv, words) => {
    const { exitCode, stderr, stdout } = await runCli(argv);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  it.each([
    ['en', '--name: required'],
    ['fr', '--name: obligatoire'],
  ])('names a flag that is missing, in %s', async (language, words) => {
    const { exitCode, stderr } = await runCli(['folder', 'create', '--lang', language]);
    expect([exitCode, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(words)]);
  });

  it('answers a failure as a problem document with --json', async () => {
    const { exitCode, stderr, stdout } = await runCli(['explain', 'FolderNotFund', '--json']);
    expect(exitCode).toBe(5);
    expect(stdout).toBe('');
    expect(JSON.parse(stderr)).toMatchObject({ type: '/problems/CodeUnknown', status: 404, code: 'CodeUnknown' });
  });

  it('explains a code in both languages', async () => {
    expect((await runCli(['explain', 'sirentaken', '--json'])).json()).toMatchObject({
      Code: 'SirenTaken',
      Status: 409,
      ExitCode: 6,
    });
    expect((await runCli(['explain', 'SirenTaken', '--lang', 'fr'])).stdout).toContain('Le cabinet a déjà le dossier');
  });

  it.each([
    ['FEC060', 'error', 2],
    ['fec001', 'warning', 0],
    ['FEC099', 'error', 2],
    ['BALANCE_MISMATCH', 'error', 2],
    ['L18', 'warning', 0],
    ['A01', 'error', 2],
    ['224', 'error', 2],
    ['t04', 'warning', 0],
    ['PADDED_RECORD', 'warning', 0],
  ])('explains what a check finds: %s', async (code, Kind, ExitCode) => {
    const found = (await runCli(['explain', code, '--json'])).json<{ Message: string }>();
    expect(found).toMatchObject({ Code: code.toUpperCase(), Kind, Status: 200, ExitCode });
    expect(found.Message).toMatch(/^[A-Z]/);
  });

  it('knows no code without leaving a blank where the suggestion would be', async () => {
    expect((await runCli(['explain', 'FEC0600'])).stderr).toContain('No code FEC0600. Did you mean FEC060?\n');
    expect((await runCli(['explain', 'Nothing-like-it'])).stderr).toContain('No code Nothing-like-it.\n');
  });
});

describe('completion', () => {
  const proposed = async (...words: string[]) => (await runCli(['complete', '--', ...words])).stdout.split('\n');

  it('says what each topic and noun is for', async () => {
    expect(await proposed('ledg')).toContain('ledger\tLedger files (FEC) and reports');
    expect(await proposed('entry', 'li')).toContain('line\tLines of entries');
  });

  it('proposes the values of flags and of arguments', async () => {
    expect(await proposed('ledger', 'check', '--form', 'B')).toEqual(['BA-cash\t', 'BNC-cash\t', ':4', '']);
    expect(await proposed('completion', '')).toEqual(['bash\t', 'zsh\t', 'fish\t', 'powershell\t', ':4', '']);
    expect(await proposed('ledger', 'check', '')).toEqual([':0', '']);
    expect(await proposed('declaration', 'publish', '--declaration-type', 'CVAEA')).toEqual([
      'CVAEAcompte\t',
      ':4',
      '',
    ]);
    expect(await proposed('ledger', 'check', '--strict', 't')).toEqual(['true\t', ':4', '']);
  });

  it.each([
    [['--lang', 'fr', 'completion', 'ba'], 'bash\t'],
    [['completion', '--lang', 'fr', 'ba'], 'bash\t'],
    [['help', 'ledger', 'ch'], 'check\tCheck a ledger file (FEC)'],
    [['--la'], '--lang\tLanguage of labels and messages'],
    [['bank', 'balance', 'ch'], 'chart\tDraw the balance of bank accounts'],
    [['ledger', 'check', '--form=BA'], 'BA-cash\t'],
    [['ledger', 'check', '--form', '=', 'BA'], 'BA-cash\t'],
    [['ledger', 'check', "--form='BA"], 'BA-cash\t'],
  ])('reads words as the command line does: %s', async (words, answer) =>
    expect(await proposed(...words)).toEqual([answer, ':4', '']),
  );

  it.each([
    ['"BA', 'BA-cash\t'],
    [String.raw`B\A`, 'BA-cash\t'],
    [`'B'"A"`, 'BA-cash\t'],
  ])('reads what bash hands over as typed: %s', async (typed, answer) => {
    const run = await runCli(['complete', 'bash', '--', 'ledger', 'check', '--form', typed]);
    expect(run.stdout).toBe(`${answer}\n:4\n`);
  });

  it('says what each option is for', async () => {
    expect(await proposed('ledger', 'check', '--fo')).toEqual([
      '--form\tForm of bookkeeping: general unless given',
      '--folder\tCheck the ledger of this folder',
      '--format\tForm of the result',
      ':4',
      '',
    ]);
  });

  it('waits for no database that does not answer', { tags: 'long' }, async () => {
    const database = () => new Promise<never>(() => {});
    const env = { TAXOPS_DATABASE_URL: 'postgresql://a:b@127.0.0.1/c' };
    const run = await runCli(['complete', '--', 'folder', 'show', ''], { env, database });
    expect([run.stdout, run.stderr]).toEqual([':4\n', '']);
  });
});

describe('init', () => {
  it('says which file it cannot write', async () => {
    const refusal = async (env: Record<string, string>) => {
      const { exitCode, stderr } = await runCli(['init', '--name', 'Alpha', '--json'], { env });
      return [exitCode, JSON.parse(stderr).detail];
    };
    const inside = (file: string) => [2, `The file /dev/null/${file} cannot be written: ENOTDIR.`];
    expect(await refusal({ XDG_CONFIG_HOME: '/dev/null', TAXOPS_HOME: '' })).toEqual(inside('taxops/taxops.toml'));
    expect(await refusal({ XDG_CONFIG_HOME: '/nowhere', TAXOPS_HOME: '/dev/null/home' })).toEqual(
      inside('home/taxops.toml'),
    );
  });
});

it('a database address that is none is reported, and not shown', async () => {
  const { exitCode, stderr } = await runCli(['folder', 'list'], {
    env: { TAXOPS_DATABASE_URL: 'user:secret@host/db' },
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('env TAXOPS_DATABASE_URL: databaseUrl does not begin with postgresql://');
  expect(stderr).not.toContain('secret');
});

describe('a relative path in a setting', () => {
  const folder = temporaryFolder('settings');
  mkdirSync(join(folder, 'below'));
  const homeOf = async (argv: readonly string[], env: Record<string, string>, cwd: string) => {
    const around = { cwd: join(folder, cwd), env: { XDG_CONFIG_HOME: '/nowhere', TAXOPS_HOME: '', ...env } };
    const rows = (await runCli(['config', 'explain', '--json', ...argv], around)).json<
      { Setting: string; Value: string }[]
    >();
    return rows.find(({ Setting }) => Setting === 'home')?.Value;
  };

  it('counts from the working folder, or from the file that names it', async () => {
    expect(await homeOf([], { TAXOPS_HOME: './data' }, '.')).toBe(join(folder, 'data'));
    expect(await homeOf(['--home', 'data'], {}, 'below')).toBe(join(folder, 'below/data'));
    writeFileSync(join(folder, 'taxops.toml'), 'home = "data"\n');
    expect(await homeOf([], {}, 'below')).toBe(join(folder, 'data'));
    expect(await homeOf(['--home', ''], {}, 'below')).toBe(join(folder, 'data'));
  });

  it('of a home that the environment names is read from the taxops.toml in it', async () => {
    mkdirSync(join(folder, 'own'));
    writeFileSync(join(folder, 'own/taxops.toml'), 'postgresBin = "bin"\n');
    const around = { cwd: '/', env: { XDG_CONFIG_HOME: '/nowhere', TAXOPS_HOME: join(folder, 'own') } };
    const rows = (await runCli(['config', 'explain', '--json'], around)).json<{ Setting: string; Value: string }[]>();
    expect(rows.find(({ Setting }) => Setting === 'postgresBin')?.Value).toBe(join(folder, 'own/bin'));
  });
});

it('doctor shows the whole of a remedy', async () => {
  const around = { tty: true, env: { NO_COLOR: '1', TAXOPS_DATABASE_URL: 'nowhere' } };
  const { exitCode, stdout } = await runCli(['doctor', '--quiet'], around);
  const remedies = stdout.split('\n').map((line) => line.split('│').at(-2) ?? '');
  expect([exitCode, remedies.filter((text) => text.includes('…'))]).toEqual([2, []]);
  expect(remedies.join()).toContain('taxops config explain');
});

it('shows a long path of the data folder in full', async () => {
  const home = join(temporaryFolder('doctor'), 'd'.repeat(120));
  const around = { tty: true, env: { NO_COLOR: '1', TAXOPS_DATABASE_URL: 'nowhere', TAXOPS_HOME: home } };
  const { stdout } = await runCli(['doctor', '--quiet'], around);
  expect(stdout).not.toContain('…');
  const values = stdout.split('\n').map((line) => line.split('│')[3]?.trim() ?? '');
  expect(values.join('')).toContain('d'.repeat(120));
});

it('explains in full on a narrow screen', async () => {
  const { stdout } = await runCli(['explain', 'FEC001'], { tty: true, env: { NO_COLOR: '1' } });
  const words = stdout.replace(/[^\w,.+-]+/g, ' ');
  expect(words).toContain('Rename it, or give the SIREN and the closing date as options.');
  expect(Math.max(...stdout.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(100);
});

describe('forms of a result', () => {
  const list = ['operation', 'list'];

  it('is tab-separated through a pipe and drawn on a terminal', async () => {
    expect((await runCli(list)).stdout.split('\n')[0]).toBe('Refs\tId\tCli\tMethod\tPath\tSummary');
    expect((await runCli(list, { tty: true, env: { NO_COLOR: '1' } })).stdout).toContain('│ Summary');
  });

  it.each([
    ['--excel', '--json'],
    ['--table', 'Items', '--format', 'xlsx'],
  ])('refuses %s where the form is not CSV', async (...flags) => {
    const { exitCode, stderr } = await runCli([...list, ...flags]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${flags[0]}: goes with CSV`);
  });

  it.each([
    [['ledger', 'check', 'fixtures/fec/worked-example.txt'], 'X', 'en', 'no table X; its tables: Findings, Files, '],
    [['ledger', 'check', 'fixtures/fec/worked-example.txt'], 'X', 'fr', 'pas de tableau X ; ses tableaux : Findings, '],
    [
      ['ledger', 'check', 'fixtures/fec/worked-example.txt'],
      'Finding',
      'en',
      'Files.Check.Findings. Did you mean Findings?',
    ],
    [['explain', 'FEC060'], 'X', 'fr', '--table: le résultat n’est qu’un tableau'],
    [['ledger', 'export', '--folder', '1'], 'X', 'en', '--table: this command writes a file of its own, not a CSV'],
  ])('of %j names the tables that there are, not %s, in %s', async (command, table, language, words) => {
    const asked = ['--format', 'csv', '--table', table, '--lang', language];
    const { exitCode, stderr } = await runCli([...command, ...asked]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it('keeps the fields asked for', async () => {
    const rows = (await runCli([...list, '--json', '--fields', 'Id,Method'])).json<object[]>();
    expect(Object.keys(rows[0] ?? {})).toEqual(['Id', 'Method']);
  });

  it('writes CSV, NDJSON and a workbook', async () => {
    const csv = (await runCli([...list, '--format', 'csv', '--fields', 'Id,Cli'])).stdout;
    expect(csv.split('\r\n')[0]).toBe('Id,Cli');
    const excel = (await runCli([...list, '--format', 'csv', '--excel', '--fields', 'Id,Cli'])).stdout;
    expect(excel.startsWith('\ufeffId;Cli')).toBe(true);
    expect((await runCli([...list, '--excel', '--fields', 'Id,Cli'])).stdout).toBe(excel);
    const lines = (await runCli([...list, '--format', 'ndjson'])).stdout.trimEnd().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toHaveProperty('Id');
  });

  it.each([
    ['Id,Methd', 'no field Methd. Did you mean Method?'],
    ['Id.Value', 'no field Id.Value.'],
  ])('refuses a field that no result has: %s', async (fields, words) => {
    const { exitCode, stdout, stderr } = await runCli([...list, '--fields', fields]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  it('takes the form from the name of --output', { tags: 'long' }, async () => {
    const folder = temporaryFolder('forms');
    const written = async (name: string, ...flags: string[]) => {
      await runCli([...list, '--fields', 'Id', '--output', join(folder, name), ...flags]);
      return readFileSync(join(folder, name), 'latin1').slice(0, 2);
    };
    expect(await written('a.xlsx')).toBe('PK');
    expect(await written('a.json')).toBe('[\n');
    expect(await written('a.NDJSON')).toBe('{"');
    expect(await written('a.txt')).toBe('Id');
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['a.docx', [], 'taxops operation list writes .json, .ndjson, .csv, .xlsx, .pdf, .txt, .tsv, not .docx'],
    ['a.csv', ['--json'], '.csv is not json'],
  ])('refuses a name that says another form: %s %j', async (name, flags, words) => {
    const { exitCode, stderr } = await runCli([...list, '--output', name, ...flags]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`--output: ${words}`);
  });

  it('does not throw a workbook at a terminal', async () => {
    const { exitCode, stdout, stderr } = await runCli([...list, '--format', 'xlsx'], { tty: true });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('--format: this is no text: add --output FILE.xlsx');
  });

  it('writes --output whole or not at all', async () => {
    const { exitCode, stderr } = await runCli([...list, '--output', '/nowhere/at/all.json', '--json']);
    expect(exitCode).toBe(2);
    expect(JSON.parse(stderr).code).toBe('FileUnwritable');
  });
});
