import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { manifest } from '../../src/commands/program/operations.ts';
import { valueReader } from '../../src/commands/render/values.ts';
import { readTable } from '../../src/services/kernel/package-file.ts';
import { runCli } from '../support/cli.ts';

const run = (...argv: string[]) => runCli(argv, { env: { LANG: 'fr_FR.UTF-8' } });

const blocksOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^```sh[^\n]*\n(.*?)^```$/gms)].map(([block]) =>
    block.replace(/ +# .*$/gm, ''),
  );

/** The commands of README.md are run by a long test. */
it('the README in French has the commands of the other one, in the same order', () => {
  const french = blocksOf('README.fr.md');
  expect(french.length).toBeGreaterThan(15);
  expect(french).toEqual(blocksOf('README.md').slice(0, french.length));
});

describe('the command line in French', () => {
  it('has the pair of every text of its options and files', () => {
    const said = manifest.flatMap(({ inputs, files }) => [
      ...inputs.flatMap(({ about }) => about ?? []),
      ...(files ? [files.description] : []),
    ]);
    const pairs = readTable('src/commands/program/about.tsv', ['en', 'fr']);
    const known = new Set(pairs.map(({ en }) => en));
    expect([...new Set(said)].filter((text) => !known.has(text))).toEqual([]);
    expect(pairs.filter(({ fr }) => fr.trim() === '')).toEqual([]);
  });

  it('shows values of enumerations as words', () => {
    const [table, column] = [['Rejected', 'x'], { name: 'Status' }];
    expect(table.map(valueReader(column, z.object({ Status: z.enum(['Rejected', 'x']) }), 'fr'))).toEqual([
      'Rejetée',
      'x',
    ]);
    expect(table.map(valueReader(column, z.object({ Status: z.string() }), 'fr'))).toEqual(table);
    expect(table.map(valueReader(column, z.object({ Status: z.enum(['Rejected']) }), 'en'))).toEqual(table);
  });

  it('helps', async () => {
    const { stdout } = await run('ledger', 'balance', '--help');
    expect(stdout).toContain('Premier jour, dans un exercice');
    expect(stdout).toContain('(obligatoire)');
    expect(stdout.replace(/\s+/g, ' ')).toContain('(valeurs : table, json, ndjson, csv, xlsx, pdf)');
    expect(stdout).not.toMatch(/choices|required|default:/);
    expect((await run('ledger', 'general', '--help')).stdout).toContain('(par défaut : 1000)');
  });

  it.each([
    [['ledger', 'balance', '--foldr', '1'], 'option inconnue « --foldr »\n(Vouliez-vous dire --folder ?)'],
    [['ledger', 'balanc'], 'commande inconnue « balanc »'],
    [['ledger', 'balance', '--folder'], 'l’option « --folder <integer> » demande une valeur'],
    [['operation', 'list', '--format', 'x'], 'n’est pas admise. Valeurs admises : table, json'],
    [['operation', 'list', '--fields', 'Methd'], 'pas de champ Methd. Vouliez-vous dire Method ?'],
    [['operation', 'list', '--output', 'a.docx'], 'taxops operation list écrit .json, .ndjson'],
    [['operation', 'show', 'folder.creat'], 'Vouliez-vous dire folder.create ?'],
  ])('refuses %j', async (argv, words) => {
    const { exitCode, stderr } = await run(...argv);
    expect(exitCode).toBeGreaterThan(0);
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/unknown|Did you mean|Allowed/);
  });
});
