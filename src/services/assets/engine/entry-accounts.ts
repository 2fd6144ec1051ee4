/** The accounts of an asset during one exercise: by role for the opening, by day for the asset itself. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { type AccountRole, roleAccount } from './accounts.ts';
import { type AssetBook, exerciseOf } from './asset-book.ts';
import { impairedBy, netAcquisitionValue } from './bases.ts';
import { accountAt } from './transfers.ts';

export interface YearLedger {
  readonly index: number;
  /** The day the annuity is written: the closing, or the exit. */
  readonly closing: PlainDate;
  readonly holds: (date: PlainDate) => boolean;
  readonly account: (date: PlainDate) => string;
  readonly role: (role: AccountRole, date: PlainDate) => string;
  readonly netValue: (date: PlainDate) => Cents;
  readonly impaired: (date: PlainDate) => Cents;
}

export function ledgerOf(book: AssetBook, index: number): YearLedger {
  const { start, end } = exerciseOf(book, index);
  const { facts } = book;
  const account = (date: PlainDate): string => accountAt(facts, date);
  return {
    index,
    closing: book.exit === index && facts.retirement ? facts.retirement.date : end,
    holds: (date) => start <= date && date <= end && (!facts.retirement || date <= facts.retirement.date),
    account,
    role: (role, date) => roleAccount(role, account(date), start),
    netValue: (date) => netAcquisitionValue(facts, date),
    impaired: (date) => impairedBy(facts, date),
  };
}
