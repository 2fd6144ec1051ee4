/** Posts a plan over its calendar: one loop for every mode, every event and every stop. */
import { exerciseAt } from './calendar.ts';
import { closeDeclining, DecliningRun } from './declining.ts';
import { closeLinear, LinearRun } from './linear.ts';
import { AFTER_ALL, type Plan, type PlanEvent } from './plan.ts';
import type { PlanObserver, PlanRun } from './plan-run.ts';

/**
 * The cumulated amortization in cents at the end of the day `stop`. When `into` is given it also receives the cumulated
 * amount at each closing; closings after `stop` repeat it. Before a takeover it is the amount taken over.
 */
export const runPlan = (plan: Plan, stop: number, into?: number[]): number =>
  stop === AFTER_ALL ? closePlan(plan, into) : runCutPlan(plan, stop, runOf(plan), into);

/** The same up to the last closing of the calendar: the way of most plans, which no event cuts. */
function closePlan(plan: Plan, into: number[] | undefined): number {
  if (plan.history) return runCutPlan(plan, AFTER_ALL, runOf(plan), into);
  return plan.mode === 'Linear' ? closeLinear(plan, into) : closeDeclining(plan, into);
}

/** The same day after day, with each part passed to `observer`. */
export const observePlan = (plan: Plan, stop: number, observer: PlanObserver): number =>
  runCutPlan(plan, stop, runOf(plan, observer));

const runOf = (plan: Plan, observer?: PlanObserver): PlanRun =>
  plan.mode === 'Linear' ? new LinearRun(plan, observer) : new DecliningRun(plan, observer);

function runCutPlan(plan: Plan, stop: number, run: PlanRun, into?: number[]): number {
  const { starts, ends } = plan.calendar;
  const first = exerciseAt(plan.calendar, plan.start);
  let events = plan.history?.events ?? [];
  for (let exercise = 0; exercise < ends.length; exercise++) {
    const until = Math.min(ends[exercise] ?? 0, stop);
    if (exercise >= first && until >= (starts[exercise] ?? 0)) {
      run.open(exercise);
      events = applyEvents(events, run, exercise, until);
      run.post(exercise, until);
    }
    if (into) into[exercise] = run.posted;
  }
  return run.posted;
}

/** Applies the events due by the day `until`, posting up to the day before each. Returns those that are left. */
function applyEvents(
  events: readonly PlanEvent[],
  run: PlanRun,
  exercise: number,
  until: number,
): readonly PlanEvent[] {
  const due = events.filter(({ day }) => day <= until);
  for (const event of due) {
    run.post(exercise, event.day - 1);
    run.rebase(exercise, event);
  }
  return due.length === 0 ? events : events.slice(due.length);
}
