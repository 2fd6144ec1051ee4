/** Amortization reversed because a new base is below what is posted (rule C7), told apart from the annuities. */

import { dayNumber } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { AssetBook } from './asset-book.ts';
import { AFTER_ALL, type Plan } from './plan.ts';
import type { PlanPart } from './plan-run.ts';
import { runPlan } from './run-plan.ts';

/** Every part posted by a plan, in order: what an explanation reads. */
export function planParts(plan: Plan, book: AssetBook): PlanPart[] {
  const parts: PlanPart[] = [];
  const { retirement } = book.facts;
  runPlan(plan, retirement ? dayNumber(retirement.date) : AFTER_ALL, undefined, 0, (part) => parts.push(part));
  return parts;
}

/** What the books reverse in an exercise, as a positive amount. */
export function reversedIn(book: AssetBook, exercise: number): Cents {
  const { plan } = book.economic;
  if (plan.events.length === 0) return 0n; // nothing can have lowered the base
  return planParts(plan, book)
    .filter((part) => part.rule === 'reversal' && part.exercise === exercise)
    .reduce((sum, part) => sum - BigInt(part.cents), 0n);
}
