/**
 * The exercise of a FEC. Its end comes from the file name or an option. Its start is an option, or the earliest
 * EcritureDate of the opening journal, or the first day of the month of the earliest EcritureDate, if that leaves an
 * exercise of at most 24 months; else it is 12 months before the end.
 */
import { addDays, addMonths, type PlainDate } from '../../kernel/dates.ts';
import { fromPlainDate, toPlainDate } from './day.ts';
import { type FindingLog, MAX_FINDINGS_PER_CODE } from './findings.ts';

const MAX_MONTHS = 24;
const USUAL_MONTHS = 12;

export interface Exercise {
  readonly start: PlainDate;
  readonly end: PlainDate;
}

/** The first day of an exercise of so many months that ends at `end`. */
const startBefore = (end: PlainDate, months: number): PlainDate => addMonths(addDays(end, 1), -months);

export const usualStart = (end: PlainDate): PlainDate => startBefore(end, USUAL_MONTHS);

/** Earliest days seen, zero when none: in the opening journals, and in the whole file. */
export interface EarliestDays {
  readonly opening: number;
  readonly any: number;
}

/** The exercise of a file without a readable entry. */
export const usualExercise = (end: PlainDate | undefined, start: PlainDate | undefined): Exercise | undefined =>
  end && exerciseOf(end, start, { opening: 0, any: 0 });

export function exerciseOf(end: PlainDate, option: PlainDate | undefined, earliest: EarliestDays): Exercise {
  if (option !== undefined) return { start: option, end };
  const limit = startBefore(end, MAX_MONTHS);
  const firstOfMonth = earliest.any > 0 ? earliest.any - (earliest.any % 100) + 1 : 0;
  const candidates = [earliest.opening, firstOfMonth].filter((day) => day > 0).map(toPlainDate);
  const start = candidates.find((day) => day >= limit && day <= end) ?? usualStart(end);
  return { start, end };
}

/** Lines of one day that may prove to be before the start. */
interface DayLines {
  count: number;
  readonly lines: number[];
}

/**
 * FEC032 per line, though the start is known only after the last line: days that can only be outside are reported at
 * once, the others (two years of days at most) keep their first lines until the start is known.
 */
export class ExerciseWatch {
  readonly #log: FindingLog;
  readonly #end: PlainDate | undefined;
  readonly #endDay: number;
  readonly #earliestStart: number;
  readonly #days = new Map<number, DayLines>();
  /** Lines before any possible start: their message waits for the start too. */
  readonly #early: Array<{ day: number; line: number }> = [];
  #earlyCount = 0;

  constructor(end: PlainDate | undefined, start: PlainDate | undefined, log: FindingLog) {
    this.#log = log;
    this.#end = end;
    this.#endDay = end === undefined ? Number.POSITIVE_INFINITY : fromPlainDate(end);
    this.#earliestStart = end === undefined ? 0 : fromPlainDate(start ?? startBefore(end, MAX_MONTHS));
  }

  add(day: number, line: number): void {
    if (day <= 0 || this.#end === undefined) return;
    if (day > this.#endDay) this.#reportAfter(day, line, this.#end);
    else if (day < this.#earliestStart) this.#keepEarly(day, line);
    else this.#keep(day, line);
  }

  #reportAfter(day: number, line: number, end: PlainDate): void {
    this.#log.report('FEC032.after', line, 'EcritureDate', () => ({ date: toPlainDate(day), end }));
  }

  #keepEarly(day: number, line: number): void {
    this.#earlyCount++;
    if (this.#early.length < MAX_FINDINGS_PER_CODE) this.#early.push({ day, line });
  }

  #keep(day: number, line: number): void {
    let kept = this.#days.get(day);
    if (kept === undefined) {
      kept = { count: 0, lines: [] };
      this.#days.set(day, kept);
    }
    kept.count++;
    if (kept.lines.length < MAX_FINDINGS_PER_CODE) kept.lines.push(line);
  }

  /** Reports the lines before the start. */
  finish(start: PlainDate): void {
    const startDay = fromPlainDate(start);
    const before = [...this.#days].filter(([day]) => day < startDay);
    const lines = [...this.#early, ...before.flatMap(([day, kept]) => kept.lines.map((line) => ({ day, line })))];
    const count = before.reduce((sum, [, kept]) => sum + kept.count, this.#earlyCount);
    for (const { day, line } of lines.sort((a, b) => a.line - b.line).slice(0, MAX_FINDINGS_PER_CODE)) {
      this.#log.report('FEC032.before', line, 'EcritureDate', () => ({ date: toPlainDate(day), start }));
    }
    this.#log.countMore('FEC032', count - Math.min(lines.length, MAX_FINDINGS_PER_CODE));
  }
}
