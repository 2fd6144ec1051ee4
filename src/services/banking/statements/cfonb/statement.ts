/** A statement of CFONB 120: the account, the two balances, and what its movements add up to. */
import type { PlainDate } from '../../../kernel/dates.ts';
import { ibanFromRib } from '../../accounts/iban.ts';
import type { FindingKind } from './messages.ts';

export interface Account {
  readonly bankCode: string;
  readonly branchCode: string;
  readonly accountNumber: string;
  readonly currencyCode: string;
  readonly decimals: number;
  /** French IBAN of the RIB, null when the three codes make no RIB. */
  readonly iban: string | null;
}

/** A balance; what is unreadable (with a finding) is null. */
export interface Balance {
  readonly date: PlainDate | null;
  /** Minor units, credit positive. */
  readonly units: number | null;
}

export interface StatementHead {
  /** Place in the file, from 1. */
  readonly number: number;
  readonly account: Account;
  readonly startBalance: Balance;
  /** The format tells balances; else those given here are days alone, and nothing is controlled by them. */
  readonly hasBalances: boolean;
  /** Days covered, where the bank writes them beside the old balance. */
  readonly period: { readonly start: PlainDate; readonly end: PlainDate } | null;
}

export interface StatementTail {
  /** Null when the new balance (07) is missing. */
  readonly endBalance: Balance | null;
  /** No error in the statement, and old balance + movements = new balance exactly. */
  readonly balanced: boolean;
  readonly movements: number;
  readonly complements: number;
  /** Sum of the movements in minor units; null when an amount could not be read. */
  readonly sum: bigint | null;
  /** Kinds of the errors found in the statement. */
  readonly errors: ReadonlySet<FindingKind>;
}

/** The account without its IBAN: one key per bank, branch, account and currency. */
export const accountKey = (account: Omit<Account, 'iban' | 'decimals'>): string =>
  `${account.bankCode}|${account.branchCode}|${account.accountNumber}|${account.currencyCode}`;

export const makeAccount = (account: Omit<Account, 'iban'>): Account => ({
  ...account,
  iban: ibanFromRib(account.bankCode, account.branchCode, account.accountNumber) ?? null,
});
