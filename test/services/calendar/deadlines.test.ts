import { describe, expect, it } from 'vitest';
import { dayAfter, deadlinesOf, eachPeriod, isReturnDue } from '../../../src/services/calendar/deadlines.ts';
import { inWindow, type Period, type PeriodType, periodsIn } from '../../../src/services/calendar/periods.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';

const period = (start: string, end: string): Period => ({ start: start as PlainDate, end: end as PlainDate });
const year = (y: number) => period(`${y}-01-01`, `${y}-12-31`);
const ends = (periods: readonly Period[]) => periods.map(({ end }) => end.slice(2));

describe('periods of the calendar', () => {
  it.each<[PeriodType, Period, string[]]>([
    ['Monthly', period('2025-11-15', '2026-02-01'), ['25-11-30', '25-12-31', '26-01-31', '26-02-28']],
    ['Quarterly', period('2025-07-01', '2026-06-30'), ['25-09-30', '25-12-31', '26-03-31', '26-06-30']],
    ['HalfYearly', year(2025), ['25-06-30', '25-12-31']],
    ['Yearly', period('2025-12-31', '2026-01-01'), ['25-12-31', '26-12-31']],
  ])('%s that meet %o', (type, window, expected) => expect(ends(periodsIn(type, window))).toEqual(expected));

  it('are listed once, by start then end', () => {
    const [first, second, long] = [year(2024), year(2025), period('2024-01-01', '2025-06-30')];
    expect(inWindow([second, long, first, second], period('2024-12-31', '2025-01-01'))).toEqual([first, long, second]);
    expect(inWindow([first, second], period('2025-01-01', '2025-01-01'))).toEqual([second]);
  });
});

it.each([
  [year(2024), '2025-05-04', false],
  [year(2024), '2025-05-05', true], // the second working day after 1 May
  [period('2024-07-01', '2025-06-30'), '2025-09-29', false],
  [period('2024-07-01', '2025-06-30'), '2025-09-30', true],
])('the result return of %o is due by %s: %s', (exercise, day, isDue) => {
  expect(isReturnDue(exercise, day)).toBe(isDue);
});

describe('a duty of each period', () => {
  const legal = (type: PeriodType, months: number, day: number, exercise: Period) =>
    deadlinesOf(
      eachPeriod(type, (one) => dayAfter(one, months, day)),
      exercise,
      15,
    ).map(({ period: { end }, due, payable }) => [end, due, payable].map((date) => date.slice(2)));

  it.each<[string, PeriodType, number, number, string[][]]>([
    ['a month, on the 19th of the next', 'Monthly', 1, 19, [['25-11-30', '25-12-19', '25-12-19']]],
    ['a quarter, on the 5th of the second month', 'Quarterly', 2, 5, [['25-09-30', '25-11-05', '25-11-05']]],
    ['a half year', 'HalfYearly', 1, 24, [['25-12-31', '26-01-24', '26-01-26']]], // a Saturday
    ['a year, in April', 'Yearly', 4, 19, [['25-12-31', '26-04-19', '26-04-20']]],
  ])('%s', (_, type, months, day, [expected]) => expect(legal(type, months, day, year(2025))).toContainEqual(expected));

  it('takes every month once over exercises that follow one another', () => {
    const exercises = [period('2024-02-10', '2025-01-20'), period('2025-01-21', '2025-12-31')];
    const months = exercises.flatMap((exercise) => legal('Monthly', 1, 19, exercise).map(([end]) => end));
    expect(months).toEqual(ends(periodsIn('Monthly', period('2024-02-10', '2025-12-31'))));
  });
});
