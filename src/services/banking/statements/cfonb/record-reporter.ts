/** Findings about the record under the scanner, and the checks that both families share. */
import { BAD_DAY, isBlank, NO_DAY, readDay } from './day.ts';
import type { FindingDetails, FindingLog, Place } from './findings.ts';
import { type FindingKind, kindOf, type MessageKey, severityOf } from './messages.ts';
import type { RecordFormat } from './record-format.ts';
import type { Field, LineFault, RecordScanner } from './record-scanner.ts';

/** The statement or sequence that findings belong to. */
export interface OpenGroup {
  readonly number: number;
  readonly errors: Set<FindingKind>;
}

/** Positions of a field as the brochure gives them: `91-104`. */
const positionsOf = (field: Field): string =>
  field.length === 1 ? String(field.at + 1) : `${field.at + 1}-${field.at + field.length}`;

export class RecordReporter<Open extends OpenGroup> {
  open: Open | null = null;
  protected readonly scanner: RecordScanner;
  readonly #log: FindingLog;
  readonly #format: RecordFormat;

  constructor(scanner: RecordScanner, log: FindingLog, format: RecordFormat) {
    this.scanner = scanner;
    this.#log = log;
    this.#format = format;
  }

  readonly place = (): Place => ({ record: this.scanner.record, line: this.scanner.line });

  report(message: MessageKey, details: FindingDetails = {}): void {
    const kind = kindOf(message);
    if (severityOf(kind) === 'error') this.open?.errors.add(kind);
    this.#log.add(message, { place: this.place(), group: this.open?.number ?? null, ...details });
  }

  reportField(message: MessageKey, field: Field): void {
    this.report(message, { field, params: { field: field.name, position: positionsOf(field) } });
  }

  /** A field that is other than that of the first record, with both values. */
  reportOther(message: MessageKey, field: Field, expected: string): void {
    const params = {
      field: field.name,
      position: positionsOf(field),
      found: this.scanner.text(field).trim(),
      expected: expected.trim(),
    };
    this.report(message, { field, params });
  }

  /** What the scanner found wrong with the line itself, or put right. */
  line(fault: LineFault | null = this.scanner.fault): void {
    const { mended, size } = this.scanner;
    if (fault === null && mended === null) return;
    const params = { length: size, expected: this.#format.length, codes: this.#format.codes.join(', ') };
    if (fault !== null) this.report(fault, { params });
    if (mended !== null) this.report(mended, { params });
  }

  /** A day that must be there. */
  day(field: Field): number {
    const day = readDay(this.scanner.bytes, this.scanner.at + field.at);
    if (day === BAD_DAY || day === NO_DAY) this.reportField('badDate', field);
    return day;
  }

  /** A day that may be blank. */
  optionalDay(field: Field): number {
    const day = readDay(this.scanner.bytes, this.scanner.at + field.at);
    if (day === BAD_DAY) this.reportField('badDate', field);
    return day;
  }

  isBlank(field: Field): boolean {
    const from = this.scanner.at + field.at;
    return isBlank(this.scanner.bytes, from, from + field.length);
  }
}
