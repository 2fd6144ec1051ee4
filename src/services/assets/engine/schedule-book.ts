/**
 * The schedules of many assets in flat columns: cumulated amounts in cents at each closing, asset after asset. This
 * is what lists, sums and editions of a whole folder read.
 */
import type { Calendar } from './calendar.ts';
import type { PlanPair } from './plan.ts';
import { closePlan, runPlan } from './run-plan.ts';

export interface ScheduleBook {
  readonly calendar: Calendar;
  /** Cumulated economic and fiscal amortization, and balance of account 145, at `asset × exercises + exercise`. */
  readonly economic: Float64Array;
  readonly fiscal: Float64Array;
  readonly derogatory: Float64Array;
}

export function makeScheduleBook(assets: number, calendar: Calendar): ScheduleBook {
  const cells = assets * calendar.ends.length;
  return {
    calendar,
    economic: new Float64Array(cells),
    fiscal: new Float64Array(cells),
    derogatory: new Float64Array(cells),
  };
}

/** C9: what the tax plan is ahead of the books by, never below zero. */
export const derogatoryBalance = (economic: number, fiscal: number): number =>
  fiscal > economic ? fiscal - economic : 0;

/** Fills the cells of one asset; `stop` is the day number of its retirement. */
export function scheduleAsset(book: ScheduleBook, asset: number, { economic, fiscal }: PlanPair, stop?: number): void {
  const count = book.calendar.ends.length;
  const offset = asset * count;
  if (stop === undefined) {
    closePlan(economic, book.economic, offset);
    closePlan(fiscal, book.fiscal, offset);
  } else {
    runPlan(economic, stop, book.economic, offset);
    runPlan(fiscal, stop, book.fiscal, offset);
  }
  for (let at = offset; at < offset + count; at++)
    book.derogatory[at] = derogatoryBalance(book.economic[at] ?? 0, book.fiscal[at] ?? 0);
}
