/**
 * FEC067: a journal that moves in every month of the exercise but one. A month that never left the accounting program
 * shows in no number: many programs number entries as they export them.
 *
 * What is usual is no finding: a journal of few lines, one that rests in two months, the months that a file of a running
 * exercise does not reach, and the first month of a company whose file tells no opening.
 */
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import { fromPlainDate } from './day.ts';
import type { Exercise } from './exercise.ts';
import type { FindingLog } from './findings.ts';
import { type LineFacts, shorten } from './line.ts';
import { IntColumn, type MemoryBudget } from './memory.ts';
import type { TextTables } from './tables.ts';
import { TupleTable } from './tuple-table.ts';

/** Months that show a habit. */
const LEAST_MONTHS = 6;
/** Lines of each month between the first and the last: fewer, and a month without any is chance. */
const LEAST_LINES = 10;

/** Months count from year 0. */
const monthOf = (day: number): number => Math.floor(day / 10_000) * 12 + (Math.floor(day / 100) % 100) - 1;
const monthText = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
const monthOfDate = (date: PlainDate): number => monthOf(fromPlainDate(date));

/** Months in which a journal is expected to move, both included. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** What a journal moved in one month. */
interface Moved {
  readonly lines: number;
  /** First line of the file of that month. */
  readonly line: number;
}

interface QuietMonth {
  readonly month: number;
  /** Lines of the poorest of the other months. */
  readonly least: number;
  /** Where the journal goes on, or stopped. */
  readonly line: number;
}

/** The one month of the span in which a journal of this regularity does not move. */
function quietMonthOf(months: ReadonlyMap<number, Moved>, { first, last }: Span): QuietMonth | undefined {
  if (last - first + 1 < LEAST_MONTHS) return undefined;
  const all = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const [month, ...others] = all.filter((each) => !months.has(each));
  if (month === undefined || others.length > 0) return undefined;
  const moved = all.filter((each) => each !== month);
  const least = (of: readonly number[]) => Math.min(...of.map((each) => months.get(each)?.lines ?? 0));
  if (least(moved.filter((each) => each !== first && each !== last)) < LEAST_LINES) return undefined;
  return { month, least: least(moved), line: (months.get(month + 1) ?? months.get(month - 1))?.line ?? 0 };
}

export class MonthBook {
  /** Keys (journal, month, 0). */
  readonly #keys: TupleTable;
  readonly #lines: IntColumn;
  readonly #firstLines: IntColumn;
  /** Lines mostly come one journal and one month after the other. */
  #last = { journal: -1, month: -1, id: -1 };

  constructor(budget: MemoryBudget) {
    this.#keys = new TupleTable(budget);
    this.#lines = new IntColumn(budget);
    this.#firstLines = new IntColumn(budget);
  }

  add({ journal, date, line }: LineFacts): void {
    if (date <= 0) return;
    const month = monthOf(date);
    if (journal !== this.#last.journal || month !== this.#last.month) this.#turnTo(journal, month, line);
    const { id } = this.#last;
    this.#lines.values[id] = (this.#lines.values[id] as number) + 1;
  }

  #turnTo(journal: number, month: number, line: number): void {
    const known = this.#keys.size;
    const id = this.#keys.idOf(journal, month, 0);
    this.#last = { journal, month, id };
    if (id < known) return;
    this.#lines.reserve(id);
    this.#firstLines.reserve(id);
    this.#firstLines.values[id] = line;
  }

  /** `isStartTold`: an opening journal, or an option, gives the start of the exercise. */
  check(exercise: Exercise | undefined, isStartTold: boolean, tables: TextTables, log: FindingLog): void {
    const span = exercise && spanOf(exercise, isStartTold);
    if (!span) return;
    const reached = this.#reached(span);
    for (const [journal, months] of this.#regular(span)) {
      const last = reached < span.last ? Math.max(...months.keys()) : span.last;
      const quiet = quietMonthOf(months, { first: span.first, last });
      if (!quiet) continue;
      log.report('FEC067', quiet.line, 'EcritureDate', () => ({
        journal: shorten(tables.text(tables.journals, journal)) || '–',
        month: monthText(quiet.month),
        least: quiet.least,
      }));
    }
  }

  /** The last month of the span in which any journal moves. */
  #reached(span: Span): number {
    let reached = 0;
    for (const id of this.#within(span)) reached = Math.max(reached, this.#keys.second(id));
    return reached;
  }

  /** The months of the span in which each journal moves, of journals that move in enough of them to show a habit. */
  #regular(span: Span): Map<number, Map<number, Moved>> {
    const counts = new Map<number, number>();
    for (const id of this.#within(span)) counts.set(this.#keys.first(id), (counts.get(this.#keys.first(id)) ?? 0) + 1);
    const journals = new Map<number, Map<number, Moved>>();
    for (const id of this.#within(span)) {
      const [journal, month] = [this.#keys.first(id), this.#keys.second(id)];
      if ((counts.get(journal) ?? 0) < LEAST_MONTHS - 1) continue;
      const months = journals.get(journal) ?? new Map<number, Moved>();
      const moved = { lines: this.#lines.values[id] as number, line: this.#firstLines.values[id] as number };
      journals.set(journal, months.set(month, moved));
    }
    return journals;
  }

  *#within(span: Span): Generator<number> {
    for (let id = 0; id < this.#keys.size; id++) if (isWithin(span, this.#keys.second(id))) yield id;
  }
}

const isWithin = ({ first, last }: Span, month: number): boolean => month >= first && month <= last;

/** The whole months of the exercise. */
function spanOf({ start, end }: Exercise, isStartTold: boolean): Span {
  const isFirstWhole = isStartTold && start.endsWith('-01');
  const isLastWhole = addDays(end, 1).endsWith('-01');
  return {
    first: monthOfDate(start) + (isFirstWhole ? 0 : 1),
    last: monthOfDate(end) - (isLastWhole ? 0 : 1),
  };
}
