/**
 * Day numbers (days since 1970-01-01) and the clocks that measure time for a plan (rules C2 to C4).
 *
 * A clock gives every day a position in whole units, so the time between two days is a difference of integers and
 * the parts of a plan always add up, wherever it is cut.
 */
import { daysInMonth, isLeapYear } from '../../kernel/dates.ts';

export type Prorata = 'Days' | 'ActualDays' | 'Months' | 'None';

/**
 * Year, month and day of a day number packed as `year × 512 + month × 32 + day`: no object in the inner loop.
 * `| 0` truncates, which is the floor here: days before year 0 are refused at the edge.
 */
export function civil(dayNumber: number): number {
  const day = (dayNumber + 719_468) | 0; // from 0000-03-01, so that the leap day closes its year
  const era = (day / 146_097) | 0;
  const ofEra = day - era * 146_097;
  const leapless = ofEra - ((ofEra / 1460) | 0) + ((ofEra / 36_524) | 0) - ((ofEra / 146_096) | 0);
  const yearOfEra = (leapless / 365) | 0;
  const ofYear = ofEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0));
  const shifted = ((5 * ofYear + 2) / 153) | 0; // 0 is March
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return year * 512 + month * 32 + (ofYear - (((153 * shifted + 2) / 5) | 0) + 1);
}

export const yearOf = (packed: number): number => packed >> 9;
export const monthOf = (packed: number): number => (packed >> 5) & 15;
export const dayOf = (packed: number): number => packed & 31;

const isMonthEnd = (packed: number): boolean =>
  dayOf(packed) >= 28 && dayOf(packed) === daysInMonth(yearOf(packed), monthOf(packed));

/** Months since year 0 before the month that holds the day. */
export function monthIndex(dayNumber: number): number {
  const packed = civil(dayNumber);
  return yearOf(packed) * 12 + monthOf(packed) - 1;
}

/** Months complete at the end of the day, counted from year 0: the month of the day counts on its last day only. */
export function completeMonths(dayNumber: number): number {
  const packed = civil(dayNumber);
  return yearOf(packed) * 12 + monthOf(packed) - (isMonthEnd(packed) ? 0 : 1);
}

/** Position of the end of a day in 30-day months: the last day of a month, February included, is its day 30. */
function endOfDay360(dayNumber: number): number {
  const packed = civil(dayNumber);
  const day = isMonthEnd(packed) ? 30 : Math.min(dayOf(packed), 30);
  return 360 * yearOf(packed) + 30 * (monthOf(packed) - 1) + day;
}

function startOfDay360(dayNumber: number): number {
  const packed = civil(dayNumber);
  return 360 * yearOf(packed) + 30 * (monthOf(packed) - 1) + Math.min(dayOf(packed), 30) - 1;
}

/*
 * One civil year is 267,180 units whatever its length, so that 1/365 (732 units), 1/366 (730) and 1/12 of a year
 * (22,265) are all whole.
 */
const YEAR_UNITS = 2 * 365 * 366;

function endOfActualDay(dayNumber: number): number {
  const packed = civil(dayNumber);
  const year = yearOf(packed);
  const ofYear = dayNumber - yearStart(year) + 1;
  return YEAR_UNITS * (year - 1970) + ofYear * (isLeapYear(year) ? 730 : 732);
}

const yearStart = (year: number): number => {
  const before = year - 1;
  return (
    365 * (year - 1970) + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - 477 // leap days before 1970
  );
};

/** Measures time: `endOf(b) - startOf(a)` units pass from day a to day b, both included. */
export interface DayClock {
  readonly startOf: (dayNumber: number) => number;
  readonly endOf: (dayNumber: number) => number;
  readonly unitsPerMonth: number;
  /** How a trace names the units. */
  readonly unit: string;
}

/** `None` measures like `Days`; only the first exercise of a plan differs (see plan.ts). */
export const DAY_CLOCKS: Readonly<Record<Prorata, DayClock>> = {
  Days: { startOf: startOfDay360, endOf: endOfDay360, unitsPerMonth: 30, unit: 'days of a 360-day year' },
  ActualDays: {
    startOf: (day) => endOfActualDay(day - 1),
    endOf: endOfActualDay,
    unitsPerMonth: YEAR_UNITS / 12,
    unit: '1/267,180 of a civil year',
  },
  Months: { startOf: monthIndex, endOf: (day) => monthIndex(day) + 1, unitsPerMonth: 1, unit: 'months' },
  None: { startOf: startOfDay360, endOf: endOfDay360, unitsPerMonth: 30, unit: 'days of a 360-day year' },
};
