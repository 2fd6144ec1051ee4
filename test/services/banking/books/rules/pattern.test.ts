import { describe, expect, it } from 'vitest';
import { labelTest } from '../../../../../src/services/banking/books/rules/pattern.ts';
import fc from '../../../../support/property.ts';

describe('patterns of labels', () => {
  it.each([
    ['EDF', 'PRLV SEPA EDF CLIENTS', true],
    ['edf', 'Prlv édf', true],
    ['EDF', 'BEDFORD', false],
    ['EDF', 'PRLV EDFENERGIE', false],
    ['EDF*', 'PRLV EDFENERGIE', true],
    ['*FORD', 'BEDFORD', true],
    ['PRLV*EDF', 'PRLV SEPA  EDF 03/26', true],
    ['PRLV*EDF', 'EDF PRLV', false],
    ['PRLV*EDF', 'PRLV EDFX', false],
    ['CB ????', 'CB 1234 LIBRAIRIE', true],
    ['FRAIS|COMMISSION*', 'COMMISSIONS DU MOIS', true],
    ['FRAIS|COMMISSION*', 'LOYER', false],
    ['Électricité  de', 'ELECTRICITE DE FRANCE', true],
    ['(a+)+$', 'aaaa', false],
    ['|', 'ANY', false],
  ])('%s in %s: %s', (pattern, label, expected) => {
    expect(labelTest(pattern)(label)).toBe(expected);
  });

  it('find a label by its own words, and never stall', () => {
    const word = fc.stringMatching(/^[A-Z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.nat(5), (words, at) => {
        expect(labelTest(words[at % words.length] ?? '')(words.join(' '))).toBe(true);
      }),
    );
    const hostile = labelTest('A*'.repeat(50));
    expect(hostile(`${'A'.repeat(49)}B`.repeat(40))).toBe(true);
    expect(labelTest(`${'?*'.repeat(50)}Z`)('A'.repeat(500))).toBe(false);
  });
});
