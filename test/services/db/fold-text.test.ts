/** `fold_text` against another derivation: letters without their marks, by Unicode. */
import { expect, it } from 'vitest';
import { testDatabase } from '../../support/database.ts';

const { knex } = await testDatabase();
const LETTERS = [...'ÀÁÂÃÄÅàáâãäåÇçÈÉÊËèéêëÌÍÎÏìíîïÑñÒÓÔÕÖØòóôõöøÙÚÛÜùúûüÝŸýÿŠšŽžœŒæÆ'];
const WHOLE: Readonly<Record<string, string>> = { ø: 'o', œ: 'oe', æ: 'ae' };

const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øœæ]/g, (letter) => WHOLE[letter] ?? letter);

it.each([
  ['alone', LETTERS],
  ['with the letters of French around them', LETTERS.map((letter) => `N° 12 « Été ${letter} à Ça »`)],
])('letters %s lose their marks and their case', async (_, texts) => {
  const { rows } = await knex.raw(
    'select fold_text(text) as text from unnest(?::text[]) with ordinality as t(text, n) order by n',
    [texts],
  );
  expect(rows.map(({ text }: { text: string }) => text)).toEqual(texts.map(folded));
});

it('what has none stays, null too', async () => {
  const { rows } = await knex.raw(`select fold_text('FA-2024 €') as text, fold_text(null) as nothing`);
  expect(rows).toEqual([{ text: 'fa-2024 €', nothing: null }]);
});
