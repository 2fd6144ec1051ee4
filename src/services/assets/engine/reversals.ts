/** Amortization reversed because a new base is below what is posted (rule C7), told apart from the annuities. */

import type { Cents } from '../../kernel/money.ts';
import type { AssetBook } from './asset-book.ts';
import type { Plan } from './plan.ts';
import type { PlanPart } from './plan-run.ts';
import { runPlan } from './run-plan.ts';

/** Every part posted by a plan up to a day, in order: what an explanation reads. */
export function planParts(plan: Plan, stop: number): PlanPart[] {
  const parts: PlanPart[] = [];
  runPlan(plan, stop, undefined, 0, (part) => parts.push(part));
  return parts;
}

/** What the books reverse in an exercise, as a positive amount. */
export function reversedIn(book: AssetBook, exercise: number): Cents {
  const { plan, stop } = book.economic;
  if (plan.events.length === 0) return 0n; // nothing can have lowered the base
  return planParts(plan, stop)
    .filter((part) => part.rule === 'reversal' && part.exercise === exercise)
    .reduce((sum, part) => sum - BigInt(part.cents), 0n);
}
