import { describe, expect, it } from 'vitest';
import { parseComparison, parseFormula, type Scope } from '../../../src/services/forms/formula.ts';
import { parseRatio, ratio } from '../../../src/services/kernel/ratio.ts';

const AMOUNTS: Readonly<Record<string, number>> = { AA: 7, BB: 3, ZZ: 0, '2053.HN': -10 };
const scope: Scope = {
  amount: ({ form, cell }) => ratio(AMOUNTS[form ? `${form}.${cell}` : cell] ?? 0),
  lines: () => [ratio(5), ratio(6)],
  isSet: ({ cell }) => cell === 'FK',
  parameter: (name) => (name === 'rate' ? ratio(1, 4) : ratio(2)),
};

describe('formulas', () => {
  it.each([
    ['AA', '7'],
    ['AA-BB-BB', '1'],
    ['AA - (BB - AA)', '11'],
    ['-AA+BB', '-4'],
    ['2*BB+AA', '13'],
    ['AA+2*BB', '13'],
    ['2053.HN', '-10'],
    ['max(AA, BB, 5)', '7'],
    ['min(AA, -BB)', '-3'],
    ['max(-2053.HN, 0)', '10'],
    ['AA*$rate', '1.75'],
    ['round(AA*$rate)', '2'],
    ['round(-AA*50%)', '-4'], // half away from zero
    ['round(BB*50%)', '2'],
    ['3.3%', '0.033'],
    ['or(ZZ, BB)', '3'],
    ['or(AA, BB)', '7'],
    ['below(BB, AA)', '3'],
    ['below(AA, BB)', '0'],
    ['above(AA, BB)', '7'],
    ['above(BB, BB)', '0'],
    ['sum(HK)', '11'],
    ['set(FK)-set(FM)', '1'],
    ['abs(BB-AA)', '4'],
  ])('%s = %s', (text, value) => expect(parseFormula(text).evaluate(scope)).toEqual(parseRatio(value)));

  it('knows what it reads', () => {
    const { refs, parameters } = parseFormula('max(2053.HN, AB)-sum(HK)*$rate');
    expect(refs).toEqual([
      { form: '2053', cell: 'HN' },
      { form: '', cell: 'AB' },
      { form: '', cell: 'HK' },
    ]);
    expect(parameters).toEqual(['rate']);
  });

  it.each(['', 'AA+', 'AA BB', 'foo(AA)', 'max(AA', '(AA', 'A', 'AAA', 'AA / BB', 'sum(1)', '#', 'AA,BB'])(
    'refuses %j',
    (text) => expect(() => parseFormula(text)).toThrow(SyntaxError),
  );
});

describe('comparisons', () => {
  it.each([
    ['AA = 7', true],
    ['AA <= BB', false],
    ['BB <= BB', true],
    ['AA >= BB + 5', false],
    ['AA * ZZ = 0', true],
  ])('%s: %s', (text, holds) => expect(parseComparison(text).holds(scope)).toBe(holds));

  it.each(['AA', 'AA =', 'AA = BB = AA'])('refuses %j', (text) =>
    expect(() => parseComparison(text)).toThrow(SyntaxError),
  );
});
