/** An accounting exercise and the quarters that its advances are paid in. */
import { addDays, addMonths, dayParts, type PlainDate, plainDate } from '../../kernel/dates.ts';

/** First and last day, both included. */
export interface Exercise {
  readonly start: PlainDate;
  readonly end: PlainDate;
}

/** Whole months, the day after the last one counted: 1 January to 31 December is 12, a begun month is one more. */
export function exerciseMonths({ start, end }: Exercise): number {
  const last = dayParts(addDays(end, 1));
  const first = dayParts(start);
  const months = (last.year - first.year) * 12 + (last.month - first.month);
  return last.day > first.day ? months + 1 : months;
}

export const closesWithTheYear = ({ end }: Exercise): boolean => end.endsWith('-12-31');

/** The calendar quarter that holds a day. */
export function quarterOf(date: PlainDate): Exercise {
  const { year, month } = dayParts(date);
  const start = plainDate(year, month - ((month - 1) % 3), 1);
  return { start, end: addDays(addMonths(start, 3), -1) };
}

const later = (a: PlainDate, b: PlainDate): PlainDate => [a, b].sort()[1] as PlainDate;
const earlier = (a: PlainDate, b: PlainDate): PlainDate => [a, b].sort()[0] as PlainDate;

/** The part of `inner` within `outer`; they must meet. */
export const clip = (inner: Exercise, outer: Exercise): Exercise => ({
  start: later(inner.start, outer.start),
  end: earlier(inner.end, outer.end),
});

export const meets = (a: Exercise, b: Exercise): boolean => a.start <= b.end && b.start <= a.end;
