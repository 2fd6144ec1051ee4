/** One pass over the records of a FEC: each line is read once and handed to the books that check across lines. */
import type { PlainDate } from '../../kernel/dates.ts';
import { AccountBook, JournalBook } from './accounts.ts';
import { CentsTotal, fecAmount } from './amount.ts';
import type { FecForm } from './columns.ts';
import { fromPlainDate, toPlainDate } from './day.ts';
import type { Decode } from './encoding.ts';
import { checkBalance, type Entries, EntryBook } from './entries.ts';
import { type Exercise, ExerciseWatch, exerciseOf, usualStart } from './exercise.ts';
import { FieldCount } from './field-count.ts';
import type { FindingLog } from './findings.ts';
import { type Layout, readHeader } from './header.ts';
import { LetteringBook } from './lettering.ts';
import { type LineFacts, LineReader } from './line.ts';
import { LineIndex } from './line-index.ts';
import type { MemoryBudget } from './memory.ts';
import { checkNumbering } from './numbering.ts';
import { OpeningWatch } from './openings.ts';
import { MonthBook } from './quiet-months.ts';
import type { RecordSink } from './records.ts';
import { MAX_RECORD_BYTES, type Row } from './row.ts';
import { TextTables } from './tables.ts';

export interface ScanSettings {
  readonly form: FecForm;
  readonly decode: Decode;
  readonly closing: PlainDate | undefined;
  readonly opening: PlainDate | undefined;
  /** The name of the file alone gives the exercise: it may be wrong. */
  readonly isNamed: boolean;
  /** Keep the place of every line for a second pass. */
  readonly indexed: boolean;
}

/** Set when the header is read. */
interface Body {
  readonly layout: Layout;
  readonly reader: LineReader;
  readonly fields: FieldCount;
}

export class Scan implements RecordSink {
  readonly tables: TextTables;
  readonly accounts: AccountBook;
  readonly journals: JournalBook;
  readonly letterings: LetteringBook;
  readonly openings: OpeningWatch;
  readonly months: MonthBook;
  readonly debit = new CentsTotal();
  readonly credit = new CentsTotal();
  readonly index: LineIndex | undefined;
  layout: Layout | undefined;
  /** Data lines, those that cannot be read included. */
  lineCount = 0;
  /** Line being read, for a limit that is reached on it. */
  currentLine = 0;
  /** Nothing after this place is worth reading. */
  isOver = false;

  readonly #settings: ScanSettings;
  readonly #log: FindingLog;
  readonly #budget: MemoryBudget;
  readonly #entries: EntryBook;
  readonly #exercise: ExerciseWatch;
  #body: Body | undefined;
  #lastDay = 0;
  #latest = 0;
  #isTotalUnknown = false;
  /** Lines of the wrong width: what depends on every line is not checked. */
  #hasLostLines = false;

  constructor(settings: ScanSettings, log: FindingLog, budget: MemoryBudget) {
    const { closing, opening } = settings;
    const firstDay = opening ?? (closing && usualStart(closing));
    this.#settings = settings;
    this.#log = log;
    this.#budget = budget;
    this.tables = new TextTables(budget, settings.decode);
    this.accounts = new AccountBook(budget, this.tables, log);
    this.journals = new JournalBook(budget, this.tables);
    this.letterings = new LetteringBook(budget);
    this.openings = new OpeningWatch(firstDay === undefined ? 0 : fromPlainDate(firstDay));
    this.months = new MonthBook(budget);
    this.index = settings.indexed ? new LineIndex(budget) : undefined;
    this.#entries = new EntryBook(budget);
    this.#exercise = new ExerciseWatch(settings, log);
  }

  record(row: Row, line: number, offset: number): void {
    this.currentLine = line;
    if (row.controlByte >= 0) this.#reportControl(row, line);
    if (this.#body === undefined) this.#readHeader(row, line);
    else this.#readLine(this.#body, row, line, offset);
  }

  emptyLines(firstLine: number, count: number): void {
    this.#log.addRun('FEC011', firstLine, count);
  }

  tooLong(line: number): void {
    this.isOver = true;
    this.#log.report('FEC010.long', line, null, () => ({ limit: MAX_RECORD_BYTES }));
  }

  #reportControl({ controlByte, controlField }: Row, line: number): void {
    this.#log.report('FEC006', line, this.layout?.names[controlField] ?? null, () => ({
      byte: controlByte.toString(16).toUpperCase().padStart(2, '0'),
    }));
  }

  #readHeader(row: Row, line: number): void {
    const { form, decode } = this.#settings;
    const layout = readHeader(row, line, { form, decode }, this.#log);
    if (layout === undefined) {
      this.isOver = true;
      return;
    }
    const reader = new LineReader(row, layout, { form, decode, tables: this.tables }, this.#log);
    this.layout = layout;
    this.#body = { layout, reader, fields: new FieldCount(layout, this.#log) };
  }

  #readLine({ reader, fields }: Body, row: Row, line: number, offset: number): void {
    this.lineCount++;
    if (!fields.accepts(row, line)) {
      this.#hasLostLines = true;
      this.#isTotalUnknown = true;
      this.#entries.addLost(reader.readNumber());
      return;
    }
    const facts = reader.read(line);
    this.debit.add(facts.debit);
    this.credit.add(facts.credit);
    if (facts.isAmountUnknown) this.#isTotalUnknown = true;
    this.accounts.add(facts, reader);
    this.journals.add(facts, reader);
    this.letterings.add(facts);
    this.openings.add(facts, reader, this.journals.isOpening(facts.journal));
    this.months.add(facts);
    this.#exercise.add(facts.date, line);
    this.#latest = Math.max(this.#latest, facts.date);
    this.#checkOrder(facts);
    const group = this.#entries.add(facts);
    this.index?.add(offset, line, group, this.#entries.lastCut);
  }

  /** FEC065: a FEC goes in order of validation (VII-1); a draft counts by its EcritureDate. */
  #checkOrder(facts: LineFacts): void {
    const day = facts.validDate > 0 ? facts.validDate : facts.date;
    if (day <= 0) return;
    const previous = this.#lastDay;
    this.#lastDay = day;
    if (day >= previous) return;
    this.#log.report('FEC065', facts.line, 'ValidDate', () => ({
      date: toPlainDate(day),
      previous: toPlainDate(previous),
    }));
  }

  /** First and last EcritureDate, zero when none could be read. */
  get days(): { readonly first: number; readonly last: number } {
    return { first: this.openings.earliest.any, last: this.#latest };
  }

  /** An opening journal, or an option, gives the start of the exercise; the first entry otherwise. */
  get isStartTold(): boolean {
    return this.#settings.opening !== undefined || this.openings.hasOpeningJournal;
  }

  get exercise(): Exercise | undefined {
    const { closing, opening } = this.#settings;
    return closing && exerciseOf(closing, opening, this.openings.earliest);
  }

  /** The checks that need all lines; returns the entries. */
  finish(): Entries {
    const log = this.#log;
    const { exercise } = this;
    if (this.lineCount === 0) log.add('FEC007', null);
    this.#body?.fields.finish();
    if (exercise) this.#exercise.finish(exercise);
    this.openings.check(exercise?.start, log);
    if (!this.#hasLostLines) {
      this.accounts.checkClosing();
      this.letterings.check(this.tables, log);
    }
    const entries = this.#entries.choose();
    checkBalance(entries, this.tables, log);
    this.#checkTotal();
    if (this.lineCount > 0 && !this.#hasLostLines) {
      checkNumbering(entries, this.tables, log, this.#budget);
      this.months.check(exercise, this.isStartTold, this.tables, log);
    }
    return entries;
  }

  #checkTotal(): void {
    const debit = this.debit.cents;
    const credit = this.credit.cents;
    if (this.#isTotalUnknown || debit === credit) return;
    this.#log.report('FEC061', null, null, () => ({
      debit: fecAmount(debit),
      credit: fecAmount(credit),
      difference: fecAmount(debit - credit),
    }));
  }
}
