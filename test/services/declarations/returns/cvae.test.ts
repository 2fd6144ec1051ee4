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
    [
      'group turnover sets the rate',
      input(2024, 900_000n, 100_000n, { groupTurnover: 3n * MILLION }),
      { AC: '0,094', AD: 3_000_000, CA: 94, EA: 94 },
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
    expect(codes(input(2025, 4n * MILLION, MILLION))).toEqual([]);
    expect(codes(input(2026, 4n * MILLION, MILLION))).toEqual(['L24']);
    expect(codes(input(2025, 4n * MILLION, MILLION, { declared: { cells: { DA: 99_999 } } }))).toEqual(['L22']);
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
