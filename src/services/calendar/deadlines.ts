/**
 * When each duty is due. Result return: CGI annex III, art. 344 I-0 bis and 175; company tax: annex III, art. 360;
 * CVAE: CGI 1679 septies. A regime names the rules it uses; a rule says which periods are declared and when.
 */
import { addDays, addMonths, dayParts, isLastDayOfMonth, type PlainDate, plainDate } from '../kernel/dates.ts';
import {
  clip,
  closesWithTheYear,
  type Exercise,
  type Period,
  type PeriodType,
  periodHolding,
  periodsIn,
} from './periods.ts';
import { workingDayAfter, workingDayFrom } from './working-days.ts';

/** Days granted to electronic filers of the result return by default; decided year by year, so a parameter. */
export const GRACE_DAYS = 15;

/** What is declared, and the day it is due by law. */
export interface Dated {
  readonly period: Period;
  readonly legal: PlainDate;
}

export interface Deadline extends Dated {
  /** The legal date with the days granted to electronic filers; reminders count to this one. */
  readonly due: PlainDate;
  /** `due`, or the next working day: payments are accepted until then. */
  readonly payable: PlainDate;
}

export interface DutyRule {
  /** What one declaration covers: a whole exercise, or a period of this type within it. */
  readonly covers: 'Exercise' | PeriodType;
  /** The declarations of one exercise, in order of date. */
  readonly dated: (exercise: Exercise) => readonly Dated[];
  readonly hasGrace: boolean;
}

/** A day of a month, `months` after the one in which a period ends. */
export function dayAfter({ end }: Period, months: number, day: number): PlainDate {
  const { year, month } = dayParts(end);
  return addMonths(plainDate(year, month, day), months);
}

/** A declaration of the whole exercise. */
const once = (legal: (exercise: Exercise) => PlainDate, hasGrace = false): DutyRule => ({
  covers: 'Exercise',
  dated: (exercise) => [{ period: exercise, legal: legal(exercise) }],
  hasGrace,
});

/** An advance on each of the given days of an exercise, for the part of it that lies in the quarter of the day. */
const advances = (days: (exercise: Exercise) => readonly PlainDate[]): DutyRule => ({
  covers: 'Quarterly',
  dated: (exercise) =>
    days(exercise).map((legal) => ({ period: clip(periodHolding('Quarterly', legal), exercise), legal })),
  hasGrace: false,
});

/** A declaration of each period of the calendar that ends within the exercise, such as those of VAT. */
export const eachPeriod = (covers: PeriodType, legal: (period: Period) => PlainDate): DutyRule => ({
  covers,
  dated: (exercise) =>
    periodsIn(covers, exercise)
      .filter(({ end }) => end <= exercise.end)
      .map((period) => ({ period, legal: legal(period) })),
  hasGrace: false,
});

/** The second working day after 1 May of the year after the closing. */
const inMayAfter = ({ end }: Exercise): PlainDate => workingDayAfter(plainDate(dayParts(end).year + 1, 5, 1), 2);

/** Months go from the last day of one to the last day of another: from 28 February to 31 May. */
function monthsAfter({ end }: Exercise, months: number): PlainDate {
  return isLastDayOfMonth(end) ? addDays(addMonths(addDays(end, 1), months), -1) : addMonths(end, months);
}

const resultReturn = (exercise: Exercise): PlainDate =>
  closesWithTheYear(exercise) ? inMayAfter(exercise) : monthsAfter(exercise, 3);

/** The 15th of the fourth month after the month of closing; 15 May when the exercise closes with the year. */
const companyTaxBalance = (exercise: Exercise): PlainDate =>
  dayAfter(exercise, closesWithTheYear(exercise) ? 5 : 4, 15);

/** The given day of the given months within the exercise. */
const daysOf = (exercise: Exercise, dayOfMonth: number, months: readonly number[]): PlainDate[] =>
  periodsIn('Monthly', exercise)
    .map(({ start }) => addDays(start, dayOfMonth - 1))
    .filter((day) => months.includes(dayParts(day).month) && day >= exercise.start && day <= exercise.end);

/**
 * The 15ths of March, June, September and December, four at most. A closing on the 20th of the month before or later
 * leaves the next one to the exercise that closed: the last instalment can be due after the closing.
 */
const companyTaxInstalments = (exercise: Exercise): PlainDate[] =>
  daysOf(exercise, 20, [2, 5, 8, 11])
    .map((day) => addMonths(addDays(day, -5), 1))
    .slice(0, 4);

export const RESULT_RETURN = once(resultReturn, true);
export const COMPANY_TAX_BALANCE = once(companyTaxBalance);
export const COMPANY_TAX_INSTALMENTS = advances(companyTaxInstalments);
export const CVAE_BALANCE = once(inMayAfter);
export const CVAE_INSTALMENTS = advances((exercise) => daysOf(exercise, 15, [6, 9]).slice(0, 4));
/** Whether the result return of an exercise is due by a day, whatever is granted to electronic filers. */
export const isReturnDue = (exercise: Exercise, day: string): boolean => resultReturn(exercise) <= day;

/** A duty whose dates are unknown. */
export const NO_DATE: DutyRule = { covers: 'Exercise', dated: () => [], hasGrace: false };

/** The deadlines of a duty for one exercise, in order of date. */
export const deadlinesOf = ({ dated, hasGrace }: DutyRule, exercise: Exercise, graceDays: number): Deadline[] =>
  dated(exercise).map(({ period, legal }) => {
    const due = hasGrace ? addDays(legal, graceDays) : legal;
    return { period, legal, due, payable: workingDayFrom(due) };
  });
