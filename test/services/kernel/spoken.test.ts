/** Days and amounts of a text, as people of a language write them. */
import { expect, test } from 'vitest';
import { commandAt, sizeText, spokenAmount, spokenDay, spokenText } from '../../../src/services/kernel/spoken.ts';

test.each([
  ['du 2024-01-01 au 2024-12-31 : 1234.50', 'du 01/01/2024 au 31/12/2024 : 1 234,50'],
  ['relevé-2024-01-03.txt, 1.10.2', 'relevé-2024-01-03.txt, 1.10.2'],
])('%s', (text, said) => expect(spokenText(text, 'fr').replaceAll('\u202f', ' ')).toBe(said));

test('alone too, and grouped by commas in English', () => {
  expect([spokenDay('2024-02-29', 'fr'), spokenDay('2024-02-29', 'en')]).toEqual(['29/02/2024', '2024-02-29']);
  expect([spokenAmount('1234567', 'en'), spokenAmount('-1234.5', 'fr')]).toEqual(['1,234,567', '-1\u202f234,5']);
});

test('a command ends what is said', () => {
  expect(['voyez taxops vat status', "voyez echo '{}' | taxops x", 'rien'].map(commandAt)).toEqual([6, 6, 4]);
});

test.each([
  [52_428_800, '50 MB', '50 Mo'],
  [26_633_830, '25.4 MB', '25,4 Mo'],
  [2000, '1.95 kB', '1,95 ko'],
])('%i bytes', (bytes, en, fr) => expect([sizeText(bytes, 'en'), sizeText(bytes, 'fr')]).toEqual([en, fr]));
