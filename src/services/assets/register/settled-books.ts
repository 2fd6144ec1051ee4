/**
 * What the ledger holds of assets where its books are settled: as it opened, at the end of each closed exercise, and of each
 * whose allowances are posted on its last day. Later years may have no opening entry yet: they go on from the year before.
 */
import type { Knex } from 'knex';
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { type AccountBalance, balancesIn } from '../../ledger/balances.ts';
import { type Exercise, readExercises } from '../../ledger/exercises.ts';
import { isFixedAssetAccount } from '../engine/account-families.ts';

/** Balances, debit less credit, by account. */
export interface SettledBooks {
  readonly end: PlainDate;
  readonly balances: ReadonlyMap<string, Cents>;
}

/** Assets, their amortization and impairment, and account 145. */
const ROOTS = ['20', '21', '22', '23', '26', '27', '28', '29', '145'];
/** Those that say something against an asset beside its cost. */
const BESIDE = /^(28|29|145)/;

/** Oldest first. */
export async function settledBooks(knex: Knex, folderId: number): Promise<SettledBooks[]> {
  const books: SettledBooks[] = [];
  let held: ReadonlyMap<string, Cents> = new Map();
  for (const [at, exercise] of (await readExercises(knex, folderId)).entries()) {
    const accounts = await balancesOf(knex, folderId, exercise);
    const isOpened = accounts.some(({ opening }) => opening !== 0n);
    if (at === 0 && isOpened)
      books.push({ end: addDays(exercise.start, -1), balances: summed(accounts, ({ opening }) => opening) });
    held = summed(accounts, ({ closing }) => closing, isOpened ? new Map() : held);
    if (await isSettled(knex, folderId, exercise)) books.push({ end: exercise.end, balances: held });
  }
  return books;
}

const balancesOf = async (knex: Knex, folderId: number, exercise: Exercise): Promise<AccountBalance[]> => {
  const period = { exercise, from: undefined, to: undefined };
  const found = await balancesIn(knex, folderId, period, { accounts: ROOTS, withoutClosing: true });
  return found.filter(({ accountNumber: number }) => isFixedAssetAccount(number) || BESIDE.test(number));
};

function summed(
  accounts: readonly AccountBalance[],
  amount: (account: AccountBalance) => Cents,
  before: ReadonlyMap<string, Cents> = new Map(),
): ReadonlyMap<string, Cents> {
  const sums = new Map(before);
  for (const one of accounts) sums.set(one.accountNumber, (sums.get(one.accountNumber) ?? 0n) + amount(one));
  return sums;
}

/** A closed exercise without any entry has settled nothing. */
async function isSettled(knex: Knex, folderId: number, { id: exerciseId, end, isClosed }: Exercise): Promise<boolean> {
  const { rows } = await knex.raw(isClosed ? ANY_ENTRY : ALLOWANCE, { folderId, exerciseId, end });
  return rows.length > 0;
}

const ANY_ENTRY = 'select from entry_line l where l.folder_id = :folderId and l.exercise_id = :exerciseId limit 1';

const ALLOWANCE = `
  select from entry_line l
  join account a on a.folder_id = l.folder_id and a.id = l.account_id
  where l.folder_id = :folderId and a.folder_id = :folderId and l.exercise_id = :exerciseId
    and l.entry_date = :end and starts_with(a.number, '28') and l.credit_cents > 0 limit 1`;
