/** Checks on one record of CFONB 120, each reporting what it finds with the record, the field and its position. */
import { readAmount } from './amount.ts';
import { OPERATION_CODES } from './codes.ts';
import { QUALIFIERS } from './complements.ts';
import { dayText, readDay } from './day.ts';
import { ACCOUNT_FIELDS, BALANCE_FIELDS, COMPLEMENT_FIELDS, MOVEMENT_FIELDS } from './layout-120.ts';
import type { DatedBalance, OpenStatement } from './open-statement.ts';
import { codeAt, codeTable, isDigits } from './record-format.ts';
import { RecordReporter } from './record-reporter.ts';
import type { Field } from './record-scanner.ts';

const KNOWN_OPERATION = codeTable([...OPERATION_CODES.keys()]);

const packed = (bytes: Uint8Array, at: number): number => (codeAt(bytes, at) << 8) | (bytes[at + 2] ?? 0);
const KNOWN_QUALIFIER = new Set([...QUALIFIERS.keys()].map((code) => packed(Buffer.from(code), 0)));

const ACCOUNT_CODES = [ACCOUNT_FIELDS.bankCode, ACCOUNT_FIELDS.branchCode, ACCOUNT_FIELDS.accountNumber] as const;

export class RecordChecks extends RecordReporter<OpenStatement> {
  /** The amount and day of a balance; of a damaged record only the day, if it is one. */
  balance(): DatedBalance {
    const { bytes, at, fault } = this.scanner;
    const day = fault === null ? this.day(BALANCE_FIELDS.date) : readDay(bytes, at + BALANCE_FIELDS.date.at);
    const units = fault === null ? this.amount(BALANCE_FIELDS.amount) : null;
    return { day, balance: { date: dayText(day), units } };
  }

  /** Minor units, or null with a finding. */
  amount(field: Field): number | null {
    const units = readAmount(this.scanner.bytes, this.scanner.at + field.at);
    if (!Number.isNaN(units)) return units;
    this.reportField('badAmount', field);
    return null;
  }

  operationCode(): void {
    const field = MOVEMENT_FIELDS.operationCode;
    const { bytes, at } = this.scanner;
    if (KNOWN_OPERATION[codeAt(bytes, at + field.at)] !== 1) this.report('unknownOperationCode', { field });
  }

  qualifier(): void {
    const field = COMPLEMENT_FIELDS.qualifier;
    const { bytes, at } = this.scanner;
    if (!KNOWN_QUALIFIER.has(packed(bytes, at + field.at))) this.report('unknownQualifier', { field });
  }

  /** Same account as the statement; on balances (01, 07) a blank currency or number of decimals is let pass. */
  identity(open: OpenStatement, isBalance: boolean): boolean {
    const { bytes, at } = this.scanner;
    if (open.isSame(this.scanner.view, at)) return true;
    const { currencyCode, decimals } = ACCOUNT_FIELDS;
    const isDigit = isDigits(bytes, at + decimals.at, at + decimals.at + 1);
    const code = ACCOUNT_CODES.find((field) => this.#differs(open, field));
    if (code) this.reportOther('otherAccount', code, stated(open, code));
    else if (this.#differs(open, currencyCode) && !(isBalance && this.isBlank(currencyCode))) {
      this.reportOther('otherAccount', currencyCode, stated(open, currencyCode));
    } else if (this.#differs(open, decimals) && !(isBalance && this.isBlank(decimals))) {
      if (isDigit) this.reportOther('otherDecimals', decimals, stated(open, decimals));
      else this.reportField('badDecimals', decimals);
    } else return true;
    return false;
  }

  #differs(open: OpenStatement, field: Field): boolean {
    const from = this.scanner.at + field.at;
    const to = field.at + field.length;
    return this.scanner.bytes.compare(open.identity, field.at, to, from, from + field.length) !== 0;
  }
}

/** What the first record of the statement says. */
const stated = ({ identity }: OpenStatement, { at, length }: Field): string =>
  identity.toString('latin1', at, at + length);
