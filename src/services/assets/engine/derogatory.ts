/** Derogatory amortization (rule C9): balance of account 145 and what moves it, exercise by exercise. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { type AssetBook, askedExercises, exerciseOf, isHeld } from './asset-book.ts';

export interface DerogatoryRow {
  readonly end: PlainDate;
  /** Balance of account 145 at the closing: max(fiscal − economic cumulated amounts, 0), and 0 once retired. */
  readonly balance: Cents;
  /** 68725 and 78725. */
  readonly allowance: Cents;
  readonly reversal: Cents;
  /** Amortization of the books ahead of the tax plan: added back now, deducted later, outside the books. */
  readonly addBack: Cents;
  readonly laterDeduction: Cents;
}

const positive = (amount: Cents): Cents => (amount > 0n ? amount : 0n);

export const derogatoryRows = (book: AssetBook): DerogatoryRow[] =>
  askedExercises(book).map((exercise) => derogatoryRow(book, exercise));

function derogatoryRow(book: AssetBook, exercise: number): DerogatoryRow {
  const { end } = exerciseOf(book, exercise);
  const { balance, excess } = balancesOf(book, exercise);
  const moved = balance.after - balance.before;
  const movedExcess = excess.after - excess.before;
  return {
    end,
    balance: balance.kept,
    allowance: positive(moved),
    reversal: positive(-moved) + balance.after - balance.kept,
    addBack: positive(movedExcess),
    laterDeduction: positive(-movedExcess) + excess.after - excess.kept,
  };
}

export interface Balance {
  /** At the opening, less what components take with them: below zero when they take what the exercise itself posted. */
  readonly before: Cents;
  /** At the closing, or at the exit. */
  readonly after: Cents;
  /** What stays at the closing: section 6, the exit takes back the whole balance. */
  readonly kept: Cents;
}

export interface Balances {
  /** Of account 145: tax amortization ahead of the books. */
  readonly balance: Balance;
  /** Outside the books: their amortization ahead of the tax plan. */
  readonly excess: Balance;
}

const NOTHING: Balance = { before: 0n, after: 0n, kept: 0n };

/** Zeros for an asset that books no difference or is not held. */
export function balancesOf(book: AssetBook, exercise: number): Balances {
  if (!book.derogates || !isHeld(book, exercise)) return { balance: NOTHING, excess: NOTHING };
  const { economic, fiscal } = book;
  const opening = fiscal.cumulated(exercise - 1) - economic.cumulated(exercise - 1);
  const taken = opening - (fiscal.opening(exercise) - economic.opening(exercise));
  const closing = aheadAtClosing(book, exercise);
  const kept = exercise === book.exit ? 0n : closing;
  return {
    balance: { before: balanceBefore(opening, taken), after: positive(closing), kept: positive(kept) },
    excess: { before: balanceBefore(-opening, -taken), after: positive(-closing), kept: positive(-kept) },
  };
}

/** What the plan is ahead by at an opening, less what it is ahead by in the components that leave after it. */
export const balanceBefore = (opening: Cents, taken: Cents): Cents => positive(opening) - positive(taken);

const aheadAtClosing = ({ economic, fiscal }: AssetBook, exercise: number): Cents =>
  fiscal.cumulated(exercise) - economic.cumulated(exercise);

/** The balance of account 145 taken back by the exit, after the complementary annuities. */
export const balanceTakenBack = (book: AssetBook, exercise: number): Cents =>
  book.derogates ? positive(aheadAtClosing(book, exercise)) : 0n;
