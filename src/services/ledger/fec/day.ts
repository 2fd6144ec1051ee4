/**
 * Days as integers `AAAAMMJJ`, read straight from bytes: they sort as numbers and take four bytes.
 * The legal form is eight digits (LPF art. A. 47 A-1, XII).
 */
import { dayParts, isCalendarDay, type PlainDate, plainDate } from '../../kernel/dates.ts';

export const NO_DAY = 0;
export const BAD_DAY = -1;
/** Added to a day that was readable in another form than the legal one. */
export const OTHER_FORM = 100_000_000;

const ISO_FORM = /^(\d{4})([-/.])(\d{2})\2(\d{2})(?!\d)(.*)$/;
const FRENCH_FORM = /^(\d{2})([-/.])(\d{2})\2(\d{4})(?!\d)(.*)$/;
/** Without separators, where it is no day of the legal form. */
const FRENCH_DIGITS = /^(\d{2})()(\d{2})((?:19|20)\d{2})()$/;
const LEGAL_WITH_TIME = /^(\d{4})()(\d{2})(\d{2})(?!\d)(.+)$/;
const TIME = /^(?:(?:T| +)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** No readable date is longer: what is longer is not worth a pattern. */
const MAX_TEXT = 40;

/**
 * Reads the trimmed bytes from `start` to `end`: a day, `OTHER_FORM` plus the day, `BAD_DAY`, or `NO_DAY` when blank.
 * A date made only of zeros and separators is blank, as for the tool of the tax administration.
 */
export function readDay(bytes: Uint8Array, start: number, end: number): number {
  if (start === end) return NO_DAY;
  const day = end - start === 8 ? readDigits(bytes, start, end) : BAD_DAY;
  if (day > 0 && isDay(day)) return day;
  return day === NO_DAY || isZeros(bytes, start, end) ? NO_DAY : readOtherForm(bytes, start, end);
}

function readDigits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = (bytes[i] as number) - 0x30;
    if (digit < 0 || digit > 9) return BAD_DAY;
    value = value * 10 + digit;
  }
  return value;
}

const isDay = (day: number): boolean => {
  const year = Math.floor(day / 10_000);
  return year >= 1 && isCalendarDay(year, Math.floor(day / 100) % 100, day % 100); // no calendar has a year 0
};

const ZEROS_AND_SEPARATORS = /^[0/.: T-]+$/;

function isZeros(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start <= MAX_TEXT && ZEROS_AND_SEPARATORS.test(asciiText(bytes, start, end));
}

function readOtherForm(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > MAX_TEXT) return BAD_DAY;
  const text = asciiText(bytes, start, end);
  const iso = ISO_FORM.exec(text) ?? LEGAL_WITH_TIME.exec(text);
  const french = iso ? null : (FRENCH_FORM.exec(text) ?? FRENCH_DIGITS.exec(text));
  const [year, month, day, rest] = iso
    ? [iso[1], iso[3], iso[4], iso[5]]
    : [french?.[4], french?.[3], french?.[1], french?.[5]];
  if (year === undefined || !TIME.test(rest ?? '')) return BAD_DAY;
  const value = Number(year) * 10_000 + Number(month) * 100 + Number(day);
  return isDay(value) ? OTHER_FORM + value : BAD_DAY;
}

function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
}

export const toPlainDate = (day: number): PlainDate =>
  plainDate(Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100);

export const toPlainDateOrNull = (day: number): PlainDate | null => (day > 0 ? toPlainDate(day) : null);

export const fromPlainDate = (date: PlainDate): number => {
  const { year, month, day } = dayParts(date);
  return year * 10_000 + month * 100 + day;
};

/** `AAAAMMJJ`, as a FEC writes it. */
export const fecDay = (date: PlainDate): string => date.replaceAll('-', '');
