/** CFONB 120 statements: records 01, 04, 05, 07 of 120 characters (brochure of July 2004, changes of March 2010). */
import { addDays, type PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Cents } from '../../../src/services/kernel/money.ts';
import type { Bank, Movement } from './bank.ts';
import { ddmmyy } from './calendar.ts';
import type { Rib } from './identity.ts';

export interface Statement {
  readonly rib: Rib;
  readonly from: PlainDate;
  readonly to: PlainDate;
  readonly opening: Cents;
  readonly closing: Cents;
  readonly movements: readonly Movement[];
}

/** The statement of the days `first` to `last`, both included. */
export function statement(bank: Bank, first: PlainDate, last: PlainDate): Statement {
  const from = addDays(first, -1);
  const span = { opening: bank.balance(from), closing: bank.balance(last) };
  return { rib: bank.terms.rib, from, to: last, ...span, movements: bank.between(from, last) };
}

export interface StatementStyle {
  readonly eol: '\r\n' | '\n';
  /** Blanks at the end of records removed, as mail programs and editors do. */
  readonly trimmed: boolean;
}

export const PLAIN: StatementStyle = { eol: '\r\n', trimmed: false };

export function cfonb120(statements: readonly Statement[], style: StatementStyle = PLAIN): Buffer {
  const records = statements.flatMap(statementRecords);
  const wrong = records.find((record) => record.length !== 120);
  if (wrong !== undefined) throw new Error(`record of ${wrong.length} characters: ${wrong}`);
  const lines = style.trimmed ? records.map((record) => record.trimEnd()) : records;
  return Buffer.from([...lines, ''].join(style.eol), 'latin1');
}

function statementRecords({ rib, from, to, opening, closing, movements }: Statement): string[] {
  const balance = (code: string, date: PlainDate, amount: Cents): string =>
    `${head(code, rib, '')}  ${ddmmyy(date)}${' '.repeat(50)}${overpunch(amount)}${' '.repeat(16)}`;
  return [
    balance('01', from, opening),
    ...movements.flatMap((movement) => movementRecords(rib, movement)),
    balance('07', to, closing),
  ];
}

function movementRecords(rib: Rib, movement: Movement): string[] {
  const { date, amount, code, label, internal = '' } = movement;
  const common = `${head('04', rib, internal)}${code}${ddmmyy(date)}`;
  const reject = (movement.reject ?? '').padEnd(2);
  const numbers = `${(movement.entryNumber ?? '').padStart(7, '0')}00`;
  const value = ddmmyy(movement.valueDate ?? date);
  const reference = field(movement.reference ?? '', 16);
  const record = `${common}${reject}${value}${field(label, 31)}  ${numbers}${overpunch(amount)}${reference}`;
  const details = (movement.details ?? []).map(
    ([qualifier, text]) => `05${common.slice(2)}${' '.repeat(5)}${qualifier}${field(text, 70)}  `,
  );
  return [record, ...details];
}

/** Positions 1 to 32: code, bank, internal code, branch, currency, decimals, account. */
const head = (code: string, rib: Rib, internal: string): string =>
  `${code}${rib.bank}${internal.padEnd(4)}${rib.branch}EUR2 ${rib.account}`;

function field(text: string, width: number): string {
  if (text.length > width) throw new Error(`longer than ${width}: ${text}`);
  return text.padEnd(width);
}

/** Fourteen characters, the last one holding the last digit and the sign. */
function overpunch(amount: Cents): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(14, '0');
  const table = amount < 0n ? '}JKLMNOPQR' : '{ABCDEFGHI';
  return digits.slice(0, 13) + table.charAt(Number(digits.slice(13)));
}
