/** What a plan is: one base spread over one duration, with the events that re-base it (rule C7). */
import type { ProrataTemporis } from '../value-sets.ts';
import { type Calendar, exerciseAt, type PlanClock } from './calendar.ts';

/**
 * A change of the plan from `day` on, always prospective. Amounts in cents.
 * `base` replaces the base, `baseChange` adds to it, `units` replaces the remaining duration (in units of the plan:
 * clock units when linear, months when declining), `postedChange` moves amortization already posted to another asset.
 */
export interface PlanEvent {
  readonly day: number;
  readonly base?: number | undefined;
  readonly baseChange?: number | undefined;
  readonly units?: number | undefined;
  readonly postedChange?: number | undefined;
}

/** What can cut a plan: a takeover and events. */
export interface History {
  /** Amortized before a takeover, up to the day `pastEnd`. */
  readonly past: number;
  readonly pastEnd: number;
  /** In order of day. */
  readonly events: readonly PlanEvent[];
}

interface AnyPlan {
  /** Cents to amortize, before any event. */
  readonly base: number;
  /** First day of the plan; for a declining plan the acquisition day, whose whole month counts. */
  readonly start: number;
  readonly calendar: Calendar;
  /** Undefined for most plans, which then are posted without looking for anything. */
  readonly history: History | undefined;
}

export interface LinearPlan extends AnyPlan {
  readonly mode: 'Linear';
  readonly clock: PlanClock;
  /** Position of the start, and units over which the base is spread from there. */
  readonly origin: number;
  readonly units: number;
}

export interface DecliningPlan extends AnyPlan {
  readonly mode: 'Declining';
  readonly months: number;
  /** The coefficient as an exact fraction: 9/4 for 2.25. */
  readonly numerator: number;
  readonly denominator: number;
}

export type Plan = LinearPlan | DecliningPlan;

/** Of the books and of the tax. */
export interface PlanPair {
  readonly economic: Plan;
  readonly fiscal: Plan;
}

/** Cents from a day number on, over months. */
export interface Spread {
  readonly base: number;
  readonly start: number;
  readonly months: number;
}

/** No day: after any plan as a stop, before any as the end of a takeover. */
export const AFTER_ALL = 2 ** 30;

export const NO_HISTORY: History = { past: 0, pastEnd: -AFTER_ALL, events: [] };

/** A linear plan of `months` months without history. */
export function linearPlan(
  calendar: Calendar,
  { base, start, months }: Spread,
  prorata: ProrataTemporis = 'Days',
): LinearPlan {
  const clock = calendar.clocks[prorata];
  return {
    mode: 'Linear',
    base,
    start,
    calendar,
    history: undefined,
    clock,
    origin: prorata === 'None' ? fullFirstExercise(calendar, start) : clock.startOf(start),
    units: months * clock.unitsPerMonth,
  };
}

/** Rule C4, `None`: the first exercise counts twelve months, whenever in it the asset starts. */
const fullFirstExercise = (calendar: Calendar, start: number): number =>
  (calendar.clocks.None.closings[exerciseAt(calendar, start)] ?? 0) - 360;

/** The coefficient of a declining plan as an exact fraction. */
export type Coefficient = Pick<DecliningPlan, 'numerator' | 'denominator'>;

/** A declining plan without history. */
export const decliningPlan = (
  calendar: Calendar,
  { base, start, months }: Spread,
  { numerator, denominator }: Coefficient,
): DecliningPlan => ({
  mode: 'Declining',
  base,
  start,
  calendar,
  history: undefined,
  months,
  numerator,
  denominator,
});
