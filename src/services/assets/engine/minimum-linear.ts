/** CGI 39 B: at each closing, accumulated amortization must reach what a linear plan would have accumulated. */
import { dayNumber, type PlainDate } from '../../kernel/dates.ts';
import { type AssetBook, askedExercises, exerciseOf } from './asset-book.ts';
import type { PlanTerms } from './asset-facts.ts';
import { startDate } from './asset-plans.ts';
import { linearPlan, NO_HISTORY, type Plan } from './plan.ts';
import { PlanBook } from './plan-book.ts';

/**
 * The first closing asked for at which the posted amounts, account 145 included, are below the linear plan. That plan
 * has the base, duration and credit notes of the books, and no takeover: less taken before than due is the fault.
 */
export function firstBelowMinimum(book: AssetBook): PlainDate | undefined {
  const { facts, economic, fiscal } = book;
  const terms = facts.economic;
  if (!terms || facts.isAmortizable === false || facts.revisions.length > 0 || facts.decomposition) return undefined;
  if (terms.mode === 'UnitsOfProduction' || terms.mode === 'NonAmortizable') return undefined;
  if (terms.mode === 'Linear' && !economic.plan.history) return undefined; // the plan is that very one
  const least = new PlanBook(leastPlan(book, terms), facts.retirement?.date);
  const below = askedExercises(book).find((index) => {
    const [books, tax] = [economic.cumulated(index), fiscal.cumulated(index)];
    return (books > tax ? books : tax) < least.cumulated(index);
  });
  return below === undefined ? undefined : exerciseOf(book, below).end;
}

function leastPlan({ facts, calendar, economic }: AssetBook, terms: PlanTerms): Plan {
  const start = dayNumber(startDate(facts, { ...terms, mode: 'Linear' }));
  const plan = linearPlan(calendar, { base: economic.plan.base, start, months: terms.months }, terms.prorata);
  const events = economic.plan.history?.events ?? [];
  return { ...plan, history: { ...NO_HISTORY, events } };
}
