/** The opening entry: balances, unpaid invoices one by one, classes 2 and 28 from the asset list. */
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Cents } from '../../../src/services/kernel/money.ts';
import { eur, share, total } from './amounts.ts';
import { type Asset, amortizationAccount, type Exercise, figures } from './assets.ts';
import { type Book, credit, debit, type Line } from './book.ts';
import { day } from './calendar.ts';
import { named, type Party } from './parties.ts';
import type { Exigibility, Invoice, Rate, Trade } from './trade.ts';

/** Opening entry; `rest` takes the difference (earlier profits), which must leave it in credit. */
export function openBooks(book: Book, date: PlainDate, lines: readonly Line[], rest: string): void {
  const gap = total(lines.map(({ amount }) => amount));
  if (gap <= 0n) throw new Error(`the opening leaves ${rest} in debit: ${gap}`);
  const all = [...lines, credit(rest, gap)].sort((a, b) =>
    a.account < b.account ? -1 : a.account > b.account ? 1 : 0,
  );
  const label = `A nouveaux au ${date.split('-').reverse().join('/')}`;
  book.post({ journal: 'AN', date, ref: `AN${date.slice(0, 4)}`, label, lines: all, stage: 'opening' });
}

/** `{ '101300': '-20000.00' }`-like tables as lines. */
export const balances = (table: Readonly<Record<string, Cents>>): Line[] =>
  Object.entries(table).map(([account, amount]) => debit(account, amount));

/** Opening balances of classes 2, 28, 145, 131 and 139 from the asset list. */
export function openingAssets(assets: readonly Asset[], exercise: Exercise, grantShare: string): Line[] {
  const sums = new Map<string, Cents>();
  const add = (account: string, amount: Cents): unknown => sums.set(account, (sums.get(account) ?? 0n) + amount);
  for (const asset of assets.filter(({ acquired }) => acquired < exercise.start)) {
    const { opening, derogatoryBefore, grantBefore } = figures(asset, exercise);
    add(asset.account, asset.value);
    if (opening !== 0n) add(amortizationAccount(asset.account), -opening);
    if (derogatoryBefore !== 0n) add('145000', -derogatoryBefore);
    if (asset.grant === undefined) continue;
    add(asset.grant.account, -asset.grant.amount);
    add(grantShare, grantBefore);
  }
  return [...sums].map(([account, amount]) => debit(account, amount));
}

/** An unpaid invoice of an earlier exercise: third party, number, date, amount before tax. */
export type Carried = readonly [string, string, string, string];

export interface CarryTerms {
  readonly side: Invoice['side'];
  readonly account: string;
  readonly parties: readonly Party[];
  readonly rate?: Rate;
  /** On receipts the tax still waits for the payment; on debits it was declared with the invoice. */
  readonly exigibility?: Exigibility;
}

/** Invoices whose lines the opening entry holds. */
export const carry = (trade: Trade, terms: CarryTerms, list: readonly Carried[]): Invoice[] =>
  list.map(([name, ref, written, ht]) =>
    carryOne(trade, terms, named(terms.parties, name), ref, day(written), eur(ht)),
  );

function carryOne(trade: Trade, terms: CarryTerms, party: Party, ref: string, date: PlainDate, ht: Cents): Invoice {
  const { side, account, rate = 2000n, exigibility = 'OnReceipts' } = terms;
  const tax = share(ht, rate);
  const sign = side === 'sale' ? 1n : -1n;
  const line = debit(account, sign * (ht + tax), { party, ref, pieceDate: date, label: `${party.name} ${ref}` });
  const nature = side === 'sale' ? ('Taxed' as const) : ('Deductible' as const);
  const { collected, deductible } = trade.accounts;
  const taxAccount = side === 'sale' ? (collected[String(rate)] ?? '') : deductible;
  const taxes = [{ nature, rate, base: ht, tax, account: taxAccount }];
  return trade.carried({ side, ref, date, party, exigibility, total: ht + tax, taxes, line });
}

export const taxOf = (invoices: readonly Invoice[]): Cents =>
  total(invoices.flatMap(({ taxes }) => taxes.map(({ tax }) => tax)));
