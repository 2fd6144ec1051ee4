import { describe, expect, it } from 'vitest';
import { civilYears, coverDays, exerciseAt, makeCalendar } from '../../../../src/services/assets/engine/calendar.ts';
import { completeMonths, DAY_CLOCKS, monthIndex } from '../../../../src/services/assets/engine/day-count.ts';
import {
  AFTER_ALL,
  decliningPlan,
  linearPlan,
  NO_HISTORY,
  type Plan,
} from '../../../../src/services/assets/engine/plan.ts';
import { observePlan, runPlan } from '../../../../src/services/assets/engine/run-plan.ts';
import { share, smallCents } from '../../../../src/services/assets/engine/share.ts';
import { PRORATA_TEMPORIS } from '../../../../src/services/assets/value-sets.ts';
import {
  dayNumber,
  dayParts,
  days360,
  fromDayNumber,
  isLastDayOfMonth,
  type PlainDate,
} from '../../../../src/services/kernel/dates.ts';
import { divideRounded } from '../../../../src/services/kernel/ratio.ts';
import { sized } from '../../../support/length.ts';
import fc from '../../../support/property.ts';
import { anyExercises } from '../arbitrary.ts';

const day = (text: string): number => dayNumber(text as PlainDate);
const anyDayNumber = fc.integer({ min: day('1900-01-01'), max: day('2199-12-31') });
const calendarOf = (first: number, last: number) =>
  makeCalendar(civilYears(`${first}-01-01` as PlainDate, `${last}-12-31` as PlainDate));

describe('share', () => {
  it('is the exact quotient rounded half away from zero, for any size', { tags: 'sized' }, () => {
    const anySize = fc.tuple(
      fc.maxSafeInteger(),
      fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      fc.oneof(fc.integer({ min: 1, max: 400_000 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
    );
    fc.assert(
      fc.property(anySize, ([amount, numerator, denominator]) => {
        const exact = divideRounded(BigInt(amount) * BigInt(numerator), BigInt(denominator), 'halfUp');
        expect(BigInt(share(amount, numerator, denominator))).toBe(BigInt(Number(exact)));
      }),
      { numRuns: sized(200, 4000) },
    );
  });

  it('is exact around the limit of the fast path and on halves', () => {
    for (const amount of [2 ** 51 - 1, 2 ** 51, 2 ** 51 + 1, 2 ** 52 + 1])
      for (const denominator of [1, 2, 3, 7, 360, 2 ** 50, 2 ** 50 + 1])
        expect(BigInt(share(amount, 1, denominator))).toBe(
          divideRounded(BigInt(amount), BigInt(denominator), 'halfUp'),
        );
    expect([share(1, 1, 2), share(3, 1, 2), share(-1, 1, 2), share(5, 1, 10)]).toEqual([1, 2, -1, 1]);
  });

  it('refuses amounts a number cannot hold with room to add', () => {
    expect(smallCents(10n ** 15n)).toBe(10 ** 15);
    expect(() => smallCents(10n ** 15n + 1n)).toThrow(expect.objectContaining({ code: 'AmountTooLarge' }));
  });

  it('keeps plans of very large amounts exact', () => {
    const calendar = calendarOf(2020, 2030);
    for (const prorata of PRORATA_TEMPORIS) {
      const base = 10 ** 15 - 1;
      const closings: number[] = [];
      runPlan(linearPlan(calendar, { base, start: day('2020-07-01'), months: 120 }, prorata), AFTER_ALL, closings);
      const half = divideRounded(BigInt(base), 20n, 'halfUp');
      if (prorata === 'Months' || prorata === 'Days') expect(BigInt(closings[0] ?? 0)).toBe(half);
      expect(closings[10]).toBe(base);
    }
  });
});

describe('day counts', () => {
  it('agree with the calendar on every day', { tags: 'sized' }, () => {
    fc.assert(
      fc.property(anyDayNumber, (number) => {
        const date = fromDayNumber(number);
        const { year, month } = dayParts(date);
        expect(monthIndex(number)).toBe(year * 12 + month - 1);
        expect(completeMonths(number)).toBe(year * 12 + month - (isLastDayOfMonth(date) ? 0 : 1));
      }),
      { numRuns: sized(300, 6000) },
    );
  });

  it('C2: count 30/360 as the kernel does', { tags: 'sized' }, () => {
    const { startOf, endOf } = DAY_CLOCKS.Days;
    fc.assert(
      fc.property(anyDayNumber, fc.integer({ min: 0, max: 20_000 }), (start, length) => {
        const end = start + length;
        expect(endOf(end) - startOf(start)).toBe(days360(fromDayNumber(start), fromDayNumber(end)));
      }),
      { numRuns: sized(200, 4000) },
    );
  });

  it('C2: a full exercise is 360 days even closing on 28 or 29 February', () => {
    const { startOf, endOf } = DAY_CLOCKS.Days;
    expect(endOf(day('2023-02-28')) - startOf(day('2022-03-01'))).toBe(360);
    expect(endOf(day('2024-02-29')) - startOf(day('2023-03-01'))).toBe(360);
  });

  it('C3: April to March across a leap year is not exactly one year', () => {
    const { startOf, endOf, unitsPerMonth } = DAY_CLOCKS.ActualDays;
    const units = endOf(day('2024-03-31')) - startOf(day('2023-04-01'));
    expect(units / (12 * unitsPerMonth)).toBeCloseTo(275 / 365 + 91 / 366, 12);
    expect(endOf(day('2024-12-31')) - startOf(day('2024-01-01'))).toBe(12 * unitsPerMonth);
  });

  it('never move backwards, whatever the day', () => {
    fc.assert(
      fc.property(anyDayNumber, (number) => {
        for (const prorata of PRORATA_TEMPORIS) {
          const { endOf } = DAY_CLOCKS[prorata];
          expect(endOf(number + 1)).toBeGreaterThanOrEqual(endOf(number));
        }
      }),
    );
  });
});

describe('calendars', () => {
  it('find the exercise of any day, whatever their lengths', () => {
    fc.assert(
      fc.property(anyExercises, fc.integer({ min: -500, max: 12_000 }), (given, after) => {
        const calendar = makeCalendar(given.map(({ Start, End }) => ({ start: Start, end: End })));
        const number = (calendar.starts[0] ?? 0) + after;
        const expected = calendar.exercises.findIndex(({ end }) => dayNumber(end) >= number);
        expect(exerciseAt(calendar, number)).toBe(expected === -1 ? calendar.exercises.length : expected);
      }),
    );
  });

  it('are extended by twelve-month exercises on both sides', () => {
    const given = { start: '2023-10-01' as PlainDate, end: '2024-12-31' as PlainDate };
    const covered = coverDays([given], '2021-12-15' as PlainDate, '2026-01-01' as PlainDate);
    expect(covered.map(({ start, end }) => `${start} ${end}`)).toEqual([
      '2021-10-01 2022-09-30',
      '2022-10-01 2023-09-30',
      '2023-10-01 2024-12-31',
      '2025-01-01 2025-12-31',
      '2026-01-01 2026-12-31',
    ]);
  });
});

describe('plans', () => {
  const anyPlan: fc.Arbitrary<Plan> = fc
    .record({
      exercises: anyExercises,
      base: fc.integer({ min: 0, max: 10 ** 10 }),
      start: fc.integer({ min: day('2019-02-01'), max: day('2030-01-01') }),
      months: fc.integer({ min: 1, max: 150 }),
      prorata: fc.constantFrom(...PRORATA_TEMPORIS),
      coefficient: fc.constantFrom([5, 4], [7, 4], [9, 4], [1, 1], [1, 2]),
      isDeclining: fc.boolean(),
    })
    .map(({ exercises, base, start, months, prorata, coefficient: [numerator = 1, denominator = 1], isDeclining }) => {
      const calendar = makeCalendar(exercises.map(({ Start, End }) => ({ start: Start, end: End })));
      return isDeclining
        ? decliningPlan(calendar, { base, start, months }, { numerator, denominator })
        : linearPlan(calendar, { base, start, months }, prorata);
    });
  const closingsOf = (work: (into: number[]) => unknown): number[] => {
    const into: number[] = [];
    work(into);
    return into;
  };

  it('are posted the same with and without looking for what cuts them', { tags: 'sized' }, () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const plain = closingsOf((into) => runPlan(plan, AFTER_ALL, into));
        expect(closingsOf((into) => runPlan({ ...plan, history: NO_HISTORY }, AFTER_ALL, into))).toEqual(plain);
        let observed = 0;
        const total = observePlan(plan, AFTER_ALL, (part) => {
          observed += part.cents;
        });
        expect([total, observed]).toEqual([plain.at(-1), plain.at(-1)]);
      }),
      { numRuns: sized(40, 600) },
    );
  });

  it('grow day after day up to their closings, and stop at the day given', { tags: 'sized' }, () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 0, max: 4000 }), (plan, after) => {
        const stop = plan.start + after;
        const at = runPlan(plan, stop);
        expect(at).toBeGreaterThanOrEqual(runPlan(plan, stop - 1));
        const exercise = exerciseAt(plan.calendar, stop);
        const closings = closingsOf((into) => runPlan(plan, AFTER_ALL, into));
        expect(at).toBeLessThanOrEqual(closings[exercise] ?? plan.base);
        expect(at).toBeGreaterThanOrEqual(exercise > 0 ? (closings[exercise - 1] ?? 0) : 0);
        if (stop === plan.calendar.ends[exercise]) expect(at).toBe(closings[exercise]);
        const stopped = closingsOf((into) => runPlan(plan, stop, into));
        expect(stopped.slice(exercise)).toEqual(stopped.slice(exercise).map(() => at));
      }),
      { numRuns: sized(40, 600) },
    );
  });

  it('C4: no prorata gives a full annuity in the first exercise, even a short or a long one', () => {
    const plan = (exercises: readonly (readonly [string, string])[]) => {
      const calendar = makeCalendar(
        exercises.map(([start, end]) => ({ start: start as PlainDate, end: end as PlainDate })),
      );
      return linearPlan(calendar, { base: 400_00, start: day('2024-11-20'), months: 48 }, 'None');
    };
    for (const first of ['2024-01-01', '2024-07-01', '2023-10-01']) {
      const terms = plan([
        [first, '2024-12-31'],
        ['2025-01-01', '2025-12-31'],
        ['2026-01-01', '2026-12-31'],
        ['2027-01-01', '2027-12-31'],
      ]);
      const closings = closingsOf((into) => runPlan(terms, AFTER_ALL, into));
      expect(closings).toEqual([100_00, 200_00, 300_00, 400_00]);
    }
  });

  it('C4: months count the month of the start whole', () => {
    const plan = linearPlan(calendarOf(2024, 2027), { base: 3600_00, start: day('2024-11-30'), months: 36 }, 'Months');
    expect(closingsOf((into) => runPlan(plan, AFTER_ALL, into))).toEqual([200_00, 1400_00, 2600_00, 3600_00]);
  });
});
