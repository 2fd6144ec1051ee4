/** Working days and months of the demo exercises. */
import {
  addDays,
  addMonths,
  dayNumber,
  dayParts,
  daysInMonth,
  type PlainDate,
  parsePlainDate,
  plainDate,
} from '../../../src/services/kernel/dates.ts';

/** Weekdays on which the bank books nothing, for the years that the folders touch. */
const CLOSED = new Set(
  `2024-01-01 2024-03-29 2024-04-01 2024-05-01 2024-05-08 2024-05-09 2024-05-20 2024-08-15 2024-11-01 2024-11-11
   2024-12-25 2024-12-26 2025-01-01 2025-04-18 2025-04-21 2025-05-01 2025-05-08 2025-05-29 2025-06-09 2025-07-14
   2025-08-15 2025-11-11 2025-12-25 2025-12-26 2026-01-01`.split(/\s+/),
);

/** The calendar day of a `YYYY-MM-DD` literal. */
export function day(text: string): PlainDate {
  const date = parsePlainDate(text);
  if (date === undefined) throw new Error(`not a day: ${text}`);
  return date;
}

/** 0 is Sunday (1970-01-01 was a Thursday). */
const weekday = (date: PlainDate): number => (dayNumber(date) + 4) % 7;

export const isWorkingDay = (date: PlainDate): boolean => ![0, 6].includes(weekday(date)) && !CLOSED.has(date);

/** `date` itself, or the first working day after it. */
export function workingDay(date: PlainDate): PlainDate {
  let at = date;
  while (!isWorkingDay(at)) at = addDays(at, 1);
  return at;
}

/** `date` itself, or the last working day before it. */
export function workingDayBefore(date: PlainDate): PlainDate {
  let at = date;
  while (!isWorkingDay(at)) at = addDays(at, -1);
  return at;
}

export interface Month {
  readonly start: PlainDate;
  readonly end: PlainDate;
  /** `2024-03`. */
  readonly name: string;
}

export function monthOf(date: PlainDate): Month {
  const { year, month } = dayParts(date);
  return {
    start: plainDate(year, month, 1),
    end: plainDate(year, month, daysInMonth(year, month)),
    name: date.slice(0, 7),
  };
}

/** `count` months from the one that holds `first`. */
export const monthsFrom = (first: PlainDate, count: number): Month[] =>
  Array.from({ length: count }, (_, index) => monthOf(addMonths(first, index)));

/** The working day on or after day `dayOfMonth` of the month, kept inside the month. */
export function inMonth(month: Month, dayOfMonth: number): PlainDate {
  const { year, month: number } = dayParts(month.start);
  const wanted = plainDate(year, number, Math.min(dayOfMonth, daysInMonth(year, number)));
  const after = workingDay(wanted);
  return after > month.end ? workingDayBefore(wanted) : after;
}

/** The working day on or after day `dayOfMonth` of the month that follows. */
export const inNextMonth = (month: Month, dayOfMonth: number): PlainDate =>
  inMonth(monthOf(addDays(month.end, 1)), dayOfMonth);

/** `20240331`. */
export const compact = (date: PlainDate): string => date.replaceAll('-', '');

/** `310324`, the JJMMAA of bank files. */
export const ddmmyy = (date: PlainDate): string => date.slice(8, 10) + date.slice(5, 7) + date.slice(2, 4);

/** `31/03/2024`. */
export const slashed = (date: PlainDate): string => date.split('-').reverse().join('/');
