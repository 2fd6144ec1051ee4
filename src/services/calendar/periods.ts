/** Periods that duties are counted in: exercises, and the months, quarters and years of the calendar. */
import { addDays, addMonths, dayParts, type PlainDate, plainDate } from '../kernel/dates.ts';

/** First and last day, both included. */
export interface Period {
  readonly start: PlainDate;
  readonly end: PlainDate;
}

/** An accounting exercise, of any length. */
export type Exercise = Period;

/** Months of each period of the calendar; they divide the year. */
const MONTHS = { Monthly: 1, Quarterly: 3, HalfYearly: 6, Yearly: 12 } as const;
export type PeriodType = keyof typeof MONTHS;

/** The period of the calendar that holds a day. */
export function periodHolding(type: PeriodType, date: PlainDate): Period {
  const { year, month } = dayParts(date);
  const start = plainDate(year, month - ((month - 1) % MONTHS[type]), 1);
  return { start, end: addDays(addMonths(start, MONTHS[type]), -1) };
}

/** The periods of the calendar that meet a window, in order. */
export function periodsIn(type: PeriodType, { start, end }: Period): Period[] {
  const periods: Period[] = [];
  for (let day = start; day <= end; day = addDays(periods.at(-1)?.end ?? end, 1))
    periods.push(periodHolding(type, day));
  return periods;
}

/** Whole months, the day after the last one counted: 1 January to 31 December is 12, a begun month is one more. */
export function exerciseMonths({ start, end }: Exercise): number {
  const last = dayParts(addDays(end, 1));
  const first = dayParts(start);
  const months = (last.year - first.year) * 12 + (last.month - first.month);
  return last.day > first.day ? months + 1 : months;
}

export const closesWithTheYear = ({ end }: Exercise): boolean => end.endsWith('-12-31');

const later = (a: PlainDate, b: PlainDate): PlainDate => (a > b ? a : b);
const earlier = (a: PlainDate, b: PlainDate): PlainDate => (a < b ? a : b);

/** The part of `inner` within `outer`; they must meet. */
export const clip = (inner: Period, outer: Period): Period => ({
  start: later(inner.start, outer.start),
  end: earlier(inner.end, outer.end),
});

export const meets = (a: Period, b: Period): boolean => a.start <= b.end && b.start <= a.end;

/**
 * The exercises that meet a window: those known, oldest first, and years after the last of them; years of the calendar
 * where none is known.
 */
export function exercisesIn(known: readonly Exercise[], window: Period): Exercise[] {
  const last = known.at(-1);
  const all = [...known];
  let start = last ? addDays(last.end, 1) : plainDate(dayParts(window.start).year, 1, 1);
  for (let next = start; start <= window.end; start = next) {
    next = addMonths(start, 12);
    all.push({ start, end: addDays(next, -1) });
  }
  return all.filter((one) => meets(one, window));
}

const sortKey = ({ start, end }: Period): string => `${start}${end}`;

/** Those that meet a window, each once, by start then end. */
export function inWindow(periods: readonly Period[], window: Period): Period[] {
  const unique = new Map(periods.filter((period) => meets(period, window)).map((period) => [sortKey(period), period]));
  return [...unique.values()].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}
