/**
 * Dates of CFONB files: JJMMAA, two-digit year. Years 00-79 are 2000-2079, 80-99 are 1980-1999: no bank wrote these
 * files before 1980. In the reader a day is the integer yyyymmdd, which compares as the day does.
 */
import { isCalendarDay, type PlainDate, plainDate } from '../../../kernel/dates.ts';
import { readDigits } from './amount.ts';

export const NO_DAY = 0;
export const BAD_DAY = -1;

const FIRST_YEAR_OF_1900 = 80;
const BLANK = 32;

/** The last date read: records of a day follow each other, and most are read twice (booking and value). */
const last = { digits: Number.NaN, day: BAD_DAY };

/** yyyymmdd of the six bytes at `at`; NO_DAY when blank or 000000, BAD_DAY when they are no day of the calendar. */
export function readDay(bytes: Uint8Array, at: number): number {
  const digits = readDigits(bytes, at, 6);
  if (digits === last.digits) return last.day;
  if (Number.isNaN(digits)) return isBlank(bytes, at, at + 6) ? NO_DAY : BAD_DAY;
  last.digits = digits;
  last.day = dayOf(digits);
  return last.day;
}

function dayOf(digits: number): number {
  if (digits === 0) return NO_DAY;
  const day = Math.trunc(digits / 10_000);
  const month = Math.trunc(digits / 100) % 100;
  const year = century(digits % 100);
  return isCalendarDay(year, month, day) ? year * 10_000 + month * 100 + day : BAD_DAY;
}

const century = (year: number): number => (year < FIRST_YEAR_OF_1900 ? 2000 : 1900) + year;

export function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if (bytes[index] !== BLANK) return false;
  return true;
}

/** Each day's text is made once: a file names the same few days in every record. */
const texts = new Map<number, PlainDate>();

/** The day as `YYYY-MM-DD`; null for NO_DAY and BAD_DAY. */
export function dayText(day: number): PlainDate | null {
  if (day <= 0) return null;
  const known = texts.get(day);
  if (known !== undefined) return known;
  const text = plainDate(Math.trunc(day / 10_000), Math.trunc(day / 100) % 100, day % 100);
  texts.set(day, text);
  return text;
}

/** JJMMAA of a day from 1980 to 2079, six blanks for none. Throws RangeError outside these years. */
export function writeDay(date: PlainDate | null): string {
  if (date === null) return ' '.repeat(6);
  const year = Number(date.slice(0, 4));
  if (year < 1980 || year > 2079) throw new RangeError(`year out of range: ${date}`);
  return date.slice(8, 10) + date.slice(5, 7) + date.slice(2, 4);
}
