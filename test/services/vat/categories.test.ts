import { describe, expect, it } from 'vitest';
import { bears, CATEGORIES, categoryOf, rateLineOf } from '../../../src/services/vat/categories.ts';
import {
  baseOf,
  legalRates,
  normalRate,
  RATE_CODES,
  RATES,
  taxOf,
  taxWithin,
} from '../../../src/services/vat/rates.ts';

const TERRITORIES = ['Mainland', 'Corsica', 'Overseas'] as const;

describe('the categories', () => {
  it('are the fifty-eight of the specification, each in two languages', () => {
    expect(CATEGORIES.size).toBe(58);
    for (const { label } of CATEGORIES.values()) expect(label.fr && label.en).toBeTruthy();
  });

  it.each([...CATEGORIES.values()].filter(({ side }) => ['sale', 'due', 'reverse'].includes(side)))(
    '$code feeds an operation line, and a rate line for each of its rates somewhere',
    (category) => {
      expect(category.operationZone).toMatch(/^[A-Z]{2}$/);
      for (const rate of category.rates)
        expect(
          TERRITORIES.some((territory) => rateLineOf(category, rate, territory)),
          rate,
        ).toBe(true);
    },
  );

  it.each([
    ['VT_PREST', '_021', 'Corsica', 'MF'],
    ['VT_PREST_CORSE', '_021', 'Corsica', 'BF'],
    ['VT_PREST', '_085', 'Overseas', undefined],
    ['VT_PREST', '_0', 'Mainland', undefined],
    ['AUTOLIQ_PREST_INTRACOM', '_085', 'Overseas', 'FM'],
    ['AUTOLIQ_ACQUI_INTRACOM', '_021', 'Overseas', undefined],
    ['AUTOLIQ_ACQUI_INTRACOM', '_021', 'Corsica', 'BF'],
    ['AUTOLIQ_IMPORTATION', '_085', 'Mainland', 'LF'],
    ['AUTRE_OP_IMP_RET_AUT', '_10', 'Mainland', 'MG'],
    ['PROD_PETR', '_13', 'Mainland', 'GU'],
  ] as const)('%s at %s in %s: base %s', (category, rate, territory, base) => {
    expect(rateLineOf(categoryOf(category), rate, territory)?.base).toBe(base);
  });

  it.each([
    ['DED_AUTRES', '_0105', true],
    ['EXPORT_HORS_UE', '_20', false],
    ['EXPORT_HORS_UE', '_0', true],
    ['VT_PREST', 'MultipleRates', true],
    ['VT_PREST', '_13', false],
  ] as const)('%s bears %s on the mainland: %s', (category, rate, expected) => {
    expect(bears(categoryOf(category), rate, 'Mainland')).toBe(expected);
  });
});

describe('the rates', () => {
  it('are legal somewhere, nought apart', () => {
    const legal = new Set(TERRITORIES.flatMap(legalRates));
    expect([...RATES.keys()].filter((rate) => !legal.has(rate))).toEqual(['_0']);
    for (const territory of TERRITORIES) expect(legalRates(territory)).toContain(normalRate(territory));
  });

  it('have two codes that are no single rate', () => {
    expect(RATE_CODES.filter((code) => !RATES.has(code))).toEqual(['MultipleRates', 'Unknown']);
  });

  it('round half up to the cent', () => {
    expect(taxOf(10n, '_055')).toBe(1n);
    expect(taxOf(-10n, '_055')).toBe(-1n);
    expect(baseOf(5010n, '_20')).toBe(25050n);
    expect(taxWithin(120000n, '_20')).toBe(20000n);
  });
});
