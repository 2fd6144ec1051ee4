import { expect, it } from 'vitest';
import { TERRITORIES } from '../../../src/services/folders/store.ts';
import { labelledRate } from '../../../src/services/vat/rate-labels.ts';
import { RATE_CODES } from '../../../src/services/vat/rates.ts';
import { territoryOf } from '../../../src/services/vat/territory.ts';

const PLACE = { postCode: null, country: null };

it.each([
  [null, 'Mainland'],
  ['69', 'Mainland'],
  ['2A', 'Corsica'],
  ['2B', 'Corsica'],
  ['971', 'Overseas'],
  ['974', 'Overseas'],
  ['976', 'Mainland'],
])('a folder of department %s is of the territory %s', (department, territory) => {
  expect(territoryOf({ ...PLACE, department, territory: null })).toBe(territory);
});

it.each(TERRITORIES)('what a folder sets wins over its department: %s', (territory) =>
  expect(territoryOf({ ...PLACE, department: '974', territory })).toBe(territory),
);

it('a folder that gives its post code alone is where that says', () =>
  expect(territoryOf({ ...PLACE, department: null, postCode: '20200', territory: null })).toBe('Corsica'));

it('every rate has a label in both languages', () => {
  expect(labelledRate('_055')).toEqual({ code: '_055', label: { en: '5.5%', fr: '5,5 %' } });
  expect(labelledRate('MultipleRates').label).toEqual({ en: 'Several rates', fr: 'Plusieurs taux' });
  for (const code of RATE_CODES) expect(labelledRate(code).label.fr).not.toBe(code);
});
