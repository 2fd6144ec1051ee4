/**
 * Over-amortization (rule C17): an extra deduction outside the books, value × percentage, linear over the duration
 * of the books from the deployment; it stops at the retirement and changes neither net value nor gain.
 */
import { dayNumber } from '../../kernel/dates.ts';
import { type Cents, times } from '../../kernel/money.ts';
import type { Ratio } from '../../kernel/ratio.ts';
import { type AssetBook, askedExercises, exerciseOf } from './asset-book.ts';
import type { PlanTerms } from './asset-facts.ts';
import { booksTerms } from './asset-plans.ts';
import { creditedBy } from './bases.ts';
import type { Exercise } from './calendar.ts';
import { linearPlan, NO_HISTORY, type Plan } from './plan.ts';
import { PlanBook } from './plan-book.ts';
import { smallCents } from './share.ts';

export interface OverAmortizationRow extends Exercise {
  readonly annuity: Cents;
  readonly cumulated: Cents;
  readonly remaining: Cents;
}

export function overAmortizationRows(book: AssetBook): OverAmortizationRow[] {
  const extra = extraPlan(book);
  if (!extra) return [];
  return askedExercises(book).map((index) => {
    const exercise = exerciseOf(book, index);
    const cumulated = extra.cumulated(index);
    const retired = book.exit !== undefined && index >= book.exit;
    const remaining = retired ? 0n : extra.base(exercise.end) - cumulated;
    return { ...exercise, annuity: extra.annuity(index), cumulated, remaining };
  });
}

/** The plan of the extra deduction; undefined for an asset without. */
export function extraPlan(book: AssetBook): PlanBook | undefined {
  const { overAmortization, retirement, isAmortizable } = book.facts;
  const terms = booksTerms(book.facts);
  if (!overAmortization || !terms || isAmortizable === false) return undefined;
  return new PlanBook(overAmortizationPlan(book, overAmortization, terms), retirement?.date);
}

function overAmortizationPlan({ facts, calendar }: AssetBook, rate: Ratio, { months, prorata }: PlanTerms): Plan {
  const start = dayNumber(facts.deploymentDate);
  const base = extraBase(rate, facts.acquisitionValue);
  const plan = linearPlan(calendar, { base, start, months }, prorata);
  const events = [...facts.creditNotes]
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ date }) => ({
      day: dayNumber(date),
      base: extraBase(rate, facts.acquisitionValue - creditedBy(facts, date)),
    }));
  return { ...plan, history: { ...NO_HISTORY, events } };
}

const extraBase = (rate: Ratio, value: Cents): number => smallCents(times(value, rate, 'halfUp'));
