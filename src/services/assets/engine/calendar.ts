/**
 * Exercises as integers: the closings of a folder measured once by every clock, then read by all its plans.
 * Exercises follow each other without gap; those before the first and after the last given are assumed to last
 * twelve months, so that a figure never depends on which exercises were asked for.
 */
import { addDays, addMonths, dayNumber, type PlainDate } from '../../kernel/dates.ts';
import type { ProrataTemporis } from '../value-sets.ts';
import { DAY_CLOCKS, type DayClock, monthIndex } from './day-count.ts';
import { assetRuleErrors } from './errors.ts';

export interface Exercise {
  readonly start: PlainDate;
  readonly end: PlainDate;
}

export interface Calendar {
  readonly exercises: readonly Exercise[];
  /** Day numbers of the openings and closings. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Months touched at each closing, counted from year 0: the month of the closing counts whole. */
  readonly months: Int32Array;
  readonly clocks: Readonly<Record<ProrataTemporis, PlanClock>>;
}

/** How a linear plan measures time: any day, and each closing measured once. */
export interface PlanClock extends DayClock {
  readonly closings: Float64Array;
}

const MAX_EXERCISES = 400;

/** Builds the calendar of contiguous exercises in order. Throws the errors of `checkExercises`. */
export function makeCalendar(exercises: readonly Exercise[]): Calendar {
  checkExercises(exercises);
  const ends = Int32Array.from(exercises, (exercise) => dayNumber(exercise.end));
  const clock = (prorata: ProrataTemporis): PlanClock => ({
    ...DAY_CLOCKS[prorata],
    closings: Float64Array.from(ends, DAY_CLOCKS[prorata].endOf),
  });
  return {
    exercises,
    starts: Int32Array.from(exercises, (exercise) => dayNumber(exercise.start)),
    ends,
    months: Int32Array.from(ends, (day) => monthIndex(day) + 1),
    clocks: { Days: clock('Days'), ActualDays: clock('ActualDays'), Months: clock('Months'), None: clock('None') },
  };
}

/** Refuses an exercise that ends before it starts or lasts more than 24 months, a gap and an overlap. */
function checkExercises(exercises: readonly Exercise[]): void {
  if (exercises.length > MAX_EXERCISES) throw assetRuleErrors.TooManyExercises({ count: exercises.length });
  for (const [index, { start, end }] of exercises.entries()) {
    if (end < start) throw assetRuleErrors.ExerciseEndsBeforeStart({ start, end });
    if (end >= addMonths(start, 24)) throw assetRuleErrors.ExerciseTooLong({ start, end });
    const previous = exercises[index - 1];
    if (previous && addDays(previous.end, 1) !== start)
      throw assetRuleErrors.ExercisesNotContiguous({ end: previous.end, start });
  }
}

/** The exercises, sorted, with as many twelve-month ones before and after as it takes to hold both days. */
export function coverDays(exercises: readonly Exercise[], from: PlainDate, to: PlainDate): Exercise[] {
  const covered = [...exercises].sort((a, b) => (a.start < b.start ? -1 : 1));
  checkExercises(covered);
  for (let first = covered[0]; first && first.start > from && covered.length <= MAX_EXERCISES; first = covered[0])
    covered.unshift({ start: addMonths(first.start, -12), end: addDays(first.start, -1) });
  for (let last = covered.at(-1); last && last.end < to && covered.length <= MAX_EXERCISES; last = covered.at(-1)) {
    const start = addDays(last.end, 1);
    covered.push({ start, end: addDays(addMonths(start, 12), -1) });
  }
  return covered;
}

/** Civil years that hold both days. */
export function civilYears(from: PlainDate, to: PlainDate): Exercise[] {
  const first = Number(from.slice(0, 4));
  const count = Number(to.slice(0, 4)) - first + 1;
  return Array.from({ length: Math.max(count, 1) }, (_, index) => civilYear(first + index));
}

const civilYear = (year: number): Exercise => ({
  start: `${year}-01-01` as PlainDate,
  end: `${year}-12-31` as PlainDate,
});

/** Index of the exercise that holds the day: 0 before the first, the number of exercises after the last. */
export function exerciseAt(calendar: Calendar, day: number): number {
  const { starts, ends } = calendar;
  const guess = Math.floor((day - (starts[0] ?? 0)) / 365.25); // right when exercises last twelve months
  let index = guess < 0 ? 0 : guess > ends.length ? ends.length : guess;
  while (index < ends.length && (ends[index] ?? 0) < day) index++;
  while (index > 0 && (ends[index - 1] ?? 0) >= day) index--;
  return index;
}
