/** Year-long tasks that the folders share: loans, assets, payments to the State, monthly VAT returns, accruals. */
import { addDays, type PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Cents } from '../../../src/services/kernel/money.ts';
import { businessDebit, loanInstalment } from './advices.ts';
import { eur } from './amounts.ts';
import type { Asset } from './assets.ts';
import { type Book, credit, debit, type Line } from './book.ts';
import { day, inMonth, monthsFrom, workingDay } from './calendar.ts';
import { accruedInterest, type Instalment, loanSchedule, payReturn, postReturn } from './closing.ts';
import { type Desk, months, paySupplier } from './desk.ts';
import type { VatReturn } from './folder.ts';
import type { Party } from './parties.ts';
import { DGFIP } from './payroll.ts';
import type { TradeAccounts } from './trade.ts';
import { ca3, vatOf } from './vat.ts';

export const TRADE_ACCOUNTS: TradeAccounts = {
  customers: '411000',
  suppliers: '401000',
  collected: { '2000': '445710', '550': '445711', '1000': '445712' },
  deductible: '445660',
  deductibleAssets: '445620',
  reverseDue: '445200',
  reverseDeductible: '445662',
};

export interface Loan {
  readonly number: string;
  /** Capital owed before the first instalment of the exercise. */
  readonly left: Cents;
  /** Yearly rate in hundredths of a percent. */
  readonly rate: bigint;
  readonly instalment: Cents;
  readonly first: PlainDate;
  readonly count: number;
  /** Account of the interest accrued and not due. */
  readonly accrued: string;
}

/** Interest run since the instalment before the exercise opened. */
export const openingInterest = ({ left, rate, first }: Loan, start: PlainDate): Cents =>
  first < addDays(start, 31) ? accruedInterest(left, rate, 30 - Number(first.slice(8))) : 0n;

/** Instalments of the exercise and the interest accrued at its two ends. */
export function repayLoan({ bank, book, exercise }: Desk, loan: Loan): Instalment[] {
  const { accrued, rate } = loan;
  const before = openingInterest(loan, exercise.start);
  const opening = { journal: 'OD', date: exercise.start, ref: `EXT-${exercise.start.slice(0, 4)}` };
  const reverse = [debit(accrued, before), credit('661100', before)];
  if (before !== 0n) book.post({ ...opening, label: `Extourne intérêts courus ${loan.number}`, lines: reverse });
  const schedule = loanSchedule(loan.left, rate, loan.instalment, loan.count);
  const due = monthsFrom(loan.first, loan.count);
  schedule.forEach(({ capital, interest }, index) => {
    const month = due[index];
    if (month === undefined) return;
    const lines = [debit('164000', capital), debit('661100', interest)];
    const label = `Échéance prêt ${loan.number} ${month.name}`;
    const date = inMonth(month, Number(loan.first.slice(8)));
    bank.operate({ date, label, lines, advice: loanInstalment(loan.number) });
  });
  const after = accruedInterest(schedule.at(-1)?.left ?? 0n, rate, 30 - Number(loan.first.slice(8)));
  takeStock(
    { book, exercise },
    'INV-ICNE',
    `Intérêts courus ${loan.number}`,
    debit('661100', after),
    credit(accrued, after),
  );
  return schedule;
}

/** An inventory entry. */
export function takeStock(
  { book, exercise }: Pick<Desk, 'book' | 'exercise'>,
  ref: string,
  label: string,
  ...lines: Line[]
): void {
  book.post({ journal: 'OD', date: exercise.end, ref, label, lines, stage: 'inventory' });
}

/** The reversal, on the first day, of an entry of the inventory before. */
export function takeBack({ book, exercise }: Desk, label: string, ...lines: Line[]): void {
  const ref = `EXT-${exercise.start.slice(0, 4)}`;
  book.post({ journal: 'OD', date: exercise.start, ref, label: `Extourne ${label}`, lines });
}

export interface StatePayment {
  readonly date: string;
  readonly label: string;
  readonly account: string;
  readonly amount: string;
  /** Text of the direct debit. */
  readonly text: string;
}

/** Taxes by business-to-business direct debit. */
export function payState({ bank }: Desk, payments: readonly StatePayment[]): void {
  for (const { date, label, account, amount, text } of payments) {
    const lines = [debit(account, eur(amount))];
    bank.operate({ date: day(date), label, lines, advice: businessDebit(DGFIP, text) });
  }
}

/** Invoice on 404 and payment of one asset of the exercise; a car's price holds the tax that cannot be deducted. */
export function buyAsset(desk: Desk, asset: Asset, vendor: Party, delay: number): void {
  const rate = asset.vat === 0n ? (0n as const) : (2000n as const);
  const item = { account: asset.account, ht: asset.value, rate, nature: 'DeductibleAsset' as const };
  const ref = `${vendor.code}-IM${String(asset.number).padStart(2, '0')}`;
  const common = { ref, date: asset.acquired, party: vendor, items: [item], exigibility: 'OnDebits' as const };
  const invoice = desk.trade.buy({ ...common, label: `${vendor.name} ${asset.name}`, account: '404000' });
  paySupplier(desk, [invoice], 'transfer', workingDay(addDays(asset.acquired, delay)));
}

/** One return a month, each from the credit of the one before; `similar` = whole euros of box 29 by month. */
export function declareMonthly(desk: Desk, dayOfMonth: number, similar: Readonly<Record<string, bigint>>): VatReturn[] {
  const { trade, book, bank, exercise } = desk;
  let creditLeft = 0n;
  return months(desk).map((month) => {
    const result = ca3(month, vatOf(trade.invoices, month), creditLeft, similar[month.name] ?? 0n);
    creditLeft = result.boxes.JC ?? 0n;
    postReturn(book, result);
    payReturn(bank, result, dayOfMonth, exercise.end);
    return { form: '3310-CA3', start: month.start, end: month.end, boxes: result.boxes };
  });
}

export const balanceOf = (book: Book, ...prefixes: string[]): Cents =>
  prefixes.reduce((sum, prefix) => sum + book.balance(prefix), 0n);
