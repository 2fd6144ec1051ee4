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

/** Entries of one calendar year, closed with it: the exercise is that year, whenever its first entry is. */
export function wholeYear({ start, end }: Exercise): Exercise {
  const year = start.slice(0, 4);
  return { start: end === `${year}-12-31` ? (`${year}-01-01` as PlainDate) : start, end };
}

interface DayLine {
  readonly day: number;
  readonly line: number;
}

interface ExerciseSettings {
  readonly closing: PlainDate | undefined;
  readonly opening: PlainDate | undefined;
  readonly isNamed: boolean;
}

/** Lines of one day that may prove to be before the start. */
interface DayLines {
  count: number;
  readonly lines: number[];
}

/**
 * FEC032 per line, though the start is known only after the last line: the first lines of each day (two years of days at
 * most) and of what can only be outside are kept until then. FEC035 once when the name of the file gives the exercise and no
 * line is of the twelve months that it names.
 */
export class ExerciseWatch {
  readonly #log: FindingLog;
  readonly #end: PlainDate | undefined;
  readonly #endDay: number;
  readonly #earliestStart: number;
  readonly #days = new Map<number, DayLines>();
  /** Lines before any possible start: their message waits for the start too. */
  readonly #early: DayLine[] = [];
  #earlyCount = 0;
  /** Lines after the end: they wait to know whether any line is inside. */
  readonly #late: DayLine[] = [];
  #lateCount = 0;
  #lineCount = 0;
  #firstDay = Number.POSITIVE_INFINITY;
  #lastDay = 0;

  /** First day of the usual exercise, when the name of the file alone gives its end; undefined: it is not questioned. */
  readonly #named: { readonly start: PlainDate; readonly day: number } | undefined;
  /** Lines of the usual exercise. */
  #insideCount = 0;

  constructor({ closing: end, opening: start, isNamed }: ExerciseSettings, log: FindingLog) {
    this.#log = log;
    const usual = end && isNamed ? usualStart(end) : undefined;
    this.#named = usual && { start: usual, day: fromPlainDate(usual) };
    this.#end = end;
    this.#endDay = end === undefined ? Number.POSITIVE_INFINITY : fromPlainDate(end);
    this.#earliestStart = end === undefined ? 0 : fromPlainDate(start ?? startBefore(end, MAX_MONTHS));
  }

  add(day: number, line: number): void {
    if (day <= 0 || this.#end === undefined) return;
    this.#lineCount++;
    if (this.#named && day >= this.#named.day && day <= this.#endDay) this.#insideCount++;
    this.#firstDay = Math.min(this.#firstDay, day);
    this.#lastDay = Math.max(this.#lastDay, day);
    if (day > this.#endDay) this.#keepLate(day, line);
    else if (day < this.#earliestStart) this.#keepEarly(day, line);
    else this.#keep(day, line);
  }

  #keepLate(day: number, line: number): void {
    this.#lateCount++;
    if (this.#late.length < MAX_FINDINGS_PER_CODE) this.#late.push({ day, line });
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

  /** Reports the lines outside; all of them outside are one finding: the file is of another exercise. */
  finish({ start, end }: Exercise): void {
    const startDay = fromPlainDate(start);
    const before = [...this.#days].filter(([day]) => day < startDay);
    const lines = [...this.#early, ...before.flatMap(([day, kept]) => kept.lines.map((line) => ({ day, line })))];
    const count = before.reduce((sum, [, kept]) => sum + kept.count, this.#earlyCount);
    if (this.#named && this.#insideCount === 0 && this.#lineCount > 0) {
      const { start: usual } = this.#named;
      const [first, last] = [toPlainDate(this.#firstDay), toPlainDate(this.#lastDay)];
      this.#log.report('FEC035', null, 'EcritureDate', () => ({ start: usual, end, first, last }));
      return;
    }
    for (const { day, line } of this.#late)
      this.#log.report('FEC032.after', line, 'EcritureDate', () => ({ date: toPlainDate(day), end }));
    this.#log.countMore('FEC032', this.#lateCount - this.#late.length);
    for (const { day, line } of lines.sort((a, b) => a.line - b.line).slice(0, MAX_FINDINGS_PER_CODE)) {
      this.#log.report('FEC032.before', line, 'EcritureDate', () => ({ date: toPlainDate(day), start }));
    }
    this.#log.countMore('FEC032', count - Math.min(lines.length, MAX_FINDINGS_PER_CODE));
  }
}
