/** `fold_text` against another derivation: letters without their marks, by Unicode. */

import { expect, it } from 'vitest';
import { foldText } from '../../../src/services/db/fold-text.ts';
import { testDatabase } from '../../support/database.ts';
import fc from '../../support/property.ts';

const { knex } = await testDatabase();
const LETTERS = [...'ÀÁÂÃÄÅàáâãäåÇçÈÉÊËèéêëÌÍÎÏìíîïÑñÒÓÔÕÖØòóôõöøÙÚÛÜùúûüÝŸýÿŠšŽžœŒæÆ'];
const WHOLE: Readonly<Record<string, string>> = { ø: 'o', œ: 'oe', æ: 'ae' };

const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øœæ]/g, (letter) => WHOLE[letter] ?? letter);

const inSql = async (texts: string[]): Promise<string[]> => {
  const { rows } = await knex.raw(
    'select fold_text(text) as text from unnest(?::text[]) with ordinality as t(text, n) order by n',
    [texts],
  );
  return rows.map(({ text }: { text: string }) => text);
};

it.each([
  ['alone', LETTERS],
  ['with the letters of French around them', LETTERS.map((letter) => `N° 12 « Été ${letter} à Ça »`)],
])('letters %s lose their marks and their case', async (_, texts) => {
  expect(await inSql(texts)).toEqual(texts.map(folded));
});

it('what has none stays, null too', async () => {
  const { rows } = await knex.raw(`select fold_text('FA-2024 €') as text, fold_text(null) as nothing`);
  expect(rows).toEqual([{ text: 'fa-2024 €', nothing: null }]);
});

it('the program folds as the server does, whatever the letters, and leaves to it what it does not know', async () => {
  const letter = fc.oneof(
    fc.constantFrom(...LETTERS, ...'€£°§·«»‘’“”–—…²³¹\u00a0\u2007\u2009\u202f'),
    fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  );
  const known = fc.sample(fc.string({ unit: letter, maxLength: 60 }), 2_000);
  expect(known.map(foldText)).toEqual(await inSql(known));
  const any = fc.sample(
    fc.string({ unit: fc.oneof(letter, fc.integer({ min: 0xa0, max: 0x24f }).map(String.fromCharCode)) }),
    2_000,
  );
  const all = await inSql(any);
  for (const [place, text] of any.entries()) expect([all[place], null], text).toContain(foldText(text));
  expect(['Σίσυφος', 'Łódź', 'İstanbul'].map(foldText)).toEqual([null, null, null]);
});
