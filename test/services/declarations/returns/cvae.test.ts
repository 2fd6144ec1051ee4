import { describe, expect, it } from 'vitest';
import {
  buildCvaeAdvance,
  buildCvaeSettlement,
  buildValueAdded,
  type CvaeInput,
  cvaeRate,
  oneOffContribution,
  owesAdvances,
} from '../../../../src/services/declarations/returns/cvae.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { parseRatio, ratio } from '../../../../src/services/kernel/ratio.ts';
import { ledger, year } from './ledgers.ts';

const MILLION = 1_000_000n;
const input = (y: number, turnover: bigint, valueAdded: bigint, more: Partial<CvaeInput> = {}): CvaeInput => ({
  year: y,
  exercise: year(y),
  turnover,
  valueAdded,
  ...more,
});

describe('rate', () => {
  it.each([
    [2020, 500_000n, '0'],
    [2020, 3n * MILLION, '0.5'],
    [2020, 10n * MILLION, '1.4'],
    [2020, 30n * MILLION, '1.45'],
    [2020, 60n * MILLION, '1.5'],
    [2021, 3n * MILLION, '0.25'],
    [2022, 10n * MILLION, '0.7'],
    [2023, 3n * MILLION, '0.13'], // 0.125, to the hundredth until 2023
    [2023, 51n * MILLION, '0.38'], // 0.375
    [2024, 1_900_000n, '0.053'], // 0.05264, to the thousandth from 2024
    [2024, 900_000n, '0.015'],
    [2024, 50n * MILLION, '0.282'],
    [2024, 50n * MILLION + 1n, '0.28'],
    [2025, 4n * MILLION, '0.079'],
    [2026, 4n * MILLION, '0.118'],
    [2027, 3n * MILLION, '0.094'],
    [2028, 3n * MILLION, '0.063'],
    [2029, 60n * MILLION, '0.09'],
  ])('of %s for %s is %s %%', (y, turnover, percent) => expect(cvaeRate(y, turnover)).toEqual(parseRatio(percent)));

  it.each([2009, 2030])('is not known for %s', (y) =>
    expect(() => cvaeRate(y, MILLION)).toThrow(expect.objectContaining({ code: 'TaxRateUnknown' })),
  );
});

describe('settlement (1329-DEF)', () => {
  it.each([
    [
      '8a',
      input(2024, 1_900_000n, 1_200_000n),
      { AC: '0,053', BA: 1_200_000, CA: 636, CB: 636, DB: 188, EA: 448, GB: 41, KA: 489 },
    ],
    ['8b', input(2024, 900_000n, 800_000n), { AC: '0,015', BB: 720_000, CA: 108, DB: 108 }],
    ['8c', input(2025, 4_000_000n, 1_500_000n), { AC: '0,079', CA: 1185, EA: 1185, GB: 164 }],
    ['8d', input(2026, 4_000_000n, 1_500_000n), { AC: '0,118', EA: 1770, GB: 163 }],
    ['small turnover', input(2024, 500_000n, 400_000n), { AC: '0,000' }],
    ['minimum of 2023', input(2023, 600_000n, 100_000n), { AC: '0,010', CA: 10, DB: 10, EA: 63 }],
    ['63 is not due from 2024', input(2024, 2_000_000n, 112_500n), { CA: 63 }],
    ['64 is due from 2024', input(2024, 2_000_000n, 114_000n), { CA: 64, EA: 64 }],
    ['85 % above 7.6 million', input(2024, 8_000_000n, 7_000_000n), { BB: 6_800_000 }],
    ['80 % up to it', input(2024, 7_600_000n, 7_000_000n), { BB: 6_080_000 }],
    [
      '80 % of a real turnover that is typed, whatever that of 12 months',
      input(2024, 8_000_000n, 7_000_000n, { declared: { cells: { AB: 4_000_000 } } }),
      { BB: 3_200_000 },
    ],
    [
      '85 % of a real turnover that is typed above 7.6 million',
      input(2024, 6_000_000n, 7_500_000n, { declared: { cells: { AB: 8_000_000 } } }),
      { BB: 6_800_000 },
    ],
    [
      'group turnover sets the rate alone: the reduction is that of the own turnover (CGI 1586 quater I bis, II)',
      input(2024, 900_000n, 600_000n, { groupTurnover: 8n * MILLION }),
      { AC: '0,215', AD: 8_000_000, CA: 1290, DB: 188, EA: 1102 },
    ],
    [
      'group turnover counts from 7.63 million',
      input(2024, 900_000n, 600_000n, { groupTurnover: 7_630_000n }),
      { AC: '0,206', AD: 7_630_000, CA: 1236 },
    ],
    [
      'group turnover below 7.63 million is left out',
      input(2024, 3n * MILLION, 600_000n, { groupTurnover: 7_629_999n }),
      { AC: '0,094', CA: 564, EA: 564 },
    ],
    [
      'the minimum of a member of a group is that of its own turnover',
      input(2023, 500_000n, 10_000n, { groupTurnover: 8n * MILLION }),
      { AC: '0,290', CA: 29, DB: 29 },
    ],
    [
      'the minimum is owed where the rate rounds to nothing',
      input(2023, 550_000n, 100_000n),
      { AC: '0,000', EA: 63, KA: 67 },
    ],
    [
      'the cap follows the real turnover',
      input(2024, 1_200_000n, 500_000n, { realTurnover: 600_000n }),
      { AA: 1_200_000, AB: 600_000, BB: 480_000 },
    ],
    [
      'the tick sets the cap aside',
      input(2024, 900_000n, 800_000n, { declared: { cells: { BC: 'X' } } }),
      { BC: 'X', CA: 120 },
    ],
    [
      'advances are taken off',
      input(2024, 1_900_000n, 1_200_000n, { declared: { cells: { EB: 500, GC: 10 } } }),
      { ED: 52, GD: 31, JK: 489, JA: 510, JE: 52, KB: 21 },
    ],
    ['handling fee until 2022', input(2022, 3n * MILLION, MILLION), { CA: 2500, EA: 2500, GB: 87, HA: 26, JK: 2613 }],
  ])('%s', (_, one, expected) => {
    const { forms } = buildCvaeSettlement(one);
    expect(forms[0]?.cells).toMatchObject(expected);
    expect(forms[0]?.millesime).toBe(String(one.year + 1).slice(2));
    if (!('EA' in expected)) return;
    expect(forms[0]?.cells.EA).toBe(expected.EA);
  });

  it.each([
    ['8b', input(2024, 900_000n, 800_000n)],
    ['63 in 2024', input(2024, 2_000_000n, 112_500n)],
    ['small turnover in 2023', input(2023, 500_000n, 400_000n)],
  ])('owes nothing: %s', (_, one) => {
    const { sheets } = buildCvaeSettlement(one);
    expect([sheets.amount('1329DEF', 'EA'), sheets.amount('1329DEF', 'KA')]).toEqual([0n, 0n]);
  });

  it('warns that the rates of years to come may change, and refuses exemptions above the tax', () => {
    const codes = (one: CvaeInput) => buildCvaeSettlement(one).findings.map(({ code }) => code);
    expect(codes(input(2024, 4n * MILLION, MILLION))).toEqual([]);
    expect(codes(input(2026, 4n * MILLION, MILLION))).toEqual(['L24']);
    expect(codes(input(2024, 4n * MILLION, MILLION, { declared: { cells: { DA: 99_999 } } }))).toEqual(['L22']);
  });

  const told = (one: CvaeInput) => buildCvaeSettlement(one).findings.map(({ code, level }) => `${code} ${level}`);

  it('says that a group turnover below 7.63 million is left out', () => {
    const one = input(2024, 900_000n, 600_000n, { groupTurnover: 3n * MILLION });
    expect(told(one)).toEqual(['L32 warning']);
    expect(buildCvaeSettlement(one).forms[0]?.cells).not.toHaveProperty('AD');
    expect(told({ ...one, groupTurnover: 8n * MILLION })).toEqual([]);
  });

  it('says what the one-off contribution of 2025 comes to, for exercises closed from 15 February', () => {
    const one = input(2025, 4_000_000n, 1_500_000n);
    const [finding] = buildCvaeSettlement(one).findings;
    expect([finding?.code, finding?.message.fr]).toEqual(['L33', expect.stringContaining('562 euros')]);
    expect(told({ ...one, exercise: { start: '2024-02-01' as PlainDate, end: '2025-01-31' as PlainDate } })).toEqual(
      [],
    );
    expect(told(input(2025, 4_000_000n, 50_000n))).toEqual([]); // 40 of tax: not due
    expect(told(input(2024, 4_000_000n, MILLION))).toEqual([]);
  });

  it('doubts that no instalment was paid where some were owed', () => {
    const paid = (cells: Record<string, number>) =>
      told(input(2024, 4n * MILLION, 2n * MILLION, { declared: { cells } }));
    expect(told(input(2024, 4n * MILLION, 2n * MILLION))).toEqual(['L34 warning']); // 2 360 of tax
    expect(paid({ EB: 0, GC: 0 })).toEqual([]);
    expect(paid({ EB: 1180 })).toEqual(['L34 warning']); // and its additional tax
    expect(paid({ EB: 1180, GC: 109 })).toEqual([]);
    expect(told(input(2024, 4n * MILLION, MILLION))).toEqual([]); // 1 180 of tax
  });

  it('takes from the tax of the year before whether instalments were owed, where its base is known', () => {
    const following = (valueAdded: bigint, cells: Record<string, number> = {}) => {
      const baseOfYearBefore = { turnover: 4n * MILLION, valueAdded };
      const known = { isBaseOfYearBefore: true, baseOfYearBefore, declared: { cells } };
      return told(input(2025, 4n * MILLION, 1_500_000n, known)).filter((said) => said.startsWith('L34'));
    };
    // 1 185 of tax in 2025; 0.118 % of 1 500 000 and of 1 000 000 in 2024
    expect(following(1_500_000n)).toEqual(['L34 warning']);
    expect(following(MILLION)).toEqual([]);
    expect(following(1_500_000n, { EB: 1186, GC: 164 })).toEqual([]);
    const grown = { isBaseOfYearBefore: true, baseOfYearBefore: { turnover: 4n * MILLION, valueAdded: MILLION } };
    expect(told(input(2024, 4n * MILLION, 2n * MILLION, grown))).toEqual(['L34 warning']); // 0.157 % of a million
    const small = { isBaseOfYearBefore: true, baseOfYearBefore: { turnover: 4n * MILLION, valueAdded: 900_000n } };
    expect(told(input(2024, 4n * MILLION, 2n * MILLION, small))).toEqual([]);
  });

  it.each([
    ['2024-07-01', '2024-12-31', '2024-06-30', ['Several exercises close in 2024']],
    ['2024-01-01', '2024-06-30', '2024-12-31', ['Another exercise closes in 2024 after this one']],
    ['2024-01-01', '2024-12-31', '2023-12-31', []],
    ['2024-01-01', '2024-12-31', '2025-12-31', []],
    ['2024-01-01', '2024-12-31', undefined, []],
    ['2022-07-01', '2024-03-31', '2022-06-30', ['No exercise closes in 2023']],
    ['2023-10-01', '2024-12-31', '2023-09-30', []],
  ])(
    'doubts an exercise that is not the one that closes in the year: %s to %s beside %s',
    (start, end, last, expected) => {
      const exercise = { start: start as PlainDate, end: end as PlainDate };
      const others = last === undefined ? [] : [{ start: '2020-01-01' as PlainDate, end: last as PlainDate }];
      const one = input(2024, 900_000n, 100_000n, { exercise, others, realTurnover: 900_000n });
      const found = buildCvaeSettlement(one).findings.map(({ code, message }) => [code, message.en.split(':')[0]]);
      expect(found).toEqual(expected.map((said) => ['L36', said]));
    },
  );

  it.each([
    ['2024-04-01', '2024-12-31', undefined, ['L43 warning']], // who exercises on 1 January owes (CGI 1586 octies I 1)
    ['2024-04-01', '2024-12-31', '2023-12-31', ['L43 warning']],
    ['2024-04-01', '2024-12-31', '2024-03-31', ['L36 warning']],
    ['2023-10-01', '2024-12-31', undefined, []],
    ['2024-01-01', '2024-09-30', undefined, []],
  ])(
    'doubts that anything is owed of %s to %s after %s, where nothing is known on 1 January',
    (start, end, last, expected) => {
      const exercise = { start: start as PlainDate, end: end as PlainDate };
      const others = last === undefined ? [] : [{ start: '2020-01-01' as PlainDate, end: last as PlainDate }];
      expect(told(input(2024, 900_000n, 100_000n, { exercise, others, realTurnover: 900_000n }))).toEqual(expected);
    },
  );

  it('says by when a company that ended settles: 60 days', () => {
    const half = { exercise: { start: '2024-01-01' as PlainDate, end: '2024-06-30' as PlainDate }, realTurnover: 1n };
    const { findings } = buildCvaeSettlement(input(2024, 900_000n, 100_000n, { ...half, ended: '20240630' }));
    expect(findings.map(({ code, message }) => [code, message.fr])).toEqual([
      ['L42', expect.stringContaining('au plus tard le 2024-08-29')],
    ]);
  });

  it('asks for the real turnover of an exercise that is not of 12 months, when the books did not give it', () => {
    const half = { exercise: { start: '2024-01-01' as PlainDate, end: '2024-06-30' as PlainDate } };
    expect(told(input(2024, 1_400_000n, 690_000n, half))).toEqual(['L37 warning']);
    expect(told(input(2024, 1_400_000n, 690_000n, { ...half, realTurnover: 700_000n }))).toEqual([]);
    const typed = input(2024, 1_400_000n, 690_000n, { ...half, declared: { cells: { AB: 700_000 } } });
    expect(told(typed)).toEqual([]);
    expect(buildCvaeSettlement(typed).forms[0]?.cells).toMatchObject({ AB: 700_000, BB: 560_000, CA: 190 });
  });

  it('refuses another value added than that of the return', () => {
    expect(told(input(2024, 900_000n, 600_000n, { declared: { cells: { BA: 1 } } }))).toEqual(['L19 error']);
  });

  it('asks for the additional rate of years that have none in the table', () => {
    expect(() => buildCvaeSettlement(input(2020, 4n * MILLION, MILLION))).toThrow(
      expect.objectContaining({ code: 'TaxRateUnknown' }),
    );
    const { forms } = buildCvaeSettlement(input(2020, 3n * MILLION, MILLION, { additionalRate: ratio(173, 100) }));
    expect(forms[0]?.cells).toMatchObject({ EA: 5000, GB: 87, HA: 51 }); // 86.50 and 50.87
  });
});

describe('advance (1329-AC)', () => {
  it.each([
    ['half of 8c', input(2025, 4_000_000n, 1_500_000n), { CA: 1185, CB: 593, EA: 593, ED: 593, GB: 82, KA: 675 }],
    ['second of 2027', input(2027, 4_000_000n, 1_500_000n), { CA: 1770, CB: 885, ED: 885 }],
    ['half of the reduction', input(2024, 1_900_000n, 1_200_000n), { CA: 636, CB: 318, DB: 94, EA: 224 }],
    [
      'adjustments',
      input(2025, 4_000_000n, 1_500_000n, { declared: { cells: { EB: 100, EC: 50, GA: 'X' } } }),
      { EA: 593, ED: 643, KA: 643, GA: 'X' },
    ],
  ])('%s', (_, one, expected) => {
    const { forms } = buildCvaeAdvance(one);
    expect(forms[0]?.cells).toMatchObject(expected);
    expect(forms[0]?.millesime).toBe(String(one.year).slice(2));
  });

  const told = (one: CvaeInput) => buildCvaeAdvance(one).findings.map(({ code, level }) => `${code} ${level}`);

  it('is not owed after a tax of 1 500 or less', () => {
    const known = { isBaseOfYearBefore: true };
    expect(told(input(2024, 1_900_000n, 1_200_000n, known))).toEqual(['L35 warning']);
    expect(told(input(2024, 1_900_000n, 1_200_000n))).toEqual([]);
    expect(told(input(2026, 4_000_000n, 1_500_000n, known))).toEqual(['L35 warning', 'L24 warning']); // 1 185 of 2025
    expect(told(input(2027, 4_000_000n, 1_500_000n, known))).toEqual(['L24 warning']); // 1 770 of 2026
    expect(told(input(2021, 4_000_000n, 1_500_000n, known))).toEqual([]); // 9 450 of 2020, whose additional rate is no matter
  });

  it('compares with the base of the year before where the last return due is of the year itself', () => {
    const known = (turnover: bigint, valueAdded: bigint) =>
      told(
        input(2024, 9_000_000n, 5_000_000n, { isBaseOfYearBefore: true, baseOfYearBefore: { turnover, valueAdded } }),
      );
    expect(known(1_900_000n, 1_200_000n)).toEqual(['L35 warning']); // 2023: 0.07 % less 250, 590
    expect(known(4_000_000n, 3_000_000n)).toEqual([]); // 0.16 %: 4 800
    const [unknown] = buildCvaeAdvance(input(2024, 9_000_000n, 5_000_000n, { isBaseOfYearBefore: false })).findings;
    expect([unknown?.code, unknown?.message.en]).toEqual(['L35', expect.stringContaining('CVAE of 2023 is not known')]);
  });

  it('says what the one-off contribution of 15 September 2025 comes to', () => {
    const [finding] = buildCvaeAdvance(input(2025, 1_900_000n, 1_200_000n)).findings;
    expect([finding?.code, finding?.message.en]).toEqual(['L33', expect.stringContaining('140 euros')]); // 47.4 % of 420 less 125
    expect(told(input(2025, 1_900_000n, 1_200_000n, { isBaseOfYearBefore: true }))).toEqual(['L35 warning']);
  });

  it.each([
    [2021, 3000n, false],
    [2021, 3001n, true],
    [2024, 1500n, false],
    [2027, 1770n, true],
  ])('of %s after a tax of %s is owed: %s', (y, tax, owed) => expect(owesAdvances(y, tax)).toBe(owed));

  it('has a one-off contribution in 2025 only', () => {
    expect([oneOffContribution(2025, 1185n), oneOffContribution(2024, 1185n), oneOffContribution(2026, 1185n)]).toEqual(
      [562n, 0n, 0n],
    );
  });
});

describe('added value', () => {
  const BOOKS = `512100 D 1000000, 706000 C 900000, 751000 C 1000, 757000 C 5000, 758000 C 200, 740000 C 3000, 747000 C 700,
    603100 C 400, 713000 D 150, 607000 D 20000, 611000 D 3000, 612200 D 800, 613200 D 6000, 622600 D 2500, 651000 D 120,
    657000 D 4000, 101000 C 126270`;
  const build = (declared?: Record<string, number>, regime: 'normal' | 'simplified' = 'normal') =>
    buildValueAdded({
      regime,
      exercise: year(2025),
      balances: ledger(BOOKS),
      declared: declared && { cells: declared },
    });

  it('is read from the ledger: no disposals, no rents, no share of grants', () => {
    const { forms, turnover, valueAdded } = build();
    expect(forms[0]).toMatchObject({
      form: '2059E',
      cells: { AJ: 900_000, EN: 1000, AF: 901_000, AK: 400, AM: 150, EF: 3000, EL: 200, AL: 20_000, FE: 5500, FJ: 120 },
    });
    expect([turnover, valueAdded]).toEqual([901_000n, 901_000n + 3600n - 25_770n]);
  });

  it('takes corrections', () => {
    const { valueAdded } = build({ FE: 6000, FJ: 6120 });
    expect(valueAdded).toBe(901_000n + 3600n - 25_770n - 6500n);
  });

  it('is never negative, and is the same in the simplified form', () => {
    const { sheets, valueAdded } = build({ AL: 2_000_000 });
    expect([valueAdded, sheets.amount('2059E', 'GA') < 0n]).toEqual([0n, true]);
    expect(build({ FM: 10 }, 'simplified').valueAdded).toBe(901_000n + 3600n - 25_770n - 10n);
  });
});
