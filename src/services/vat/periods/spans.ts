/**
 * The periods that a form is filed for within an exercise: months and quarters of the calendar, years, instalments of a
 * year. The simplified system ends for exercises opened from 1 January 2027 (law 2025-127, art. 38): CA3 from then on.
 */
import { closesWithTheYear, type Exercise, type Period, periodsIn } from '../../calendar/periods.ts';
import { addDays, addMonths, dayParts, type PlainDate } from '../../kernel/dates.ts';

export const PERIOD_KINDS = ['CalendarMonth', 'CalendarQuarter', 'CalendarYear', 'Exercise', 'Entered'] as const;

/** How often a folder files where it has the choice. */
export type Rhythm = 'Monthly' | 'Quarterly' | 'Yearly';

export interface Span {
  readonly beginDate: PlainDate;
  readonly endDate: PlainDate;
  readonly depositNumber: number | null;
  readonly kind: (typeof PERIOD_KINDS)[number];
}

const END_OF_SIMPLIFIED = '2027-01-01';

/** The VAT system of an exercise; a folder that does not say its own is under the normal one. */
export function systemOf(vatSystem: string | null, { start }: Exercise): string {
  const system = vatSystem ?? 'RealNormal';
  return system === 'Simplified' && start >= END_OF_SIMPLIFIED ? 'RealNormal' : system;
}

/** A return covers twelve months at most: a longer exercise has several years. */
function yearsOf({ start, end }: Exercise): Period[] {
  const last = addDays(addMonths(start, 12), -1);
  return end <= last ? [{ start, end }] : [{ start, end: last }, ...yearsOf({ start: addDays(last, 1), end })];
}

const isCalendarYear = ({ start, end }: Period): boolean =>
  closesWithTheYear({ start, end }) && start === `${end.slice(0, 4)}-01-01`;

const yearly = (year: Period, depositNumber: number | null = null): Span => ({
  beginDate: year.start,
  endDate: year.end,
  depositNumber,
  kind: isCalendarYear(year) ? 'CalendarYear' : 'Exercise',
});

const years = (exercise: Exercise): Span[] => yearsOf(exercise).map((year) => yearly(year));

/** Periods of the calendar belong to the exercise in which they end. */
const calendar = (exercise: Exercise, rhythm: Rhythm): Span[] =>
  periodsIn(rhythm === 'Quarterly' ? 'Quarterly' : 'Monthly', exercise)
    .filter(({ end }) => end <= exercise.end)
    .map(({ start, end }) => ({
      beginDate: start,
      endDate: end,
      depositNumber: null,
      kind: rhythm === 'Quarterly' ? 'CalendarQuarter' : 'CalendarMonth',
    }));

/** Instalments of July and December. */
const MONTHS_3514: Readonly<Record<number, number>> = { 7: 1, 12: 2 };

const halves = (exercise: Exercise): Span[] =>
  yearsOf(exercise).flatMap((year) =>
    periodsIn('Monthly', year).flatMap(({ start }) => {
      const depositNumber = MONTHS_3514[dayParts(start).month];
      return depositNumber === undefined ? [] : [yearly(year, depositNumber)];
    }),
  );

const quarters = (exercise: Exercise): Span[] =>
  yearsOf(exercise).flatMap((year) =>
    [1, 2, 3, 4]
      .filter((depositNumber) => addMonths(year.start, 3 * (depositNumber - 1)) <= year.end)
      .map((depositNumber) => yearly(year, depositNumber)),
  );

/** A farm that files by month or quarter pays no instalments. */
const SPANS: Readonly<Record<string, (exercise: Exercise, rhythm: Rhythm) => Span[]>> = {
  '3517SCA12': years,
  '3514': halves,
  '3517AGRSD': (exercise, rhythm) => (rhythm === 'Yearly' ? years(exercise) : calendar(exercise, rhythm)),
  '3525BIS': (exercise, rhythm) => (rhythm === 'Yearly' ? quarters(exercise) : []),
};

/** The periods of a form in an exercise, in order. */
export const spansOf = (form: string, exercise: Exercise, rhythm: Rhythm): Span[] =>
  (SPANS[form] ?? calendar)(exercise, rhythm);
