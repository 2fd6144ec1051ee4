/**
 * What the closing entry of a return would move beyond what the books hold: an account that ends on its other side shows
 * that the books have such an entry already, or lack what the return declares.
 */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { balancesIn } from '../../ledger/balances.ts';
import { exerciseOn, readExercises } from '../../ledger/exercises.ts';
import type { ClosingLine } from '../return/closing-entry.ts';

/** Of one account, debit less credit. */
export interface ClosingExcess {
  readonly accountNumber: string;
  readonly balance: Cents;
  readonly afterEntry: Cents;
}

/** Accounts that an entry clears, with the side of their balance: output tax, tax within the EU, input tax, instalments. */
const SIDES: readonly (readonly [prefix: string, sign: 1n | -1n])[] = [
  ['4457', -1n],
  ['4452', -1n],
  ['4456', 1n],
  ['44581', 1n],
];

/** One euro: returns are in whole euros. */
const TOLERANCE = 100n;

/** By account, for an entry of that day which is not written. */
export async function closingExcess(
  knex: Knex,
  folderId: number,
  date: PlainDate,
  lines: readonly ClosingLine[],
): Promise<ClosingExcess[]> {
  const exercise = exerciseOn(await readExercises(knex, folderId), date);
  const moves = new Map<string, Cents>();
  for (const { accountNumber, debit, credit } of lines)
    moves.set(accountNumber, (moves.get(accountNumber) ?? 0n) + debit - credit);
  const wanted = { accounts: [...moves.keys()] };
  const held = exercise ? await balancesIn(knex, folderId, { exercise, from: undefined, to: date }, wanted) : [];
  const balances = new Map(held.map(({ accountNumber, closing }) => [accountNumber, closing]));
  return [...moves]
    .map(([accountNumber, move]) => {
      const balance = balances.get(accountNumber) ?? 0n;
      return { accountNumber, balance, afterEntry: balance + move };
    })
    .filter(isExceeded);
}

function isExceeded({ accountNumber, balance, afterEntry }: ClosingExcess): boolean {
  const sign = SIDES.find(([prefix]) => accountNumber.startsWith(prefix))?.[1];
  return sign !== undefined && sign * afterEntry < -TOLERANCE && sign * afterEntry < sign * balance;
}
