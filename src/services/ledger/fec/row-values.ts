/** Turns the fields of a checked line into values. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { AmountReader } from './amount.ts';
import { COLUMN } from './columns.ts';
import { NO_DAY, OTHER_FORM, readDay, toPlainDate } from './day.ts';
import type { Decode } from './encoding.ts';
import type { FecRow } from './fec-row.ts';
import type { Layout } from './header.ts';
import type { Row } from './row.ts';

/** What the place of a line in its file shows of it. */
export interface LinePlace {
  /** Line of the file, from 1. */
  readonly line: number;
  /** Rank in the entry, from 0, in file order. */
  readonly rank: number;
  readonly journalIndex: number;
  /** Null when CompteNum is blank, which the cash forms allow. */
  readonly accountIndex: number | null;
  readonly subAccountIndex: number | null;
  readonly letteringIndex: number | null;
}

export interface FecLine extends FecRow, LinePlace {
  /** Debit minus credit. */
  readonly amount: Cents;
}

const MAX_KEPT_DAYS = 4096;
const NO_EXTRA: ReadonlyMap<string, string> = new Map();

export class RowValues {
  readonly #row: Row;
  readonly #layout: Layout;
  readonly #decode: Decode;
  readonly #amount = new AmountReader();
  /** Texts of the days met: a file has few and names each many times. */
  readonly #days = new Map<number, PlainDate>();

  constructor(row: Row, layout: Layout, decode: Decode) {
    this.#row = row;
    this.#layout = layout;
    this.#decode = decode;
  }

  /** The line with what its place shows: one object literal, because millions are made. */
  read(place: LinePlace): FecLine {
    const { debit, credit } = this.#sides();
    return {
      journalCode: this.#text(COLUMN.JournalCode),
      journalLabel: this.#text(COLUMN.JournalLib),
      entryNumber: this.#text(COLUMN.EcritureNum),
      entryDate: this.#plainDate(this.#day(COLUMN.EcritureDate)),
      account: this.#text(COLUMN.CompteNum),
      accountLabel: this.#text(COLUMN.CompteLib),
      auxiliary: this.#text(COLUMN.CompAuxNum),
      auxiliaryLabel: this.#text(COLUMN.CompAuxLib),
      documentReference: this.#text(COLUMN.PieceRef),
      documentDate: this.#date(COLUMN.PieceDate),
      label: this.#text(COLUMN.EcritureLib),
      debit,
      credit,
      amount: debit - credit,
      lettering: this.#text(COLUMN.EcritureLet),
      letteringDate: this.#date(COLUMN.DateLet),
      validationDate: this.#date(COLUMN.ValidDate),
      currencyAmount: this.#isBlank(COLUMN.Montantdevise) ? null : this.#cents(COLUMN.Montantdevise),
      currency: this.#text(COLUMN.Idevise),
      settlementDate: this.#date(COLUMN.DateRglt),
      settlementMode: this.#text(COLUMN.ModeRglt),
      operationNature: this.#text(COLUMN.NatOp),
      clientId: this.#text(COLUMN.IdClient),
      extra: this.#extra(),
      line: place.line,
      rank: place.rank,
      journalIndex: place.journalIndex,
      accountIndex: place.accountIndex,
      subAccountIndex: place.subAccountIndex,
      letteringIndex: place.letteringIndex,
    };
  }

  #sides(): { debit: Cents; credit: Cents } {
    if (!this.#layout.sided) return { debit: this.#cents(COLUMN.Debit), credit: this.#cents(COLUMN.Credit) };
    const amount = this.#cents(COLUMN.Montant);
    const isDebit = /^(?:d|\+1)$/i.test(this.#text(COLUMN.Sens));
    return isDebit ? { debit: amount, credit: 0n } : { debit: 0n, credit: amount };
  }

  #extra(): ReadonlyMap<string, string> {
    if (this.#layout.extras.length === 0) return NO_EXTRA;
    const filled = this.#layout.extras.filter(({ field }) => !this.#row.isBlank(field));
    return new Map(filled.map(({ name, field }) => [name, this.#textAt(field)]));
  }

  #text(column: number): string {
    const field = this.#layout.fields[column] as number;
    return field < 0 ? '' : this.#textAt(field);
  }

  #textAt(field: number): string {
    const { bytes, starts, ends } = this.#row;
    return starts[field] === ends[field] ? '' : this.#decode(bytes, starts[field] as number, ends[field] as number);
  }

  #isBlank(column: number): boolean {
    return this.#row.isBlank(this.#layout.fields[column] as number);
  }

  #date(column: number): PlainDate | null {
    const day = this.#day(column);
    return day > 0 ? this.#plainDate(day) : null;
  }

  #plainDate(day: number): PlainDate {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    if (this.#days.size >= MAX_KEPT_DAYS) this.#days.clear();
    const date = toPlainDate(day);
    this.#days.set(day, date);
    return date;
  }

  #day(column: number): number {
    const field = this.#layout.fields[column] as number;
    if (field < 0) return NO_DAY;
    const { bytes, starts, ends } = this.#row;
    return readDay(bytes, starts[field] as number, ends[field] as number) % OTHER_FORM;
  }

  #cents(column: number): Cents {
    const field = this.#layout.fields[column] as number;
    const { bytes, starts, ends } = this.#row;
    this.#amount.read(bytes, starts[field] as number, ends[field] as number);
    return BigInt(this.#amount.cents);
  }
}
