import { describe, expect, it } from 'vitest';
import { openingFindings } from '../../../../src/services/declarations/returns/controls.ts';
import { buildLiasse, type Liasse, type LiasseInput } from '../../../../src/services/declarations/returns/liasse.ts';
import type { DeclaredForm } from '../../../../src/services/forms/declared.ts';
import { FORMS } from '../../../../src/services/forms/form-book.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { TaxopsError } from '../../../../src/services/kernel/errors.ts';
import { sized } from '../../../support/length.ts';
import fc from '../../../support/property.ts';
import { cells, ledger, year } from './ledgers.ts';
import { EXAMPLES } from './worked-examples.ts';

const form = (liasse: Liasse, name: string) => liasse.forms.find((content) => content.form === name);
const build = (text: string, more: Partial<LiasseInput> = {}) =>
  buildLiasse({ regime: 'normal', exercise: year(2024), balances: ledger(text), ...more });
const failure = (run: () => unknown): TaxopsError => {
  try {
    run();
  } catch (error) {
    if (error instanceof TaxopsError) return error;
  }
  throw new Error('a TaxopsError is expected');
};
const codes = (liasse: Liasse, level = 'error') =>
  liasse.findings.filter((f) => f.level === level).map(({ code, about }) => `${code} ${about}`);

/** What is filled but for the memo cells, which read the ledger again and which the examples do not show. */
function shown(liasse: Liasse, name: string, opening: number) {
  const { cells } = FORMS.choose([name], { year: opening });
  const memo = cells.filter(({ column }) => column === 'memo').map(({ cell }) => cell);
  return Object.fromEntries(Object.entries(form(liasse, name)?.cells ?? {}).filter(([cell]) => !memo.includes(cell)));
}

describe('worked examples', () => {
  it.each(EXAMPLES)('$name', (example) => {
    const { regime, exports, year: opening } = example;
    const liasse = buildLiasse({ regime, exercise: year(opening), balances: ledger(example.ledger, exports) });
    for (const [name, expected] of Object.entries(example.forms)) {
      expect([name, shown(liasse, name, opening)]).toEqual([name, cells(expected)]);
    }
    expect(liasse.rounding).toEqual(example.rounding);
    expect(codes(liasse)).toEqual([]);
  });

  it('limits the losses used: one million and half of the rest', () => {
    const profit = '512100 D 3000000, 706000 C 3000000';
    const declared = { '2058A': { cells: { XL: 2_000_000 } }, '2058B': {} };
    const liasse = build(profit, { declared, lossesLeft: 2_300_000n });
    expect(form(liasse, '2058A')?.cells).toMatchObject({ XI: 3_000_000, XL: 2_000_000, XN: 1_000_000 });
    expect(form(liasse, '2058B')?.cells).toEqual({ DQ: 2_300_000, DP: 2_000_000, DR: 300_000, YK: 300_000 });
    expect(codes(liasse)).toEqual([]);
    const over = build(profit, {
      declared: { ...declared, '2058A': { cells: { XL: 2_000_001 } } },
      lossesLeft: 2_300_000n,
    });
    expect(codes(over)).toEqual(['L20 2058A']);
  });

  it.each([
    ['none is used', 0, 2_300_000n, ['L41 2058A']],
    ['less than the most is used', 1_999_000, 2_300_000n, ['L41 2058A']],
    ['all that may be is used', 2_000_000, 2_300_000n, []],
    ['all that there are is used', 400_000, 400_000n, []],
    ['there are none', 0, 0n, []],
  ])('says that losses left are a charge of the profit (CGI 209 I): %s', (_, XL, lossesLeft, expected) => {
    const declared = { '2058A': { cells: { XL } } };
    const liasse = build('512100 D 3000000, 706000 C 3000000', { declared, lossesLeft });
    expect(codes(liasse, 'warning').filter((said) => said.startsWith('L41'))).toEqual(expected);
    expect(codes(build('512100 C 3000000, 606000 D 3000000', { lossesLeft }), 'warning')).not.toContain('L41 2058A');
  });

  it('says by when a business that ended files its return: 60 days (CGI 201)', () => {
    const liasse = build('512100 D 300000, 706000 C 300000', {
      declared: { '2059E': { cells: { KG: '2024-06-30' } } },
    });
    const [said] = liasse.findings.filter(({ code }) => code === 'L42');
    expect([said?.about, said?.message.en]).toEqual(['2059E', expect.stringContaining('by 2024-08-29')]);
  });

  it.each([
    ['normal', '2058A', { ZL: 600 }, '2058A.XN', 599n, ['L20 2058A']],
    ['normal', '2058A', { ZL: 600 }, '2058A.XN', 600n, []],
    ['simplified', '2033B', { CN: 600 }, '2033B.CR', 599n, ['L20 2033B']],
    ['simplified', '2033B', { CN: 600 }, '2033B.EM', 900n, ['L20 2033B']], // the year before had a loss too
  ] as const)('limits the loss carried back, %s regime: the profit taxed the year before', (...given) => {
    const [regime, name, typed, key, before, expected] = given;
    const last = { cells: new Map([[key, before]]), lines: new Map() };
    const loss = build('512100 C 1000, 606000 D 1000', { regime, declared: { [name]: { cells: typed } }, last });
    expect(codes(loss)).toEqual(expected);
  });

  it.each([
    ['normal', '2058A', 'ZL'],
    ['simplified', '2033B', 'CN'],
  ] as const)('says that a loss carried back meets no profit that is known, %s regime', (regime, name, cell) => {
    const loss = (typed: number) =>
      build('512100 C 1000, 606000 D 1000', { regime, declared: { [name]: { cells: { [cell]: typed } } } }).findings;
    expect(loss(600)).toEqual([
      expect.objectContaining({ code: 'L20', level: 'warning', about: name, message: expect.anything() }),
    ]);
    expect(loss(0)).toEqual([]);
  });

  // A loss of 20,000, of which a credit of 4,750 for carrying it back is booked: the books lose 15,250.
  const CARRIED_BACK = '512100 C 20000, 444000 D 4750, 606000 D 20000, 699000 C 4750';

  it('deducts a tax in credit, that of losses carried back, and adds back no negative tax', () => {
    const normal = build(CARRIED_BACK);
    expect(form(normal, '2058A')?.cells).toMatchObject({ XG: 4750, WS: 15_250, XH: 20_000, XJ: 20_000, XO: 20_000 });
    expect(form(normal, '2058A')?.cells).not.toHaveProperty('VG');
    const simplified = build(CARRIED_BACK, { regime: 'simplified' });
    expect(form(simplified, '2033B')?.cells).toMatchObject({ EL: 4750, ED: 15_250, EM: 20_000, ER: 20_000 });
    expect(form(simplified, '2033B')?.cells).not.toHaveProperty('CH');
    expect([...codes(normal, 'warning'), ...codes(simplified, 'warning')]).not.toContain('A15 2058A');
  });

  it.each([
    ['normal', '2058A', { XG: 1000 }, ['A15 2058A']],
    ['normal', '2058A', { XG: 5000, AF: 300 }, ['A15 2058A']],
    ['normal', '2058A', { XG: 5050, AF: 300, ZI: 4750 }, []],
    ['simplified', '2033B', { EL: 1000 }, ['A15 2033B']],
    ['simplified', '2033B', { EL: 5750 }, []],
  ] as const)(
    'says that what was typed leaves the tax in credit out, %s regime, %s: %o',
    (regime, name, typed, said) => {
      const liasse = build(CARRIED_BACK, { regime, declared: { [name]: { cells: typed } } });
      expect(codes(liasse, 'warning').filter((code) => code.startsWith('A15'))).toEqual(said);
    },
  );

  it.each([
    ['2023-07-01', '2023-12-31', 76_250, true],
    ['2023-07-01', '2023-12-31', 76_249, false],
    ['2023-01-01', '2023-12-31', 152_500, true],
    ['2022-10-01', '2023-12-31', 160_000, false], // 128 000 a year
  ])('shows the value added from 152 500 of turnover a year: %s to %s, %s', (start, end, sales, isThere) => {
    const exercise = { start: start as PlainDate, end: end as PlainDate };
    for (const [regime, name] of [
      ['normal', '2059E'],
      ['simplified', '2033E'],
    ] as const) {
      const filled = build(`512100 D ${sales}, 706000 C ${sales}`, { regime, exercise });
      expect(filled.forms.some((content) => content.form === name)).toBe(isThere);
    }
  });

  it.each([
    ['normal', '2058A', 'XL', 'D'],
    ['simplified', '2033B', 'EP', 'D'],
    ['normal', '2058A', 'ZL', 'C'],
    ['simplified', '2033B', 'CN', 'C'],
  ] as const)(
    'sets losses of other years against the profit of companies alone: %s, %s.%s',
    (regime, name, cell, bank) => {
      const books = `512100 ${bank} 1000, ${bank === 'D' ? '706000 C' : '606000 D'} 1000`;
      const declared = { [name]: { cells: { [cell]: 600 } } };
      const last = { cells: new Map([['2058A.XN', 900n]]), lines: new Map() };
      const errors = (tax: 'IS' | 'IR') => codes(build(books, { regime, tax, declared, last, lossesLeft: 600n }));
      expect(errors('IS')).toEqual([]);
      expect(errors('IR')).toEqual([`L20 ${name}`]);
    },
  );

  it('names what was typed on a form of the other regime: it is filed beside those of this one', () => {
    const typed = (regime: 'normal' | 'simplified', name: string) =>
      codes(build('512100 D 1000, 706000 C 1000', { regime, declared: { [name]: { cells: {} } } }), 'warning');
    expect(typed('simplified', '2059E')).toEqual(['L38 2059E']);
    expect(typed('normal', '2033D')).toEqual(['L38 2033D']);
    expect(typed('normal', '2059E')).toEqual([]);
    expect(typed('simplified', '1330CVAE')).toEqual([]);
  });

  it('lets losses transferred to the company be used (209-II-2)', () => {
    const declared = { '2033B': { cells: { EP: 800 } }, '2033D': { cells: { AL: 500 } } };
    const input = { regime: 'simplified', declared, lossesLeft: 300n } as const;
    expect(codes(build('512100 D 1000, 706000 C 1000', input))).toEqual([]);
  });
});

describe('from the ledger', () => {
  it('nets an account, but never the third parties of accounts 40, 41 and 45', () => {
    const balances = [
      { account: '411000', thirdParty: 'A', balance: 70_000n },
      { account: '411000', thirdParty: 'B', balance: -20_000n },
      { account: '411000', thirdParty: 'A', balance: -30_000n },
      { account: '512000', thirdParty: 'X', balance: 50_000n },
      { account: '512000', thirdParty: 'Y', balance: -70_000n },
    ];
    const liasse = buildLiasse({ regime: 'normal', exercise: year(2024), balances });
    expect(form(liasse, '2050')?.cells).toMatchObject({ BX: 400 });
    expect(form(liasse, '2051')?.cells).toMatchObject({ EA: 200, DU: 200 });
  });

  it('names every account that no cell takes', () => {
    const error = failure(() => build('512100 D 30, 190000 C 10, 990000 C 20'));
    expect(error.code).toBe('AccountsUnmapped');
    expect(error.message).toContain('190000, 990000');
    expect(error.issues.map(({ path }) => path)).toEqual(['190000', '990000']);
  });

  it('marks sales that leave France by the beginning of their account', () => {
    const liasse = build('512100 D 60, 706100 C 40, 706200 C 15, 707300 C 5', { exportAccounts: ['7062', '7073'] });
    expect(form(liasse, '2052')?.cells).toMatchObject({ FB: 5, FC: 5, FG: 40, FH: 15, FI: 55, FJ: 40, FK: 20 });
  });

  it('names the rows that do not start where the last return ended', () => {
    const balances = [
      { account: '215400', opening: 50_00n, debit: 0n, credit: 0n, balance: 50_00n },
      { account: '101300', opening: -50_00n, debit: 0n, credit: 0n, balance: -50_00n },
    ];
    const named = (MK: bigint) =>
      codes(build('', { balances, last: { cells: new Map([['2054.MK', MK]]), lines: new Map() } }), 'warning');
    expect(named(50n)).not.toContain('A02 2054');
    expect(named(49n)).toContain('A02 2054');
  });

  it('stops when debits and credits differ', () => {
    expect(failure(() => build('512100 D 30, 706000 C 29.99')).code).toBe('BooksUnbalanced');
  });

  it('leaves class 8 and zero balances out', () => {
    const liasse = build('512100 D 30, 706000 C 30, 801000 D 500, 190000 C 0');
    expect(form(liasse, '2053')?.cells).toMatchObject({ HN: 30 });
  });

  it('moves an earlier result to retained earnings, and says so', () => {
    const liasse = build('512100 D 30, 120000 C 10, 706000 C 20');
    expect(form(liasse, '2051')?.cells).toMatchObject({ DH: 10, DI: 20 });
    expect(codes(liasse, 'warning')).toEqual(['A11 2058C', 'L23 120000']);
  });

  it('warns of accounts that should not be so', () => {
    const liasse = build('512100 D 60, 530000 C 10, 471000 C 20, 747000 C 30');
    expect(codes(liasse, 'warning')).toEqual(['L14 530000', 'L14 471000', 'L18 747000']);
    const after = build('512100 D 60, 775000 C 60', { exercise: year(2025) });
    expect(codes(after, 'warning')).toEqual(['L18 775000', 'L18 ']);
  });

  it('warns of a number that stops before the digit that chooses the line', () => {
    const liasse = build('370000 D 1240, 408000 C 60, 601000 D 60, 603000 C 1240');
    expect(form(liasse, '2052')?.cells).toMatchObject({ FV: -1240 });
    expect(liasse.findings.filter(({ code }) => code === 'L31').map(({ message }) => message.en)).toEqual([
      expect.stringMatching(/^603000, 1240\.00 in credit: .* on 2052\.FV \(.*\); 6037: 2052\.FT \(/),
    ]);
    for (const text of ['603700 C 30, 370000 D 30', '603100 C 30, 310000 D 30', '410000 D 30, 706000 C 30'])
      expect(codes(build(text), 'warning')).toEqual([]);
    const parties = '106000 C 10, 409000 D 30, 409000 C 20';
    expect(codes(build(parties), 'warning')).toEqual(['L31 409000', 'L31 106000']);
    const simplified = build('370000 D 30, 603 C 30', { regime: 'simplified' });
    expect(codes(simplified, 'warning')).toEqual(['L31 603']);
  });

  it('warns of a deduction above its gross, and of a negative capital', () => {
    const liasse = build('101000 D 10, 215000 D 5, 281500 C 15');
    expect(codes(liasse, 'warning')).toEqual(['L14 2051', 'A04 2055', 'A05 2055', 'L05 2050']);
  });

  it('marks forms without amounts as nil', () => {
    const liasse = build('512100 D 30, 101000 C 30');
    expect(form(liasse, '2052')?.cells).toEqual({ JT: 'X' });
    expect(form(liasse, '2053')?.cells).toEqual({ PG: 'X' });
    expect(form(liasse, '2050')?.cells).not.toHaveProperty('GR');
  });

  it('gives the same bytes twice, whatever the order of accounts', () => {
    const [example] = EXAMPLES;
    const balances = ledger(example.ledger);
    const one = buildLiasse({ regime: 'normal', exercise: year(2024), balances });
    const two = buildLiasse({ regime: 'normal', exercise: year(2024), balances: [...balances].reverse() });
    expect(JSON.stringify(two.forms)).toBe(JSON.stringify(one.forms));
  });

  it('balances and keeps result, assets and liabilities together for any books', { tags: 'sized' }, () => {
    const account = fc.constantFrom(
      '101000',
      '106100',
      '164000',
      '215000',
      '281500',
      '370000',
      '397000',
      '401000',
      '411000',
      '445660',
      '445710',
      '512000',
      '531000',
      '607000',
      '641000',
      '681100',
      '706000',
      '707000',
      '766000',
      '666000',
    );
    const entries = fc.array(fc.tuple(account, account, fc.bigInt(1n, 10n ** 11n)), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(entries, fc.constantFrom('normal' as const, 'simplified' as const), (list, regime) => {
        const balances = list.flatMap(([debit, credit, amount]) => [
          { account: debit, balance: amount },
          { account: credit, balance: -amount },
        ]);
        const { sheets, findings } = buildLiasse({ regime, exercise: year(2024), balances });
        const [assets, total, shownResult, result] =
          regime === 'normal'
            ? [
                sheets.amount('2050', 'GJ'),
                sheets.amount('2051', 'EE'),
                sheets.amount('2051', 'DI'),
                sheets.amount('2053', 'HN'),
              ]
            : [
                sheets.amount('2033A', 'CR'),
                sheets.amount('2033A', 'FS'),
                sheets.amount('2033A', 'FG'),
                sheets.amount('2033B', 'CC'),
              ];
        expect(assets).toBe(total);
        expect(shownResult).toBe(result);
        expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
      }),
      { numRuns: sized(10, 100) },
    );
  });
});

describe('declared values', () => {
  const EVEN = '512100 D 30, 706000 C 30';
  const declare = (declared: Record<string, DeclaredForm>) => build(EVEN, { declared });

  it('join the return with their form', () => {
    const liasse = declare({
      '2058A': { cells: { WI: 100, WE: '50' } },
      '2059A': { lines: [{ HA: 'Camion', HB: '2020-03-01', HC: 1000, HF: 900, HH: 150, HK: 50 }] },
    });
    expect(form(liasse, '2058A')?.cells).toEqual({
      WA: 30,
      WE: 50,
      XE: 50,
      WI: 100,
      XW: 100,
      WR: 180,
      XI: 180,
      XN: 180,
    });
    expect(form(liasse, '2059A')).toMatchObject({
      cells: { GK: 50 },
      repeated: [{ HA: 'Camion', HB: '20200301', HC: 1000, HF: 900, HG: 100, HH: 150, HJ: 50, HK: 50 }],
    });
  });

  it('replace a default of the ledger', () => {
    const fined = '512100 D 20, 671200 D 10, 706000 C 30';
    expect(form(build(fined), '2058A')?.cells).toMatchObject({ WJ: 10, WR: 30 });
    expect(form(build(fined, { declared: { '2058A': { cells: { WJ: 0 } } } }), '2058A')?.cells).toMatchObject({
      WR: 20,
    });
  });

  it('tell the part of sales made outside France', () => {
    const abroad = declare({ '2052': { cells: { FH: 10 } } });
    expect(form(abroad, '2052')?.cells).toMatchObject({ FG: 20, FH: 10, FI: 30, FJ: 20, FK: 10, FL: 30 });
    const simplified = build(EVEN, { regime: 'simplified', declared: { '2033B': { cells: { AC: 10 } } } });
    expect(form(simplified, '2033B')?.cells).toMatchObject({ BC: 30, AC: 10 });
  });

  it.each([
    ['an unknown cell', { '2058A': { cells: { AA: 1 } } }, 'CellUnknown 2058A.AA'],
    ['a computed cell', { '2050': { cells: { AR: 1 } } }, 'CellComputed 2050.AR'],
    ['a total', { '2058A': { cells: { XN: 1 } } }, 'CellComputed 2058A.XN'],
    ['cents', { '2058A': { cells: { WI: '1.5' } } }, 'CellInvalid 2058A.WI'],
    ['a fraction', { '2058A': { cells: { WI: 0.5 } } }, 'CellInvalid 2058A.WI'],
    ['no number', { '2058A': { cells: { WI: Number.NaN } } }, 'CellInvalid 2058A.WI'],
    ['an exponent', { '2058A': { cells: { WI: 1e21 } } }, 'CellInvalid 2058A.WI'],
    ['a day that does not exist', { '2059A': { lines: [{ HB: '2025-02-30' }] } }, 'CellInvalid 2059A[1].HB'],
    ['a line cell outside lines', { '2059A': { cells: { HC: 1 } } }, 'CellMisplaced 2059A.HC'],
    ['a total in a line', { '2059A': { lines: [{}, { GK: 1 }] } }, 'CellMisplaced 2059A[2].GK'],
    ['too long a text', { '2059A': { lines: [{ HA: 'x'.repeat(513) }] } }, 'CellInvalid 2059A[1].HA'],
    ['a property of objects', { '2058A': { cells: { constructor: 1 } } }, 'CellUnknown 2058A.constructor'],
  ])('refuse %s', (_, declared, issue) => {
    const error = failure(() => declare(declared));
    expect(error.code).toBe('DeclaredValuesInvalid');
    expect(error.issues.map(({ code, path }) => `${code} ${path}`)).toEqual([issue]);
  });

  it('refuse too many lines without reading them', () => {
    const lines = Array.from({ length: 1000 }, () => ({}));
    expect(failure(() => declare({ '2059A': { lines } })).issues.map(({ code }) => code)).toEqual(['TooManyLines']);
  });

  it('refuse an unknown form', () => expect(failure(() => declare({ '9999': {} })).code).toBe('FormUnknown'));

  it.each([
    ['L07 2054: fixed assets do not end at the ledger', { '2054': { cells: { KS: 10 } } }, ['A01 2054', 'L07 2054']],
    ['L08 2055: nor depreciation', { '2055': { cells: { PZ: 10 } } }, ['L08 2055']],
    ['L11 2058C: what is allocated is not what there was', { '2058C': { cells: { AA: 10, ZB: 9 } } }, ['L11 2058C']],
    ['L12 2058B: losses are not those of the year before', { '2058B': { cells: { DQ: 5 } } }, ['L12 2058B']],
    [
      'L13 and L20: losses used without profit',
      { '2058A': { cells: { XG: 130, XL: 10 } } },
      ['L13 2058A', 'L20 2058A', 'L20 2058B'],
    ],
    ['L19: bases of the CVAE differ', { '2059E': {}, '1330CVAE': { cells: { AB: 7 } } }, ['L19 2059E']],
  ])('%s', (_, declared, expected) => {
    const liasse = build(EVEN, { declared, lossesLeft: 0n });
    expect(codes(liasse)).toEqual(expected);
  });
});

describe('opening', () => {
  it('must be the closing before, the result of the year apart (L17)', () => {
    const closing = ledger('101000 C 100, 512100 D 150.50, 411000 D 20, 706000 C 70.50');
    const opening = ledger('101000 C 100, 512100 D 150, 411000 D 20, 120000 C 70.50, 471000 D 0.50');
    expect(openingFindings(closing, opening).map(({ code, about }) => `${code} ${about}`)).toEqual([
      'L17 512100',
      'L17 471000',
    ]);
  });
});

describe('content', () => {
  it('says how its cells are sent', () => {
    const { kindOf } = build('512100 D 30, 706000 C 30', { declared: { '2059A': {}, '1330CVAE': {} } });
    expect([
      kindOf('2059A', 'HA'),
      kindOf('2059A', 'HC'),
      kindOf('1330CVAE', 'AF'),
      kindOf('1330CVAE', 'BA'),
      kindOf('9999', 'AA'),
    ]).toEqual(['text', 'value', 'name', 'place', 'value']);
  });

  it('numbers the two tables of a form apart, each from its first line', () => {
    const lines = [
      { MF: 'Rappel', NF: 7 },
      { MA: 'Amende', NA: 90 },
      { MA: 'Don', PA: 12 },
    ];
    const establishments = [
      { BA: '00012 Lyon', CA: '69', DA: '69123', EA: '12,5' },
      { BA: '00020 Nantes', CA: '44', DA: '44109', EA: '3' },
    ];
    const declared = { '2053': { lines }, '1330CVAE': { lines: establishments } };
    const liasse = build('512100 D 30, 706000 C 30', { declared });
    expect(form(liasse, '2053')?.repeated).toEqual([
      { MA: 'Amende', NA: 90, MF: 'Rappel', NF: 7 },
      { MA: 'Don', PA: 12 },
    ]);
    expect(form(liasse, '1330CVAE')?.repeated).toEqual(establishments);
  });

  it.each([[{ BA: 'Lyon' }], [{ BA: '12 Lyon' }]])('refuses an establishment without NIC: %o', (line) => {
    const declared = { '1330CVAE': { lines: [line] } };
    expect(() => build('512100 D 30, 706000 C 30', { declared })).toThrow(
      expect.objectContaining({ code: 'DeclaredValuesInvalid' }),
    );
  });

  it('has the shape that is stored and sent', () => {
    const liasse = build('512100 D 30, 706000 C 30', { declared: { '2058C': { cells: { AA: 10, ZG: 0 } } } });
    expect(liasse.forms.map(({ form: name }) => name)).toEqual([
      ...['2065', '2065BIS', '2050', '2051', '2052', '2053', '2054', '2055', '2056', '2057'],
      ...['2058A', '2058B', '2058C', '2059F', '2059G'],
    ]);
    expect(form(liasse, '2058C')).toEqual({
      form: '2058C',
      millesime: '25',
      exerciseStart: '2024-01-01',
      exerciseEnd: '2024-12-31',
      cells: { AA: 10, AL: 10 },
      repeated: [],
      unmapped: [],
      warnings: [
        'L11 What is distributed equals what there was to distribute, which is not so: 2058C.AL Total I 10, 2058C.ZH Total II 0 (10 against 0). Type the decision of the shareholders on 2058-C (taxops declaration value add --folder N --declaration-type TYPE --end-date YYYY-MM-DD --body values.json)',
      ],
    });
  });

  it('takes the forms of the year of closing when it does not close with the year', () => {
    const exercise = { start: '2024-07-01' as PlainDate, end: '2025-06-30' as PlainDate };
    expect(build('512100 D 30, 706000 C 30', { exercise }).forms[0]?.millesime).toBe('25');
  });
});
