import { describe, expect, it } from 'vitest';
import { RETURN_CONTROLS } from '../../../../src/services/declarations/returns/controls.ts';
import { cellKey } from '../../../../src/services/forms/cell-table.ts';
import { WORD_COLUMNS } from '../../../../src/services/forms/control-words.ts';
import { CONTROL_COLUMNS, parseControls, runControls } from '../../../../src/services/forms/controls.ts';
import { FORMS } from '../../../../src/services/forms/form-book.ts';
import { fillSheets } from '../../../../src/services/forms/sheets.ts';
import { parseTable } from '../../../../src/services/kernel/package-file.ts';
import { ratio } from '../../../../src/services/kernel/ratio.ts';

const { cells } = FORMS.choose(FORMS.names(), { year: 2025 });
const known = new Set(cells.map(({ form, cell }) => cellKey(form, cell)));

const PARAMETERS = [
  ...['lossesLeft', 'bookedTax', 'instalmentsPaid', 'lastRetained', 'lastResult', 'hasRegister', 'reducedCeiling'],
  ...['depreciationCharged', 'issueCostsCharged', 'disposalProceeds', 'dividendsOwed', 'grants'],
  ...['selfAssessedVat', 'vatReturned', 'vatDeducted', 'otherExits', 'specialAtExit', 'lastProfit'],
  ...[
    'valueAdded',
    'taxWithoutAdvances',
    'advancesWithoutAdditional',
    'advancesOwedAbove',
    'taxOfYearBefore',
    'advanceThreshold',
  ],
  ...['incomeTax', 'taxSent', 'contributionSent', 'reducedOfLiasse'],
];

describe('controls of result returns and payments', () => {
  it.each(RETURN_CONTROLS)('$code $comparison.text names cells and parameters that exist', ({ code, comparison }) => {
    expect(code).toMatch(/^[LA]\d\d$/);
    expect(comparison.refs.map(({ form, cell }) => cellKey(form, cell)).filter((key) => !known.has(key))).toEqual([]);
    for (const name of comparison.parameters) expect(PARAMETERS).toContain(name);
  });
});

describe('a set of controls', () => {
  const WORDS =
    'key\ten\tfr\tnext_en\tnext_fr\nsame\tThe tax is right\tL’impôt est juste\t\t\n$paid\tpaid\tversé\t\t\n';
  const HEAD = 'code\tlevel\tcontrol\twithin\tneeds\twords\tsource\n';
  const read = (rows: string) =>
    parseControls(parseTable(HEAD + rows, CONTROL_COLUMNS, 'controls'), parseTable(WORDS, WORD_COLUMNS, 'words'));
  const sheets = fillSheets({
    cells: cells.filter(({ form }) => form === '2571'),
    declared: { cells: new Map([['2571.CC', 7n]]), lines: new Map() },
    ledger: new Map(),
    parameters: { paid: ratio(3) },
  });
  const found = (rows: string) => runControls(sheets, read(rows));

  it('is the one that is given, and says rule, figures, difference and what to do', () => {
    expect(found('X01\terror\t2571.CC = $paid\t2\t\tsame\t\nX02\twarning\t2571.CC = 7\t\t\tsame\t\n')).toEqual([
      {
        code: 'X01',
        level: 'error',
        about: '2571',
        message: {
          en: 'The tax is right, which is not so: 2571.CC rent contribution 7, paid 3 (7 against 3, 2 apart at most). Look where they come from (taxops declaration explain 2571.CC --folder N --end-date YYYY-MM-DD); correct the books, or what was typed (taxops declaration value change --folder N --declaration-type TYPE --end-date YYYY-MM-DD --form FORM --cell CELL)',
          fr: 'L’impôt est juste, ce qui n’est pas le cas : 2571.CC Contribution annuelle sur les revenus locatifs 7, versé 3 (7 contre 3, 2 d’écart au plus). Voyez d’où ils viennent (taxops declaration explain 2571.CC --folder N --end-date AAAA-MM-JJ) ; corrigez les comptes ou la saisie (taxops declaration value change --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --form FORMULAIRE --cell ZONE)',
        },
      },
    ]);
    expect(runControls(sheets, [])).toEqual([]);
  });

  it('lets sides be as far apart as it says, either way', () => {
    expect(found('X01\terror\t2571.CC = 5\t2\t\tsame\t\nX02\terror\t5 = 2571.CC\t2\t\tsame\t\n')).toEqual([]);
    expect(found('X01\terror\t2571.CC = 4\t2\t\tsame\t\nX02\terror\t4 = 2571.CC\t2\t\tsame\t\n')).toHaveLength(2);
  });

  it.each(['2572', '$owed'])('counts only with what it needs besides: %s', (needed) =>
    expect(found(`X01\terror\t2571.CC = 8\t\t${needed}\tsame\t\n`)).toEqual([]),
  );

  it('says of a product only its figures', () =>
    expect(found('X01\terror\t2571.CC * set(2571.FK) = 7\t\t\tsame\t\n')[0]?.message.en).toMatch(
      /^The tax is right, which is not so: 2571.CC rent contribution 7, 2571.FK .* empty. Look/,
    ));

  it('has levels and words that are known', () => {
    expect(() => found('X01\tfatal\t2571.CC = 8\t\t\tsame\t\n')).toThrow(/no level/);
    expect(() => found('X01\terror\t2571.CC = 8\t\t\tother\t\n')).toThrow(/words "other"/);
  });
});

it('speaks two languages of every control of the returns', () => {
  for (const { comparison, words } of RETURN_CONTROLS)
    for (const { en, fr } of [words.rule, words.next, ...comparison.parameters.map(words.parameter)]) {
      expect([en, fr]).not.toContain('');
      expect(fr).not.toBe(en);
    }
});
