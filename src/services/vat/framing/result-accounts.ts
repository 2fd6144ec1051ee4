/**
 * The accounts of the results of returns, beside what their closing entries post: the credit carried is line 27, the tax to
 * pay what is not paid yet, the refund asked what has not come, the instalments what is not deducted yet. The closing
 * entries may be written or not.
 */
import type { Knex } from 'knex';
import type { Cents } from '../../kernel/money.ts';
import type { AccountBalance } from '../../ledger/balances.ts';
import { computedOf } from '../drafts/computed.ts';
import type { ProcedureRow } from '../procedures/store.ts';
import { framedReturns, type OpenFraming } from './framed-shares.ts';

interface Moves {
  readonly debit: Cents;
  readonly credit: Cents;
}

/** What the framed returns post to one account. */
export interface ResultPosting {
  readonly all: Moves;
  /** By returns before the one that is framed. */
  readonly before: Moves;
  /** What the first takes over, what the last leaves: of the credit. */
  readonly carriedIn: Cents;
  readonly carriedOut: Cents;
}

const NONE: Moves = { debit: 0n, credit: 0n };
export const NO_POSTING: ResultPosting = { all: NONE, before: NONE, carriedIn: 0n, carriedOut: 0n };

/** By account number. */
export async function resultPostings(knex: Knex, opened: OpenFraming): Promise<ReadonlyMap<string, ResultPosting>> {
  const rows: ProcedureRow[] = await framedReturns(knex, opened).select('p.*');
  const entries = rows.map((row) => ({ isOwn: row.id === opened.procedureId, moves: movesOf(row) }));
  const numbers = new Set(entries.flatMap(({ moves }) => [...moves.keys()]));
  return new Map([...numbers].map((number) => [number, postingOf(entries, number)]));
}

function movesOf(row: ProcedureRow): ReadonlyMap<string, Moves> {
  const moves = new Map<string, Moves>();
  for (const { accountNumber, debit, credit } of computedOf(row)?.closing?.lines ?? [])
    if (isResult(accountNumber)) moves.set(accountNumber, sum(moves.get(accountNumber) ?? NONE, { debit, credit }));
  return moves;
}

const sum = (a: Moves, b: Moves): Moves => ({ debit: a.debit + b.debit, credit: a.credit + b.credit });

interface Posted {
  readonly isOwn: boolean;
  readonly moves: ReadonlyMap<string, Moves>;
}

function postingOf(entries: readonly Posted[], number: string): ResultPosting {
  const of = (some: readonly Posted[]) => some.map(({ moves }) => moves.get(number) ?? NONE);
  const [all, before] = [of(entries), of(entries.filter(({ isOwn }) => !isOwn))];
  return {
    all: all.reduce(sum, NONE),
    before: before.reduce(sum, NONE),
    carriedIn: all.at(0)?.credit ?? 0n,
    carriedOut: all.at(-1)?.debit ?? 0n,
  };
}

interface Result {
  readonly expected: Cents;
  readonly gap: Cents;
}

/** What is booked is what all of the returns post, those before, or nothing yet; else how far it is from all. */
const apart = (booked: Cents, all: Cents, before: Cents): Cents =>
  [0n, before, all].includes(booked) ? 0n : booked - all;

const RULES: Readonly<Record<string, (balance: AccountBalance, posting: ResultPosting) => Result>> = {
  '44567': ({ opening, debit, credit }, { all, before, carriedIn, carriedOut }) => ({
    expected: carriedOut,
    gap: opening - carriedIn + apart(debit - credit, all.debit - all.credit, before.debit - before.credit),
  }),
  '44583': ({ opening, debit, credit }, { all, before }) => ({
    expected: opening - credit + all.debit,
    gap: apart(debit, all.debit, before.debit),
  }),
  '44551': paid,
  '44581': paid,
};

/** What is paid is a debit, what returns post a credit. */
function paid({ opening, debit, credit }: AccountBalance, { all, before }: ResultPosting): Result {
  return { expected: opening + debit - all.credit, gap: -apart(credit, all.credit, before.credit) };
}

const ruleOf = (number: string) => Object.entries(RULES).find(([prefix]) => number.startsWith(prefix))?.[1];

export const isResult = (number: string): boolean => ruleOf(number) !== undefined;

/** Undefined of an account that no result is posted to. */
export const resultOf = (balance: AccountBalance, posting: ResultPosting | undefined): Result | undefined =>
  ruleOf(balance.accountNumber)?.(balance, posting ?? NO_POSTING);
