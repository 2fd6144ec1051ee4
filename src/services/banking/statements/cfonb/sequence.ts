/** A sequence of CFONB 240: one header (31), its returned operations (34) and their total (39). */
import type { PlainDate } from '../../../kernel/dates.ts';
import { ibanFromRib } from '../../accounts/iban.ts';
import { formatUnits, readDigits } from './amount.ts';
import { dayText, readDay } from './day.ts';
import type { FindingKind } from './messages.ts';
import type { Field, RecordScanner } from './record-scanner.ts';
import { type ExtraField, type ReturnedOperationCode, SEQUENCE_FIELDS } from './returned-operations.ts';
import type { Account } from './statement.ts';

export interface SequenceHead {
  /** Place in the file, from 1. */
  readonly number: number;
  readonly operation: ReturnedOperationCode;
  /** As in the file, also when it is not in the list. */
  readonly operationCode: string;
  readonly account: Account;
  readonly holderName: string | null;
  /** Date agreed with the bank, position 11 of the header. */
  readonly agreedDate: PlainDate | null;
}

/** Amounts in minor units, unsigned; null when unreadable (with a finding). Texts are null when blank. */
export interface ReturnedOperation {
  readonly record: number;
  /** Number in the sequence, null when it is no number. */
  readonly sequence: number | null;
  readonly settlementDate: PlainDate | null;
  readonly counterpartyName: string | null;
  readonly counterpartyIban: string | null;
  readonly labels: readonly string[];
  readonly initialSettlementDate: PlainDate | null;
  readonly initialReference: string | null;
  readonly rejectCode: string | null;
  readonly units: number | null;
  readonly decimals: number;
  /** Fields of the operation's own layout by name, those that are not blank; dates in ISO form, amounts as decimals. */
  readonly extras: Readonly<Record<string, string>>;
}

export interface SequenceTail {
  /** Creation date of the file, position 11 of the total record. */
  readonly fileDate: PlainDate | null;
  /** Minor units stated by the total record (39), null when missing or unreadable. */
  readonly total: number | null;
  /** Sum of the records, null when one could not be read. */
  readonly sum: bigint | null;
  readonly balanced: boolean;
  readonly records: number;
  readonly errors: ReadonlySet<FindingKind>;
}

const textOrNull = (scanner: RecordScanner, field: Field | null): string | null =>
  field && (scanner.text(field).trim() || null);

const dayOrNull = (scanner: RecordScanner, field: Field | null): PlainDate | null =>
  field && dayText(readDay(scanner.bytes, scanner.at + field.at));

/** The number in a field, null when it is not all digits. */
export function numberOf(scanner: RecordScanner, field: Field): number | null {
  const value = readDigits(scanner.bytes, scanner.at + field.at, field.length);
  return Number.isNaN(value) ? null : value;
}

/** Decodes the 34 under the scanner. `units` is its amount, already read. */
export function readReturned(scanner: RecordScanner, head: SequenceHead, units: number | null): ReturnedOperation {
  const { operation, account } = head;
  return {
    record: scanner.record,
    sequence: numberOf(scanner, SEQUENCE_FIELDS.sequence),
    settlementDate: dayOrNull(scanner, SEQUENCE_FIELDS.date),
    counterpartyName: textOrNull(scanner, operation.counterparty?.name ?? null),
    counterpartyIban: ribIban(scanner, operation.counterparty?.rib ?? null),
    labels: operation.labels.map((field) => scanner.text(field).trim()).filter((label) => label !== ''),
    initialSettlementDate: dayOrNull(scanner, operation.initialSettlementDate),
    initialReference: textOrNull(scanner, operation.initialReference),
    rejectCode: textOrNull(scanner, operation.rejectCode),
    units,
    decimals: account.decimals,
    extras: readExtras(scanner, operation.extras),
  };
}

function ribIban(scanner: RecordScanner, field: Field | null): string | null {
  if (field === null) return null;
  const rib = scanner.text(field);
  return ibanFromRib(rib.slice(0, 5), rib.slice(5, 10), rib.slice(10)) ?? null;
}

function readExtras(scanner: RecordScanner, fields: readonly ExtraField[]): Readonly<Record<string, string>> {
  const extras: Record<string, string> = {};
  for (const field of fields) {
    const value = readExtra(scanner, field);
    if (value !== null) extras[field.name] = value;
  }
  return extras;
}

/** A field that is not what its kind says stays the text it is. */
function readExtra(scanner: RecordScanner, field: ExtraField): string | null {
  const text = textOrNull(scanner, field);
  if (text === null || field.kind === 'text') return text;
  if (field.kind === 'day') return dayOrNull(scanner, field) ?? (/^0*$/.test(text) ? null : text);
  if (field.kind === 'amount') return text.replace(/^0+(?=\d)/, '').replace(',', '.');
  const units = numberOf(scanner, field);
  return units === null ? text : formatUnits(units, 2);
}
