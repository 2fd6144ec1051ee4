/** A study with its schedules, its entries and its alerts in words: what `asset simulate` answers. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Language } from '../../kernel/errors.ts';
import type { Cents } from '../../kernel/money.ts';
import { describeAlert } from '../engine/alerts.ts';
import { type AssetBook, askedExercises, exerciseOf, isHeld, netValueOf, type PlanName } from '../engine/asset-book.ts';
import type { Exercise } from '../engine/calendar.ts';
import type { ComponentResult } from '../engine/components.ts';
import { derogatoryRows } from '../engine/derogatory.ts';
import { accountingEntries, type ExerciseEntries } from '../engine/entries.ts';
import type { AssetStudy } from './study.ts';

export interface ScheduleLine extends Exercise {
  readonly annuity: Cents;
  readonly cumulated: Cents;
  readonly netBookValue: Cents;
}

interface Schedules {
  readonly economic: readonly ScheduleLine[];
  readonly fiscal: readonly ScheduleLine[];
  readonly entries: readonly ExerciseEntries[];
}

export interface ComponentFigures extends Schedules, Pick<ComponentResult, 'actualValue' | 'pastAmortization'> {
  readonly label: string;
  readonly account: string;
  readonly acquisitionValue: Cents;
  readonly months: number;
  /** Undated decomposition: amortization of its own plan less what was posted for it. */
  readonly difference: Cents;
}

export interface SimulationResult extends Omit<AssetStudy, 'book' | 'components' | 'alerts'>, Schedules {
  readonly components: readonly ComponentFigures[];
  readonly alerts: readonly ReturnType<typeof describeAlert>[];
}

/** `language` is that of the alerts. */
export const resultOf = (
  { book, components, alerts, ...figures }: AssetStudy,
  language: Language,
): SimulationResult => ({
  ...figures,
  economic: scheduleLines(book, 'economic'),
  fiscal: scheduleLines(book, 'fiscal'),
  components: components.map(componentFigures),
  entries: accountingEntries({ book, components, ...figures }),
  alerts: alerts.map((alert) => describeAlert(alert, language)),
});

/** One line per exercise asked for; zeros before the asset is acquired and after it has left. */
export const scheduleLines = (book: AssetBook, plan: PlanName): ScheduleLine[] =>
  askedExercises(book).map((index) => {
    const exercise = exerciseOf(book, index);
    if (!isHeld(book, index)) return { ...exercise, annuity: 0n, cumulated: 0n, netBookValue: 0n };
    return {
      ...exercise,
      annuity: book[plan].annuity(index),
      cumulated: book[plan].cumulated(index),
      netBookValue: netValueOf(book, plan, index),
    };
  });

function componentFigures({ component, book, from, ...result }: ComponentResult): ComponentFigures {
  const since = <T extends { readonly end: PlainDate }>(lines: readonly T[]): T[] =>
    lines.filter(({ end }) => end >= from);
  const figures = { book, derogatory: derogatoryRows(book), grants: [], components: [], retirement: undefined };
  return {
    ...result,
    label: component.label,
    account: book.facts.account,
    acquisitionValue: component.value,
    months: component.months,
    economic: since(scheduleLines(book, 'economic')),
    fiscal: since(scheduleLines(book, 'fiscal')),
    entries: since(accountingEntries(figures)),
  };
}
