/** What a failure says to a French reader: days and amounts as people write them, what is to be typed as it is typed. */
import { expect, test } from 'vitest';
import { TaxopsError } from '../../../src/services/kernel/errors.ts';

const entry = {
  kind: 'conflict',
  en: 'Note of {amount} on {date} in {file}: {given}.',
  fr: 'Avoir de {amount} au {date} dans {file} : « {given} ».',
  hint: {
    en: 'Type: taxops exercise list --from {date}',
    fr: 'Après le {date}, tapez : taxops exercise list --from {date}',
  },
} as const;
const values = { amount: '-10000.01', date: '2024-04-01', file: 'Relevé 2024-04-01', given: '2024-13-01' };
const error = new TaxopsError('NoteRefused', entry, values);

test('French readers read days and amounts as they write them', () => {
  expect(error.text('fr')).toBe('Avoir de -10\u202f000,01 au 01/04/2024 dans Relevé 2024-04-01 : « 2024-13-01 ».');
  expect(error.hint('fr')).toBe('Après le 01/04/2024, tapez : taxops exercise list --from 2024-04-01');
});

test('English readers read what programs match', () => {
  expect(error.text('en')).toBe('Note of -10000.01 on 2024-04-01 in Relevé 2024-04-01: 2024-13-01.');
  expect(error.hint('en')).toBe('Type: taxops exercise list --from 2024-04-01');
});

test('a value that differs by language is said in that of the reader', () => {
  const { en, fr } = { en: 'Refused: {reason}.', fr: 'Refusé : {reason}.' };
  const refused = new TaxopsError('Refused', { kind: 'invalid', en, fr }, { reason: { en: 'of 2.50', fr: 'de 2.50' } });
  expect([refused.message, refused.text('fr')]).toEqual(['Refused: of 2.50.', 'Refusé : de 2,50.']);
});

test('a command that is given as a value stays as it is typed', () => {
  const command = `echo '{"EndDate":"2024-12-31","Amount":1234.50}' | taxops declaration value add --folder 1 --body -`;
  const advised = { kind: 'unprocessable', en: '', fr: 'Au {date} : {commands}' } as const;
  const missing = new TaxopsError('Missing', advised, {
    date: '2024-04-01',
    commands: `avant le 2024-05-02, ${command}`,
  });
  expect(missing.text('fr')).toBe(`Au 01/04/2024 : avant le 02/05/2024, ${command}`);
});
