import { describe, expect, it } from 'vitest';
import {
  buildBalance,
  buildInstalment,
  instalmentPlan,
  owesSocialContribution,
  type Reference,
  reducedCeiling,
  referenceTax,
  socialInstalment,
  socialPlan,
} from '../../../../src/services/declarations/returns/company-tax.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { ratio } from '../../../../src/services/kernel/ratio.ts';
import { cells, ledger, year } from './ledgers.ts';
import { EXAMPLES } from './worked-examples.ts';

const SMALL = { turnover: 300_000n, capitalPaidAndHeldByPersons: true };
const LARGE = { turnover: 12_000_000n, capitalPaidAndHeldByPersons: true };
const exercise = (start: string, end: string) => ({ start: start as PlainDate, end: end as PlainDate });
const codes = ({ findings }: { findings: readonly { code: string; level: string }[] }) =>
  findings.map(({ code }) => code);

describe('2572 of the worked examples', () => {
  it.each([
    [
      '1',
      24_113n,
      2024,
      EXAMPLES[0].ledger,
      'RB 24113, TB 3617, GE 3617, RH 3617, RS 3617, RF 3617, RT 2166, PN 1451, AD 1451, CA 1451, PL 1451',
    ],
    [
      '2',
      42_781n,
      2025,
      EXAMPLES[1].ledger,
      'RB 42500, TB 6375, RA 281, TA 70, GE 6445, RH 6445, RS 6445, RF 6445, RT 1735, PN 4710, AD 4710, CA 4710, PL 4710',
    ],
    ['5', 5_354n, 2024, undefined, 'RB 5354, TB 803, GE 803, RH 803, RS 803, RF 803, PN 803, AD 803, CA 803, PL 803'],
  ] as const)('example %s', (_, profit, opening, books, expected) => {
    const balances = books === undefined ? undefined : ledger(books);
    const { forms, findings } = buildBalance({ exercise: year(opening), profit, company: SMALL, balances });
    expect(forms[0]?.cells).toEqual(cells(expected));
    expect(findings).toEqual([]);
  });

  it('example 6: a loss gives the instalments back', () => {
    const { forms } = buildBalance({
      exercise: year(2025),
      profit: 0n,
      company: SMALL,
      declared: { cells: { RT: 1200 } },
    });
    expect(forms[0]?.cells).toEqual(cells('RT 1200, PQ 1200, BD 1200, DA 1200, EB 1200'));
  });

  it('example 7a: a large company pays the social contribution', () => {
    const declared = { cells: { RT: 900_000, PB: 4520 } };
    const { forms } = buildBalance({ exercise: year(2024), profit: 4_000_000n, company: LARGE, declared });
    expect(forms[0]?.cells).toEqual(
      cells(
        'RA 4000000, TA 1000000, GE 1000000, RH 1000000, RS 1000000, RF 1000000, RT 900000, PN 100000, RW 237000, RZ 7821, PA 7821, PB 4520, PT 3301, AD 103301, CA 103301, PL 103301',
      ),
    );
  });
});

describe('2572', () => {
  const balance = (declared: Record<string, number>, profit = 24_113n) =>
    buildBalance({ exercise: year(2024), profit, company: SMALL, declared: { cells: declared } });

  it('takes credits one after the other, and gives back those that may be refunded', () => {
    const { sheets } = balance({ MA: 3000, RP: 1000, RE: 500 });
    expect([
      sheets.amount('2572', 'RH'),
      sheets.amount('2572', 'RS'),
      sheets.amount('2572', 'RF'),
      sheets.amount('2572', 'PQ'),
    ]).toEqual([617n, 0n, -500n, 500n]);
  });

  it('does not net the social contribution before the totals', () => {
    const { sheets } = balance({ RT: 4000, PC: 10_001, PB: 7 });
    expect([
      sheets.amount('2572', 'PQ'),
      sheets.amount('2572', 'PM'),
      sheets.amount('2572', 'PV'),
      sheets.amount('2572', 'PU'),
    ]).toEqual([383n, 250n, 250n, 7n]);
    expect([
      sheets.amount('2572', 'AD'),
      sheets.amount('2572', 'BD'),
      sheets.amount('2572', 'CA'),
      sheets.amount('2572', 'DA'),
    ]).toEqual([250n, 390n, 0n, 140n]);
  });

  it('refuses to use more excess than there is, or to pay more than is due', () => {
    expect(codes(balance({ RT: 4000, EA: 300, PG: 84 }))).toEqual(['L16']);
    expect(codes(balance({ RT: 4000, EA: 300, PG: 83 }))).toEqual([]);
    expect(codes(balance({ PK: 3618 }))).toEqual(['L16']);
  });

  it('warns when the tax booked or the instalments paid are others', () => {
    const balances = ledger(EXAMPLES[0].ledger);
    const { findings } = buildBalance({
      exercise: year(2024),
      profit: 30_000n,
      company: SMALL,
      balances,
      declared: { cells: { RT: 1 } },
    });
    expect(findings.map(({ code, level }) => `${code} ${level}`)).toEqual(['L15 warning', 'L16 warning']);
  });

  it.each([
    ['losses carried back are no instalment', '444000 D 6750, 699000 C 4500, 512100 C 2250', {}, 2250n, []],
    ['nor is the social contribution', '695200 D 120, 444000 C 60, 512100 C 60', { PB: 40 }, 20n, ['L15']],
    ['a debt of the year before above them leaves none, and says so', '444000 C 824, 512100 D 824', {}, 0n, ['L16']],
  ] as const)('of what was paid in the books %s', (_, books, declared, paid, warned) => {
    const input = { exercise: year(2024), profit: 0n, company: SMALL, declared: { cells: declared } };
    const filled = buildBalance({ ...input, balances: ledger(books) });
    expect(filled.sheets.amount('2572', 'RT')).toBe(paid);
    expect(codes(filled)).toEqual(warned);
  });

  it('compares the tax booked with the tax and the social contribution', () => {
    const books = ledger('695100 D 1000000, 695200 D 7821, 444000 C 1007821');
    const filled = buildBalance({ exercise: year(2024), profit: 4_000_000n, company: LARGE, balances: books });
    expect(codes(filled)).toEqual([]);
  });

  it.each([
    [2020, '28000'],
    [2021, '26500'],
    [2022, '25000'],
  ])('uses the normal rate of %s', (opening, tax) => {
    const company = { turnover: 1n, capitalPaidAndHeldByPersons: false };
    const { sheets } = buildBalance({ exercise: year(opening), profit: 100_000n, company });
    expect(sheets.amount('2572', 'TA')).toBe(BigInt(tax));
  });

  it('knows no rate before 2020', () => {
    expect(() => buildBalance({ exercise: year(2019), profit: 1n, company: SMALL })).toThrow(
      expect.objectContaining({ code: 'TaxRateUnknown' }),
    );
  });
});

it.each([
  ['2024-10-01', '2026-03-31', ['L45 No exercise closes in 2025', '15 May 2026']],
  ['2022-07-01', '2024-03-31', ['L45 No exercise closes in 2023', '15 May 2024']],
  ['2023-01-01', '2024-06-30', ['L45 No exercise closes in 2023', '15 May 2024']],
  ['2024-10-01', '2025-12-31', []],
  ['2024-10-01', '2025-09-30', []],
  ['2024-01-01', '2024-12-31', []],
])('is due on 15 May of a year before which none closes: %s to %s', (start, end, expected) => {
  const of = exercise(start, end);
  for (const { findings } of [
    buildBalance({ exercise: of, profit: 10_000n, company: SMALL }),
    buildInstalment({ exercise: of, due: end as PlainDate, amount: 100n, declared: undefined }),
  ]) {
    const found = findings.filter(({ code }) => code === 'L45');
    const said = found.flatMap(({ code, message: { en } }) => [
      `${code} ${en.split(':')[0]}`,
      /paid by (.*?) \(/.exec(en)?.[1],
    ]);
    expect(said).toEqual(expected);
  }
});

describe('reduced rate', () => {
  it.each([
    ['a year', year(2024), SMALL, 42_500n],
    ['before 31 December 2022', exercise('2021-10-01', '2022-09-30'), SMALL, 38_120n],
    ['18 months', exercise('2024-01-01', '2025-06-30'), SMALL, 63_750n],
    ['7 months, to the euro', exercise('2024-01-01', '2024-07-31'), { ...SMALL, turnover: 1n }, 24_792n],
    ['10 million of turnover', year(2024), { ...SMALL, turnover: 10_000_000n }, 42_500n],
    ['more than 10 million', year(2024), { ...SMALL, turnover: 10_000_001n }, 0n],
    ['more than 7.63 million before 2021', year(2020), { ...SMALL, turnover: 7_630_001n }, 0n],
    ['6 million in 6 months', exercise('2024-01-01', '2024-06-30'), { ...SMALL, turnover: 6_000_000n }, 0n],
    ['another shareholding', year(2024), { ...SMALL, capitalPaidAndHeldByPersons: false }, 0n],
  ] as const)('%s', (_, period, company, ceiling) => expect(reducedCeiling(period, company)).toBe(ceiling));
});

it.each([
  ['7.63 million in a year', 7_630_000n, true, 12, true],
  ['less', 7_629_999n, true, 12, false],
  ['half of it in 6 months', 3_815_000n, true, 6, true],
  ['less in 6 months', 3_814_999n, true, 6, false],
  ['another shareholding', 1n, false, 12, true],
] as const)('owes the social contribution (CGI 235 ter ZC) with %s', (_, turnover, isHeld, months, owes) =>
  expect(owesSocialContribution({ turnover, capitalPaidAndHeldByPersons: isHeld }, months)).toBe(owes),
);

describe('instalments', () => {
  const reference = (normalBase: bigint, reducedBase: bigint, period = year(2024)): Reference => ({
    exercise: period,
    normalBase,
    reducedBase,
  });

  it.each([
    ['7a', reference(4_000_000n, 0n), 250_000n],
    ['7b', reference(17_500n, 42_500n), 2688n],
    ['7c: tax of 3 000', reference(0n, 20_000n), 0n],
    ['7c: tax of 3 001.05', reference(0n, 20_007n), 750n],
    ['18 months brought to 12', reference(150_000n, 0n, exercise('2024-01-01', '2025-06-30')), 6250n],
  ])('example %s', (_, last, amount) => expect(instalmentPlan(last)).toEqual([amount, amount, amount, amount]));

  it('corrects the first at the second', () => {
    expect(instalmentPlan(reference(100_000n, 0n), reference(40_000n, 0n))).toEqual([2500n, 10_000n, 6250n, 6250n]);
    expect(instalmentPlan(reference(20_000n, 0n), reference(400_000n, 0n))).toEqual([25_000n, 0n, 1250n, 1250n]);
  });

  it('asks none in a first exercise', () => expect(instalmentPlan(undefined)).toEqual([0n, 0n, 0n, 0n]));

  it('counts a quarter of the social contribution above 3 000', () => {
    expect([socialInstalment(7821n), socialInstalment(3000n)]).toEqual([1955n, 0n]);
    expect(referenceTax({ ...reference(0n, 0n), patentBase: 50_000n })).toEqual(ratio(5000));
  });

  it('asks a quarter of the social contribution of the last exercise, with its correction', () => {
    const owed = (normalBase: bigint, period = year(2024)) => ({
      ...reference(normalBase, 0n, period),
      socialLiable: true,
    });
    expect(socialPlan(owed(4_000_000n))).toEqual([1955n, 1955n, 1955n, 1955n]); // example 7a: 7 821
    expect(socialPlan(owed(6_000_000n, exercise('2024-01-01', '2025-06-30')))).toEqual([1955n, 1955n, 1955n, 1955n]);
    expect(socialPlan(owed(4_000_000n), owed(3_000_000n))).toEqual([0n, 3911n, 1955n, 1955n]);
    expect(socialPlan(reference(4_000_000n, 0n))).toEqual([0n, 0n, 0n, 0n]);
    expect(socialPlan(undefined)).toEqual([0n, 0n, 0n, 0n]);
  });

  const due = '2025-06-15' as PlainDate;
  const build = (declared: Record<string, string | number> = {}) =>
    buildInstalment({
      exercise: year(2025),
      due,
      amount: 250_000n,
      socialAmount: 1955n,
      declared: { cells: declared },
    });

  it('is set off by a tax that it takes, due before the month of the instalment', () => {
    const said = (FK: string, FM: string) =>
      build({ FH: 955, FK, FM }).findings.map(({ code, level }) => `${code} ${level}`);
    expect(said('TVA', '2025-05-31')).toEqual([]);
    expect(said('TS', '2024-12-15')).toEqual([]);
    expect(said('TVA', '2025-06-01')).toEqual(['L21 error']);
    expect(said('XYZ', '2025-05-31')).toEqual(['L21 error']);
  });

  it('fills form 2571', () => {
    const { forms } = build();
    expect(forms).toMatchObject([
      { form: '2571', millesime: '25', cells: cells('CA 250000, CD 1955, CE 251955, CH 251955, FN 251955') },
    ]);
    expect(build({ FB: 1000, FH: 955, FK: 'TVA', FM: '2025-05-20' }).forms[0]?.cells).toEqual({
      ...cells('CA 250000, CD 1955, CE 251955, CH 251955, FA 1000, FB 1000, FH 955, FN 250000'),
      FK: 'TVA',
      FM: '20250520',
    });
    expect(build({ CA: 100, DA: 'X', CD: 0, DB: 'X' }).forms[0]?.cells).toEqual({
      ...cells('CA 100, CE 100, CH 100, FN 100'),
      DA: 'X',
      DB: 'X',
    });
  });

  it('refuses more set-off than there is to pay, and a set-off without the tax it comes from', () => {
    expect(codes(build({ FC: 251_956 }))).toEqual(['L21']);
    expect(codes(build({ FH: 1, FM: '2025-05-20' }))).toEqual(['L21']);
    expect(codes(build({ FH: 1, FK: 'TVA', FM: '2025-05-20' }))).toEqual([]);
  });

  it('refuses amounts below zero: a negative set-off would raise what is paid', () => {
    expect(() => build({ FB: -1000 })).toThrow(expect.objectContaining({ code: 'DeclaredValuesInvalid' }));
  });
});
