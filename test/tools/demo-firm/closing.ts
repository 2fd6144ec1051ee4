/** Entries that every folder shares: VAT returns, plans of the assets, company tax, loans. */
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Cents } from '../../../src/services/kernel/money.ts';
import { businessDebit } from './advices.ts';
import { most, total } from './amounts.ts';
import { type Asset, amortizationAccount, type Exercise, type Figures, figures } from './assets.ts';
import type { Bank } from './bank.ts';
import { type Book, credit, debit, type Line } from './book.ts';
import { inNextMonth } from './calendar.ts';
import { DGFIP } from './payroll.ts';
import type { Ca3 } from './vat.ts';

export interface AssetAccounts {
  readonly grantShare: string;
  readonly grantIncome: string;
}

/** Annuities per account, movement of 145, share of the grants: inventory entries. */
export function closeAssets(book: Book, assets: readonly Asset[], exercise: Exercise, accounts: AssetAccounts): void {
  const held = assets.filter(({ retirement }) => retirement === undefined);
  const each = held.map((asset) => ({ asset, ...figures(asset, exercise) }));
  const post = (ref: string, label: string, lines: Line[]): unknown =>
    book.post({ journal: 'OD', date: exercise.end, ref, label, lines, stage: 'inventory' });
  for (const account of [...new Set(held.map((asset) => asset.account))].sort()) {
    const amount = total(each.filter(({ asset }) => asset.account === account).map(({ annuity }) => annuity));
    if (amount !== 0n) post('INV-AMORT', `Dotation ${account}`, annuityLines(account, amount));
  }
  for (const { asset, derogatory, derogatoryBefore } of each) {
    const change = derogatory - derogatoryBefore;
    if (change > 0n)
      post('INV-DEROG', `Dérogatoire ${asset.name}`, [debit('687250', change), credit('145000', change)]);
    if (change < 0n)
      post('INV-DEROG', `Dérogatoire ${asset.name}`, [debit('145000', -change), credit('787250', -change)]);
  }
  for (const { asset, grantShare } of each) {
    if (grantShare === 0n) continue;
    const { grantShare: shareAccount, grantIncome } = accounts;
    post('INV-SUBV', `Quote-part ${asset.grant?.name}`, [
      debit(shareAccount, grantShare),
      credit(grantIncome, grantShare),
    ]);
  }
}

const annuityLines = (account: string, amount: Cents): Line[] => [
  debit(account.startsWith('20') ? '681110' : '681120', amount),
  credit(amortizationAccount(account), amount),
];

/** Complementary annuity and exit of a sold asset, on the day of the sale. */
export function exitAsset(book: Book, asset: Asset, exercise: Exercise, bookValue: string): Figures {
  const result = figures(asset, exercise);
  const { annuity, closing } = result;
  const date = asset.retirement?.date ?? exercise.end;
  const common = { journal: 'OD', date, ref: `CESS-${asset.number}` };
  book.post({ ...common, label: `Dotation ${asset.name}`, lines: annuityLines(asset.account, annuity) });
  const lines = [
    debit(amortizationAccount(asset.account), closing),
    debit(bookValue, asset.value - closing),
    credit(asset.account, asset.value),
  ];
  book.post({ ...common, label: `Sortie ${asset.name}`, lines });
  return result;
}

/** Empties the VAT accounts of a return into 44551, 44567 and 447; the cents go to 658 or 758. */
export function postReturn(book: Book, { period, boxes, accounts }: Ca3): void {
  const euros = (zone: string): Cents => 100n * (boxes[zone] ?? 0n);
  const lines = [
    ...accounts.map(([account, amount]) => debit(account, amount)),
    credit('445670', euros('HD')),
    debit('445670', euros('JC')),
    credit('445510', euros('ND')),
  ];
  const gap = total(lines.map(({ amount }) => amount));
  const rounding = gap > 0n ? credit('758000', gap) : debit('658000', -gap);
  const ref = `CA3-${period.name}`;
  book.post({ journal: 'OD', date: period.end, ref, label: `TVA ${period.name}`, lines: [...lines, rounding] });
  if (euros('KB') !== 0n) {
    const taxes = [debit('635140', euros('KB')), credit('447000', euros('KB'))];
    book.post({ journal: 'OD', date: period.end, ref, label: 'Taxes sur les véhicules, annexe 3310-A', lines: taxes });
  }
}

/** Direct debit of a return, in the month after its period, unless that is after `last`. */
export function payReturn(bank: Bank, { period, boxes }: Ca3, dayOfMonth: number, last: PlainDate): void {
  const date = inNextMonth(period, dayOfMonth);
  const [vat, other] = [100n * (boxes.ND ?? 0n), 100n * (boxes.KB ?? 0n)];
  if (vat + other === 0n || date > last) return;
  const label = `TVA ${period.name}`;
  const lines = [debit('445510', vat), debit('447000', other)];
  bank.operate({ date, label, lines, advice: businessDebit(DGFIP, `3310CA3 ${period.name}`) });
}

/** Company tax at 15 % up to 42 500 euros and 25 % above, in whole euros. */
export function companyTax(profit: bigint): bigint {
  const reduced = profit < 42_500n ? most(profit, 0n) : 42_500n;
  const round = (amount: bigint, rate: bigint): bigint => (amount * rate + 50n) / 100n;
  return round(reduced, 15n) + round(most(profit, 0n) - reduced, 25n);
}

/** Equal monthly instalments of a loan: capital part and interest part of each, interest on what is left. */
export function loanSchedule(left: Cents, yearlyBasisPoints: bigint, instalment: Cents, count: number): Instalment[] {
  const rows: Instalment[] = [];
  let balance = left;
  for (let index = 0; index < count; index += 1) {
    const interest = (balance * yearlyBasisPoints + 60_000n) / 120_000n;
    const capital = instalment - interest;
    balance -= capital;
    rows.push({ interest, capital, left: balance });
  }
  return rows;
}

export interface Instalment {
  readonly interest: Cents;
  readonly capital: Cents;
  /** Capital owed after it. */
  readonly left: Cents;
}

/** Interest from the last instalment to the closing, by days of a 360-day year. */
export const accruedInterest = (left: Cents, yearlyBasisPoints: bigint, days: number): Cents =>
  (left * yearlyBasisPoints * BigInt(days) + 1_800_000n) / 3_600_000n;
