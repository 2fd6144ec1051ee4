/**
 * Linear plans (rules C1 to C4): the part of an exercise is amount × its units / remaining units, rounded alone; the
 * part in which the plan ends is whatever is left, so the plan sums to its base. An event (C7) starts a new spread of
 * base − posted over the units that remain.
 */

import { exerciseAt } from './calendar.ts';
import { type LinearPlan, NO_HISTORY, type PlanEvent } from './plan.ts';
import type { PlanObserver, PlanRun } from './plan-run.ts';
import { share } from './share.ts';

/** The part of `elapsed` of the `units` over which `amount` is spread, of what is left of it at most. */
const linearPart = (amount: number, elapsed: number, units: number, left: number): number => {
  const part = share(amount, elapsed, units);
  return part < left ? part : left;
};

/** Posts every closing of a plan that nothing cuts: same figures as LinearRun, without an object. */
export function closeLinear(plan: LinearPlan, into: number[] | undefined): number {
  const { base, units, origin } = plan;
  const { closings } = plan.clock;
  const first = exerciseAt(plan.calendar, plan.start);
  let posted = 0;
  let reached = 0;
  if (into) for (let exercise = 0; exercise < first; exercise++) into[exercise] = 0;
  for (let exercise = first; exercise < closings.length; exercise++) {
    const position = (closings[exercise] ?? 0) - origin;
    posted = position >= units ? base : posted + linearPart(base, position - reached, units, base - posted);
    reached = position;
    if (into) into[exercise] = posted;
  }
  return posted;
}

export class LinearRun implements PlanRun {
  posted: number;
  base: number;
  private readonly plan: LinearPlan;
  private readonly observer: PlanObserver | undefined;
  /** First day that can carry amortization. */
  private readonly from: number;
  /** The spread under way: `amount` over `units` from the position `origin`, `reached` units of it posted. */
  private amount: number;
  private units: number;
  private origin: number;
  private reached = 0;

  constructor(plan: LinearPlan, observer: PlanObserver | undefined) {
    const { past, pastEnd } = plan.history ?? NO_HISTORY;
    const taken = pastEnd >= plan.start ? plan.clock.endOf(pastEnd) - plan.origin : 0;
    this.plan = plan;
    this.observer = observer;
    this.from = pastEnd >= plan.start ? pastEnd + 1 : plan.start;
    this.base = plan.base;
    this.posted = past;
    this.amount = plan.base - past;
    this.units = plan.units - taken;
    this.origin = plan.origin + taken;
  }

  open(): void {}

  post(exercise: number, day: number): void {
    if (day < this.from) return;
    const { calendar, clock } = this.plan;
    const end = day === calendar.ends[exercise] ? (clock.closings[exercise] ?? 0) : clock.endOf(day);
    const position = end - this.origin;
    if (position <= this.reached) return;
    const left = this.base - this.posted;
    const part = position >= this.units ? left : linearPart(this.amount, position - this.reached, this.units, left);
    if (this.observer) this.tell(exercise, day, position, part);
    this.posted += part;
    this.reached = position;
  }

  rebase(exercise: number, event: PlanEvent): void {
    this.units = event.units ?? this.units - this.reached;
    this.origin += this.reached;
    this.reached = 0;
    this.base = Math.max((event.base ?? this.base) + (event.baseChange ?? 0), 0);
    this.posted += event.postedChange ?? 0;
    if (this.posted > this.base) this.reverse(exercise, event.day);
    this.amount = this.base - this.posted;
  }

  /** C7: posted above the new base is reversed at once. */
  private reverse(exercise: number, day: number): void {
    const cents = this.base - this.posted;
    const shape = { amount: cents, numerator: 1, denominator: 1, unit: '' };
    this.observer?.({ exercise, day, rule: 'reversal', ...shape, cents });
    this.posted = this.base;
  }

  private tell(exercise: number, day: number, position: number, cents: number): void {
    const elapsed = position - this.reached;
    const shape =
      position >= this.units
        ? { rule: 'complement' as const, amount: cents, numerator: 1, denominator: 1 }
        : { rule: 'linear' as const, amount: this.amount, numerator: elapsed, denominator: this.units };
    this.observer?.({ exercise, day, ...shape, unit: this.plan.clock.unit, cents });
  }
}
