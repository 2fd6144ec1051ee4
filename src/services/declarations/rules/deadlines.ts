/**
 * When each declaration is due. Liasse: CGI annex III, art. 344 I-0 bis and 175; company tax: annex III, art. 360;
 * CVAE: CGI 1679 septies. The days granted to electronic filers are decided year by year: a parameter, not a rule.
 */
import { addDays, addMonths, dayParts, type PlainDate, plainDate } from '../../kernel/dates.ts';
import { workingDayAfter, workingDayFrom } from './calendar.ts';
import type { DeclarationType } from './enumerations.ts';
import { clip, closesWithTheYear, type Exercise, quarterOf } from './exercises.ts';

/** Days granted to electronic filers of the liasse, by default. */
export const GRACE_DAYS = 15;

export interface Deadline {
  readonly type: DeclarationType;
  /** What the declaration covers: the exercise, or the quarter of an advance. */
  readonly period: Exercise;
  /** The legal date. */
  readonly legal: PlainDate;
  /** The legal date with the days granted to electronic filers; reminders count to this one. */
  readonly due: PlainDate;
  /** `due`, or the next working day: payments are accepted until then. */
  readonly payable: PlainDate;
}

const secondWorkingDayOfMay = (year: number): PlainDate => workingDayAfter(plainDate(year, 5, 1), 2);

const liasse = (exercise: Exercise): PlainDate =>
  closesWithTheYear(exercise) ? secondWorkingDayOfMay(dayParts(exercise.end).year + 1) : addMonths(exercise.end, 3);

/** The 15th of the fourth month after the month of closing; 15 May when the exercise closes with the year. */
function balance(exercise: Exercise): PlainDate {
  const { year, month } = dayParts(exercise.end);
  if (closesWithTheYear(exercise)) return plainDate(year + 1, 5, 15);
  return addMonths(plainDate(year, month, 15), 4);
}

/** The 15ths of the given months within the exercise, four at most. */
function instalments(exercise: Exercise, months: readonly number[]): PlainDate[] {
  const years = [];
  for (let year = dayParts(exercise.start).year; year <= dayParts(exercise.end).year; year++) years.push(year);
  return years
    .flatMap((year) => months.map((month) => plainDate(year, month, 15)))
    .filter((date) => date >= exercise.start && date <= exercise.end)
    .slice(0, 4);
}

type DatesOf = (exercise: Exercise) => readonly PlainDate[];

/** Legal dates by type; types absent from the table have no date of their own. */
const LEGAL: Readonly<Record<DeclarationType, DatesOf>> = {
  Liasse: (exercise) => [liasse(exercise)],
  LiasseTeteDeGroupe: (exercise) => [liasse(exercise)],
  IS2571: (exercise) => instalments(exercise, [3, 6, 9, 12]),
  IS2572: (exercise) => [balance(exercise)],
  IS2573: (exercise) => [balance(exercise)],
  CVAEAcompte: (exercise) => instalments(exercise, [6, 9]),
  CVAESolde: (exercise) => [secondWorkingDayOfMay(dayParts(exercise.end).year + 1)],
  Inconnu: () => [],
};

const WITH_GRACE: readonly DeclarationType[] = ['Liasse', 'LiasseTeteDeGroupe'];
const ADVANCES: readonly DeclarationType[] = ['IS2571', 'CVAEAcompte'];

export const isAdvance = (type: DeclarationType): boolean => ADVANCES.includes(type);

/** The deadlines of one type for one exercise, in order of date. */
export function deadlines(type: DeclarationType, exercise: Exercise, graceDays: number = GRACE_DAYS): Deadline[] {
  return LEGAL[type](exercise).map((legal) => {
    const due = WITH_GRACE.includes(type) ? addDays(legal, graceDays) : legal;
    const period = isAdvance(type) ? clip(quarterOf(legal), exercise) : exercise;
    return { type, period, legal, due, payable: workingDayFrom(due) };
  });
}
