/**
 * Date-times as partners and callers write them, read as UTC instants. With `Z` or an offset the text says which
 * instant it is; without, it is Europe/Paris wall time. The time zone of the process plays no part.
 *
 * Twice-lived wall times (autumn) are the first of the two; skipped ones (spring) move forward by one hour, which is the
 * instant reached with the offset before the change: Temporal calls this map `compatible`.
 */
import { Temporal } from 'temporal-polyfill';
import { readDateTime } from './date-time-text.ts';
import type { PlainDate } from './dates.ts';

/**
 * A moment: UTC text `YYYY-MM-DDTHH:MM:SS[.ffffff]Z`, fraction without trailing zeros.
 * Texts of a clock become one through `readInstant`. Sort with `compareInstants`: plain text order is wrong between
 * `…00Z` and `…00.5Z`.
 */
export type Instant = string & { readonly Instant: unique symbol };

const PARIS = 'Europe/Paris';

/**
 * Reads `2026-07-15`, `2026-07-15T10:00:00`, `…10:00:00.123456789`, `…Z`, `…+02:00`, `…+0200`, `… 02:00`.
 * A date alone is midnight in Paris. Fractions (9 digits at most) are cut to microseconds.
 * Undefined when the text is none of these, names no real day or hour, or falls outside the years 0001 to 9999.
 */
export function readInstant(text: string): Instant | undefined {
  const read = readDateTime(text);
  if (!read) return undefined;
  const { wall, offset, fraction } = read;
  if (offset === 'Z') return toInstant(`${wall}Z`, fraction); // in UTC already
  const moment = offset === undefined ? parisInstant(wall) : Temporal.Instant.from(wall + offset);
  return toInstant(moment.toString({ smallestUnit: 'second' }), fraction);
}

/** Days are few and read again and again, and the rules of the zone are slow to apply: so many answers are kept. */
const KEPT = 10_000;

function kept<V>(work: (key: string) => V): (key: string) => V {
  const known = new Map<string, V>();
  return (key) => {
    const found = known.get(key) ?? work(key);
    if (known.size >= KEPT) known.clear();
    known.set(key, found);
    return found;
  };
}

const parisInstant = kept(
  (wall): Temporal.Instant =>
    Temporal.PlainDateTime.from(wall).toZonedDateTime(PARIS, { disambiguation: 'compatible' }).toInstant(),
);

/** No zone moves part of a second, so the fraction is put back as text. */
function toInstant(seconds: string, fraction: string): Instant | undefined {
  if (!/^\d{4}-/.test(seconds) || seconds.startsWith('0000')) return undefined;
  const micros = fraction.slice(0, 6).replace(/0+$/, '');
  return (micros === '' ? seconds : `${seconds.slice(0, -1)}.${micros}Z`) as Instant;
}

/** Negative, zero or positive as `a` is before, at or after `b`. */
export function compareInstants(a: Instant, b: Instant): number {
  const [x, y] = [a.slice(0, -1), b.slice(0, -1)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** The day it is in Paris at that instant. Years have four digits: the last hour of 9999, UTC, is still its last day. */
export const parisDay: (instant: Instant) => PlainDate = kept((instant) => {
  const wall = parisWallTime(instant as Instant);
  return (wall.startsWith('+') ? '9999-12-31' : wall.slice(0, 10)) as PlainDate;
});

/** `YYYY-MM-DDTHH:MM:SS` in Paris, no offset: the form some partners want in their messages. */
export const parisWallTime = (instant: Instant): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(PARIS).toPlainDateTime().toString({ smallestUnit: 'second' });

/** The start of a day in Paris, as Paris writes it: `2024-09-30T00:00:00+02:00`. Who reads the day finds it. */
export const parisDayText: (day: PlainDate) => string = kept((day) =>
  parisInstant(`${day}T00:00:00`).toZonedDateTimeISO(PARIS).toString({ smallestUnit: 'second', timeZoneName: 'never' }),
);

/** The instant at which a day begins in Paris. */
export const parisMidnight = (day: PlainDate): Instant =>
  parisInstant(`${day}T00:00:00`).toString({ smallestUnit: 'second' }) as Instant;
