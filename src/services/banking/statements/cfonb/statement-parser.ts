/**
 * Reads the records of a CFONB 120 file into statements: order, identity, amounts, dates and balances are checked for
 * every record; movements are decoded only on demand. A fault costs the statement it is in and no other: reading goes
 * on at the next old balance (01) or new balance (07).
 */
import type { AccountRegister } from './account-register.ts';
import type { ByteWindow } from './byte-window.ts';
import { continuityGap } from './continuity.ts';
import { dayText, readDay } from './day.ts';
import type { FindingLog } from './findings.ts';
import type { GroupParser, ParserStep } from './group-reader.ts';
import { ACCOUNT_FIELDS, BALANCE_FIELDS, COMPLEMENT_FIELDS, MOVEMENT_FIELDS } from './layout-120.ts';
import { type Movement, readDetail, readMovement } from './movement.ts';
import { MovementBatch } from './movement-batch.ts';
import { type DatedBalance, OpenStatement } from './open-statement.ts';
import { RecordChecks } from './record-checks.ts';
import { CFONB_120, recordCode } from './record-format.ts';
import type { Field, RecordScanner } from './record-scanner.ts';
import type { StatementHead, StatementTail } from './statement.ts';
import { closeStatement } from './statement-closing.ts';
import { accountOf, completeIdentity, identityOf, unknownFields } from './statement-identity.ts';

const OLD_BALANCE = recordCode('01');
const MOVEMENT = recordCode('04');
const COMPLEMENT = recordCode('05');
const NEW_BALANCE = recordCode('07');

/** Movements handed out at a time. */
const BATCH = 256;
/** An old balance shorter than this does not name its account. */
const NAMES_ACCOUNT = ACCOUNT_FIELDS.accountNumber.at + ACCOUNT_FIELDS.accountNumber.length;

export interface StatementLimits {
  readonly maxBytes: number;
  readonly maxAccounts: number;
  /** Complements (05) of one movement. */
  readonly maxComplements: number;
}

/** What the parser keeps of a file besides its statements. */
export interface StatementKeeping {
  readonly log: FindingLog;
  readonly register: AccountRegister;
  readonly limits: StatementLimits;
}

export class StatementParser implements GroupParser<StatementHead, Movement, StatementTail> {
  readonly #window: ByteWindow;
  readonly #scanner: RecordScanner;
  readonly #register: AccountRegister;
  readonly #limits: StatementLimits;
  readonly #checks: RecordChecks;
  readonly #batch = new MovementBatch();
  #head: StatementHead | undefined;
  #tail: StatementTail | undefined;
  #number = 0;
  /** The current record is to be looked at again. */
  #held = false;
  /** Fields of an old balance that wait for the next record to tell them. */
  #unknown: readonly Field[] | null = null;
  /** Inside a run of records that belong to nothing, already reported. */
  #lost = false;
  #ended = false;
  /** Complements of the last movement, or what a complement would lack. */
  #attached: number | 'noMovement' | 'faultyMovement' = 'noMovement';

  constructor(window: ByteWindow, scanner: RecordScanner, { log, register, limits }: StatementKeeping) {
    this.#window = window;
    this.#scanner = scanner;
    this.#register = register;
    this.#limits = limits;
    this.#checks = new RecordChecks(scanner, log, CFONB_120);
  }

  get head(): StatementHead {
    if (!this.#head) throw new Error('no statement was opened');
    return this.#head;
  }

  get tail(): StatementTail {
    if (!this.#tail) throw new Error('no statement was closed');
    return this.#tail;
  }

  takeItems(): Movement[] {
    return this.#batch.take();
  }

  step(decode: boolean): ParserStep {
    if (!decode) this.#batch.drop();
    while (!this.#ended) {
      if (!this.#held) {
        const scan = this.#scanner.next();
        if (scan === 'more') return 'more';
        if (scan === 'end') return this.#endOfFile();
      }
      this.#held = false;
      const step =
        this.#unknown === null ? this.#record(decode) : this.#hold(this.#settle(this.#unknown, this.#scanner));
      if (step !== null) return step;
    }
    return 'end';
  }

  #hold<Step>(step: Step): Step {
    this.#held = true;
    return step;
  }

  #record(decode: boolean): ParserStep | null {
    const { code, fault } = this.#scanner;
    if (code === OLD_BALANCE || code === NEW_BALANCE) {
      if (this.#flush()) return this.#hold('batch');
      return code === OLD_BALANCE ? this.#oldBalance() : this.#newBalance();
    }
    if (fault !== null) return this.#faulty();
    return code === MOVEMENT ? this.#movement(decode) : this.#complement(decode);
  }

  /** Whether movements wait to be handed out before the statement ends. */
  #flush(): boolean {
    this.#batch.closeOpen();
    return this.#batch.size > 0;
  }

  #oldBalance(): ParserStep | null {
    if (this.#checks.open) {
      this.#checks.report('noNewBalanceBeforeNext');
      return this.#hold(this.#close(this.#checks.open, null));
    }
    const scanner = this.#scanner;
    if (scanner.fault !== null && scanner.size < NAMES_ACCOUNT) {
      this.#checks.line();
      this.#lost = true;
      return null;
    }
    return this.#open();
  }

  #open(): ParserStep | null {
    this.#number += 1;
    this.#lost = false;
    this.#attached = 'noMovement';
    const open = new OpenStatement(this.#number, this.#checks.place(), identityOf(this.#scanner));
    this.#checks.open = open;
    this.#checks.line();
    open.start = this.#checks.balance();
    open.period = this.#period();
    const unknown = unknownFields(this.#scanner, this.#checks);
    if (unknown.length === 0) return this.#settle(unknown, null);
    this.#unknown = unknown;
    return null;
  }

  #period(): StatementHead['period'] {
    const { bytes, at } = this.#scanner;
    const start = dayText(readDay(bytes, at + BALANCE_FIELDS.periodStart.at));
    const end = dayText(readDay(bytes, at + BALANCE_FIELDS.periodEnd.at));
    return start !== null && end !== null ? { start, end } : null;
  }

  /** The account of the open statement is known: continuity is checked and the statement handed out. */
  #settle(unknown: readonly Field[], next: RecordScanner | null): ParserStep | null {
    const { open } = this.#checks;
    this.#unknown = null;
    if (!open) return null;
    completeIdentity(open.identity, unknown, next);
    open.account = accountOf(open.identity);
    const before = this.#register.opening(open.account);
    if (before === undefined) return this.#stop('tooManyAccounts', this.#limits.maxAccounts);
    const gap = before && continuityGap(before, open.start.balance, open.account.decimals);
    if (gap) {
      const details = { place: open.place, params: { ...gap.disagreement }, disagreement: gap.disagreement };
      this.#checks.report(gap.message, details);
    }
    const { number, period, start } = open;
    this.#head = { number, account: open.account, startBalance: start.balance, hasBalances: true, period };
    return 'opened';
  }

  #movement(decode: boolean): ParserStep | null {
    const checks = this.#checks;
    const { open } = checks;
    if (!open) return this.#outside('04');
    const isOwn = checks.identity(open, false);
    checks.operationCode();
    const day = checks.day(MOVEMENT_FIELDS.operationDate);
    checks.optionalDay(MOVEMENT_FIELDS.valueDate);
    const units = checks.amount(MOVEMENT_FIELDS.amount);
    checks.line();
    if (units === null || !isOwn) open.complete = false;
    else open.sum.add(units);
    open.countMovement(day, checks.place);
    this.#attached = 0;
    if (!decode) return null;
    this.#batch.begin(readMovement(this.#scanner, units, open.account));
    return this.#batch.size >= BATCH ? 'batch' : null;
  }

  #complement(decode: boolean): null {
    const checks = this.#checks;
    const { open } = checks;
    if (!open) return this.#outside('05');
    if (this.#attached === 'faultyMovement') return null;
    if (this.#attached === 'noMovement') {
      checks.report('complementFirst');
      this.#attached = 'faultyMovement';
      return null;
    }
    checks.identity(open, false);
    checks.optionalDay(COMPLEMENT_FIELDS.operationDate);
    checks.qualifier();
    checks.line();
    open.complements += 1;
    this.#attached += 1;
    const limit = this.#limits.maxComplements;
    if (this.#attached === limit + 1) checks.report('tooManyComplements', { params: { limit } });
    if (decode && this.#attached <= limit) this.#batch.detail(readDetail(this.#scanner));
    return null;
  }

  #newBalance(): ParserStep | null {
    const checks = this.#checks;
    const { open } = checks;
    if (!open) return this.#outside('07');
    checks.line();
    if (this.#scanner.fault === null && !checks.identity(open, true)) open.complete = false;
    return this.#close(open, checks.balance());
  }

  #close(open: OpenStatement, end: DatedBalance | null): ParserStep {
    this.#tail = closeStatement(open, end, this.#checks);
    if (open.account) this.#register.closing(open.account, end?.balance ?? null);
    this.#checks.open = null;
    this.#lost = false;
    return 'closed';
  }

  /** A damaged line: what it held is not read, and complements that follow a damaged movement go with it. */
  #faulty(): null {
    this.#checks.line();
    const { open } = this.#checks;
    if (!open || this.#scanner.code === COMPLEMENT) return null;
    open.complete = false;
    if (this.#scanner.code === MOVEMENT) {
      this.#batch.closeOpen();
      this.#attached = 'faultyMovement';
    }
    return null;
  }

  /** Reported once for a run of records that stand outside a statement. */
  #outside(code: string): null {
    if (!this.#lost) this.#checks.report('outsideStatement', { params: { code } });
    this.#lost = true;
    return null;
  }

  #endOfFile(): ParserStep {
    if (this.#unknown !== null) return this.#settle(this.#unknown, null) ?? 'end';
    if (this.#flush()) return 'batch';
    const { open } = this.#checks;
    if (this.#window.cut) return this.#stop('tooManyBytes', this.#limits.maxBytes);
    if (open) {
      this.#checks.report('noNewBalanceAtEnd');
      return this.#close(open, null);
    }
    return 'end';
  }

  /** A limit is passed: nothing more is read. */
  #stop(message: 'tooManyBytes' | 'tooManyAccounts', limit: number): ParserStep {
    this.#checks.report(message, { params: { limit } });
    this.#ended = true;
    const { open } = this.#checks;
    return open && this.#head?.number === open.number ? this.#close(open, null) : 'end';
  }
}
