/** From what happened to an asset to the events of its plans (section 5), in one order whatever order they came in. */
import { dayNumber } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { RevisionType } from '../value-sets.ts';
import type { AssetFacts, Revision } from './asset-facts.ts';
import { type Calendar, exerciseAt } from './calendar.ts';
import { assetRuleErrors } from './errors.ts';
import type { PlanEvent } from './plan.ts';
import { smallCents } from './share.ts';

/** What remains of a plan after a revision, in its own units; undefined when the revision does not say it. */
export type RemainingOf = (revision: Revision) => number | undefined;

const byDay = (a: PlanEvent, b: PlanEvent): number => a.day - b.day;

/** Credit notes lower the base of both plans from their effective date. */
const creditNoteEvents = (facts: AssetFacts): PlanEvent[] =>
  facts.creditNotes.map((note) => ({ day: dayNumber(note.date), baseChange: -smallCents(note.amount) }));

/** An impairment lowers the base of the exercises after the one it is booked in. */
const impairmentEvents = (facts: AssetFacts, calendar: Calendar): PlanEvent[] =>
  facts.impairments.map(({ date, amount }) => {
    const day = dayNumber(date);
    return { day: (calendar.ends[exerciseAt(calendar, day)] ?? day) + 1, baseChange: -smallCents(amount) };
  });

const revisionEvents = (facts: AssetFacts, remainingOf: RemainingOf): PlanEvent[] =>
  facts.revisions
    .filter((revision) => revision.type !== 'None')
    .map((revision) => revisionEvent(revision, remainingOf));

/** What each type of revision gives anew: the rest of the duration, the base. */
const CHANGES: Readonly<Record<Exclude<RevisionType, 'None'>, { readonly rest: boolean; readonly base: boolean }>> = {
  Duration: { rest: true, base: false },
  Base: { rest: false, base: true },
  DurationAndBase: { rest: true, base: true },
  Impairment: { rest: false, base: true },
};

function revisionEvent(revision: Revision, remainingOf: RemainingOf): PlanEvent {
  const { date, type, base } = revision;
  const changes = type === 'None' ? { rest: false, base: false } : CHANGES[type];
  const units = changes.rest ? remainingOf(revision) : undefined;
  if ((changes.rest && units === undefined) || (changes.base && base === undefined))
    throw assetRuleErrors.RevisionWithoutChange({ date, type });
  return { day: dayNumber(date), units, base: changes.base && base !== undefined ? smallCents(base) : undefined };
}

/** Components leave with their value and their share of what is posted. */
export function splitEvent(facts: AssetFacts, value: Cents, past: Cents): PlanEvent[] {
  const date = facts.decomposition?.date;
  if (!date) return [];
  return [{ day: dayNumber(date), baseChange: -smallCents(value), postedChange: -smallCents(past) }];
}

/** What an event list is for: impairments concern the books alone, revisions the books and a plan that copies them. */
export interface EventScope {
  readonly revised: boolean;
  readonly impaired: boolean;
}

/** Most assets have no history: nothing is made for them. */
const hasEvents = ({ creditNotes, impairments, revisions }: AssetFacts): boolean =>
  creditNotes.length + impairments.length + revisions.length > 0;

const NO_EVENTS: readonly PlanEvent[] = [];

/** On one day: credit notes, then components, then impairments, then revisions. */
export function planEvents(
  facts: AssetFacts,
  calendar: Calendar,
  { revised, impaired, remainingOf }: EventScope & { readonly remainingOf: RemainingOf },
  split: readonly PlanEvent[],
): readonly PlanEvent[] {
  if (split.length === 0 && !hasEvents(facts)) return NO_EVENTS;
  const impairments = impaired ? impairmentEvents(facts, calendar) : [];
  const revisions = revised ? revisionEvents(facts, remainingOf) : [];
  return [...creditNoteEvents(facts), ...split, ...impairments, ...revisions].sort(byDay);
}
