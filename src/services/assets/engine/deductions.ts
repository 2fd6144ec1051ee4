/** What tax does not let a business deduct of an annuity: the surplus price of a car and the private use (C15, C16). */
import { dayNumber, type PlainDate } from '../../kernel/dates.ts';
import { type Cents, times } from '../../kernel/money.ts';
import { ONE, type Ratio, ratio, subtract } from '../../kernel/ratio.ts';
import { type AssetBook, askedExercises, exerciseOf } from './asset-book.ts';
import type { PrivatePortion } from './asset-facts.ts';
import { startDate } from './asset-plans.ts';
import { carLimit, limitedPrice, nonDeductibleShare } from './car-limits.ts';
import { DAY_CLOCKS } from './day-count.ts';

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

/** The part of an exercise from the start of the tax plan to the exit, on the clock of the plan. */
export function exerciseShare({ facts, calendar, exit }: AssetBook, index: number): Ratio {
  const terms = facts.fiscal ?? facts.economic;
  if (!terms) return ratio(0);
  const { startOf, endOf } = DAY_CLOCKS[terms.mode === 'Declining' ? 'Months' : terms.prorata];
  const [opens, closes] = [calendar.starts[index] ?? 0, calendar.ends[index] ?? 0];
  const from = Math.max(opens, dayNumber(startDate(facts, terms)));
  const to = exit === index && facts.retirement ? Math.min(closes, dayNumber(facts.retirement.date)) : closes;
  return from > to ? ratio(0) : ratio(endOf(to) - startOf(from), endOf(closes) - startOf(opens));
}

/** C16: round(gain × (1 − private share)) on a sale; a fixed amount leaves it whole. */
export const taxableGain = (gain: Cents, portion: PrivatePortion | undefined): Cents =>
  portion?.mode === 'Percent' ? times(gain, subtract(ONE, portion.ratio), 'halfUp') : gain;
