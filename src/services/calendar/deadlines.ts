/**
 * When each duty is due. Result return: CGI annex III, art. 344 I-0 bis and 175; company tax: annex III, art. 360;
 * CVAE: CGI 1679 septies. A rule belongs to a regime; what a period of it covers is a PeriodType.
 */
import { addDays, addMonths, dayParts, type PlainDate, plainDate } from '../kernel/dates.ts';
import { clip, closesWithTheYear, type Exercise, type PeriodType, periodHolding } from './periods.ts';
import { workingDayAfter, workingDayFrom } from './working-days.ts';

/** Days granted to electronic filers of the result return by default; decided year by year, so a parameter. */
export const GRACE_DAYS = 15;

export interface Deadline {
  /** What the declaration covers: the exercise, or the part of it that an advance is paid for. */
  readonly period: Exercise;
  /** The legal date. */
  readonly legal: PlainDate;
  /** The legal date with the days granted to electronic filers; reminders count to this one. */
  readonly due: PlainDate;
  /** `due`, or the next working day: payments are accepted until then. */
  readonly payable: PlainDate;
}

export interface DutyRule {
  /** Legal dates of one exercise, in order. */
  readonly legal: (exercise: Exercise) => readonly PlainDate[];
  /** What one date covers: the whole exercise, or the period of this type that holds the date. */
  readonly covers: 'Exercise' | PeriodType;
  readonly hasGrace: boolean;
}

const secondWorkingDayOfMay = (year: number): PlainDate => workingDayAfter(plainDate(year, 5, 1), 2);

const dayAfterClosingYear = ({ end }: Exercise): PlainDate => secondWorkingDayOfMay(dayParts(end).year + 1);

const resultReturn = (exercise: Exercise): PlainDate =>
  closesWithTheYear(exercise) ? dayAfterClosingYear(exercise) : addMonths(exercise.end, 3);

/** The 15th of the fourth month after the month of closing; 15 May when the exercise closes with the year. */
function companyTaxBalance(exercise: Exercise): PlainDate {
  const { year, month } = dayParts(exercise.end);
  if (closesWithTheYear(exercise)) return plainDate(year + 1, 5, 15);
  return addMonths(plainDate(year, month, 15), 4);
}

/** The 15ths of the given months within the exercise, four at most. */
function fifteenths(exercise: Exercise, months: readonly number[]): PlainDate[] {
  const years = [];
  for (let year = dayParts(exercise.start).year; year <= dayParts(exercise.end).year; year++) years.push(year);
  return years
    .flatMap((year) => months.map((month) => plainDate(year, month, 15)))
    .filter((date) => date >= exercise.start && date <= exercise.end)
    .slice(0, 4);
}

const once = (date: (exercise: Exercise) => PlainDate, hasGrace = false): DutyRule => ({
  legal: (exercise) => [date(exercise)],
  covers: 'Exercise',
  hasGrace,
});

const advances = (months: readonly number[]): DutyRule => ({
  legal: (exercise) => fifteenths(exercise, months),
  covers: 'Quarterly',
  hasGrace: false,
});

export const RESULT_RETURN = once(resultReturn, true);
export const COMPANY_TAX_BALANCE = once(companyTaxBalance);
export const COMPANY_TAX_INSTALMENTS = advances([3, 6, 9, 12]);
export const CVAE_BALANCE = once(dayAfterClosingYear);
export const CVAE_INSTALMENTS = advances([6, 9]);
/** A duty whose dates are unknown. */
export const NO_DATE: DutyRule = { legal: () => [], covers: 'Exercise', hasGrace: false };

/** The deadlines of a duty for one exercise, in order of date. */
export const deadlinesOf = ({ legal, covers, hasGrace }: DutyRule, exercise: Exercise, graceDays: number): Deadline[] =>
  legal(exercise).map((date) => {
    const due = hasGrace ? addDays(date, graceDays) : date;
    const period = covers === 'Exercise' ? exercise : clip(periodHolding(covers, date), exercise);
    return { period, legal: date, due, payable: workingDayFrom(due) };
  });
