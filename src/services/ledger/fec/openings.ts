/**
 * Opening entries: those of the opening journal; in a file without one, the lines of the first day of the exercise
 * whose PieceRef or label holds "nouveau" (à nouveau, reports à nouveaux). They must come first (VII-3).
 */
import type { PlainDate } from '../../kernel/dates.ts';
import { COLUMN } from './columns.ts';
import { fromPlainDate } from './day.ts';
import type { EarliestDays } from './exercise.ts';
import type { FindingLog } from './findings.ts';
import type { LineFacts, LineReader } from './line.ts';

/** Zero stands for no day yet, and days that could not be read do not count. */
const earlier = (known: number, day: number): number => (day > 0 && (known === 0 || day < known) ? day : known);

/** First lines that are and are not opening lines, under one reading of what an opening line is. */
class Order {
  firstOther = 0;
  /** First opening line that comes after another line. */
  late = 0;
  hasOpening = false;

  add(isOpening: boolean, line: number): void {
    if (!isOpening) this.firstOther ||= line;
    else if (this.firstOther > 0) this.late ||= line;
    this.hasOpening ||= isOpening;
  }
}

const isNouveau = (reader: LineReader): boolean =>
  /nouveau/i.test(reader.text(COLUMN.EcritureLib)) || /nouveau/i.test(reader.text(COLUMN.PieceRef));

/** The lines of one day that hold "nouveau" against all others. */
class NouveauOrder {
  readonly day: number;
  readonly order = new Order();
  constructor(day: number) {
    this.day = day;
  }

  add(facts: LineFacts, reader: LineReader): void {
    this.order.add(facts.date === this.day && isNouveau(reader), facts.line);
  }
}

export class OpeningWatch {
  readonly #byJournal = new Order();
  /** The first day is known only after the last line: it is the usual one, or the earliest of the file. */
  readonly #fixedDay: NouveauOrder;
  #earliestDay = new NouveauOrder(Number.POSITIVE_INFINITY);
  readonly #earliest = { opening: 0, any: 0 };
  #firstLine = 0;

  /** `firstDay` is the start of the exercise as far as it is known before reading, zero when it is not. */
  constructor(firstDay: number) {
    this.#fixedDay = new NouveauOrder(firstDay);
  }

  add(facts: LineFacts, reader: LineReader, isOpeningJournal: boolean): void {
    this.#firstLine ||= facts.line;
    this.#byJournal.add(isOpeningJournal, facts.line);
    this.#earliest.any = earlier(this.#earliest.any, facts.date);
    if (isOpeningJournal) this.#earliest.opening = earlier(this.#earliest.opening, facts.date);
    if (this.#byJournal.hasOpening || facts.date <= 0) return; // the journal decides: labels need not be read
    this.#fixedDay.add(facts, reader);
    if (facts.date < this.#earliestDay.day) this.#restart(facts);
    this.#earliestDay.add(facts, reader);
  }

  #restart(facts: LineFacts): void {
    this.#earliestDay = new NouveauOrder(facts.date);
    if (facts.line > this.#firstLine) this.#earliestDay.order.add(false, this.#firstLine);
  }

  get earliest(): EarliestDays {
    return this.#earliest;
  }

  /** Whether a journal holds the opening entries; else the lines of the first day that say "nouveau" do. */
  get hasOpeningJournal(): boolean {
    return this.#byJournal.hasOpening;
  }

  /** FEC066, once. */
  check(start: PlainDate | undefined, log: FindingLog): void {
    const order = this.#orderFor(start === undefined ? 0 : fromPlainDate(start));
    if (order.late > 0) log.report('FEC066', order.late, null, () => ({ other: order.firstOther }));
  }

  #orderFor(startDay: number): Order {
    if (this.#byJournal.hasOpening) return this.#byJournal;
    return this.#earliestDay.day === startDay ? this.#earliestDay.order : this.#fixedDay.order;
  }
}
