/** Bank accounts seen from both sides: what the books hold on 512 and what the bank reports. */
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Cents } from '../../../src/services/kernel/money.ts';
import { total } from './amounts.ts';
import { type Book, debit, type Entry, type Line, type Stage } from './book.ts';
import { iban, type Rib } from './identity.ts';

/** What the bank says of one movement, the amount excepted. */
export interface Advice {
  /** Interbank operation code. */
  readonly code: string;
  /** At most 31 characters. */
  readonly label: string;
  readonly entryNumber?: string;
  readonly reference?: string;
  readonly internal?: string;
  readonly reject?: string;
  readonly valueDate?: PlainDate;
  /** Complement records: qualifier and text. */
  readonly details?: readonly (readonly [string, string])[];
}

export interface Movement extends Advice {
  readonly date: PlainDate;
  /** Credit of the account positive, as on the statement. */
  readonly amount: Cents;
}

export type DifferenceKind =
  | 'ChequeNotCashed'
  | 'DepositInTransit'
  | 'TransferInTransit'
  | 'FeesNotBooked'
  | 'ReceiptNotBooked'
  | 'AmountMistyped';

/** One reason why 512 is not the bank's balance; `amount` is what it adds to 512 compared with the bank. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly date: PlainDate;
  readonly amount: Cents;
  readonly text: string;
}

export interface BankTerms {
  readonly account: string;
  readonly journal: string;
  readonly rib: Rib;
  readonly bic: string;
  readonly bankName: string;
  readonly name: string;
  readonly opening: Cents;
}

export interface Operation {
  readonly date: PlainDate;
  readonly label: string;
  /** The lines against 512. */
  readonly lines: readonly Line[];
  readonly ref?: string;
  readonly stage?: Stage;
  /** What the bank reports; null when it had not reported anything by the closing. */
  readonly advice: Advice | null;
  /** The day the bank books it when it is not the day of the books. */
  readonly bankDate?: PlainDate;
  /** The amount of the bank when the books hold another one. */
  readonly bankAmount?: Cents;
}

export class Bank {
  readonly terms: BankTerms;
  readonly movements: Movement[] = [];
  readonly differences: Difference[] = [];
  readonly iban: string;
  private readonly book: Book;

  constructor(terms: BankTerms, book: Book) {
    this.terms = terms;
    this.book = book;
    this.iban = iban(terms.rib);
  }

  /** Posts the entry on this account and, unless the bank has not seen it, the movement of the statement. */
  operate(operation: Operation): Entry {
    const { account, journal } = this.terms;
    const amount = -total(operation.lines.map((line) => line.amount));
    const { date, label, advice } = operation;
    if (advice !== null) this.report(operation.bankDate ?? date, operation.bankAmount ?? amount, advice);
    const ref = operation.ref ?? `${journal}-${date.slice(0, 7)}`;
    const stage = operation.stage ?? 'routine';
    return this.book.post({ journal, date, ref, label, stage, lines: [debit(account, amount), ...operation.lines] });
  }

  /** A movement of the statement alone. */
  report(date: PlainDate, amount: Cents, advice: Advice): void {
    if (amount !== 0n) this.movements.push({ ...advice, date, amount });
  }

  differ(kind: DifferenceKind, date: PlainDate, amount: Cents, text: string): void {
    this.differences.push({ kind, date, amount, text });
  }

  /** Balance of the statement at the end of `date`. */
  balance(date: PlainDate): Cents {
    const before = this.movements.filter((movement) => movement.date <= date);
    return this.terms.opening + total(before.map(({ amount }) => amount));
  }

  /** Movements after `from` and up to `to`, in booking order. */
  between(from: PlainDate, to: PlainDate): Movement[] {
    const inside = this.movements.filter(({ date }) => date > from && date <= to);
    return inside.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  }
}
