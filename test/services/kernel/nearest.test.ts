import { expect, it } from 'vitest';
import { nearest, nearestWord } from '../../../src/services/kernel/nearest.ts';

const WORDS = ['OnDebits', 'OnReceipts', 'Mixed'];

it.each([
  ['ondebits', 'OnDebits'],
  ['OnDebit', 'OnDebits'],
  ['mixd', 'Mixed'],
  ['nothing like it', undefined],
])('%s is near %s', (word, expected) => expect(nearestWord(word, WORDS)).toBe(expected));

it('asks in the language of the person, or says nothing', () => {
  expect(nearest('MIXED', WORDS)).toBe('Did you mean Mixed?');
  expect(nearest('MIXED', WORDS, 'fr')).toBe('Vouliez-vous dire Mixed ?');
  expect(nearest('x', [])).toBe('');
});
