import { describe, expect, it } from 'vitest';
import { buildRefund } from '../../../../src/services/declarations/returns/refund.ts';
import { year } from './ledgers.ts';

describe('2573', () => {
  const refund = (lines: Record<string, string | number>[]) => buildRefund({ exercise: year(2025), lines });

  it('adds the lines', () => {
    const { forms } = refund([
      { AB: 'CIR', AC: '2025', AG: 1000 },
      { AB: 'RAD', AC: '2023', AG: 500, AF: 20, KD: 500, KB: 'TVA', KC: '2026-05-15' },
    ]);
    expect(forms).toMatchObject([
      {
        form: '2573',
        cells: { AJ: 1480 },
        repeated: [
          { AB: 'CIR', AC: '2025', AG: 1000 },
          { AF: 20, KC: '20260515' },
        ],
      },
    ]);
  });

  it.each([
    ['a nature without amount', { AB: 'CIR', AC: '2025' }, '2573[1].AB'],
    ['too old a year', { AB: 'CIR', AC: '2011', AG: 1 }, '2573[1].AC'],
    ['a year to come', { AB: 'CIR', AC: '2026', AG: 1 }, '2573[1].AC'],
    ['a use above the amount', { AB: 'CIR', AC: '2025', AG: 10, KD: 11 }, '2573[1].KD'],
    ['interest above the amount', { AB: 'CIR', AC: '2025', AG: 10, AF: 11 }, '2573[1].AF'],
    ['an amount used that names no tax', { AB: 'CIR', AC: '2025', AG: 10, KD: 10 }, '2573[1].KD'],
    ['an amount used without due date', { AB: 'CIR', AC: '2025', AG: 10, KD: 10, KB: 'TVA' }, '2573[1].KD'],
    ['a tax to pay without amount', { AB: 'CIR', AC: '2025', AG: 10, KB: 'TVA', KC: '2026-05-15' }, '2573[1].KD'],
    ['a negative amount', { AB: 'CIR', AC: '2025', AG: -1 }, '2573[1].AG'],
  ])('refuses %s', (_, line, path) => {
    expect(() => refund([line])).toThrow(
      expect.objectContaining({
        code: 'DeclaredValuesInvalid',
        issues: expect.arrayContaining([expect.objectContaining({ path })]),
      }),
    );
  });

  it('takes the oldest year', () =>
    expect(refund([{ AB: 'CIR', AC: '2012', AG: 1 }]).forms[0]?.cells).toEqual({ AJ: 1 }));

  it('says that the code of a credit is not known here', () => {
    const told = (AB: string) =>
      refund([{ AB, AC: '2025', AG: 10 }]).findings.map(({ code, level }) => `${code} ${level}`);
    expect([told('CIR'), told('RAD'), told('ZZZ')]).toEqual([[], [], ['L39 warning']]);
  });
});
