/** What tax does not let a business deduct of an annuity: the surplus price of a car and the private use (C15, C16). */
import type { PlainDate } from '../../kernel/dates.ts';
import { type Cents, times } from '../../kernel/money.ts';
import { ONE, type Ratio, ratio, subtract } from '../../kernel/ratio.ts';
import { type AssetBook, askedExercises, exerciseOf } from './asset-book.ts';
import type { PrivatePortion } from './asset-facts.ts';
import { carLimit, limitedPrice, nonDeductibleShare } from './car-limits.ts';
import { planTime } from './plan-time.ts';

export interface DeductionRow {
  readonly end: PlainDate;
  /** Undefined when no limit applies. */
  readonly limit: Cents | undefined;
  readonly price: Cents;
  readonly annuity: Cents;
  readonly nonDeductible: Cents;
  readonly privateShare: Cents;
  readonly deductible: Cents;
}

/** One row per exercise of an asset with a price limit or a private use; none otherwise. */
export function deductionRows(book: AssetBook): DeductionRow[] {
  const limit = carLimit(book.facts);
  const { privatePortion } = book.facts;
  if (limit === undefined && !privatePortion) return [];
  return askedExercises(book).map((index) => {
    const { end } = exerciseOf(book, index);
    const annuity = book.fiscal.annuity(index);
    const price = limitedPrice(book.facts, end);
    const nonDeductible = nonDeductibleShare(annuity, price, limit);
    const privateShare = privatePortion ? privateShareOf(book, privatePortion, index, annuity - nonDeductible) : 0n;
    return {
      end,
      limit,
      price,
      annuity,
      nonDeductible,
      privateShare,
      deductible: annuity - nonDeductible - privateShare,
    };
  });
}

/** Percent of what is left to deduct, or the fixed amount of a full exercise for the part of it the plan covers. */
export function privateShareOf(book: AssetBook, portion: PrivatePortion, index: number, rest: Cents): Cents {
  if (portion.mode === 'Percent') return times(rest, portion.ratio, 'halfUp');
  const share = times(portion.amount, exerciseShare(book, index), 'halfUp');
  return share < rest ? share : rest;
}

/** The part of an exercise that the tax plan amortizes, on the clock of the plan: from its start to its end or the exit. */
export function exerciseShare({ fiscal: { plan, stop }, calendar }: AssetBook, index: number): Ratio {
  const { start, end, positionAt, closings } = planTime(plan);
  const [opening, closing] = [calendar.starts[index] ?? 0, calendar.ends[index] ?? 0];
  const closes = closings[index] ?? 0;
  const opens = closings[index - 1] ?? positionAt(opening - 1);
  const reached = stop < closing ? positionAt(stop) : closes;
  const elapsed = Math.min(end, reached) - Math.max(start, opens);
  return elapsed > 0 ? ratio(elapsed, closes - opens) : ratio(0);
}

/** C16: round(gain × (1 − private share)) on a sale; a fixed amount leaves it whole. */
export const taxableGain = (gain: Cents, portion: PrivatePortion | undefined): Cents =>
  portion?.mode === 'Percent' ? times(gain, subtract(ONE, portion.ratio), 'halfUp') : gain;
