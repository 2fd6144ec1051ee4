import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { explainedInput } from '../../src/commands/asset/explain-words.ts';
import type { Column } from '../../src/commands/operation/operation.ts';
import { choice, int } from '../../src/commands/operation/outputs.ts';
import { definitionOf, facts } from '../../src/commands/operation/wire.ts';
import { sentencesOf } from '../../src/commands/program/descriptions.ts';
import { isNamed } from '../../src/commands/program/input-words.ts';
import type { ManifestEntry } from '../../src/commands/program/manifest.ts';
import { loadOperation, manifest } from '../../src/commands/program/operations.ts';
import { fieldAt, shapeOf } from '../../src/commands/render/headings.ts';
import { rowReader, valueReader } from '../../src/commands/render/values.ts';
import { readTable } from '../../src/services/kernel/package-file.ts';
import { runCli } from '../support/cli.ts';

const run = (...argv: string[]) => runCli(argv, { env: { LANG: 'fr_FR.UTF-8' } });

const blocksOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^```sh[^\n]*\n(.*?)^```$/gms)].map(([block]) =>
    block.replace(/ +# .*$/gm, ''),
  );

const GOLDEN = 'test/contract/golden';

/** Their headings come with the answer, in the language it was asked in. */
const HEADED_BY_ANSWERS: ReadonlySet<string> = new Set(['asset.search', 'asset.edition.show']);

/** Documents of OData that only programs read. */
const METADATA: ReadonlySet<string> = new Set(['bank.query.metadata', 'bank.query.service', 'bank.query.complement']);

/** The fields of a row: those of an item where the answer is a page of them. */
const rowOf = (output: z.ZodType) => {
  const shape = shapeOf(output) ?? {};
  return shape.Items ? (shapeOf(shape.Items) ?? {}) : shape;
};

const PAGES = readdirSync('src/commands/serve/pages', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => readFileSync(`src/commands/serve/pages/${file}`, 'utf8'));

/** Names of the columns that a page lists, without those that say their own heading. */
const listedBy = (page: string): string[] =>
  [...page.replaceAll(/\{ name: [^}]*\}/g, '').matchAll(/columns=\{\[([^\]]*)\]\}/g)]
    .flatMap(([, names = '']) => [...names.matchAll(/'([A-Z][\w.]*)'/g)])
    .map(([, name = '']) => name);

function isHeaded(output: z.ZodType, path: string): boolean {
  const headed = (field: z.ZodType | undefined): boolean => {
    if (!field) return false;
    const { innerType } = definitionOf(field);
    return facts.get(field)?.fr !== undefined || headed(innerType);
  };
  return headed(fieldAt(output, path.split('.')));
}

/** Columns without heading of the tables that show the answer; a third argument is of what the service gave, unwritten. */
async function bareColumns(id: string, answer: unknown): Promise<string[]> {
  const { output, view } = await loadOperation(manifest.find((entry) => entry.id === id) as ManifestEntry);
  const isEmpty = Object.keys(answer ?? {}).length === 0; // 204
  if (isEmpty || !view || view.length > 2 || HEADED_BY_ANSWERS.has(id)) return [];
  const columns: Column[] = [];
  for await (const block of view(answer, 'fr', {})) if (block.kind === 'table') columns.push(...block.columns);
  return columns.filter(({ name, fr }) => name !== '' && !fr && !isHeaded(output, name)).map(({ name }) => name);
}

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

  it('says what every option is for, if only in a word, and has no word for another', () => {
    const inputs = manifest.flatMap((entry) => entry.inputs);
    const bare = inputs.filter((input) => !isNamed(input) && (input.required || input.about === undefined));
    expect(bare.filter(({ type }) => type !== 'json').map(({ name }) => name)).toEqual([]);
    const known = new Set(inputs.flatMap(({ name, flag }) => [name, flag]));
    const words = readTable('src/commands/program/inputs.tsv', ['input', 'en', 'fr']);
    expect(words.filter(({ input, fr }) => fr === '' || !known.has(input)).map(({ input }) => input)).toEqual([]);
  });

  it('has a heading beside every field that a table shows', async () => {
    const bare: string[] = [];
    for (const entry of manifest.filter(({ id }) => !METADATA.has(id))) {
      const { output, columns, view } = await loadOperation(entry);
      const shown = columns ?? (view ? [] : Object.keys(rowOf(output)));
      bare.push(...shown.filter((name) => !isHeaded(output, name)).map((name) => `${entry.id} ${name}`));
    }
    expect(bare).toEqual([]);
  });

  it('has a heading above every column that a view draws of an answer', async () => {
    const answers = readdirSync(GOLDEN).flatMap((file) => JSON.parse(readFileSync(`${GOLDEN}/${file}`, 'utf8')));
    const bare = new Set<string>();
    for (const [id, answer] of answers.flatMap(Object.entries))
      for (const name of await bareColumns(id, answer)) bare.add(`${id} ${name}`);
    expect([...bare]).toEqual([]);
  });

  it('has a heading above every column that a page lists', async () => {
    const bare: string[] = [];
    for (const page of PAGES) {
      const asked = manifest.filter(({ id }) => page.includes(`'${id}'`));
      const outputs = await Promise.all(asked.map(async (entry) => (await loadOperation(entry)).output));
      const having = (name: string) => outputs.filter((output) => fieldAt(output, name.split('.')) !== undefined);
      const isBare = (name: string) => having(name).length > 0 && !having(name).some((one) => isHeaded(one, name));
      bare.push(...listedBy(page).filter(isBare));
    }
    expect(bare).toEqual([]);
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

  it('are those of their field where it has its own', () => {
    const output = z.object({ Kind: z.enum(['Set', 'Unset']), Mode: z.enum(['Unset']) });
    const read = (name: string, value: string) => valueReader({ name }, output, 'fr')(value);
    expect([read('Kind', 'Set'), read('Kind', 'Unset'), read('Mode', 'Unset')]).toEqual([
      'Lettrée',
      'Délettrée',
      'Non renseigné',
    ]);
  });

  it('has the pair of every placeholder and title of help', async () => {
    for (const words of [
      ['bank', '--help'],
      ['import', '--help'],
      ['bank', 'transaction', 'list', '--help'],
    ]) {
      const { stdout } = await run(...words);
      expect(stdout).not.toMatch(/<(integer|string|number|file|format|names?|language|folder)\b|display help|\[file/);
    }
  });

  it('has the pair of every sentence that describes an operation, and no other', async () => {
    const described = await Promise.all(manifest.map(async (entry) => (await loadOperation(entry)).description ?? ''));
    const said = new Set(described.flatMap(sentencesOf).filter((sentence) => sentence.trim() !== ''));
    const pairs = readTable('src/commands/program/descriptions.tsv', ['en', 'fr']);
    const known = new Set(pairs.map(({ en }) => en));
    expect([...said].filter((sentence) => !known.has(sentence))).toEqual([]);
    expect(pairs.filter(({ en, fr }) => !said.has(en) || fr.trim() === '').map(({ en }) => en)).toEqual([]);
  });

  it('documents an operation in French', async () => {
    const { stdout } = await run('operation', 'show', 'ledger.balance');
    expect(stdout).toContain('| option | nom | type | obligatoire | |');
    expect(stdout).toContain('Premier jour, dans un exercice');
    expect(stdout).toContain('Ouverture, mouvements et clôture de chaque compte');
    expect(stdout).not.toMatch(/Fails with|Result:|\| yes \||First day|Opening, movements|En anglais/);
  });

  it('names the inputs of an explanation', () => {
    expect(explainedInput('parts', 'linear to 2025-12-31', 'fr')).toBe('parties = linéaire jusqu’au 2025-12-31');
    expect(explainedInput('unit', 'days of 360 a year', 'fr')).toBe('unité = jours de 360 par an');
    expect(explainedInput('unit', 'months', 'en')).toBe('unit = months');
    expect(explainedInput('cumulatedAtOpening', '1.00', 'fr')).toBe('cumul à l’ouverture = 1.00');
    expect(explainedInput('Région', '2.00 of 30.00 amortized', 'fr')).toBe('Région = 2.00 sur 30.00 amortis');
    expect(explainedInput('Région', '2 of 10 equal parts', 'fr')).toBe('Région = 2 parts égales sur 10');
    expect(explainedInput('Région', 'not granted yet', 'fr')).toBe('Région = pas encore accordée');
  });

  it('shows the value beside the name of a field as a word of that field', () => {
    const columns = [{ name: 'Field', isOfNames: true }, { name: 'Value' }];
    const output = z.object({ Status: choice(['Rejected', 'Draft'], 'État'), Name: z.string() });
    expect(rowReader(columns, output, 'fr')(['Status', 'Rejected'])).toEqual(['État', 'Rejetée']);
    expect(rowReader(columns, output, 'fr')(['Name', 'Rejected'])).toEqual(['Name', 'Rejected']);
  });

  it('names the fields of a result by their headings', async () => {
    const table = { kind: 'table', columns: [{ name: 'Field', isOfNames: true }], rows: [['SchemaVersion']] } as const;
    const output = z.object({ SchemaVersion: int('Schéma') });
    expect(valueReader(table.columns[0], output, 'fr')('SchemaVersion')).toBe('Schéma');
  });

  it('says in help what an option without description is', async () => {
    const { stdout } = await run('entry', 'line', 'list', '--help');
    expect(stdout).toMatch(/--folder <entier> +Dossier \(obligatoire\)/);
    expect(stdout).toMatch(/--sub-account <entier> +Sous-compte/);
    expect(stdout).toContain('Exemples :');
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
    [['ledger', 'balance', '--folder'], 'l’option « --folder <entier> » demande une valeur'],
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
