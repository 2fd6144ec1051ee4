/**
 * What settles what in a letter group. Credit notes and payments are taken by date, credit notes first on one day: each
 * settles the oldest open invoices. A payment the other way settles the oldest open credit notes, then takes back the
 * latest payments, so that the invoice of a payment that bounced is open again from that day.
 */
import { type Cents, magnitude } from '../../kernel/money.ts';
import type { LetterGroup, ThirdPartyLine } from './letter-groups.ts';

/** A part of an entry settled on a day, debit less credit; of the other sign when it opens again. */
export interface Settled {
  readonly date: string;
  readonly amount: Cents;
}

export interface Settlements {
  readonly byEntry: ReadonlyMap<number, readonly Settled[]>;
  /** Payments without letter that found no open invoice. */
  readonly unmatched: readonly ThirdPartyLine[];
}

export function settlementsOf(groups: Iterable<LetterGroup>): Settlements {
  const byEntry = new Map<number, Settled[]>();
  const unmatched: ThirdPartyLine[] = [];
  for (const group of groups) {
    if (group.letter !== undefined && (!isSettling(group) || settlesOnce(group, byEntry))) continue;
    const idle = new GroupWalk(group, byEntry).run();
    if (group.letter === undefined) unmatched.push(...idle);
  }
  return { byEntry, unmatched };
}

/** Whether one line may settle another: payments alone do not, nor a document by itself. */
const isSettling = ({ lines }: LetterGroup): boolean => lines.length > 1 && lines.some(({ isDocument }) => isDocument);

/** Most groups are an invoice and its payment: the same as walking through them, for a fraction of the work. */
function settlesOnce({ lines, isCustomer }: LetterGroup, byEntry: Map<number, Settled[]>): boolean {
  const [first, second] = lines;
  if (!first || !second || lines.length > 2 || first.isDocument === second.isDocument) return false;
  const [invoice, payment] = first.isDocument ? [first, second] : [second, first];
  if (invoice.net > 0n !== isCustomer || payment.net > 0n === isCustomer) return false;
  const isWhole = magnitude(payment.net) >= magnitude(invoice.net);
  record(byEntry, invoice.entryId, {
    date: later(payment.date, invoice.date),
    amount: isWhole ? invoice.net : -payment.net,
  });
  return true;
}

function record(byEntry: Map<number, Settled[]>, entryId: number, settled: Settled): void {
  const known = byEntry.get(entryId);
  if (known) known.push(settled);
  else byEntry.set(entryId, [settled]);
}

/** An invoice or a credit note, and what is not settled of it, without sign. */
interface Open {
  readonly line: ThirdPartyLine;
  readonly place: number;
  left: Cents;
}

interface Part {
  readonly document: Open;
  readonly date: string;
  amount: Cents;
}

interface Payment {
  readonly line: ThirdPartyLine;
  /** What settled nothing. */
  idle: Cents;
  /** The invoices that it settled, oldest first. */
  readonly parts: Part[];
}

const byAge = (a: ThirdPartyLine, b: ThirdPartyLine): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : a.entryId - b.entryId || a.lineId - b.lineId;

const later = (a: string, b: string): string => (a > b ? a : b);

/** Documents from the oldest, with the place of the first that may be open. */
class Queue {
  readonly #documents: readonly Open[];
  #first = 0;

  constructor(lines: readonly ThirdPartyLine[]) {
    this.#documents = lines.toSorted(byAge).map((line, place) => ({ line, place, left: magnitude(line.net) }));
  }

  [Symbol.iterator](): Iterator<Open> {
    return this.#documents[Symbol.iterator]();
  }

  /** Settles the oldest open documents by `amount` on `date`, as far as it goes. */
  settle(amount: Cents, date: string): Part[] {
    const parts: Part[] = [];
    let rest = amount;
    for (; rest > 0n && this.#first < this.#documents.length; this.#first++) {
      const document = this.#documents[this.#first] as Open;
      const used = document.left < rest ? document.left : rest;
      if (used > 0n) parts.push({ document, amount: used, date: later(date, document.line.date) });
      document.left -= used;
      rest -= used;
      if (document.left > 0n) break;
    }
    return parts;
  }

  reopen(document: Open, amount: Cents): void {
    document.left += amount;
    if (document.place < this.#first) this.#first = document.place;
  }
}

/** A payment, or a credit note with what is open of it. */
interface Step {
  readonly line: ThirdPartyLine;
  readonly creditNote?: Open;
}

/** Credit notes first on one day. */
const byTurn = (a: Step, b: Step): number =>
  (a.line.date === b.line.date ? Number(b.creditNote !== undefined) - Number(a.creditNote !== undefined) : 0) ||
  byAge(a.line, b.line);

const total = (parts: readonly Part[]): Cents => parts.reduce((sum, { amount }) => sum + amount, 0n);

class GroupWalk {
  readonly #byEntry: Map<number, Settled[]>;
  readonly #invoices: Queue;
  readonly #creditNotes: Queue;
  readonly #payments: readonly ThirdPartyLine[];
  readonly #isCustomer: boolean;
  /** Payments walked through, the latest last. */
  readonly #walked: Payment[] = [];

  constructor({ lines, isCustomer }: LetterGroup, byEntry: Map<number, Settled[]>) {
    this.#byEntry = byEntry;
    this.#isCustomer = isCustomer;
    this.#invoices = new Queue(lines.filter((line) => line.isDocument && this.#isInvoiceSide(line)));
    this.#creditNotes = new Queue(lines.filter((line) => line.isDocument && !this.#isInvoiceSide(line)));
    this.#payments = lines.filter(({ isDocument }) => !isDocument);
  }

  /** The payments that settled nothing at all. */
  run(): ThirdPartyLine[] {
    const steps: Step[] = this.#payments.map((line) => ({ line }));
    for (const creditNote of this.#creditNotes) steps.push({ line: creditNote.line, creditNote });
    for (const { line, creditNote } of steps.sort(byTurn))
      if (creditNote) this.#set(creditNote);
      else this.#pay(line);
    return this.#walked.filter(({ idle, line }) => idle === magnitude(line.net)).map(({ line }) => line);
  }

  #isInvoiceSide({ net }: ThirdPartyLine): boolean {
    return net > 0n === this.#isCustomer;
  }

  /** Sets a credit note against the oldest invoices: both are settled by the same amount. */
  #set(creditNote: Open): void {
    const parts = this.#invoices.settle(creditNote.left, creditNote.line.date);
    for (const part of parts) {
      this.#record(part.document.line, part.date, part.amount);
      this.#record(creditNote.line, part.date, part.amount);
    }
    creditNote.left -= total(parts);
  }

  #pay(line: ThirdPartyLine): void {
    const amount = magnitude(line.net);
    const isRefund = this.#isInvoiceSide(line);
    const parts = (isRefund ? this.#creditNotes : this.#invoices).settle(amount, line.date);
    for (const { document, date, amount: used } of parts) this.#record(document.line, date, used);
    const rest = amount - total(parts);
    if (isRefund) this.#takeBack(rest, line.date);
    else this.#walked.push({ line, idle: rest, parts });
  }

  #takeBack(amount: Cents, date: string): void {
    let rest = amount;
    for (let payment = this.#walked.at(-1); payment && rest > 0n; payment = this.#walked.at(-1)) {
      const idle = payment.idle < rest ? payment.idle : rest;
      payment.idle -= idle;
      rest -= idle;
      rest = this.#reopen(payment.parts, rest, date);
      if (rest > 0n) this.#walked.pop();
    }
  }

  /** Opens the newest invoices of a payment again; what is left of the amount. */
  #reopen(parts: Part[], amount: Cents, date: string): Cents {
    let rest = amount;
    for (let part = parts.at(-1); part && rest > 0n; part = parts.at(-1)) {
      const used = part.amount < rest ? part.amount : rest;
      part.amount -= used;
      rest -= used;
      this.#invoices.reopen(part.document, used);
      this.#record(part.document.line, later(date, part.date), -used);
      if (part.amount === 0n) parts.pop();
    }
    return rest;
  }

  /** `amount` without the sign of the line. */
  #record({ entryId, net }: ThirdPartyLine, date: string, amount: Cents): void {
    record(this.#byEntry, entryId, { date, amount: net < 0n ? -amount : amount });
  }
}
