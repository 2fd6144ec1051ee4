/** Formulas of forms in a workbook: the same result, or none. */
import { expect, it } from 'vitest';
import { sheetFormula } from '../../../src/services/documents/sheet-formula.ts';

/** Cells of form 2050 on the sheet, form 2053 on another, no other form in the book. */
const locate = (form: string, zone: string): string | undefined => {
  if (form === '2050') return zone === 'ZZ' ? '0' : `C${zone.charCodeAt(1)}`;
  return form === '2053' ? `'2053'!D1` : undefined;
};

it.each([
  ['AB+AC-AD', 'C66+C67-C68'],
  ['max(AB-AC, 0)', 'MAX(C66-C67,0)'],
  ['round(AB*15%)', 'ROUND(C66*15%,0)'],
  ['round((AB+AC)*3.3%)', 'ROUND((C66+C67)*3.3%,0)'],
  ['max(round(AB), min(AC, AD))', 'MAX(ROUND(C66,0),MIN(C67,C68))'],
  ['-AB+ZZ', '-C66+0'],
  ['2053.HN', "'2053'!D1"],
  ['2058B.YN', undefined],
  ['AB*$rate', undefined],
  ['or(AB, AC)', undefined],
  ['sum(HK)', undefined],
  ['AB ! AC', undefined],
])('%s is %s', (text, written) => expect(sheetFormula(text, '2050', locate)).toBe(written));
