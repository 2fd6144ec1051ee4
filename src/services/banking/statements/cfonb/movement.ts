/** One movement (record 04 with its 05): what it holds, decoded. */
import type { PlainDate } from '../../../kernel/dates.ts';
import {
  type Complements,
  counterpartyIban,
  counterpartyName,
  type Detail,
  decodeComplements,
  NO_COMPLEMENTS,
} from './complements.ts';
import { dayText, readDay } from './day.ts';
import { ACCOUNT_FIELDS, COMPLEMENT_FIELDS, MOVEMENT_FIELDS } from './layout-120.ts';
import type { Field, RecordScanner } from './record-scanner.ts';
import type { Account } from './statement.ts';

/** Text fields are without their blanks, null when blank; dates null when blank or (with a finding) unreadable. */
export interface Movement {
  /** Number of its 04 in the file, from 1. */
  readonly record: number;
  readonly operationDate: PlainDate | null;
  readonly valueDate: PlainDate | null;
  /** Minor units, credit positive, a safe integer; null when the amount is unreadable (with a finding). */
  readonly units: number | null;
  readonly decimals: number;
  readonly currencyCode: string;
  readonly label: string;
  readonly operationCode: string;
  readonly internalCode: string | null;
  /** Null when blank or 00. */
  readonly rejectCode: string | null;
  /** Cheque, remittance or voucher number, leading zeros kept; null when blank or zero. */
  readonly entryNumber: string | null;
  readonly reference: string | null;
  /** Exempt from account-movement commission. */
  readonly isCommissionExempt: boolean;
  /** Funds not yet available. */
  readonly isUnavailable: boolean;
  readonly details: readonly Detail[];
  readonly complements: Complements;
  readonly counterpartyName: string | null;
  readonly counterpartyIban: string | null;
}

/** A movement whose complements may still follow: filled in place, as files hold millions. */
export type OpenMovement = { -readonly [Key in keyof Movement]: Movement[Key] } & { readonly details: Detail[] };

const textOrNull = (scanner: RecordScanner, field: Field): string | null => scanner.text(field).trim() || null;
const isOne = (scanner: RecordScanner, field: Field): boolean => scanner.bytes[scanner.at + field.at] === 49;

/** A number or code that some banks write as zeros when there is none. */
function nonZero(scanner: RecordScanner, field: Field): string | null {
  const text = textOrNull(scanner, field);
  return text === null || /^0+$/.test(text) ? null : text;
}

function decimalsOf(scanner: RecordScanner): number | null {
  const digit = (scanner.bytes[scanner.at + ACCOUNT_FIELDS.decimals.at] ?? 0) - 48;
  return digit >= 0 && digit <= 9 ? digit : null;
}

/** Decodes the 04 under the scanner. `units` is its amount, already read; `account` gives what the 04 may not state. */
export function readMovement(scanner: RecordScanner, units: number | null, account: Account | null): OpenMovement {
  const { bytes, at } = scanner;
  return {
    record: scanner.record,
    operationDate: dayText(readDay(bytes, at + MOVEMENT_FIELDS.operationDate.at)),
    valueDate: dayText(readDay(bytes, at + MOVEMENT_FIELDS.valueDate.at)),
    units,
    decimals: decimalsOf(scanner) ?? account?.decimals ?? 2,
    currencyCode: scanner.text(ACCOUNT_FIELDS.currencyCode).trim().toUpperCase() || (account?.currencyCode ?? 'EUR'),
    label: scanner.text(MOVEMENT_FIELDS.label).trim(),
    operationCode: scanner.text(MOVEMENT_FIELDS.operationCode).trim(),
    internalCode: textOrNull(scanner, MOVEMENT_FIELDS.internalCode),
    rejectCode: nonZero(scanner, MOVEMENT_FIELDS.rejectCode),
    entryNumber: nonZero(scanner, MOVEMENT_FIELDS.entryNumber),
    reference: textOrNull(scanner, MOVEMENT_FIELDS.reference),
    isCommissionExempt: isOne(scanner, MOVEMENT_FIELDS.exempt),
    isUnavailable: isOne(scanner, MOVEMENT_FIELDS.unavailable),
    details: [],
    complements: NO_COMPLEMENTS,
    counterpartyName: null,
    counterpartyIban: null,
  };
}

export const readDetail = (scanner: RecordScanner): Detail => ({
  qualifier: scanner.text(COMPLEMENT_FIELDS.qualifier),
  text: scanner.text(COMPLEMENT_FIELDS.text).trimEnd(),
});

/** Decodes the complements once all are there. A zero amount counts as a credit. */
export function completeMovement(movement: OpenMovement): Movement {
  if (movement.details.length === 0) return movement;
  const complements = decodeComplements(movement.details);
  const isCredit = (movement.units ?? 0) >= 0;
  const isReturned = movement.rejectCode !== null;
  movement.complements = complements;
  movement.counterpartyName = counterpartyName(complements, isCredit, isReturned);
  movement.counterpartyIban = counterpartyIban(complements, isCredit, isReturned);
  return movement;
}
