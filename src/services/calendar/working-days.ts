/** Working days of mainland France: Monday to Friday, the eleven legal holidays out (code du travail, L3133-1). */
import { addDays, dayNumber, dayParts, type PlainDate, plainDate } from '../kernel/dates.ts';

const FIXED_HOLIDAYS = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'];

/** Easter Monday, Ascension, Whit Monday: days after Easter Sunday. */
const AFTER_EASTER = [1, 39, 50];

/** Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher). */
export function easterSunday(year: number): PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return plainDate(year, Math.floor(n / 31), (n % 31) + 1);
}

const known = new Map<number, readonly PlainDate[]>();

/** In order of date. */
export function holidays(year: number): readonly PlainDate[] {
  const found = known.get(year) ?? holidaysOf(year);
  known.set(year, found);
  return found;
}

const holidaysOf = (year: number): PlainDate[] =>
  [
    ...FIXED_HOLIDAYS.map((day) => `${String(year).padStart(4, '0')}-${day}` as PlainDate),
    ...AFTER_EASTER.map((days) => addDays(easterSunday(year), days)),
  ].sort();

/** 1970-01-01 was a Thursday: Saturday and Sunday are 2 and 3 days after it. */
const isWeekend = (date: PlainDate): boolean => [2, 3].includes(((dayNumber(date) % 7) + 7) % 7);

export const isWorkingDay = (date: PlainDate): boolean =>
  !isWeekend(date) && !holidays(dayParts(date).year).includes(date);

/** The date itself when it is a working day, else the first one after it. */
export const workingDayFrom = (date: PlainDate): PlainDate =>
  isWorkingDay(date) ? date : workingDayFrom(addDays(date, 1));

/** The `count`th working day strictly after `date`. */
export const workingDayAfter = (date: PlainDate, count: number): PlainDate => {
  const next = workingDayFrom(addDays(date, 1));
  return count <= 1 ? next : workingDayAfter(next, count - 1);
};
