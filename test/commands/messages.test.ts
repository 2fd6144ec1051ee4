/** What is wrong with a field, as it is said in French. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { FRENCH } from '../../src/commands/operation/french-messages.ts';
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

it('a form says it in the language of the person, at the field', async () => {
  const { browser } = await testSite();
  const fields = { Name: 'ALPHA', TaxRegime: 'x', _back: '/folders' };
  const refused = async (language: string) =>
    (await (await browser(undefined, { 'accept-language': language })).post('/do/folder.create', fields)).text;
  expect(await refused('fr')).toContain('Option invalide : une valeur parmi ');
  expect(await refused('en')).toContain('Invalid option: expected one of ');
});
