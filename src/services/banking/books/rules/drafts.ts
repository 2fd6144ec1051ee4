/** What rules make of transactions, before anything is written. */

import type { PlainDate } from '../../../kernel/dates.ts';
import type { TaxopsError } from '../../../kernel/errors.ts';
import type { Ratio } from '../../../kernel/ratio.ts';
import { ledgerErrors } from '../../../ledger/errors.ts';
import type { NewEntry } from '../../../ledger/place-entry.ts';
import { lockedUntil } from '../../../ledger/reconciled.ts';
import type { Context } from '../../../operation/context.ts';
import { reconciliationErrors } from '../reconciliation/errors.ts';
import { findLedgerSide, type LedgerSide } from '../reconciliation/ledger-side.ts';
import { probablyBooked } from '../reconciliation/probably-booked.ts';
import { type BookableWanted, unbooked } from './bookable.ts';
import { type Bookable, bookedAmount, counterparts, entryOf } from './entry.ts';
import { ruleErrors } from './errors.ts';
import { type Rule, type RuleDraft, ruleFinder } from './rule.ts';
import { checkedRule, listRules } from './rules.ts';

export interface WritingWanted extends BookableWanted {
  /** Euros that one unit of the transactions' currency is worth, for those that are not in euros. */
  readonly rate?: Ratio | undefined;
  /** Writes even what the ledger probably holds already: see `probablyBooked`. */
  readonly force?: boolean | undefined;
}

/** What a rule makes of a transaction. */
export interface Draft {
  readonly transaction: Bookable;
  readonly rule: Rule;
  readonly entry: NewEntry | TaxopsError;
}

export interface Drafts {
  readonly drafts: readonly Draft[];
  /** Transactions that no rule takes. */
  readonly withoutRule: readonly number[];
}

/** What the rules stored, or the one given, checked, would make. Throws FolderNotFound and what `checkedRule` throws. */
export async function tryRules(
  ctx: Context,
  folderId: number,
  { rule, ...wanted }: WritingWanted & { readonly rule?: RuleDraft | undefined },
): Promise<Drafts> {
  const rules = rule ? [{ ...(await checkedRule(ctx, folderId, rule)), id: 0 }] : await listRules(ctx, folderId);
  return draftsOf(ctx, folderId, rules, wanted);
}

/** What the rules make of the transactions that have no entry; nothing is written. */
export async function draftsOf(
  ctx: Context,
  folderId: number,
  rules: readonly Rule[],
  { rate, force = false, ...wanted }: WritingWanted,
): Promise<Drafts> {
  const sideOf = sidesOf(ctx, folderId);
  const lockOf = locksOf(ctx, folderId);
  const find = ruleFinder(rules);
  const { knex } = await ctx.db();
  const found = (await unbooked(knex, folderId, wanted)).map((transaction) => ({
    transaction,
    rule: find(transaction),
  }));
  const taken = found.flatMap(({ transaction, rule }) => (rule ? [{ transaction, rule }] : []));
  const toBook = taken.map(({ transaction }) => transaction);
  const booked = await bookedUnlessForced(ctx, folderId, toBook, force);
  const drafts: Draft[] = [];
  for (const { transaction, rule } of taken) {
    const side = await sideOf(transaction.accountId);
    const refusal = booked.get(transaction.id) ?? (await lockOf(transaction));
    drafts.push({ transaction, rule, entry: refusal ?? draftOf(transaction, rule, side, rate) });
  }
  return { drafts, withoutRule: found.flatMap(({ transaction, rule }) => (rule ? [] : [transaction.id])) };
}

export const bookedUnlessForced = async (
  ctx: Context,
  folderId: number,
  transactions: readonly Bookable[],
  force: boolean,
): Promise<ReadonlyMap<number, TaxopsError>> => (force ? new Map() : probablyBooked(ctx, folderId, transactions));

/** Why a transaction of a reconciled period is booked no more; undefined when it may be. Each account is asked once. */
function locksOf(ctx: Context, folderId: number): (transaction: Bookable) => Promise<TaxopsError | undefined> {
  const asked = new Map<number, Promise<PlainDate | null>>();
  return async ({ accountId, date }) => {
    const found = asked.get(accountId) ?? lockedUntil((await ctx.db()).knex, folderId, accountId);
    asked.set(accountId, found);
    const until = await found;
    return until !== null && date <= until ? ledgerErrors.PeriodReconciled({ folderId, accountId, until }) : undefined;
  };
}

/** What books each bank account, asked once. */
function sidesOf(ctx: Context, folderId: number): (accountId: number) => Promise<LedgerSide | undefined> {
  const asked = new Map<number, Promise<LedgerSide | undefined>>();
  return (accountId) => {
    const side = asked.get(accountId) ?? findLedgerSide(ctx, folderId, accountId);
    asked.set(accountId, side);
    return side;
  };
}

function draftOf(
  transaction: Bookable,
  rule: Rule,
  side: LedgerSide | undefined,
  rate: Ratio | undefined,
): NewEntry | TaxopsError {
  if (!side) return reconciliationErrors.LedgerSideUnknown({ accountId: transaction.accountId });
  const booked = bookedAmount(transaction, rate);
  if (!booked) return rateMissing(transaction);
  return entryOf(transaction, booked, side, { lines: counterparts(rule, booked.amount), label: rule.entryLabel });
}

export const rateMissing = ({ id, currency }: Bookable): TaxopsError =>
  ruleErrors.RateMissing({ transactionId: id, currency });
