/**
 * Writes CFONB 120: the inverse of the reader, for fixtures, demonstrations and exchanges. What does not fit its field
 * throws RangeError, so nothing is cut in silence.
 */

import { ExactSum, writeAmount } from '../../src/services/banking/statements/cfonb/amount.ts';
import type { Detail } from '../../src/services/banking/statements/cfonb/complements.ts';
import { writeDay } from '../../src/services/banking/statements/cfonb/day.ts';
import {
  ACCOUNT_FIELDS,
  BALANCE_FIELDS,
  COMPLEMENT_FIELDS,
  MOVEMENT_FIELDS,
} from '../../src/services/banking/statements/cfonb/layout-120.ts';
import type { Movement } from '../../src/services/banking/statements/cfonb/movement.ts';
import type { Field } from '../../src/services/banking/statements/cfonb/record-scanner.ts';
import type { Account, Balance, StatementHead } from '../../src/services/banking/statements/cfonb/statement.ts';
import type { PlainDate } from '../../src/services/kernel/dates.ts';

/** A movement to write; amounts in minor units, credit positive. */
export type MovementDraft = {
  readonly operationDate: PlainDate;
  readonly units: number;
  readonly label: string;
} & Partial<
  Pick<
    Movement,
    | 'valueDate'
    | 'operationCode'
    | 'internalCode'
    | 'rejectCode'
    | 'entryNumber'
    | 'reference'
    | 'isCommissionExempt'
    | 'isUnavailable'
  >
> & { readonly details?: readonly Detail[] };

export interface StatementDraft {
  readonly account: Omit<Account, 'iban'>;
  readonly start: { readonly date: PlainDate; readonly units: number };
  /** The new balance; its units default to what the movements give. */
  readonly end: { readonly date: PlainDate; readonly units?: number };
  readonly period?: StatementHead['period'];
  readonly movements: Iterable<MovementDraft>;
}

export interface WriteOptions {
  /** After every record; default CRLF. */
  readonly lineBreak?: '\r\n' | '\n' | '\r' | '';
  /** Default latin1. */
  readonly encoding?: 'latin1' | 'utf8';
}

const LENGTH = 120;
type Values = readonly (readonly [Field, string])[];

/** The bytes of a file of these statements. */
export function writeCfonb120(statements: Iterable<StatementDraft>, options: WriteOptions = {}): Buffer {
  const { lineBreak = '\r\n', encoding = 'latin1' } = options;
  let text = '';
  for (const statement of statements) for (const record of statementRecords(statement)) text += record + lineBreak;
  return Buffer.from(text, encoding);
}

/** The records of one statement, without line breaks, one at a time. */
export function* statementRecords(statement: StatementDraft): Generator<string> {
  const account = accountValues(statement.account);
  const sum = new ExactSum();
  sum.add(statement.start.units);
  yield balanceRecord('01', account, statement.start, statement.period ?? null);
  for (const movement of statement.movements) {
    sum.add(movement.units);
    yield* movementRecords(account, movement);
  }
  const units = statement.end.units ?? Number(sum.total);
  yield balanceRecord('07', account, { date: statement.end.date, units }, null);
}

const accountValues = (account: StatementDraft['account']): Values => [
  [ACCOUNT_FIELDS.bankCode, account.bankCode],
  [ACCOUNT_FIELDS.branchCode, account.branchCode],
  [ACCOUNT_FIELDS.currencyCode, account.currencyCode],
  [ACCOUNT_FIELDS.decimals, String(account.decimals)],
  [ACCOUNT_FIELDS.accountNumber, account.accountNumber],
];

function balanceRecord(code: string, account: Values, balance: Balance, period: StatementHead['period']): string {
  return record(code, account, [
    [BALANCE_FIELDS.date, writeDay(balance.date)],
    [BALANCE_FIELDS.amount, writeAmount(balance.units ?? 0)],
    [BALANCE_FIELDS.periodStart, period ? writeDay(period.start) : ''],
    [BALANCE_FIELDS.periodEnd, period ? writeDay(period.end) : ''],
  ]);
}

function* movementRecords(account: Values, movement: MovementDraft): Generator<string> {
  const head: Values = [
    [MOVEMENT_FIELDS.internalCode, movement.internalCode ?? ''],
    [MOVEMENT_FIELDS.operationCode, movement.operationCode ?? ''],
    [MOVEMENT_FIELDS.operationDate, writeDay(movement.operationDate)],
  ];
  yield record('04', account, [
    ...head,
    [MOVEMENT_FIELDS.rejectCode, movement.rejectCode ?? ''],
    [MOVEMENT_FIELDS.valueDate, writeDay(movement.valueDate ?? null)],
    [MOVEMENT_FIELDS.label, movement.label],
    [MOVEMENT_FIELDS.entryNumber, movement.entryNumber ?? '0000000'],
    [MOVEMENT_FIELDS.exempt, movement.isCommissionExempt ? '1' : '0'],
    [MOVEMENT_FIELDS.unavailable, movement.isUnavailable ? '1' : '0'],
    [MOVEMENT_FIELDS.amount, writeAmount(movement.units)],
    [MOVEMENT_FIELDS.reference, movement.reference ?? ''],
  ]);
  for (const { qualifier, text } of movement.details ?? []) {
    yield record('05', account, [...head, [COMPLEMENT_FIELDS.qualifier, qualifier], [COMPLEMENT_FIELDS.text, text]]);
  }
}

function record(code: string, ...groups: readonly Values[]): string {
  const fields = groups.flat().sort(([a], [b]) => a.at - b.at);
  let text = code;
  for (const [field, value] of fields) {
    if (value.length > field.length || /[\r\n]/.test(value))
      throw new RangeError(`${field.name} does not fit: ${value}`);
    text = text.padEnd(field.at) + value.padEnd(field.length);
  }
  return text.padEnd(LENGTH);
}
