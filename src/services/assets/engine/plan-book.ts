/** A posted plan as people read it: exact cents by exercise and at any day. */
import { dayNumber, type PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { exerciseAt } from './calendar.ts';
import { AFTER_ALL, type History, NO_HISTORY, type Plan } from './plan.ts';
import type { PlanPart } from './plan-run.ts';
import { observePlan, runPlan } from './run-plan.ts';

export class PlanBook {
  readonly plan: Plan;
  /** Last day that posts: the exit, or none. */
  readonly stop: number;
  private readonly history: History;
  private readonly closings: number[];
  private reversals: readonly PlanPart[] | undefined;
  /** The day last asked, which figures, status and alerts ask one after the other. */
  private asked: PlainDate | undefined;
  private answer: Cents = 0n;

  /** `exit` is the retirement date: nothing is posted after it. */
  constructor(plan: Plan, exit: PlainDate | undefined) {
    this.plan = plan;
    this.history = plan.history ?? NO_HISTORY;
    this.stop = exit ? dayNumber(exit) : AFTER_ALL;
    this.closings = new Array<number>(plan.calendar.ends.length);
    runPlan(plan, this.stop, this.closings);
  }

  /** Cumulated amortization at the end of a day (rule C21): closed exercises and the rounded part of the open one. */
  at(date: PlainDate): Cents {
    if (date !== this.asked) {
      this.asked = date;
      this.answer = BigInt(this.atDay(dayNumber(date)));
    }
    return this.answer;
  }

  /** The same the day before. */
  before(date: PlainDate): Cents {
    return BigInt(this.atDay(dayNumber(date) - 1));
  }

  /** Cumulated amortization at the closing of an exercise. */
  cumulated(exercise: number): Cents {
    return BigInt(this.closings[exercise] ?? this.history.past);
  }

  /** Posted from a day to another, both included: what components took with them is not an annuity. */
  posted(start: PlainDate, end: PlainDate): Cents {
    const [from, to] = [dayNumber(start), dayNumber(end)];
    return BigInt(this.atDay(to) - this.atDay(from - 1)) - this.moved(from, Math.min(to, this.stop));
  }

  /** Posted in an exercise; a reversal makes it negative. */
  annuity(exercise: number): Cents {
    return this.cumulated(exercise) - this.opening(exercise);
  }

  /** Reversed in an exercise because a new base is below what is posted (C7), as a positive amount. */
  reversed(exercise: number): Cents {
    if (this.history.events.length === 0) return 0n; // nothing can have lowered the base
    this.reversals ??= planParts(this.plan, this.stop).filter((part) => part.rule === 'reversal');
    const own = this.reversals.filter((part) => part.exercise === exercise);
    return own.reduce((sum, part) => sum - BigInt(part.cents), 0n);
  }

  /** Cumulated at the opening of an exercise, as if the components that leave in it (by the day if any) had left. */
  opening(exercise: number, by?: PlainDate): Cents {
    const { starts, ends } = this.plan.calendar;
    const last = by ? dayNumber(by) : (ends[exercise] ?? 0);
    return this.cumulated(exercise - 1) + this.moved(starts[exercise] ?? 0, Math.min(last, this.stop));
  }

  /** Base of the plan at the end of a day. */
  base(date: PlainDate): Cents {
    if (this.history.events.length === 0) return BigInt(this.plan.base);
    const day = Math.min(dayNumber(date), this.stop);
    const due = this.history.events.filter((event) => event.day <= day);
    const base = due.reduce((sum, event) => Math.max((event.base ?? sum) + (event.baseChange ?? 0), 0), this.plan.base);
    return BigInt(base);
  }

  /** The same by day number: closings and the exit are posted already. */
  private atDay(day: number): number {
    const held = Math.min(day, this.stop);
    const exercise = exerciseAt(this.plan.calendar, held);
    const isPosted = held === this.stop || held === this.plan.calendar.ends[exercise];
    return (isPosted ? this.closings[exercise] : undefined) ?? runPlan(this.plan, held);
  }

  /** Amortization taken by components between two day numbers: negative, or zero. */
  private moved(from: number, to: number): Cents {
    if (this.history.events.length === 0) return 0n;
    const due = this.history.events.filter((event) => event.day >= from && event.day <= to);
    return BigInt(due.reduce((sum, event) => sum + (event.postedChange ?? 0), 0));
  }
}

/** Every part posted by a plan up to a day, in order: what an explanation reads. */
export function planParts(plan: Plan, stop: number): PlanPart[] {
  const parts: PlanPart[] = [];
  observePlan(plan, stop, (part) => parts.push(part));
  return parts;
}
