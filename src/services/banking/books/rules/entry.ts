/**
 * The entry of a transaction: the bank's line on one side; on the other what it is for, without VAT, and the VAT.
 *
 * VAT = magnitude × rate / (100 + rate), rounded half away from zero to the cent; the counterpart takes what is left, so
 * the entry is balanced whatever the rounding. Money in is a debit of the bank.
 */
import type { PlainDate } from '../../../kernel/dates.ts';
import type { Cents } from '../../../kernel/money.ts';
import { divideRounded, parseRatio, type Ratio, ratio } from '../../../kernel/ratio.ts';
import type { NewEntry, NewLine } from '../../../ledger/place-entry.ts';
import { BOOKS_CURRENCY } from '../comparison/sides.ts';
import type { LedgerSide } from '../reconciliation/ledger-side.ts';
import type { RuleDraft, RuleSubject } from './rule.ts';

/** A transaction as entries are written from it. */
export interface Bookable extends RuleSubject {
  readonly id: number;
  readonly date: PlainDate;
  readonly reference: string | null;
  readonly currency: string;
  /** Minor units of the transaction's currency, and its decimals. */
  readonly units: bigint;
  readonly decimals: number;
  /** The amount in another currency, as the bank tells it: decimal text. */
  readonly fxCurrency: string | null;
  readonly fxAmount: string | null;
}

/** A side of an entry before it is known which: signed as the account of the bank gains. */
export interface Booked {
  /** Euros. */
  readonly amount: Cents;
  /** In the currency of the transaction, when that is another. */
  readonly currency?: string;
  readonly currencyAmount?: Cents;
}

/**
 * What a transaction is worth in the books: its amount; in another currency, `rate` euros a unit, else the amount in
 * euros that the bank tells. Undefined when neither is known. Rounded half away from zero to the cent.
 */
export function bookedAmount(transaction: Bookable, rate?: Ratio): Booked | undefined {
  const scale = 10n ** BigInt(transaction.decimals);
  const cents = divideRounded(transaction.units * 100n, scale, 'halfUp');
  if (transaction.currency === BOOKS_CURRENCY) return { amount: cents };
  const euros = rate
    ? divideRounded(transaction.units * 100n * rate.numerator, scale * rate.denominator, 'halfUp')
    : eurosTold(transaction);
  return euros === undefined ? undefined : { amount: euros, currency: transaction.currency, currencyAmount: cents };
}

function eurosTold({ fxCurrency, fxAmount, units }: Bookable): Cents | undefined {
  const told = fxCurrency === BOOKS_CURRENCY && fxAmount !== null ? parseRatio(fxAmount) : undefined;
  if (!told) return undefined;
  const cents = divideRounded(told.numerator * 100n, told.denominator, 'halfUp');
  return cents < 0n === units < 0n ? cents : -cents;
}

/** The VAT included in an amount at a rate in percent. */
export function vatIncluded(gross: Cents, percent: string): Cents {
  const rate = parseRatio(percent) ?? ratio(0);
  return divideRounded(gross * rate.numerator, 100n * rate.denominator + rate.numerator, 'halfUp');
}

/** A line of the side that `amount` is a gain of: debit when positive. */
export const lineOf = (account: number | string, amount: Cents, rest: Partial<NewLine> = {}): NewLine => ({
  ...rest,
  account,
  debit: amount > 0n ? amount : 0n,
  credit: amount < 0n ? -amount : 0n,
});

/** The lines opposite the bank's that a rule makes. */
export function counterparts(
  { ledgerAccount, subAccount, vatAccount, vatRate }: RuleDraft,
  amount: Cents,
): readonly NewLine[] {
  const vat = vatRate && vatAccount ? vatIncluded(amount, vatRate) : 0n;
  return [
    lineOf(ledgerAccount, vat - amount, subAccount ? { subAccount } : {}),
    ...(vatAccount && vat !== 0n ? [lineOf(vatAccount, -vat)] : []),
  ];
}

/** What is written opposite the bank, and what goes before the texts of the transaction. */
export interface Opposite {
  readonly lines: readonly NewLine[];
  readonly label?: string | null | undefined;
  readonly docRef?: string | undefined;
}

/** The whole entry, in the journal of the bank on the day of the transaction. */
export function entryOf(
  transaction: Bookable,
  { amount, currency, currencyAmount }: Booked,
  side: LedgerSide,
  { lines, label, docRef }: Opposite,
): NewEntry {
  return {
    journal: side.journal.id,
    date: transaction.date,
    label: label ?? transaction.label,
    docRef: docRef ?? (transaction.reference?.trim() || `MVT${transaction.id}`), // a FEC wants a reference
    docDate: transaction.date,
    lines: [lineOf(side.ledgerAccount.id, amount, { currency, currencyAmount }), ...lines],
  };
}
