import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { testDatabaseSettings } from '../support/database.ts';
import { temporaryFolder } from '../support/scratch.ts';

const { url = '' } = await testDatabaseSettings(true);
const env = { TAXOPS_DATABASE_URL: url };
const demo = (name: string) => join('fixtures/demo', name);
const ledger = demo('998120406FEC20241231.txt');
const statement = demo('bank-998120406/512100-2024-01.cfonb120.txt');

interface Imported {
  readonly Files: { readonly Kind: string; readonly State: string; readonly Message: string }[];
}

describe('import', () => {
  it('tells ledgers from statements by their content, and takes ledgers first', async () => {
    const run = await runCli(['import', statement, ledger, '--json'], { env });
    const { Files } = run.json<Imported>();
    expect(Files.map(({ Kind, State }) => [Kind, State])).toEqual([
      ['Statement', 'Partial'], // nobody has its account yet
      ['Ledger', 'Done'],
    ]);
    expect(run.exitCode).toBe(3);
    expect(Files[0]?.Message).toMatch(
      /No account has this number\. To make the accounts that do not exist yet, add: --folder ID --create-accounts$/,
    );
    expect(Files[1]?.Message).toBe(`Imported: +730 ~0 -0. To look at: FEC021 × 4: taxops ledger check ${ledger}`);
  });

  it('names the warnings of a ledger that it takes, and what shows them', async () => {
    const folder = temporaryFolder('import-warned');
    const blank = readFileSync('fixtures/fec/worked-example.txt', 'utf8').replaceAll('F2024-041', '');
    writeFileSync(join(folder, '732829320FEC20241231.txt'), blank);
    const taken = async (...flags: string[]) =>
      (await runCli(['import', '732829320FEC20241231.txt', '--json', ...flags], { env, cwd: folder })).json<Imported>();
    expect((await taken()).Files[0]?.Message).toBe(
      'Imported: +2 ~0 -0. To look at: FEC021 × 3: taxops ledger check 732829320FEC20241231.txt',
    );
    expect((await taken('--lang', 'fr')).Files[0]?.Message).toBe(
      'Inchangé : +0 ~0 -0. À voir : FEC021 × 3 : taxops ledger check 732829320FEC20241231.txt',
    );
  });

  it('names a file by what was typed, in a folder of them too, and one of an archive by FILE', async () => {
    const folder = temporaryFolder('import-named');
    mkdirSync(join(folder, "l'année 2024"));
    const blank = readFileSync('fixtures/fec/worked-example.txt', 'utf8').replaceAll('F2024-041', '');
    writeFileSync(join(folder, "l'année 2024", '732829320FEC20241231.txt'), blank);
    const shown = async (given: string) => {
      const { stdout } = await runCli(['ledger', 'import', given, '--quiet'], { env, cwd: folder, tty: true });
      return /taxops ledger check .*/.exec(stdout)?.[0];
    };
    const named = "taxops ledger check 'l'\\''année 2024/732829320FEC20241231.txt' --all";
    expect(await shown("l'année 2024")).toBe(named);
    expect(await shown("l'année 2024/732829320FEC20241231.txt")).toBe(named);
    writeFileSync(join(folder, '732829320FEC20241231.txt.gz'), gzipSync(blank));
    expect(await shown('732829320FEC20241231.txt.gz')).toBe('taxops ledger check FILE --all');
  });

  it.each([
    ['semicolons', (text: string) => Buffer.from(text.replaceAll('\t', ';')), /séparées par « ; »/],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'), /UTF-16/],
  ])('says how to get a right FEC of one saved with %s', async (_what, saved, words) => {
    const folder = temporaryFolder('import-saved');
    writeFileSync(join(folder, 'export.csv'), saved(readFileSync(ledger, 'utf8')));
    const { json, exitCode } = await runCli(['import', 'export.csv', '--json', '--lang', 'fr'], { env, cwd: folder });
    expect([exitCode, json<Imported>().Files]).toEqual([
      2,
      [expect.objectContaining({ Kind: 'Ledger', State: 'Refused', Message: expect.stringMatching(words) })],
    ]);
  });

  it('creates the accounts of a folder when asked, and reads standard input', async () => {
    const run = await runCli(['import', '-', '--folder', '1', '--create-accounts', '--json'], {
      env,
      stdin: readFileSync(statement),
    });
    expect(run.json<Imported>().Files[0]).toMatchObject({ Kind: 'Statement', State: 'Done' });
    expect(
      (await runCli(['bank', 'account', 'list', '--folder', '1', '--json'], { env })).json<object[]>(),
    ).toHaveLength(1);
  });

  it('goes on after a file that is neither, and exits with 3', async () => {
    const noise = join(temporaryFolder('import'), 'noise');
    writeFileSync(noise, 'neither one nor the other\n');
    const run = await runCli(['import', noise, ledger, '--json'], { env });
    expect(run.exitCode).toBe(3);
    expect(run.json<Imported>().Files.map(({ State }) => State)).toEqual(['Refused', 'Done']);
  });

  it('says of each file what came of it, and what to do', async () => {
    const folder = temporaryFolder('import');
    const given = (name: string, from: string) => {
      copyFileSync(from, join(folder, name));
      return join(folder, name);
    };
    const files = [
      given('noise', 'package.json'),
      given('ledger.txt', ledger),
      given('552100554FEC20241231.txt', 'fixtures/fec/bad-unbalanced.txt'),
      statement,
      demo(`bank-998356174/${readdirSync(demo('bank-998356174')).sort()[0]}`),
    ];
    const said = (await runCli(['import', ...files, '--json'], { env })).json<Imported>().Files;
    expect(said.map(({ Message }) => Message)).toEqual([
      expect.stringMatching(
        /^Neither a FEC nor a bank statement \(CFONB, camt\.053, OFX, or a CSV [^)]*\)\. Give what /,
      ),
      'The name of ledger.txt does not tell the end of the exercise. Give it: taxops ledger import FILE --closing YYYY-MM-DD',
      expect.stringMatching(/^Refused: FEC06\d .+\.$/),
      'Statements: +0, transactions: +0',
      expect.stringMatching(/^Statements: \+0, transactions: \+0\. FR\d{25}: .+/),
    ]);
  });

  it.each([
    [['import', '/nowhere.txt'], 'FileUnreadable'],
    [['import'], 'FileMissing'],
    [['intake', 'check', '/nowhere.txt'], 'FileUnreadable'],
  ])('%j fails with %s', async (argv, code) => {
    const run = await runCli([...argv, '--json'], { env });
    expect([run.exitCode, JSON.parse(run.stderr).code]).toEqual([2, code]);
  });
});
