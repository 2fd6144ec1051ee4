/**
 * The control that every format shares: the old balance and the movements give the new balance, days lie inside the
 * statement, statements of one account follow each other. What a format reads goes in, events come out.
 */
import type { PlainDate } from '../../kernel/dates.ts';
import type { AccountRegister } from './cfonb/account-register.ts';
import { ExactSum } from './cfonb/amount.ts';
import { continuityGap, disagreement } from './cfonb/continuity.ts';
import type { FindingDetails, FindingLog } from './cfonb/findings.ts';
import { type FindingKind, kindOf, type MessageKey, severityOf } from './cfonb/messages.ts';
import type { Movement } from './cfonb/movement.ts';
import type { Account, Balance, StatementHead, StatementTail } from './cfonb/statement.ts';

export type StatementEvent =
  | { readonly kind: 'opened'; readonly head: StatementHead }
  | { readonly kind: 'movement'; readonly decode: () => Movement }
  | { readonly kind: 'closed'; readonly tail: StatementTail };

/** What of a movement is controlled; the rest is decoded when a person takes it. */
export interface Booked {
  readonly operationDate: PlainDate | null;
  readonly units: number | null;
  readonly decode: () => Movement;
}

interface Open {
  readonly head: StatementHead;
  readonly sum: ExactSum;
  readonly days: Map<PlainDate, number>;
  readonly errors: Set<FindingKind>;
  /** Every amount was read. */
  isComplete: boolean;
  movements: number;
}

export class StatementBuilder {
  readonly #log: FindingLog;
  readonly #register: AccountRegister;
  #events: StatementEvent[] = [];
  #open: Open | undefined;
  /** Statements begun so far. */
  statements = 0;
  /** Movements of the file so far. */
  record = 0;

  constructor(log: FindingLog, register: AccountRegister) {
    this.#log = log;
    this.#register = register;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** The account of the statement that is open. */
  get account(): Account {
    if (!this.#open) throw new Error('no statement is open');
    return this.#open.head.account;
  }

  takeEvents(): StatementEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** A finding about the statement that is open, or about the file. */
  report(message: MessageKey, details: FindingDetails = {}): void {
    const kind = kindOf(message);
    if (severityOf(kind) === 'error') this.#open?.errors.add(kind);
    const group = this.#open?.head.number ?? null;
    this.#log.add(message, { place: { record: this.record, line: null }, group, ...details });
  }

  open(
    account: Account,
    startBalance: Balance,
    period: StatementHead['period'] = null,
    hasBalances: boolean = true,
  ): void {
    const before = this.#register.opening(account);
    this.statements += 1;
    const head = { number: this.statements, account, startBalance, hasBalances, period };
    this.#open = { head, sum: new ExactSum(), days: new Map(), errors: new Set(), isComplete: true, movements: 0 };
    this.#events.push({ kind: 'opened', head });
    if (before === undefined) this.report('tooManyAccounts', { params: { limit: this.#register.limit } });
    const gap = before && continuityGap(before, startBalance, account.decimals);
    // These formats date an old balance on the first day of the statement as often as on the day before.
    if (gap?.message === 'balanceGap') {
      this.report(gap.message, { params: { ...gap.disagreement }, disagreement: gap.disagreement });
    }
  }

  book({ operationDate, units, decode }: Booked): void {
    const open = this.#open;
    if (!open) return;
    open.movements += 1;
    if (units === null) open.isComplete = false;
    else open.sum.add(units);
    if (operationDate !== null) open.days.set(operationDate, (open.days.get(operationDate) ?? 0) + 1);
    this.#events.push({ kind: 'movement', decode });
  }

  /** `endBalance` null: the file ended before it. */
  close(endBalance: Balance | null): void {
    const open = this.#open;
    if (!open) return;
    const agrees = endBalance !== null && this.#agrees(open, endBalance);
    if (endBalance !== null && open.head.hasBalances) this.#checkDays(open, endBalance);
    this.#register.closing(open.head.account, endBalance);
    const { movements, errors, isComplete, sum } = open;
    this.#open = undefined;
    const balanced = agrees && errors.size === 0;
    const tail = { endBalance, balanced, movements, complements: 0, sum: isComplete ? sum.total : null, errors };
    this.#events.push({ kind: 'closed', tail });
  }

  #agrees({ head, sum, isComplete }: Open, end: Balance): boolean {
    const { startBalance, account } = head;
    if (!isComplete || startBalance.units === null || end.units === null) return false;
    const computed = BigInt(startBalance.units) + sum.total;
    if (computed === BigInt(end.units)) return true;
    const gap = disagreement(computed, BigInt(end.units), account.decimals);
    this.report('balanceMismatch', { params: { ...gap }, disagreement: gap });
    return false;
  }

  #checkDays({ head, days }: Open, { date: end }: Balance): void {
    const { date: start } = head.startBalance;
    if (start === null || end === null) return;
    if (end < start) this.report('endBeforeStart', { params: { start, end } });
    for (const [date, count] of end < start ? [] : days) {
      if (date < start || date > end) this.report('datesOutside', { params: { start, end, date, count } });
    }
  }
}
