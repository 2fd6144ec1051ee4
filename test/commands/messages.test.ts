/** What is wrong with a field, as it is said in French. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { FRENCH } from '../../src/commands/operation/french-messages.ts';
import { parseInput } from '../../src/commands/operation/invoke.ts';
import { loadOperation, manifest } from '../../src/commands/program/operations.ts';
import type { TaxopsError } from '../../src/services/kernel/errors.ts';
import { refuseCombination } from '../../src/services/vat/combination.ts';
import { runCli } from '../support/cli.ts';
import { testSite } from '../support/site.ts';

const sources = readdirSync('src/commands', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join('src/commands', file), 'utf8'));

/** Texts that a schema gives to what it refuses. */
const SAID = [
  /\berror: '([^']+)'/g,
  /\baddIssue\(\{ code: 'custom', message: '([^']+)'/g,
  /\bnumeral\([^']*?, '([^']+)'\)/g,
  /^ {2}\}, '(not [^']+)'\);/gm,
];

it('every rule of ours has French words for what it refuses', () => {
  const messages = sources.flatMap((source) =>
    SAID.flatMap((text) => [...source.matchAll(text)].map(([, said]) => said)),
  );
  expect(messages.length).toBeGreaterThan(30);
  expect(messages.filter((message = '') => FRENCH.translate(message) === message)).toEqual([]);
});

it.each([
  ['9 digits', '9 chiffres'],
  ['from 2 to 5', 'de 2 à 5'],
  ['not one of Late, Done', 'ce n’est aucun de : Late, Done'],
  ['(what) nobody. says*', '(what) nobody. says*'],
])('%j is %j', (english, french) => expect(FRENCH.translate(english)).toBe(french));

it('what zod finds by itself has its French words', () => {
  const { error } = z.object({ page: z.int() }).safeParse({ page: 'a' }, { error: FRENCH.error });
  expect(error?.issues[0]?.message).toMatch(/^Entrée invalide : /);
});

it('the title of a problem is in the language of who asks', async () => {
  const titleIn = async (language: string) => {
    const { stderr } = await runCli(['vat', 'simulate', '--body', '/not/there', '--json', '--lang', language]);
    return JSON.parse(stderr).title;
  };
  expect([await titleIn('fr'), await titleIn('en')]).toEqual(['Saisie non valable', 'Invalid input']);
});

it('one line alone learns what a lettering is made of', async () => {
  const said = async (language: string) =>
    (await runCli(['lettering', 'set', '--folder', '1', '--line-ids', '101', '--lang', language])).stderr;
  expect(await said('en')).toContain('--line-ids: two lines at least: a debit and a credit');
  expect(await said('fr')).toContain('--line-ids: deux lignes au moins : un débit et un crédit');
});

it('a text, a list or a number beyond its limit is said with the limit, in the language of the person', async () => {
  const schema = z.object({
    Name: z.string().max(3),
    Rows: z.array(z.int()).min(2),
    Page: z.int().max(9).min(1),
    Rate: z.number().positive(),
  });
  const operation = { params: z.object({}), query: z.object({}), body: schema } as never;
  const said = (body: object, words?: typeof FRENCH) => {
    try {
      parseInput(operation, { body }, words);
    } catch (error) {
      return (error as TaxopsError).issues.map(({ path, message }) => `${path}: ${message}`);
    }
    return [];
  };
  const wrong = { Name: 'four', Rows: [1], Page: 10, Rate: 0 };
  expect(said(wrong)).toEqual([
    'Body.Name: at most 3 characters',
    'Body.Rows: at least 2 elements',
    'Body.Page: no more than 9',
    'Body.Rate: above 0',
  ]);
  expect(said(wrong, FRENCH)).toEqual([
    'Body.Name: 3 caractères au plus',
    'Body.Rows: 2 éléments au moins',
    'Body.Page: 9 au plus',
    'Body.Rate: plus que 0',
  ]);
});

it('an empty text is said to be empty, not counted in characters', async () => {
  const said = async (language: string) =>
    (await runCli(['entry', 'create', '--folder', '1', '--doc-ref', ' ', '--number', '', '--lang', language])).stderr;
  expect(await said('en')).toMatch(/--number: must not be empty; .*--doc-ref: must not be empty/);
  expect(await said('fr')).toMatch(/--number: ne doit pas être vide; .*--doc-ref: ne doit pas être vide/);
  const ofMany = await runCli(['entry', 'list', '--folder', '1', '--account', '411', '']);
  expect(ofMany.stderr).toContain('valid: --account: must not be empty');
});

it('bounds that nothing lies between are refused, not answered by an empty list', async () => {
  const bounds = ['--from', '2024-03-02', '--to', '2024-03-01', '--min-amount', '5', '--max-amount', '4.99'];
  const said = async (noun: string[], language: string) =>
    (await runCli([...noun, 'list', '--folder', '1', ...bounds, '--lang', language])).stderr;
  for (const noun of [['entry'], ['entry', 'line']]) {
    expect(await said(noun, 'en')).toMatch(/--to: comes before the first day; --max-amount: is less than the smallest/);
    expect(await said(noun, 'fr')).toMatch(/--to: vient avant le premier jour; --max-amount: est inférieur au plus/);
  }
});

it('a form says it in the language of the person, at the field', async () => {
  const { browser } = await testSite();
  const fields = { Name: 'ALPHA', TaxRegime: 'x', _back: '/folders' };
  const refused = async (language: string) =>
    (await (await browser(undefined, { 'accept-language': language })).post('/do/folder.create', fields)).text;
  expect(await refused('fr')).toContain('Option invalide : une valeur parmi ');
  expect(await refused('en')).toContain('Invalid option: expected one of ');
});

it('a code in another letter case is refused with the name that is near, in the language of the person', async () => {
  const operation = await loadOperation(manifest.find(({ id }) => id === 'vat.allocation.search') as never);
  const input = { params: { accountingFolderId: 1 }, query: { scope: 'sales' }, body: {} };
  const said = (words?: typeof FRENCH) => {
    try {
      parseInput(operation, input, words);
    } catch (error) {
      return (error as TaxopsError).issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
    }
    return undefined;
  };
  expect(said()).toBe('scope: Invalid option: expected one of "Purchases"|"Sales". Did you mean Sales?');
  expect(said(FRENCH)).toMatch(/^scope: Option invalide : .*\. Vouliez-vous dire Sales \?$/);
});

it.each([
  ['en', 'There is no VAT category vt_prest (VT_PREST?).'],
  ['fr', 'Il n’y a pas de catégorie de TVA vt_prest (VT_PREST?).'],
  ['en', 'There is no VAT category nothing like it.'],
] as const)('a category that is unknown is refused with the one that is near (%s)', (language, message) => {
  const code = /(?:category|TVA) (vt_prest|nothing like it)/.exec(message)?.[1];
  try {
    refuseCombination(code, undefined);
    expect.unreachable();
  } catch (error) {
    expect((error as TaxopsError).text(language)).toBe(message);
  }
});

it.each([
  ['en', /Allowed choices are Liquidation, .*\. Did you mean Liquidation\?/],
  ['fr', /Valeurs admises : Liquidation, .*\. Vouliez-vous dire Liquidation \?/],
] as const)(
  'an option of a list in another letter case is refused with the choice that is near (%s)',
  async (lang, said) => {
    const line = [
      'vat',
      'procedure-group',
      'assist',
      '--folder',
      '1',
      '--procedure-type',
      'liquidation',
      '--lang',
      lang,
    ];
    const { exitCode, stderr } = await runCli(line);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(said);
  },
);
