/** CGI 39 B: at each closing, accumulated amortization must reach what a linear plan would have accumulated. */
import { dayNumber } from '../../kernel/dates.ts';
import type { AssetBook } from './asset-book.ts';
import { startDate } from './asset-plans.ts';
import { AFTER_ALL, BEFORE_ALL, linearPlan } from './plan.ts';
import { runPlan } from './run-plan.ts';

/**
 * Whether the posted amounts, account 145 included, are below the linear plan at a closing. The linear plan has the
 * base, duration and credit notes of the books, and no takeover: less taken before than due is precisely the fault.
 */
export function isBelowMinimum(book: AssetBook, exercise: number): boolean {
  const { facts, calendar, economic } = book;
  const terms = facts.economic;
  if (!terms || !facts.isAmortizable || facts.revisions.length > 0 || facts.decomposition) return false;
  if (terms.mode === 'UnitsOfProduction' || terms.mode === 'NonAmortizable') return false;
  const start = dayNumber(startDate(facts, { ...terms, mode: 'Linear' }));
  const prorata = terms.prorata;
  const plan = linearPlan(calendar, economic.plan.base, start, terms.months, prorata);
  const least = { ...plan, past: 0, pastEnd: BEFORE_ALL, events: economic.plan.events };
  const closings = new Float64Array(calendar.ends.length);
  runPlan(least, facts.retirement ? dayNumber(facts.retirement.date) : AFTER_ALL, closings);
  const posted = [economic.cumulated(exercise), book.fiscal.cumulated(exercise)].reduce((a, b) => (a > b ? a : b));
  return posted < BigInt(closings[exercise] ?? 0);
}
