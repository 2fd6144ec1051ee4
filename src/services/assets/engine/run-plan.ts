/** Posts a plan over its calendar: one loop for every mode, every event and every stop. */
import { exerciseAt } from './calendar.ts';
import { closeDeclining, DecliningRun } from './declining.ts';
import { closeLinear, LinearRun } from './linear.ts';
import { AFTER_ALL, type Plan } from './plan.ts';
import type { PlanObserver, PlanRun } from './plan-run.ts';

/**
 * The cumulated amortization in cents at the end of the day `stop` (the last closing of the calendar when absent).
 * When `into` is given it also receives the cumulated amount at each closing, from `offset` on; closings after `stop`
 * repeat it. Before a takeover the cumulated amount is the amount taken over.
 */
export function runPlan(
  plan: Plan,
  stop: number = AFTER_ALL,
  into?: Float64Array,
  offset = 0,
  observer?: PlanObserver,
): number {
  const first = exerciseAt(plan.calendar, plan.start);
  if (into) for (let exercise = 0; exercise < first; exercise++) into[offset + exercise] = plan.past;
  if (observer || stop !== AFTER_ALL || plan.events.length > 0 || plan.pastEnd >= plan.start)
    return runCutPlan(plan, first, stop, into, offset, observer);
  return plan.mode === 'Linear' ? closeLinear(plan, first, into, offset) : closeDeclining(plan, first, into, offset);
}

function runCutPlan(
  plan: Plan,
  first: number,
  stop: number,
  into: Float64Array | undefined,
  offset: number,
  observer: PlanObserver | undefined,
): number {
  const { ends } = plan.calendar;
  const run = plan.mode === 'Linear' ? new LinearRun(plan, observer) : new DecliningRun(plan, observer);
  let next = 0;
  for (let exercise = first; exercise < ends.length; exercise++) {
    const until = Math.min(ends[exercise] ?? 0, stop);
    if (until >= (plan.calendar.starts[exercise] ?? 0)) {
      run.open(exercise);
      next = applyEvents(plan, run, next, exercise, until);
      run.post(exercise, until);
    }
    if (into) into[offset + exercise] = run.posted;
  }
  return run.posted;
}

/** Applies the events due by the day `until`, posting up to the day before each. Returns the index of the next one. */
function applyEvents(plan: Plan, run: PlanRun, from: number, exercise: number, until: number): number {
  let next = from;
  for (let event = plan.events[next]; event && event.day <= until; event = plan.events[next]) {
    run.post(exercise, event.day - 1);
    run.rebase(exercise, event);
    next++;
  }
  return next;
}
