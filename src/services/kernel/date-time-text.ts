/**
 * Texts of date-times, taken apart and checked, and the days they mean. Apart from paris-time.ts because every declaration
 * loads this, and a calendar library costs each command 10 ms.
 */
import { isCalendarDay, type PlainDate, parsePlainDate } from './dates.ts';

export interface DateTimeText {
  readonly date: PlainDate;
  /** `YYYY-MM-DDTHH:MM:SS`. */
  readonly wall: string;
  /** Of a second, digits alone. */
  readonly fraction: string;
  /** `Z` or `+02:00`; undefined for wall time in Paris. */
  readonly offset: string | undefined;
}

// A blank before the offset is a `+` that a query string decoded.
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+\- ])(\d{2}):?(\d{2})?)?)?$/;

/** Undefined when the text is no date-time, or names no real day or hour. A date alone is its midnight. */
export function readDateTime(text: string): DateTimeText | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zulu, sign, oh, om = '00'] =
    match;
  if (!isCalendarDay(Number(year), Number(month), Number(day))) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (Number(oh ?? 0) > 23 || Number(om) > 59) return undefined;
  const date = `${year}-${month}-${day}` as PlainDate;
  const told = oh === undefined ? undefined : `${sign === '-' ? '-' : '+'}${oh}:${om}`;
  return { date, wall: `${date}T${hour}:${minute}:${second}`, fraction, offset: zulu ? 'Z' : told };
}

/** The day that a day or a date-time means in Paris; undefined for other texts. */
export function dayOfText(text: string): PlainDate | undefined {
  const read = readDateTime(text);
  if (!read || read.offset === undefined) return read?.date;
  return parsePlainDate(inParis().format(Date.parse(read.wall + read.offset)));
}

let format: Intl.DateTimeFormat | undefined;

/** Made when it is first needed; Swedish days are ISO days. */
function inParis(): Intl.DateTimeFormat {
  format ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' });
  return format;
}
