/**
 * Day numbers (days since 1970-01-01) and the clocks that measure time for a plan (rules C2 to C4).
 *
 * A clock gives every day a position in whole units, so the time between two days is a difference of integers and
 * the parts of a plan always add up, wherever it is cut.
 */
import { isLeapYear } from '../../kernel/dates.ts';
import type { ProrataTemporis } from '../value-sets.ts';

/** Days outside these years are refused at the edge; inside, the calendar is a table of first days of months. */
export const FIRST_YEAR = 1800;
export const LAST_YEAR = 2399;

const FIRST_MONTH = FIRST_YEAR * 12;
const DAYS_A_MONTH = 30.436875;

const firstDays = Int32Array.from(
  { length: (LAST_YEAR - FIRST_YEAR + 1) * 12 + 1 },
  (_, month) => Date.UTC(FIRST_YEAR, month, 1) / 86_400_000,
);

const firstDay = (month: number): number => firstDays[month - FIRST_MONTH] ?? 0;

/** Months since year 0 before the month that holds the day. */
export function monthIndex(day: number): number {
  let month = FIRST_MONTH + Math.floor((day - firstDay(FIRST_MONTH)) / DAYS_A_MONTH); // at most one month away
  while (firstDay(month) > day) month--;
  while (firstDay(month + 1) <= day) month++;
  return month;
}

const isMonthEnd = (day: number, month: number): boolean => day + 1 === firstDay(month + 1);

/** Months complete at the end of the day, counted from year 0: the month of the day counts on its last day only. */
export function completeMonths(day: number): number {
  const month = monthIndex(day);
  return isMonthEnd(day, month) ? month + 1 : month;
}

/** Position of the end of a day in 30-day months: the last day of a month, February included, is its day 30. */
function endOfDay360(day: number): number {
  const month = monthIndex(day);
  return 30 * month + (isMonthEnd(day, month) ? 30 : Math.min(day - firstDay(month) + 1, 30));
}

function startOfDay360(day: number): number {
  const month = monthIndex(day);
  return 30 * month + Math.min(day - firstDay(month), 29);
}

/*
 * One civil year is 267,180 units whatever its length, so that 1/365 (732 units), 1/366 (730) and 1/12 of a year
 * (22,265) are all whole.
 */
const YEAR_UNITS = 2 * 365 * 366;

function endOfActualDay(day: number): number {
  const year = Math.floor(monthIndex(day) / 12);
  const ofYear = day - firstDay(year * 12) + 1;
  return YEAR_UNITS * (year - 1970) + ofYear * (isLeapYear(year) ? 730 : 732);
}

/** Measures time: `endOf(b) - startOf(a)` units pass from day a to day b, both included. */
export interface DayClock {
  readonly startOf: (day: number) => number;
  readonly endOf: (day: number) => number;
  readonly unitsPerMonth: number;
  /** How a trace names the units. */
  readonly unit: string;
}

/** `None` measures like `Days`; only the first exercise of a plan differs (see plan.ts). */
export const DAY_CLOCKS: Readonly<Record<ProrataTemporis, DayClock>> = {
  Days: { startOf: startOfDay360, endOf: endOfDay360, unitsPerMonth: 30, unit: 'days of 360 a year' },
  ActualDays: {
    startOf: (day) => endOfActualDay(day - 1),
    endOf: endOfActualDay,
    unitsPerMonth: YEAR_UNITS / 12,
    unit: 'parts of 267180 a civil year',
  },
  Months: { startOf: monthIndex, endOf: (day) => monthIndex(day) + 1, unitsPerMonth: 1, unit: 'months' },
  None: { startOf: startOfDay360, endOf: endOfDay360, unitsPerMonth: 30, unit: 'days of 360 a year' },
};
