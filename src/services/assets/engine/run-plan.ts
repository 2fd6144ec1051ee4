/** Posts a plan over its calendar: one loop for every mode, every event and every stop. */
import { exerciseAt } from './calendar.ts';
import { closeDeclining, DecliningRun } from './declining.ts';
import { closeLinear, LinearRun } from './linear.ts';
import { AFTER_ALL, type Plan, type PlanEvent } from './plan.ts';
import type { PlanObserver, PlanRun } from './plan-run.ts';

/**
 * The cumulated amortization in cents at the end of the day `stop`. When `into` is given it also receives the cumulated
 * amount at each closing, from `offset` on; closings after `stop` repeat it. Before a takeover it is the amount taken
 * over.
 */
export function runPlan(plan: Plan, stop: number, into?: Float64Array, offset = 0, observer?: PlanObserver): number {
  return stop === AFTER_ALL && !observer
    ? closePlan(plan, into, offset)
    : runCutPlan(plan, stop, into, offset, observer);
}

/** The same up to the last closing of the calendar: the way of most plans, which no event cuts. */
export function closePlan(plan: Plan, into: Float64Array | undefined, offset: number): number {
  if (plan.history) return runCutPlan(plan, AFTER_ALL, into, offset, undefined);
  return plan.mode === 'Linear' ? closeLinear(plan, into, offset) : closeDeclining(plan, into, offset);
}

function runCutPlan(
  plan: Plan,
  stop: number,
  into: Float64Array | undefined,
  offset: number,
  observer: PlanObserver | undefined,
): number {
  const { starts, ends } = plan.calendar;
  const run = plan.mode === 'Linear' ? new LinearRun(plan, observer) : new DecliningRun(plan, observer);
  const first = exerciseAt(plan.calendar, plan.start);
  const events = plan.history?.events ?? [];
  let next = 0;
  for (let exercise = 0; exercise < ends.length; exercise++) {
    const until = Math.min(ends[exercise] ?? 0, stop);
    if (exercise >= first && until >= (starts[exercise] ?? 0)) {
      run.open(exercise);
      next = applyEvents(events, run, next, exercise, until);
      run.post(exercise, until);
    }
    if (into) into[offset + exercise] = run.posted;
  }
  return run.posted;
}

/** Applies the events due by the day `until`, posting up to the day before each. Returns the index of the next one. */
function applyEvents(
  events: readonly PlanEvent[],
  run: PlanRun,
  from: number,
  exercise: number,
  until: number,
): number {
  let next = from;
  for (let event = events[next]; event && event.day <= until; event = events[next]) {
    run.post(exercise, event.day - 1);
    run.rebase(exercise, event);
    next++;
  }
  return next;
}
