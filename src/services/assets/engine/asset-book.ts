/** One asset with its two plans posted over a calendar: what every other rule reads. */
import { addDays, addMonths, dayNumber, type PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { AssetFacts, PlanTerms } from './asset-facts.ts';
import { makePlans, startDate } from './asset-plans.ts';
import { impairedBy, netAcquisitionValue } from './bases.ts';
import { type Calendar, civilYears, coverDays, type Exercise, exerciseAt, makeCalendar } from './calendar.ts';
import { PlanBook } from './plan-book.ts';

export type PlanName = 'economic' | 'fiscal';

export interface AssetBook {
  readonly facts: AssetFacts;
  readonly calendar: Calendar;
  readonly economic: PlanBook;
  readonly fiscal: PlanBook;
  readonly derogates: boolean;
  /** Index of the first and last exercise asked for. */
  readonly first: number;
  readonly last: number;
  /** Index of the exercise of the retirement. */
  readonly exit: number | undefined;
}

/**
 * Posts the plans of an asset. `exercises` are those asked for (civil years over the life of the asset when empty);
 * the calendar covers the asset from its acquisition whatever was asked, so figures do not depend on it.
 * `days` are other days that will be asked.
 */
export function openBook(facts: AssetFacts, exercises: readonly Exercise[], days: readonly PlainDate[]): AssetBook {
  const asked = exercises.length > 0 ? exercises : civilYears(facts.acquisitionDate, lastDay(facts));
  const time = timeOf(asked, firstDay(facts), lastAsked(facts, days));
  const exit = facts.retirement?.date;
  const plans = makePlans(facts, time.calendar);
  const economic = new PlanBook(plans.economic, exit);
  return {
    facts,
    calendar: time.calendar,
    economic,
    fiscal: plans.fiscal === plans.economic ? economic : new PlanBook(plans.fiscal, exit),
    derogates: plans.derogates,
    first: time.first,
    last: time.last,
    exit: exit && exerciseAt(time.calendar, dayNumber(exit)),
  };
}

/** A calendar, with where it has the exercises asked for. */
type Time = Pick<AssetBook, 'calendar' | 'first' | 'last'> & { readonly from: PlainDate; readonly to: PlainDate };

/** The widest calendar made of some exercises: assets of one folder share it, since no figure depends on its width. */
const widest = new WeakMap<readonly Exercise[], Time>();

function timeOf(exercises: readonly Exercise[], from: PlainDate, to: PlainDate): Time {
  const known = widest.get(exercises);
  if (known && known.from <= from && to <= known.to) return known;
  const calendar = makeCalendar(coverDays(exercises, from, to));
  const asked = exercises.map(({ start }) => exerciseAt(calendar, dayNumber(start)));
  const { exercises: covered } = calendar;
  const ends = { from: covered[0]?.start ?? from, to: covered.at(-1)?.end ?? to };
  const time = { calendar, ...ends, first: Math.min(...asked), last: Math.max(...asked) };
  if (!known || covered.length > known.calendar.ends.length) widest.set(exercises, time);
  return time;
}

const latest = (days: readonly PlainDate[]): PlainDate => days.reduce((a, b) => (a > b ? a : b));

const later = (day: PlainDate, other: PlainDate | undefined): PlainDate =>
  other !== undefined && other > day ? other : day;
const earlier = (day: PlainDate, other: PlainDate | undefined): PlainDate =>
  other !== undefined && other < day ? other : day;

/** The days asked for and those of what happens. Registers ask by the hundred thousand: no list is made. */
function lastAsked(facts: AssetFacts, days: readonly PlainDate[]): PlainDate {
  let last = later(facts.acquisitionDate, facts.retirement?.date);
  last = later(last, facts.decomposition?.date);
  for (const day of days) last = later(last, day);
  for (const { date } of facts.impairments) last = later(last, date);
  return last;
}

const termsOf = ({ economic, fiscal }: AssetFacts): PlanTerms[] =>
  economic && fiscal ? [economic, fiscal] : economic ? [economic] : fiscal ? [fiscal] : [];

/** The acquisition, or what the plans and the grants have before it. */
function firstDay(facts: AssetFacts): PlainDate {
  const { economic, fiscal, grants } = facts;
  let first = earlier(facts.acquisitionDate, economic && startDate(facts, economic));
  first = earlier(first, fiscal && startDate(facts, fiscal));
  for (const { date } of grants) first = earlier(first, date);
  return first;
}

/** The exit, or where the longest plan ends, revisions and components included. */
export function lastDay(facts: AssetFacts): PlainDate {
  const { retirement, decomposition } = facts;
  if (retirement) return retirement.date;
  const end = (start: PlainDate, months = 0): PlainDate => addDays(addMonths(start, months), -1);
  const split = decomposition?.date ?? facts.deploymentDate;
  return latest([
    facts.deploymentDate,
    ...termsOf(facts).map((terms) => end(startDate(facts, terms), terms.months)),
    ...termsOf(facts).flatMap((terms) => terms.production?.periods.map((period) => period.end) ?? []),
    ...facts.revisions.map((revision) => end(revision.date, revision.months)),
    ...(decomposition?.components.map((component) => end(split, component.months)) ?? []),
    lastAsked(facts, []),
  ]);
}

/** Indexes of the exercises asked for. */
export const askedExercises = (book: AssetBook): number[] =>
  Array.from({ length: book.last - book.first + 1 }, (_, index) => book.first + index);

export const exerciseOf = (book: AssetBook, index: number): Exercise =>
  book.calendar.exercises[index] ?? { start: book.facts.acquisitionDate, end: book.facts.acquisitionDate };

/** Whether the asset is on the books during the exercise: acquired by its closing, not retired before its opening. */
export const isHeld = (book: AssetBook, index: number): boolean =>
  book.facts.acquisitionDate <= exerciseOf(book, index).end && (book.exit === undefined || index <= book.exit);

/** The day, or the exit when it is earlier: what happens later does not concern the asset. */
export const lastDayHeld = ({ facts: { retirement } }: AssetBook, date: PlainDate): PlainDate =>
  retirement && retirement.date < date ? retirement.date : date;

/** Before any exit: net acquisition value − amortization − impairments, which the tax value does not deduct. */
export function netValueAfter(book: AssetBook, plan: PlanName, date: PlainDate, amortized: Cents): Cents {
  const day = lastDayHeld(book, date);
  const impaired = plan === 'economic' ? impairedBy(book.facts, day) : 0n;
  return netAcquisitionValue(book.facts, day) - amortized - impaired;
}

/** Net book or tax value at the end of a day. */
export const netValueAt = (book: AssetBook, plan: PlanName, date: PlainDate): Cents =>
  netValueAfter(book, plan, date, book[plan].at(date));

/** Net book or tax value at the closing of an exercise. */
export const netValueOf = (book: AssetBook, plan: PlanName, index: number): Cents =>
  netValueAfter(book, plan, exerciseOf(book, index).end, book[plan].cumulated(index));
