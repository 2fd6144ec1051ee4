import { expect, it } from 'vitest';
import { departmentOf } from '../../../src/services/folders/department.ts';

it.each([
  [null, '75008', null, '75'],
  [null, '20000', null, '2A'],
  [null, '20137', 'FR', '2A'],
  [null, '20200', null, '2B'],
  [null, '20600', null, '2B'],
  [null, '97400', null, '974'],
  [null, ' 01000 ', null, '01'],
  ['69', '75008', null, '69'],
  [null, '10115', 'DE', undefined],
  [null, '7500', null, undefined],
  [null, null, null, undefined],
])('department %s, post code %s, country %s: %s', (department, postCode, country, expected) =>
  expect(departmentOf({ department, postCode, country })).toBe(expected),
);
