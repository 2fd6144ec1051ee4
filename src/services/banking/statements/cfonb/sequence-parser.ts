/**
 * Reads the records of a CFONB 240 file into sequences: numbering, operation code, account, dates, amounts and totals
 * are checked. A fault costs the sequence it is in and no other. Statements of bills (operation 60) are refused.
 */
import { ExactSum } from './amount.ts';
import type { ByteWindow } from './byte-window.ts';
import { disagreement } from './continuity.ts';
import { dayText, readDay } from './day.ts';
import type { FindingLog } from './findings.ts';
import type { GroupParser, ParserStep } from './group-reader.ts';
import type { FindingKind } from './messages.ts';
import { CFONB_240, recordCode } from './record-format.ts';
import { RecordReporter } from './record-reporter.ts';
import type { Field, RecordScanner } from './record-scanner.ts';
import { BILL_STATEMENT, RETURNED_OPERATIONS, SEQUENCE_FIELDS, UNKNOWN_OPERATION } from './returned-operations.ts';
import { numberOf, type ReturnedOperation, readReturned, type SequenceHead, type SequenceTail } from './sequence.ts';
import { makeAccount } from './statement.ts';

const HEADER = recordCode('31');
const DETAIL = recordCode('34');
const TOTAL = recordCode('39');
const BATCH = 256;
/** Bank, branch and account of the client: the same in header and total. */
const CLIENT = [SEQUENCE_FIELDS.bankCode, SEQUENCE_FIELDS.branchCode, SEQUENCE_FIELDS.accountNumber] as const;

interface OpenSequence {
  readonly number: number;
  readonly errors: Set<FindingKind>;
  readonly head: SequenceHead;
  /** Bank, branch and account as in the header. */
  readonly client: readonly string[];
  readonly sum: ExactSum;
  complete: boolean;
  records: number;
  /** Number the next record must have. */
  next: number;
}

export class SequenceParser implements GroupParser<SequenceHead, ReturnedOperation, SequenceTail> {
  readonly #window: ByteWindow;
  readonly #scanner: RecordScanner;
  readonly #checks: RecordReporter<OpenSequence>;
  readonly #maxBytes: number;
  #items: ReturnedOperation[] = [];
  #head: SequenceHead | undefined;
  #tail: SequenceTail | undefined;
  #number = 0;
  #held = false;
  /** Inside a run of records that belong to nothing that is read, already reported. */
  #lost = false;
  #ended = false;

  constructor(window: ByteWindow, scanner: RecordScanner, log: FindingLog, limits: { readonly maxBytes: number }) {
    this.#window = window;
    this.#scanner = scanner;
    this.#maxBytes = limits.maxBytes;
    this.#checks = new RecordReporter<OpenSequence>(scanner, log, CFONB_240);
  }

  get head(): SequenceHead {
    if (!this.#head) throw new Error('no sequence was opened');
    return this.#head;
  }

  get tail(): SequenceTail {
    if (!this.#tail) throw new Error('no sequence was closed');
    return this.#tail;
  }

  takeItems(): ReturnedOperation[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  step(decode: boolean): ParserStep {
    if (!decode) this.#items = [];
    while (!this.#ended) {
      if (!this.#held) {
        const scan = this.#scanner.next();
        if (scan === 'more') return 'more';
        if (scan === 'end') return this.#endOfFile();
      }
      this.#held = false;
      const step = this.#record(decode);
      if (step !== null) return step;
    }
    return 'end';
  }

  #hold(step: ParserStep): ParserStep {
    this.#held = true;
    return step;
  }

  #record(decode: boolean): ParserStep | null {
    const { code, fault } = this.#scanner;
    const { open } = this.#checks;
    if ((code === HEADER || code === TOTAL) && this.#items.length > 0) return this.#hold('batch');
    if (code === HEADER) return this.#header(open);
    if (!open) return this.#outside();
    if (code === TOTAL) return this.#total(open);
    if (code === DETAIL && fault === null) return this.#detail(open, decode);
    this.#faulty(open);
    return null;
  }

  #header(open: OpenSequence | null): ParserStep | null {
    const checks = this.#checks;
    if (open) {
      checks.report('noTotalBeforeNext');
      return this.#hold(this.#close(open, null));
    }
    this.#lost = true;
    if (this.#text(SEQUENCE_FIELDS.operationCode) === BILL_STATEMENT) checks.report('billStatement');
    else if (this.#scanner.fault !== null && this.#scanner.size < CLIENT[2].at + CLIENT[2].length) checks.line();
    else return this.#open();
    return null;
  }

  #open(): ParserStep {
    this.#lost = false;
    this.#number += 1;
    const head = this.#readHead();
    const open: OpenSequence = {
      number: this.#number,
      errors: new Set(),
      head,
      client: CLIENT.map((field) => this.#text(field)),
      sum: new ExactSum(),
      complete: true,
      records: 0,
      next: 1,
    };
    this.#checks.open = open;
    this.#checks.line();
    this.#sequenceNumber(open);
    this.#checks.optionalDay(SEQUENCE_FIELDS.date);
    this.#checkMoney();
    if (head.operation === UNKNOWN_OPERATION) {
      this.#checks.report('unknownOperationCode', { field: SEQUENCE_FIELDS.operationCode });
    }
    this.#head = head;
    return 'opened';
  }

  #readHead(): SequenceHead {
    const operationCode = this.#text(SEQUENCE_FIELDS.operationCode);
    const decimals = numberOf(this.#scanner, SEQUENCE_FIELDS.decimals);
    return {
      number: this.#number,
      operation: RETURNED_OPERATIONS.get(operationCode) ?? UNKNOWN_OPERATION,
      operationCode,
      account: makeAccount({
        bankCode: this.#text(SEQUENCE_FIELDS.bankCode),
        branchCode: this.#text(SEQUENCE_FIELDS.branchCode),
        accountNumber: this.#text(SEQUENCE_FIELDS.accountNumber),
        currencyCode: this.#text(SEQUENCE_FIELDS.currencyCode).toUpperCase() || 'EUR',
        decimals: decimals ?? 2,
      }),
      holderName: this.#text(SEQUENCE_FIELDS.holderName) || null,
      agreedDate: dayText(readDay(this.#scanner.bytes, this.#scanner.at + SEQUENCE_FIELDS.date.at)),
    };
  }

  /** Currency and decimals may be blank: the euro and its cents. */
  #checkMoney(): void {
    const { currencyCode, decimals } = SEQUENCE_FIELDS;
    const currency = this.#text(currencyCode);
    if (currency !== '' && !/^[A-Za-z]{3}$/.test(currency)) this.#checks.reportField('badCurrency', currencyCode);
    if (this.#text(decimals) !== '' && numberOf(this.#scanner, decimals) === null) {
      this.#checks.reportField('badDecimals', decimals);
    }
  }

  #detail(open: OpenSequence, decode: boolean): ParserStep | null {
    this.#checks.line();
    this.#sequenceNumber(open);
    this.#sameOperation(open);
    this.#checks.optionalDay(SEQUENCE_FIELDS.date);
    if (open.head.operation.initialSettlementDate) this.#checks.optionalDay(open.head.operation.initialSettlementDate);
    const units = this.#amount();
    if (units === null) open.complete = false;
    else open.sum.add(units);
    open.records += 1;
    if (decode) this.#items.push(readReturned(this.#scanner, open.head, units));
    return this.#items.length >= BATCH ? 'batch' : null;
  }

  #total(open: OpenSequence): ParserStep {
    this.#checks.line();
    if (this.#scanner.fault !== null) return this.#close(open, null);
    this.#sequenceNumber(open);
    this.#sameOperation(open);
    const at = CLIENT.findIndex((candidate, index) => this.#text(candidate) !== open.client[index]);
    const field = CLIENT[at];
    if (field) this.#checks.reportOther('otherAccount', field, open.client[at] ?? '');
    return this.#close(open, { day: this.#checks.optionalDay(SEQUENCE_FIELDS.date), units: this.#amount() });
  }

  #amount(): number | null {
    const units = numberOf(this.#scanner, SEQUENCE_FIELDS.amount);
    if (units === null) this.#checks.reportField('badCents', SEQUENCE_FIELDS.amount);
    return units;
  }

  /** Records are numbered from 1 in each sequence; after a wrong number the count goes on from it. */
  #sequenceNumber(open: OpenSequence): void {
    const found = numberOf(this.#scanner, SEQUENCE_FIELDS.sequence);
    if (found !== open.next) {
      this.#checks.report('sequenceNumber', { field: SEQUENCE_FIELDS.sequence, params: { expected: open.next } });
    }
    open.next = (found ?? open.next) + 1;
  }

  #sameOperation(open: OpenSequence): void {
    const field = SEQUENCE_FIELDS.operationCode;
    if (this.#text(field) !== open.head.operationCode) this.#checks.report('otherOperation', { field });
  }

  #close(open: OpenSequence, total: { readonly day: number; readonly units: number | null } | null): ParserStep {
    const stated = total?.units ?? null;
    const agrees = stated !== null && this.#totalAgrees(open, stated);
    this.#tail = {
      fileDate: total && dayText(total.day),
      total: stated,
      sum: open.complete ? open.sum.total : null,
      balanced: agrees && open.errors.size === 0,
      records: open.records,
      errors: open.errors,
    };
    this.#checks.open = null;
    return 'closed';
  }

  /** The total is not judged when a record it rests on was not read. */
  #totalAgrees(open: OpenSequence, stated: number): boolean {
    if (!open.complete) return false;
    if (open.sum.total === BigInt(stated)) return true;
    const gap = disagreement(open.sum.total, BigInt(stated), open.head.account.decimals);
    this.#checks.report('totalMismatch', { field: SEQUENCE_FIELDS.amount, params: { ...gap }, disagreement: gap });
    return false;
  }

  #faulty(open: OpenSequence): void {
    // A sound line that comes here is a 36, which belongs to statements of bills.
    if (this.#scanner.fault === null) this.#checks.line('unknownRecord');
    else this.#checks.line();
    open.complete = false;
    open.next += 1;
  }

  #outside(): null {
    const { code, fault } = this.#scanner;
    if (fault !== null) this.#checks.line();
    else if (!this.#lost)
      this.#checks.report('outsideSequence', { params: { code: String.fromCharCode(code >> 8, code & 255) } });
    this.#lost = true;
    return null;
  }

  #endOfFile(): ParserStep {
    if (this.#items.length > 0) return 'batch';
    const { open } = this.#checks;
    if (this.#window.cut) {
      this.#checks.report('tooManyBytes', { params: { limit: this.#maxBytes } });
      this.#ended = true;
    } else if (open) this.#checks.report('noTotalAtEnd');
    return open ? this.#close(open, null) : 'end';
  }

  #text(field: Field): string {
    return this.#scanner.text(field).trim();
  }
}
