/**
 * Declining plans (rule C6, CGI ann. II art. 23): net value at the opening × coefficient / years × months / 12, until
 * net value ÷ remaining years is no less; the exercise that reaches the end takes all that is left.
 *
 * Time is counted in months: the month of acquisition is whole, the first exercise uses up at least twelve months of
 * the duration, and inside an exercise a month counts once it is complete. Each part is rounded once, from the net
 * value at the opening of its exercise, so cutting an exercise does not round twice.
 */

import { exerciseAt } from './calendar.ts';
import { completeMonths, monthIndex } from './day-count.ts';
import { type DecliningPlan, NO_HISTORY, type PlanEvent } from './plan.ts';
import type { PlanObserver, PlanRun } from './plan-run.ts';
import { share } from './share.ts';

/** net ÷ remaining >= net × coefficient ÷ years, whatever the net value; the last exercise is spread evenly too. */
const isSwitched = (plan: DecliningPlan, term: number, remaining: number, counted: number): boolean =>
  remaining <= counted || plan.denominator * term >= plan.numerator * remaining;

/** The part of `elapsed` months of an exercise that opens with `net`, at the rate coefficient ÷ `term`. */
const decliningPart = ({ numerator, denominator }: DecliningPlan, term: number, net: number, elapsed: number): number =>
  share(net, numerator * elapsed, denominator * term);

/** The part of a whole exercise of a plan that nothing cuts. */
const wholePart = (plan: DecliningPlan, remaining: number, counted: number, net: number): number =>
  isSwitched(plan, plan.months, remaining, counted)
    ? share(net, counted, remaining)
    : decliningPart(plan, plan.months, net, counted);

/** Posts every closing of a plan that nothing cuts: same figures as DecliningRun, without an object. */
export function closeDeclining(plan: DecliningPlan, into: number[] | undefined): number {
  const { base, months: term } = plan;
  const closings = plan.calendar.months;
  const first = exerciseAt(plan.calendar, plan.start);
  let posted = 0;
  let remaining = term;
  let opensAt = monthIndex(plan.start);
  if (into) for (let exercise = 0; exercise < first; exercise++) into[exercise] = 0;
  for (let exercise = first; exercise < closings.length; exercise++) {
    const closesAt = closings[exercise] ?? 0;
    const counted = closesAt - opensAt;
    const left = base - posted;
    posted = counted >= remaining ? base : posted + Math.min(left, wholePart(plan, remaining, counted, left));
    remaining -= exercise === first ? Math.max(counted, 12) : counted;
    opensAt = closesAt;
    if (into) into[exercise] = posted;
  }
  return posted;
}

export class DecliningRun implements PlanRun {
  posted: number;
  base: number;
  private readonly plan: DecliningPlan;
  private readonly observer: PlanObserver | undefined;
  /** Last day of a takeover. */
  private readonly pastEnd: number;
  /** Whole duration, and what remains of it at the opening of the exercise, in months. */
  private term: number;
  private remaining: number;
  /** Months the first exercise uses up beyond those it counts. */
  private bonus = -1;
  /** The open exercise: month it counts from, months it counts, months posted, and what was posted at its opening. */
  private opensAt = 0;
  private counted = 0;
  private done = 0;
  private opening = 0;

  constructor(plan: DecliningPlan, observer: PlanObserver | undefined) {
    this.plan = plan;
    this.observer = observer;
    this.base = plan.base;
    this.posted = plan.history?.past ?? 0;
    this.pastEnd = plan.history?.pastEnd ?? NO_HISTORY.pastEnd;
    this.term = plan.months;
    this.remaining = plan.months;
  }

  open(exercise: number): void {
    const { calendar, start } = this.plan;
    const { pastEnd } = this;
    const first = this.bonus < 0;
    if (!first) this.remaining -= this.counted + this.bonus;
    this.opensAt = first ? monthIndex(start) : (calendar.months[exercise - 1] ?? 0);
    this.counted = (calendar.months[exercise] ?? 0) - this.opensAt;
    this.bonus = first ? Math.max(12 - this.counted, 0) : 0;
    this.done = 0;
    this.opening = this.posted;
    // A takeover inside the exercise opens the plan again: the net value is known on that day only.
    if (pastEnd >= (calendar.starts[exercise] ?? 0) && pastEnd < (calendar.ends[exercise] ?? 0))
      this.reopen(this.monthsAt(exercise, pastEnd));
  }

  post(exercise: number, day: number): void {
    if (day <= this.pastEnd) return;
    const months = this.monthsAt(exercise, day);
    if (months <= this.done) return;
    const part = this.part(months);
    if (this.observer) this.tell(exercise, day, months, part);
    this.posted += part;
    this.done = months;
  }

  rebase(exercise: number, event: PlanEvent): void {
    const before = this.base;
    this.base = Math.max((event.base ?? this.base) + (event.baseChange ?? 0), 0);
    if (event.postedChange !== undefined) this.split(before, event.postedChange);
    if (this.posted > this.base) this.reverse(exercise, event.day);
    if (event.units !== undefined) this.revise(event.units);
    else if (this.isSwitched()) this.reopen(this.done);
  }

  /** Components leave: the net value at the opening of the exercise shrinks as the base does. */
  private split(before: number, postedChange: number): void {
    this.posted += postedChange;
    if (before > 0) this.opening = share(this.opening, this.base, before);
  }

  private part(months: number): number {
    const left = this.base - this.posted;
    if (months >= this.remaining) return left;
    const net = this.base - this.opening;
    const elapsed = months - this.done;
    const part = this.isSwitched()
      ? share(net, elapsed, this.remaining)
      : decliningPart(this.plan, this.term, net, elapsed);
    return Math.min(left, part);
  }

  private isSwitched(): boolean {
    return isSwitched(this.plan, this.term, this.remaining, this.counted);
  }

  /** Months of the open exercise that are complete at the end of the day; all of them at its closing. */
  private monthsAt(exercise: number, day: number): number {
    if (day === this.plan.calendar.ends[exercise]) return this.counted;
    return Math.min(Math.max(completeMonths(day) - this.opensAt, 0), this.counted);
  }

  /** Treats the rest of the exercise as one that opens `months` later, with the net value of that day. */
  private reopen(months: number): void {
    this.remaining -= months;
    this.opensAt += months;
    this.counted -= months;
    this.done = 0;
    this.opening = this.posted;
  }

  /** A new remaining duration: the rate becomes coefficient ÷ (time elapsed + remaining). */
  private revise(remaining: number): void {
    this.term += remaining - (this.remaining - this.done);
    if (this.done > 0) this.bonus = 0;
    this.reopen(this.done);
    this.remaining = remaining;
  }

  /** C7: posted above the new base is reversed at once. */
  private reverse(exercise: number, day: number): void {
    const cents = this.base - this.posted;
    const shape = { amount: cents, numerator: 1, denominator: 1, unit: '' };
    this.observer?.({ exercise, day, rule: 'reversal', ...shape, cents });
    this.posted = this.base;
    this.opening = this.base; // nothing is left of the net value that the exercise opened with
  }

  private tell(exercise: number, day: number, months: number, cents: number): void {
    const { numerator, denominator } = this.plan;
    const elapsed = months - this.done;
    const amount = this.base - this.opening;
    const shape =
      months >= this.remaining
        ? { rule: 'complement' as const, amount: cents, numerator: 1, denominator: 1 }
        : this.isSwitched()
          ? { rule: 'remaining' as const, amount, numerator: elapsed, denominator: this.remaining }
          : {
              rule: 'declining' as const,
              amount,
              numerator: numerator * elapsed,
              denominator: denominator * this.term,
            };
    this.observer?.({ exercise, day, ...shape, unit: 'months', cents });
  }
}
