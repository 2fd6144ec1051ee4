/** Where a plan starts and ends on its own clock, takeovers and revised durations included. */
import { exerciseAt } from './calendar.ts';
import { completeMonths, monthIndex } from './day-count.ts';
import { type History, NO_HISTORY, type Plan } from './plan.ts';

/** Positions in units of the clock of the plan. */
export interface PlanTime {
  readonly start: number;
  readonly end: number;
  /** At the end of a day. */
  readonly positionAt: (day: number) => number;
  /** At each closing. */
  readonly closings: ArrayLike<number>;
}

export function planTime(plan: Plan): PlanTime {
  const { past: _, pastEnd, events } = plan.history ?? NO_HISTORY;
  const time = plan.mode === 'Linear' ? linearTime(plan) : decliningTime(plan);
  const start = pastEnd >= plan.start ? time.positionAt(pastEnd) : time.start;
  return { ...time, start, end: isTimed(plan) ? endAfter(time, events) : time.end };
}

const isTimed = (plan: Plan): boolean => plan.mode !== 'Linear' || plan.clock.unitsPerMonth > 0;

/** Units produced are no time: such a plan is measured by days, and has no end to know beforehand. */
function linearTime({ clock, origin, units, calendar, start }: Extract<Plan, { mode: 'Linear' }>): PlanTime {
  if (clock.unitsPerMonth > 0)
    return { start: origin, end: origin + units, positionAt: clock.endOf, closings: clock.closings };
  const days = calendar.clocks.Days;
  return { start: days.startOf(start), end: Number.MAX_SAFE_INTEGER, positionAt: days.endOf, closings: days.closings };
}

/** Rule C6: the month of acquisition is whole, and the first exercise uses up twelve months of the duration at least. */
function decliningTime({ start, months, calendar }: Extract<Plan, { mode: 'Declining' }>): PlanTime {
  const opens = monthIndex(start);
  const counted = (calendar.months[exerciseAt(calendar, start)] ?? 0) - opens;
  const end = opens + months - Math.max(12 - counted, 0);
  return { start: opens, end, positionAt: completeMonths, closings: calendar.months };
}

const endAfter = ({ start, end, positionAt }: PlanTime, events: History['events']): number =>
  events.reduce(
    (last, { day, units }) => (units === undefined ? last : Math.max(positionAt(day - 1), start) + units),
    end,
  );
