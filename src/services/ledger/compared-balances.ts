/** Balances beside those of the exercise before. */
import { addDays } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { Reader } from '../operation/context.ts';
import { type AccountBalance, accountBalances, type Balances, type BalanceWanted } from './balances.ts';
import { readExercises } from './exercises.ts';

export interface ComparedBalance extends AccountBalance {
  /** Closing balance of the exercise before, its closing of classes 6 and 7 apart; null when there is no such exercise. */
  readonly previous: Cents | null;
}

export interface ComparedBalances extends Balances {
  /** By account number, then sub-account code; those that moved in the exercise before only are there too. */
  readonly accounts: readonly ComparedBalance[];
}

/** Throws as `accountBalances` does. */
export async function comparedBalances(
  ctx: Reader,
  folderId: number,
  wanted: BalanceWanted,
): Promise<ComparedBalances> {
  const { period, accounts } = await accountBalances(ctx, folderId, wanted);
  const dayBefore = addDays(period.exercise.start, -1);
  const exercises = await readExercises((await ctx.db()).knex, folderId);
  const before = exercises.find(({ end }) => end === dayBefore);
  if (!before) return { period, accounts: accounts.map((account) => ({ ...account, previous: null })) };
  const { from: _from, to: _to, ...same } = wanted;
  const asked = { ...same, exerciseId: before.id, withoutClosing: true };
  const { accounts: previous } = await accountBalances(ctx, folderId, asked);
  return { period, accounts: sideBySide(accounts, previous) };
}

const keyOf = ({ accountId, subAccountId }: AccountBalance): string => `${accountId}/${subAccountId}`;

function sideBySide(now: readonly AccountBalance[], before: readonly AccountBalance[]): ComparedBalance[] {
  const left = new Map(before.map((one) => [keyOf(one), one]));
  const compared = now.map((one) => {
    const previous = left.get(keyOf(one))?.closing ?? 0n;
    left.delete(keyOf(one));
    return { ...one, previous };
  });
  const gone = [...left.values()].filter(({ closing }) => closing !== 0n).map(onlyBefore);
  return [...compared, ...gone].sort(byNumber);
}

const onlyBefore = (one: AccountBalance): ComparedBalance => ({
  ...one,
  opening: 0n,
  debit: 0n,
  credit: 0n,
  closing: 0n,
  debitBalance: 0n,
  creditBalance: 0n,
  previous: one.closing,
});

const textOf = ({ accountNumber, subAccountCode }: AccountBalance): string =>
  `${accountNumber}\0${subAccountCode ?? ''}`;
const byNumber = (a: AccountBalance, b: AccountBalance): number => (textOf(a) < textOf(b) ? -1 : 1);
