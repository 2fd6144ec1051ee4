/** The working place of one folder: books, banks, dice, and the habits that the three folders share. */
import { addDays, type PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Cents } from '../../../src/services/kernel/money.ts';
import { billPaid, card, chequePaid, directDebit, instantFrom, transferFrom, transferTo } from './advices.ts';
import { prorata, total } from './amounts.ts';
import type { Exercise } from './assets.ts';
import type { Advice, Bank } from './bank.ts';
import { type Book, debit } from './book.ts';
import { inMonth, type Month, monthsFrom, workingDay } from './calendar.ts';
import type { Party } from './parties.ts';
import type { Dice } from './random.ts';
import { type Exigibility, type Invoice, type Rate, settle, type Trade, type VatNature } from './trade.ts';

export interface Desk {
  readonly exercise: Exercise;
  readonly book: Book;
  readonly trade: Trade;
  readonly bank: Bank;
  readonly dice: Dice;
  /** Number of the next cheque. */
  cheque: number;
}

export const months = ({ exercise }: Pick<Desk, 'exercise'>): Month[] => monthsFrom(exercise.start, 12);

export type Means = 'debit' | 'transfer' | 'bill' | 'card' | 'cheque';

/** A supplier that invoices on a given day of some months, paid always the same way. */
export interface Recurring {
  readonly party: Party;
  readonly label: string;
  readonly account: string;
  /** Before tax: a fixed amount, or euros from and to, with the step in cents. */
  readonly ht: Cents | readonly [number, number, number];
  readonly rate: Rate;
  /** Services are deductible when paid unless the supplier opted for debits. */
  readonly exigibility: Exigibility;
  readonly nature?: VatNature;
  readonly day: number;
  /** Months of the exercise, 0 to 11; all when absent. */
  readonly in?: readonly number[];
  readonly means: Means;
  /** Days between invoice and payment. */
  readonly delay: number;
  /** Part of the tax that may be deducted, in hundredths of a percent. */
  readonly deductible?: bigint;
}

export function postRecurring(desk: Desk, month: Month, index: number, list: readonly Recurring[]): void {
  for (const each of list) {
    if (each.in !== undefined && !each.in.includes(index)) continue;
    const invoice = recurringInvoice(desk, month, each);
    paySupplier(desk, [invoice], each.means, workingDay(addDays(invoice.date, each.delay)));
  }
}

function recurringInvoice({ trade, dice }: Desk, month: Month, each: Recurring): Invoice {
  const ht = typeof each.ht === 'bigint' ? each.ht : dice.amount(each.ht[0], each.ht[1], each.ht[2]);
  const date = inMonth(month, each.day);
  const { account, rate, deductible } = each;
  const item = {
    account,
    ht,
    rate,
    nature: each.nature ?? 'Deductible',
    ...(deductible === undefined ? {} : { deductible }),
  };
  const ref = `${each.party.code}-${date.slice(2, 4)}${date.slice(5, 7)}${String(dice.int(10, 99))}`;
  const label = `${each.party.name} ${each.label}`;
  return trade.buy({ ref, date, party: each.party, items: [item], label, exigibility: each.exigibility });
}

/** Pays suppliers' invoices by the bank, unless the day comes after the closing. */
export function paySupplier(desk: Desk, invoices: readonly Invoice[], means: Means, date: PlainDate): void {
  const [first] = invoices;
  if (first === undefined || date > desk.exercise.end) return;
  if (means === 'cheque') payByCheque(desk, invoices, date, 6);
  else payByOrder(desk, invoices, first.party, means, date);
}

function payByOrder(
  { bank }: Desk,
  invoices: readonly Invoice[],
  party: Party,
  means: Exclude<Means, 'cheque'>,
  date: PlainDate,
): void {
  const refs = invoices.map(({ ref }) => ref).join(' ');
  const advices: Record<Exclude<Means, 'cheque'>, () => Advice> = {
    debit: () => directDebit(party, `FACTURE ${refs}`),
    transfer: () => transferTo(party, `FACTURE ${refs}`),
    bill: () => billPaid(party, `LCR ${refs}`),
    card: () => card(party.name, date),
  };
  const word = { debit: 'PRLV', transfer: 'VIR', bill: 'LCR', card: 'CB' }[means];
  settle(bank, invoices, { date, label: `${word} ${party.name}`, advice: advices[means]() });
}

/** A cheque leaves the books when it is written and the bank some days later, or not before the closing. */
export function payByCheque(desk: Desk, invoices: readonly Invoice[], date: PlainDate, days: number): void {
  const number = desk.cheque;
  desk.cheque += 1;
  const bankDate = workingDay(addDays(date, days));
  const seen = bankDate <= desk.exercise.end;
  const name = invoices[0]?.party.name ?? '';
  const label = `CHQ ${number} ${name}`;
  settle(desk.bank, invoices, { date, label, advice: seen ? chequePaid(number) : null, bankDate });
  if (seen) return;
  const amount = total(invoices.flatMap(({ payments }) => payments.slice(-1)).map((payment) => payment.amount));
  desk.bank.differ('ChequeNotCashed', date, -amount, `cheque ${number} to ${name}, not cashed at the closing`);
}

/** A customer pays by transfer, unless the day comes after the closing. */
export function receive(desk: Desk, invoices: readonly Invoice[], date: PlainDate, amount?: Cents): void {
  const [first] = invoices;
  if (first === undefined || date > desk.exercise.end) return;
  const { party } = first;
  const text = `FACTURE ${invoices.map(({ ref }) => ref).join(' ')}`;
  const advice = desk.dice.chance(1, 12) ? instantFrom(party, text) : transferFrom(party, text);
  const partial = amount === undefined ? {} : { amount };
  settle(desk.bank, invoices, { date, label: `VIR ${party.name}`, advice, ...partial });
}

/** A purchase by bank card, booked from the statement without an invoice on 401. */
export function payByCard(
  { bank, trade }: Desk,
  what: {
    readonly merchant: string;
    readonly account: string;
    readonly date: PlainDate;
    /** Tax included. */
    readonly ttc: Cents;
    readonly rate: Rate;
    readonly deductible?: bigint;
  },
): void {
  const { merchant, account, date, ttc, rate, deductible = 10_000n } = what;
  const whole = ttc - prorata(ttc, 10_000n, 10_000n + rate);
  const tax = prorata(whole, deductible, 10_000n);
  const lines = [debit(account, ttc - tax), debit(trade.accounts.deductible, tax)];
  bank.operate({ date, label: `CB ${merchant}`, lines, advice: card(merchant, date) });
  if (tax === 0n) return;
  const line = debit(trade.accounts.deductible, tax);
  const taxes = [{ nature: 'Deductible' as const, rate, base: ttc - whole, tax, account: trade.accounts.deductible }];
  const party = { code: 'CB', name: merchant };
  trade.carried({ side: 'purchase', ref: '', date, party, exigibility: 'OnDebits', total: ttc, taxes, line });
}
