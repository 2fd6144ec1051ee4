/** What payments and credit notes settle of invoices, group of letters by group. */
import { type Body, type Entry, type Line, partyOf } from './books.ts';

export interface Settled {
  readonly date: string;
  readonly amount: bigint;
}

interface Item {
  readonly line: Line;
  readonly date: string;
  readonly isDocument: boolean;
  /** Of an invoice above 0, of what settles it below. */
  readonly amount: bigint;
  open: bigint;
}

const BASES = ['sale', 'untaxed', 'purchase', 'reverse', 'collected', 'due', 'deductible'];

const roles = ({ lines }: Entry): Set<string> => new Set(lines.map(({ role }) => role));
const isDocument = (entry: Entry): boolean => BASES.some((role) => roles(entry).has(role));
/** Bases and treasury in one entry. */
export const isCash = (entry: Entry): boolean =>
  roles(entry).has('treasury') && ['sale', 'untaxed', 'purchase', 'reverse'].some((role) => roles(entry).has(role));

/** Above 0 for an invoice, of a customer or of a supplier. */
export const invoiced = ({ number, credit }: Line): bigint => (number.startsWith('40') ? credit : -credit);

/** Settlements of each line of a third party, seen from the end of a period. */
export function settlementsOf(body: Body, entries: readonly Entry[], until: string, preparedOn: string | undefined) {
  const groups = new Map<string, Item[]>();
  for (const entry of entries.filter(({ date }) => date <= until)) {
    if (isCash(entry)) continue;
    for (const line of entry.lines.filter(({ role }) => role === 'party')) {
      const key = groupOf(body, line, preparedOn);
      const amount = invoiced(line);
      const item = {
        line,
        date: entry.date,
        isDocument: isDocument(entry),
        amount,
        open: amount < 0n ? -amount : amount,
      };
      if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), item]);
    }
  }
  const settled = new Map<Line, Settled[]>();
  for (const items of groups.values())
    settle(items, (line, one) => settled.set(line, [...(settled.get(line) ?? []), one]));
  return settled;
}

function groupOf(body: Body, line: Line, preparedOn: string | undefined): string | undefined {
  const { Letter: letter, LetterDate: day, SubAccount: party } = line.sent;
  const isLettered = letter !== undefined && !(day !== undefined && preparedOn !== undefined && day > preparedOn);
  if (!isLettered && !partyOf(body, line)?.IncludeUnletteredPayments) return undefined;
  return `${line.number} ${party} ${isLettered ? letter : ''}`;
}

type Note = (line: Line, one: Settled) => void;

interface Payment {
  readonly taken: { readonly invoice: Item; amount: bigint }[];
  left: bigint;
}

const byDate = (a: Item, b: Item): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : a.line.entryId - b.line.entryId || a.line.id - b.line.id;
/** Credit notes first on one day. */
const inTurn = (a: Item, b: Item): number =>
  a.date === b.date && a.isDocument !== b.isDocument ? (a.isDocument ? -1 : 1) : byDate(a, b);

const later = (a: string, b: string): string => (a > b ? a : b);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function settle(items: readonly Item[], note: Note): void {
  const invoices = items.filter((one) => one.isDocument && one.amount > 0n).sort(byDate);
  const credits = items.filter((one) => one.isDocument && one.amount < 0n).sort(byDate);
  const payments: Payment[] = [];
  for (const item of items.filter((one) => !invoices.includes(one)).sort(inTurn)) {
    if (item.isDocument) credit(item, invoices, note);
    else if (item.amount < 0n) payments.push(pay(item, invoices, note));
    else takeBack(item, credits, payments, note);
  }
}

function credit(item: Item, invoices: readonly Item[], note: Note): void {
  for (const invoice of invoices) {
    const amount = least(item.open, invoice.open);
    if (amount === 0n) continue;
    const date = later(item.date, invoice.date);
    for (const one of [item, invoice]) {
      one.open -= amount;
      note(one.line, { date, amount });
    }
  }
}

function pay(item: Item, invoices: readonly Item[], note: Note): Payment {
  const payment: Payment = { taken: [], left: -item.amount };
  for (const invoice of invoices) {
    const amount = least(payment.left, invoice.open);
    if (amount === 0n) continue;
    invoice.open -= amount;
    payment.left -= amount;
    payment.taken.push({ invoice, amount });
    note(invoice.line, { date: later(item.date, invoice.date), amount });
  }
  return payment;
}

/** A payment the other way: open credit notes, then the latest payments, of each first what had settled nothing. */
function takeBack(item: Item, credits: readonly Item[], payments: readonly Payment[], note: Note): void {
  let left = item.amount;
  for (const one of credits) {
    const amount = least(left, one.open);
    if (amount === 0n) continue;
    one.open -= amount;
    left -= amount;
    note(one.line, { date: later(item.date, one.date), amount });
  }
  for (const payment of payments.toReversed()) {
    const unused = least(left, payment.left);
    payment.left -= unused;
    left -= unused;
    for (const taken of payment.taken.toSorted((a, b) => byDate(b.invoice, a.invoice))) {
      const amount = least(left, taken.amount);
      if (amount === 0n) continue;
      taken.amount -= amount;
      left -= amount;
      taken.invoice.open += amount;
      note(taken.invoice.line, { date: item.date, amount: -amount });
    }
  }
}
