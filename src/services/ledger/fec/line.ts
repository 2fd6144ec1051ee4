/** One data line of a FEC as numbers, with the checks that need no other line. */
import { AmountReader, fecAmount } from './amount.ts';
import type { MessageKey, MessageParams } from './codes.ts';
import { COLUMN, columnName } from './columns.ts';
import { BAD_DAY, NO_DAY, OTHER_FORM, readDay, toPlainDate } from './day.ts';
import type { Decode } from './encoding.ts';
import type { FindingLog } from './findings.ts';
import type { FileForm, Layout } from './header.ts';
import { movedBy } from './journal-type.ts';
import type { Row } from './row.ts';
import type { TextTables } from './tables.ts';

/** What one line says, as integers of the text tables (-1 when blank), days and cents. One object serves all lines. */
export class LineFacts {
  line = 0;
  journal = 0;
  number = 0;
  account = -1;
  auxiliary = -1;
  letter = -1;
  date = NO_DAY;
  letterDate = NO_DAY;
  validDate = NO_DAY;
  debit = 0;
  credit = 0;
  /** Bits of the kind of account: see `movedBy`. */
  moved = 0;
  /** An amount could not be read: the sums that it belongs to are unknown. */
  isAmountUnknown = false;
  /** The entry that the line belongs to is uncertain, or its sum is. */
  isEntryUnknown = false;
}

type BlankCode = 'FEC020' | 'FEC021';

/** Texts that must be filled; CompteNum may be blank in every form but the general one. */
const FILLED_TEXTS: ReadonlyArray<readonly [number, BlankCode]> = [
  [COLUMN.JournalCode, 'FEC021'],
  [COLUMN.JournalLib, 'FEC021'],
  [COLUMN.EcritureNum, 'FEC020'],
  [COLUMN.CompteNum, 'FEC020'],
  [COLUMN.CompteLib, 'FEC020'],
  [COLUMN.PieceRef, 'FEC021'],
  [COLUMN.EcritureLib, 'FEC020'],
];

const FIRST_USUAL_DAY = 1900_01_01;
const LAST_USUAL_DAY = 2099_12_31;

/** Longest piece of the file shown in a message. */
const SHOWN_CHARACTERS = 40;

/** How the file is written, and where its texts go. */
interface LineSurroundings extends FileForm {
  readonly tables: TextTables;
}

export class LineReader {
  readonly facts = new LineFacts();
  readonly #layout: Layout;
  readonly #fields: Int32Array;
  readonly #filled: ReadonlyArray<readonly [number, BlankCode]>;
  readonly #tables: TextTables;
  readonly #decode: Decode;
  readonly #log: FindingLog;
  readonly #amount = new AmountReader();
  #row: Row;
  /** By account. */
  readonly #moved: number[] = [];

  constructor(row: Row, layout: Layout, { form, decode, tables }: LineSurroundings, log: FindingLog) {
    this.#row = row;
    this.#layout = layout;
    this.#fields = layout.fields;
    this.#filled = FILLED_TEXTS.filter(([column]) => form === 'general' || column !== COLUMN.CompteNum);
    this.#tables = tables;
    this.#decode = decode;
    this.#log = log;
  }

  /** Reads the line in the row; returns the same object each time. */
  read(line: number): LineFacts {
    const { facts } = this;
    facts.line = line;
    facts.isAmountUnknown = false;
    facts.isEntryUnknown = false;
    this.#checkFilled();
    this.#readTexts();
    this.#readDays();
    if (this.#layout.sided) this.#readSided();
    else this.#readDebitCredit();
    this.#checkSides();
    this.#checkAccount();
    this.#checkLettering();
    this.#checkCurrency();
    return facts;
  }

  /** The entry number of a line with a wrong number of fields, if it has come to that field; else -1. */
  readNumber(): number {
    const field = this.#fields[COLUMN.EcritureNum] as number;
    return field < this.#row.count ? this.#idOf(this.#tables.numbers, COLUMN.EcritureNum) : -1;
  }

  /** Text of a column, as given. */
  text(column: number): string {
    const field = this.#fields[column] as number;
    const { bytes, starts, ends } = this.#row;
    return field < 0 ? '' : this.#decode(bytes, starts[field] as number, ends[field] as number);
  }

  isBlank(column: number): boolean {
    const field = this.#fields[column] as number;
    return field < 0 || this.#row.isBlank(field);
  }

  /** Whether a table's text is the one in this column. */
  holds(table: TextTables['labels'], id: number, column: number): boolean {
    const field = this.#fields[column] as number;
    return table.equals(id, this.#row.bytes, this.#row.starts[field] as number, this.#row.ends[field] as number);
  }

  labelOf(column: number): number {
    return this.#idOf(this.#tables.labels, column);
  }

  #idOf(table: TextTables['labels'], column: number): number {
    const field = this.#fields[column] as number;
    return table.idOf(this.#row.bytes, this.#row.starts[field] as number, this.#row.ends[field] as number);
  }

  #idOrNone(table: TextTables['labels'], column: number): number {
    return this.isBlank(column) ? -1 : this.#idOf(table, column);
  }

  #checkFilled(): void {
    for (const [column, code] of this.#filled) {
      if (this.isBlank(column)) this.#log.add(code, this.facts.line, columnName(column));
    }
  }

  #readTexts(): void {
    const { facts } = this;
    const tables = this.#tables;
    facts.journal = this.#idOf(tables.journals, COLUMN.JournalCode);
    facts.number = this.#idOf(tables.numbers, COLUMN.EcritureNum);
    facts.account = this.#idOrNone(tables.accounts, COLUMN.CompteNum);
    facts.moved = this.#movedBy(facts.account);
    facts.auxiliary = this.#idOrNone(tables.auxiliaries, COLUMN.CompAuxNum);
    facts.letter = this.#idOrNone(tables.letters, COLUMN.EcritureLet);
    if (this.isBlank(COLUMN.EcritureNum)) facts.isEntryUnknown = true;
  }

  #movedBy(account: number): number {
    if (account < 0) return 0;
    this.#moved[account] ??= movedBy(this.text(COLUMN.CompteNum));
    return this.#moved[account] as number;
  }

  #readDays(): void {
    const { facts } = this;
    facts.date = this.#day(COLUMN.EcritureDate, 'FEC020');
    if (facts.date <= NO_DAY) facts.isEntryUnknown = true;
    this.#day(COLUMN.PieceDate, 'FEC021');
    facts.letterDate = this.#day(COLUMN.DateLet);
    facts.validDate = this.#day(COLUMN.ValidDate, 'FEC021.draft');
    this.#day(COLUMN.DateRglt);
    if (facts.validDate <= NO_DAY || facts.validDate >= facts.date) return;
    this.#log.report('FEC034', facts.line, 'ValidDate', () => ({
      valid: toPlainDate(facts.validDate),
      date: toPlainDate(facts.date),
    }));
  }

  /** The day of a column; `NO_DAY` when blank, `BAD_DAY` when unreadable. */
  #day(column: number, whenBlank?: MessageKey): number {
    const field = this.#fields[column] as number;
    if (field < 0) return NO_DAY;
    const read = readDay(this.#row.bytes, this.#row.starts[field] as number, this.#row.ends[field] as number);
    const isUsual = read >= FIRST_USUAL_DAY && read <= LAST_USUAL_DAY;
    return isUsual ? read : this.#unusualDay(column, read, whenBlank);
  }

  #unusualDay(column: number, read: number, whenBlank?: MessageKey): number {
    if (read === BAD_DAY) this.#report('FEC030', column);
    if (read === NO_DAY && whenBlank !== undefined) this.#report(whenBlank, column);
    if (read <= NO_DAY) return read;
    if (read >= OTHER_FORM) this.#report('FEC031', column);
    const day = read % OTHER_FORM;
    if (day < FIRST_USUAL_DAY || day > LAST_USUAL_DAY)
      this.#report('FEC033', column, () => ({ date: toPlainDate(day) }));
    return day;
  }

  #readDebitCredit(): void {
    const { facts } = this;
    facts.debit = this.#amountOf(COLUMN.Debit);
    facts.credit = this.#amountOf(COLUMN.Credit);
    if (facts.debit < 0) this.#log.add('FEC044', facts.line, 'Debit');
    if (facts.credit < 0) this.#log.add('FEC044', facts.line, 'Credit');
  }

  #readSided(): void {
    const { facts } = this;
    const amount = this.#amountOf(COLUMN.Montant);
    if (amount < 0) this.#log.add('FEC044', facts.line, 'Montant');
    const side = this.text(COLUMN.Sens).toUpperCase(); // X: D or C, +1 or -1; lower case is accepted by the tool
    const isDebit = side === 'D' || side === '+1';
    facts.debit = isDebit ? amount : 0;
    facts.credit = isDebit ? 0 : amount;
    if (isDebit || side === 'C' || side === '-1') return;
    this.#report('FEC046', COLUMN.Sens);
    this.#loseAmount();
  }

  /** Cents of an amount that counts in the sums. */
  #amountOf(column: number): number {
    const cents = this.#amountAt(column);
    if (this.#amount.fault !== undefined) this.#loseAmount();
    return cents;
  }

  #loseAmount(): void {
    this.facts.isAmountUnknown = true;
    this.facts.isEntryUnknown = true;
  }

  #amountAt(column: number): number {
    const amount = this.#amount;
    const field = this.#fields[column] as number;
    amount.read(this.#row.bytes, this.#row.starts[field] as number, this.#row.ends[field] as number);
    if (amount.fault !== undefined) this.#report(amount.fault, column);
    if (amount.dotted) this.#report('FEC040', column);
    if (amount.rounded) this.#report('FEC045', column, () => ({ rounded: fecAmount(amount.cents) }));
    return amount.cents;
  }

  #checkSides(): void {
    const { facts } = this;
    if (facts.isAmountUnknown) return;
    if (facts.debit !== 0 && facts.credit !== 0) this.#log.add('FEC043', facts.line);
    if (facts.debit === 0 && facts.credit === 0) this.#log.add('FEC047', facts.line);
  }

  #checkAccount(): void {
    const { facts } = this;
    if (facts.account >= 0 && !this.#startsWithThreeDigits()) this.#report('FEC050', COLUMN.CompteNum);
    const isLabelBlank = this.isBlank(COLUMN.CompAuxLib);
    if (facts.auxiliary < 0 && !isLabelBlank) this.#reportPair('FEC052', 'CompAuxLib', 'CompAuxNum');
    if (facts.auxiliary < 0) return;
    if (isLabelBlank) this.#reportPair('FEC052', 'CompAuxNum', 'CompAuxLib');
    if (facts.account < 0 || this.#accountByte(0) === 0x34) return;
    this.#log.report('FEC053', facts.line, 'CompAuxNum', () => ({
      account: this.#shown(COLUMN.CompteNum),
      aux: this.#shown(COLUMN.CompAuxNum),
    }));
  }

  #accountByte(index: number): number | undefined {
    const field = this.#fields[COLUMN.CompteNum] as number;
    const at = (this.#row.starts[field] as number) + index;
    return at < (this.#row.ends[field] as number) ? this.#row.bytes[at] : undefined;
  }

  #startsWithThreeDigits(): boolean {
    return isDigit(this.#accountByte(0)) && isDigit(this.#accountByte(1)) && isDigit(this.#accountByte(2));
  }

  #checkLettering(): void {
    const { facts } = this;
    if (facts.letter < 0 && facts.letterDate !== NO_DAY) this.#log.add('FEC071', facts.line, 'DateLet');
    if (facts.letter < 0 || facts.letterDate !== NO_DAY) return;
    this.#log.report('FEC070', facts.line, 'DateLet', () => ({ letter: this.#shown(COLUMN.EcritureLet) }));
  }

  #checkCurrency(): void {
    const cents = this.#amountAt(COLUMN.Montantdevise);
    if (this.#amount.fault !== undefined) return;
    const hasCurrency = !this.isBlank(COLUMN.Idevise);
    if (cents !== 0 && !hasCurrency) this.#reportPair('FEC080', 'Montantdevise', 'Idevise');
    if (cents === 0 && hasCurrency) this.#reportPair('FEC080', 'Idevise', 'Montantdevise');
  }

  #reportPair(key: 'FEC052' | 'FEC080', filled: string, blank: string): void {
    this.#log.report(key, this.facts.line, blank, () => ({ filled, blank }));
  }

  /** Reports a fault of a column, with its value in the message. */
  #report(key: MessageKey, column: number, more?: () => MessageParams): void {
    const name = columnName(column);
    this.#log.report(key, this.facts.line, name, () => ({ value: this.#shown(column), column: name, ...more?.() }));
  }

  #shown(column: number): string {
    return shorten(this.text(column));
  }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** A text of the file as a message shows it. */
export const shorten = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
