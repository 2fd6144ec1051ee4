/** Days as `YYYY-MM-DD` text: they sort and compare as text and no time zone can move them. */

/** A calendar day, `YYYY-MM-DD`, that exists. */
export type PlainDate = string & { readonly PlainDate: unique symbol };

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0);

/** Whether year, month (1-12) and day name a real day. Before year 1 the calendar has none, and no database either. */
export const isCalendarDay = (year: number, month: number, day: number): boolean =>
  year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);

export const plainDate = (year: number, month: number, day: number): PlainDate =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` as PlainDate;

/** Reads `YYYY-MM-DD`; undefined when the text is not a day of the calendar. */
export function parsePlainDate(text: string): PlainDate | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  return isCalendarDay(Number(match[1]), Number(match[2]), Number(match[3])) ? (text as PlainDate) : undefined;
}

export interface DayParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export const dayParts = (date: PlainDate): DayParts => ({
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)),
  day: Number(date.slice(8, 10)),
});

const DIGIT_0 = 48;
/** The number that the digits from `from` on, up to `to`, write: registers of assets read days by the million. */
function digits(date: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + date.charCodeAt(at) - DIGIT_0;
  return number;
}

/** Days of four centuries, and days from 0000-03-01, where years are counted from, to 1970-01-01. */
const ERA_DAYS = 146_097;
const EPOCH = 719_468;

/** Days since 1970-01-01, negative before. Years begin in March, so that the day added to leap years is their last. */
export function dayNumber(date: PlainDate): number {
  const month = digits(date, 5, 7);
  const year = digits(date, 0, 4) - (month <= 2 ? 1 : 0);
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + digits(date, 8, 10) - 1;
  return era * ERA_DAYS + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - EPOCH;
}

/** The day whose `dayNumber` is given. */
export const fromDayNumber = (days: number): PlainDate =>
  new Date(days * 86_400_000).toISOString().slice(0, 10) as PlainDate;

export const addDays = (date: PlainDate, days: number): PlainDate => fromDayNumber(dayNumber(date) + days);

/** Adds calendar months; a day beyond the target month becomes its last day. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const { year, month, day } = dayParts(date);
  const index = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(index / 12), month: (index % 12) + 1 };
  return plainDate(target.year, target.month, Math.min(day, daysInMonth(target.year, target.month)));
}

export const isLastDayOfMonth = (date: PlainDate): boolean => {
  const { year, month, day } = dayParts(date);
  return day === daysInMonth(year, month);
};

/**
 * Days from `start` to `end`, both included, in 30-day months of a 360-day year. The last day of any month,
 * February included, closes its month as day 30, so a full 12-month exercise always counts 360.
 */
export function days360(start: PlainDate, end: PlainDate): number {
  const a = dayParts(start);
  const b = dayParts(end);
  const endDay = isLastDayOfMonth(end) ? 30 : Math.min(b.day, 30);
  return 360 * (b.year - a.year) + 30 * (b.month - a.month) + (endDay - Math.min(a.day, 30)) + 1;
}
