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
  const { before, ahead, kept } = balancesOf(book, exercise);
  const moved = positive(ahead) - positive(before);
  const excess = positive(-ahead) - positive(-before);
  return {
    end,
    balance: positive(kept),
    allowance: positive(moved),
    reversal: positive(-moved) + positive(ahead) - positive(kept),
    addBack: positive(excess),
    laterDeduction: positive(-excess) + positive(-ahead) - positive(-kept),
  };
}

export interface Balances {
  /** Fiscal less economic cumulated amounts at the opening and at the closing (or the exit): account 145 if positive. */
  readonly before: Cents;
  readonly ahead: Cents;
  /** What stays at the closing: section 6, the exit takes back the whole balance. */
  readonly kept: Cents;
}

/** Zeros for an asset that books no difference or is not held. */
export function balancesOf(book: AssetBook, exercise: number): Balances {
  if (!book.derogates || !isHeld(book, exercise)) return { before: 0n, ahead: 0n, kept: 0n };
  const ahead = aheadAtClosing(book, exercise);
  return { before: aheadAtOpening(book, exercise), ahead, kept: exercise === book.exit ? 0n : ahead };
}

const aheadAtOpening = ({ economic, fiscal }: AssetBook, exercise: number): Cents =>
  fiscal.opening(exercise) - economic.opening(exercise);

const aheadAtClosing = ({ economic, fiscal }: AssetBook, exercise: number): Cents =>
  fiscal.cumulated(exercise) - economic.cumulated(exercise);

/** The balance of account 145 taken back by the exit, after the complementary annuities. */
export const balanceTakenBack = (book: AssetBook, exercise: number): Cents =>
  book.derogates ? positive(aheadAtClosing(book, exercise)) : 0n;
