import { describe, expect, it } from 'vitest';
import { RETURN_CONTROLS } from '../../../../src/services/declarations/returns/controls.ts';
import { cellKey } from '../../../../src/services/forms/cell-table.ts';
import { CONTROL_COLUMNS, parseControls, runControls } from '../../../../src/services/forms/controls.ts';
import { FORMS } from '../../../../src/services/forms/form-book.ts';
import { fillSheets } from '../../../../src/services/forms/sheets.ts';
import { parseTable } from '../../../../src/services/kernel/package-file.ts';

const { cells } = FORMS.choose(FORMS.names(), { year: 2025 });
const known = new Set(cells.map(({ form, cell }) => cellKey(form, cell)));

const PARAMETERS = [
  ...['lossesLeft', 'bookedTax', 'instalmentsPaid', 'lastRetained', 'lastResult', 'hasRegister', 'reducedCeiling'],
  ...['depreciationCharged', 'issueCostsCharged', 'disposalProceeds', 'dividendsOwed', 'grants'],
  ...['selfAssessedVat', 'vatReturned', 'vatDeducted', 'otherExits', 'specialAtExit'],
];

describe('controls of result returns and payments', () => {
  it.each(RETURN_CONTROLS)('$code $comparison.text names cells and parameters that exist', ({ code, comparison }) => {
    expect(code).toMatch(/^[LA]\d\d$/);
    expect(comparison.refs.map(({ form, cell }) => cellKey(form, cell)).filter((key) => !known.has(key))).toEqual([]);
    for (const name of comparison.parameters) expect(PARAMETERS).toContain(name);
  });
});

describe('a set of controls', () => {
  const read = (rows: string) => parseControls(parseTable(rows, CONTROL_COLUMNS, 'controls'));
  const sheets = fillSheets({
    cells: cells.filter(({ form }) => form === '2571'),
    declared: { cells: new Map([['2571.CC', 7n]]), lines: new Map() },
    ledger: new Map(),
    parameters: {},
  });

  it('is the one that is given', () => {
    const found = runControls(
      sheets,
      read('code\tlevel\tcontrol\tsource\nX01\terror\t2571.CC = 8\t\nX02\twarning\t2571.CC = 7\t\n'),
    );
    expect(found).toEqual([
      {
        code: 'X01',
        level: 'error',
        about: '2571',
        message: { en: 'Does not hold: 2571.CC = 8 (7 against 8)', fr: 'N’est pas vérifié : 2571.CC = 8 (7 contre 8)' },
      },
    ]);
    expect(runControls(sheets, [])).toEqual([]);
  });

  it('has levels that are known', () =>
    expect(() => read('code\tlevel\tcontrol\tsource\nX01\tfatal\t2571.CC = 8\t\n')).toThrow(/no level/));
});
