/** The ledger of an exercise as forms and channels read it. */

import type { BalanceLine } from '../../edi/liasse-text.ts';
import type { AccountBalance } from '../../forms/ledger-rule.ts';
import type { Cents } from '../../kernel/money.ts';
import { wholeEuros } from '../../kernel/money.ts';
import { accountBalances, type AccountBalance as LedgerBalance } from '../../ledger/balances.ts';
import type { Exercise } from '../../ledger/exercises.ts';
import type { Context } from '../../operation/context.ts';

export interface Books {
  readonly exercise: Exercise;
  /** One row per account and third party. */
  readonly balances: readonly AccountBalance[];
  /** Classes 6 and 7 were closed onto account 12: the balances are those before. */
  readonly isClosed: boolean;
  /** What the exercise opened with, in the same rows. */
  readonly opening: readonly AccountBalance[];
  /** One row per account. */
  readonly lines: readonly BalanceLine[];
}

/** Throws FolderNotFound, ExerciseNotFound. */
export async function booksOf(ctx: Context, folderId: number, exercise: Exercise): Promise<Books> {
  const { accounts, isClosed } = await beforeClosing(ctx, folderId, exercise.id);
  const balances = accounts.map((row) => ({
    account: row.accountNumber,
    label: row.accountLabel,
    balance: row.closing,
    thirdParty: row.subAccountCode ?? undefined,
    opening: row.opening,
    debit: row.debit,
    credit: row.credit,
  }));
  const opening = accounts.map(({ accountNumber: account, opening: balance }) => ({ account, balance }));
  const lines = new Map<string, BalanceLine>();
  for (const row of accounts) {
    const { accountNumber: account, accountLabel: label, opening, debit, credit, closing } = row;
    const before = lines.get(account);
    lines.set(account, {
      account,
      label,
      openingDebit: (before?.openingDebit ?? 0n) + positive(opening),
      openingCredit: (before?.openingCredit ?? 0n) + positive(-opening),
      debit: (before?.debit ?? 0n) + debit,
      credit: (before?.credit ?? 0n) + credit,
      balance: (before?.balance ?? 0n) + closing,
    });
  }
  return { exercise, balances, isClosed, opening, lines: [...lines.values()] };
}

/** A return is made of the balances before the closing entry, which many ledgers hold: with it every result is nil. */
async function beforeClosing(ctx: Context, folderId: number, exerciseId: number) {
  const wanted = { exerciseId, bySubAccount: true };
  const { accounts } = await accountBalances(ctx, folderId, wanted);
  if (!haveNoResult(accounts) && !haveClosedBalance(accounts)) return { accounts, isClosed: false };
  const { accounts: before } = await accountBalances(ctx, folderId, { ...wanted, withoutClosing: true });
  return { accounts: before, isClosed: !haveNoResult(before) || haveClosedBalance(accounts) };
}

/** The balance sheet was closed onto account 891. */
const haveClosedBalance = (rows: readonly LedgerBalance[]): boolean =>
  rows.some(({ accountNumber, debit, credit }) => accountNumber.startsWith('891') && (debit !== 0n || credit !== 0n));

/** Accounts of classes 6 and 7 moved, or none did, and each is at zero. */
function haveNoResult(rows: readonly LedgerBalance[]): boolean {
  const sums = new Map<string, Cents>();
  for (const { accountNumber: account, closing } of rows)
    if (/^[67]/.test(account)) sums.set(account, (sums.get(account) ?? 0n) + closing);
  return [...sums.values()].every((sum) => sum === 0n);
}

const positive = (cents: Cents): Cents => (cents > 0n ? cents : 0n);

/** Net sales of the exercise (accounts 70), whole euros, 0 at least. */
export function turnoverOf({ balances }: Books): bigint {
  const sales = balances.filter(({ account }) => account.startsWith('70'));
  const euros = wholeEuros(sales.reduce((sum, { balance }) => sum - balance, 0n));
  return euros > 0n ? euros : 0n;
}
