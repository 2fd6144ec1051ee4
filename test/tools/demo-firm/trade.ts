/** Invoices and their payments: the entries, the lettering and what the VAT return needs to know of each. */
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Cents } from '../../../src/services/kernel/money.ts';
import { share, total } from './amounts.ts';
import type { Advice, Bank } from './bank.ts';
import { type Book, credit, debit, type Line, type LineExtra, letter, type Stage } from './book.ts';
import type { Party } from './parties.ts';

/** Rates in hundredths of a percent. */
export type Rate = 2000n | 1000n | 550n | 0n;

/** When the tax of an invoice is due or deductible. */
export type Exigibility = 'OnDebits' | 'OnReceipts';

/** Where the operation goes on the return (vat-ca3): taxed sale, or the box of an untaxed or reverse-charged one. */
export type VatNature =
  | 'Taxed'
  | 'Disposal'
  | 'IntraEuSupply'
  | 'OtherUntaxed'
  | 'Deductible'
  | 'DeductibleAsset'
  | 'IntraEuAcquisition'
  | 'ForeignService';

export interface Tax {
  readonly nature: VatNature;
  readonly rate: Rate;
  readonly base: Cents;
  readonly tax: Cents;
  /** The account that holds the tax; the due side of a reverse charge. */
  readonly account: string;
  /** The deductible side of a reverse charge. */
  readonly deductibleAccount?: string;
}

interface Payment {
  readonly date: PlainDate;
  readonly amount: Cents;
}

export interface Invoice {
  readonly side: 'sale' | 'purchase';
  readonly ref: string;
  readonly date: PlainDate;
  readonly party: Party;
  readonly exigibility: Exigibility;
  /** Tax included; negative for a credit note. */
  readonly total: Cents;
  readonly taxes: readonly Tax[];
  /** The line on the third party's account. */
  readonly line: Line;
  readonly payments: Payment[];
  /** Credit notes set against it. */
  readonly reductions: Invoice[];
  /** Set on a credit note that reduces another invoice. */
  setAgainst?: Invoice;
}

/** One line of an invoice, before tax. */
export interface Item {
  readonly account: string;
  readonly ht: Cents;
  readonly rate: Rate;
  readonly nature: VatNature;
  /** Part of the tax that may be deducted, in hundredths of a percent; the rest joins the cost. */
  readonly deductible?: bigint;
  readonly label?: string;
  /** Third party of the line, on an account that needs one. */
  readonly party?: Party;
}

/** Accounts of one folder's chart that trade needs. */
export interface TradeAccounts {
  readonly customers: string;
  readonly suppliers: string;
  readonly collected: Readonly<Record<string, string>>;
  readonly deductible: string;
  readonly deductibleAssets: string;
  readonly reverseDue: string;
  readonly reverseDeductible: string;
}

export interface InvoiceDraft {
  readonly ref: string;
  readonly date: PlainDate;
  readonly party: Party;
  readonly items: readonly Item[];
  readonly label: string;
  readonly exigibility: Exigibility;
  /** Account of the third party, when it is not the usual one. */
  readonly account?: string;
  readonly stage?: Stage;
  readonly foreign?: { readonly code: string; readonly amount: Cents };
}

export class Trade {
  readonly invoices: Invoice[] = [];
  readonly accounts: TradeAccounts;
  private readonly book: Book;

  constructor(book: Book, accounts: TradeAccounts) {
    this.book = book;
    this.accounts = accounts;
  }

  sell(draft: InvoiceDraft): Invoice {
    const taxes = draft.items.map((item) => this.tax(item));
    const lines = [
      ...draft.items.map((item) => credit(item.account, item.ht, extraOf(item))),
      ...perAccount(taxes).map(([account, amount]) => credit(account, amount)),
    ];
    const account = draft.account ?? this.accounts.customers;
    return this.record('sale', 'VE', draft, account, lines, taxes);
  }

  buy(draft: InvoiceDraft): Invoice {
    const taxes = draft.items.map((item) => this.tax(item));
    const lines = draft.items.flatMap((item, index) => this.costLines(item, taxes[index]));
    const deductible = perAccount(taxes.filter(({ deductibleAccount }) => deductibleAccount === undefined));
    const lineTax = deductible.map(([account, amount]) => debit(account, amount));
    const account = draft.account ?? this.accounts.suppliers;
    return this.record('purchase', 'HA', draft, account, [...lines, ...lineTax], taxes);
  }

  /** An invoice that the opening balance already holds: the caller puts its `line` in the opening entry. */
  carried(invoice: Omit<Invoice, 'payments' | 'reductions'>): Invoice {
    const whole = { ...invoice, payments: [], reductions: [] };
    this.invoices.push(whole);
    return whole;
  }

  /** Sets a credit note against its invoice: same lettering group, and less tax to come. */
  setAgainst(note: Invoice, invoice: Invoice): void {
    note.setAgainst = invoice;
    invoice.reductions.push(note);
    letter([note.line, invoice.line]);
  }

  private record(
    side: Invoice['side'],
    journal: string,
    draft: InvoiceDraft,
    account: string,
    lines: readonly Line[],
    taxes: readonly Tax[],
  ): Invoice {
    const { ref, date, party, label, exigibility, stage = 'routine', foreign } = draft;
    const signed = -total(lines.map(({ amount }) => amount));
    const line = debit(account, signed, { party, ...(foreign === undefined ? {} : { foreign }) });
    this.book.post({ journal, date, ref, label, stage, lines: side === 'sale' ? [line, ...lines] : [...lines, line] });
    const amount = side === 'sale' ? signed : -signed;
    const invoice = { side, ref, date, party, exigibility, total: amount, taxes, line, payments: [], reductions: [] };
    this.invoices.push(invoice);
    return invoice;
  }

  private tax({ ht, rate, nature, deductible = 10_000n }: Item): Tax {
    const tax = share(share(ht, rate), deductible);
    const { collected, reverseDue, reverseDeductible } = this.accounts;
    const common = { nature, rate, base: ht, tax };
    if (nature === 'Deductible') return { ...common, account: this.accounts.deductible };
    if (nature === 'DeductibleAsset') return { ...common, account: this.accounts.deductibleAssets };
    if (nature === 'IntraEuAcquisition' || nature === 'ForeignService')
      return { ...common, account: reverseDue, deductibleAccount: reverseDeductible };
    const account = collected[String(rate)] ?? '';
    return { ...common, account };
  }

  private costLines(item: Item, tax: Tax | undefined): Line[] {
    if (tax?.deductibleAccount !== undefined) {
      const sides = [debit(tax.deductibleAccount, tax.tax), credit(tax.account, tax.tax)];
      return [debit(item.account, item.ht, extraOf(item)), ...sides];
    }
    const lost = share(item.ht, item.rate) - (tax?.tax ?? 0n);
    return [debit(item.account, item.ht + lost, extraOf(item))];
  }
}

const extraOf = ({ label, party }: Item): LineExtra => ({
  ...(label === undefined ? {} : { label }),
  ...(party === undefined ? {} : { party }),
});

/** Tax amounts summed per account, untaxed ones left out. */
function perAccount(taxes: readonly Tax[]): [string, Cents][] {
  const sums = new Map<string, Cents>();
  for (const { account, tax } of taxes) if (tax !== 0n) sums.set(account, (sums.get(account) ?? 0n) + tax);
  return [...sums];
}

/** What is still to be paid at the end of `until`. */
export const remaining = (invoice: Invoice, until?: PlainDate): Cents =>
  invoice.total +
  total(invoice.reductions.map((note) => note.total)) -
  total(invoice.payments.filter(({ date }) => until === undefined || date <= until).map(({ amount }) => amount));

export interface Settlement {
  readonly date: PlainDate;
  readonly label: string;
  readonly advice: Advice | null;
  readonly bankDate?: PlainDate;
  readonly bankAmount?: Cents;
  /** Less than what is due: a partial payment of the only invoice given. */
  readonly amount?: Cents;
  readonly ref?: string;
  /** More lines of the bank entry: a fee, an exchange difference. */
  readonly extra?: readonly Line[];
}

/** Pays invoices by one bank operation and letters them, one line per party; several invoices are paid whole. */
export function settle(bank: Bank, invoices: readonly Invoice[], how: Settlement): void {
  const due = new Map(invoices.map((invoice) => [invoice, how.amount ?? remaining(invoice)]));
  const lines = [...new Set(invoices.map(({ party }) => party))].map((party) => {
    const own = invoices.filter((invoice) => invoice.party === party);
    const line = counterpart(own, total(own.map((invoice) => due.get(invoice) ?? 0n)));
    letter([...own.map((invoice) => invoice.line), line]);
    return line;
  });
  bank.operate({ ...how, lines: [...lines, ...(how.extra ?? [])] });
  for (const [invoice, amount] of due) invoice.payments.push({ date: how.date, amount });
}

/** A payment that the bank took back: the invoice is due again. */
export function bounce(bank: Bank, invoice: Invoice, how: Settlement): void {
  const amount = how.amount ?? invoice.total;
  const line = counterpart([invoice], -amount);
  letter([invoice.line, line]);
  bank.operate({ ...how, lines: [line, ...(how.extra ?? [])] });
  invoice.payments.push({ date: how.date, amount: -amount });
}

function counterpart([first]: readonly Invoice[], amount: Cents): Line {
  if (first === undefined) throw new Error('nothing to settle');
  return debit(first.line.account, first.side === 'sale' ? -amount : amount, { party: first.party });
}
