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
  if (!book.derogates || !isHeld(book, exercise))
    return { end, balance: 0n, allowance: 0n, reversal: 0n, addBack: 0n, laterDeduction: 0n };
  const before = aheadAtOpening(book, exercise);
  const after = aheadAtClosing(book, exercise);
  const kept = exercise === book.exit ? 0n : after; // section 6: the exit takes back the whole balance
  const moved = positive(after) - positive(before);
  const excess = positive(-after) - positive(-before);
  return {
    end,
    balance: positive(kept),
    allowance: positive(moved),
    reversal: positive(-moved) + positive(after) - positive(kept),
    addBack: positive(excess),
    laterDeduction: positive(-excess) + positive(-after) - positive(-kept),
  };
}

/** Fiscal less economic cumulated amounts: the balance of 145 when positive, an excess of the books when negative. */
const aheadAtOpening = ({ economic, fiscal }: AssetBook, exercise: number): Cents =>
  fiscal.opening(exercise) - economic.opening(exercise);

const aheadAtClosing = ({ economic, fiscal }: AssetBook, exercise: number): Cents =>
  fiscal.cumulated(exercise) - economic.cumulated(exercise);

/** The balance of account 145 taken back by the exit, after the complementary annuities. */
export const balanceTakenBack = (book: AssetBook, exercise: number): Cents =>
  book.derogates ? positive(aheadAtClosing(book, exercise)) : 0n;
