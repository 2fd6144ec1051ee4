/** Why the figures of a plan are what they are: annuities, cumulated amounts, net values, windows. */
import { addDays, dayNumber, fromDayNumber, type PlainDate } from '../../kernel/dates.ts';
import {
  type AssetBook,
  askedExercises,
  exerciseOf,
  isHeld,
  lastDayHeld,
  netValueOf,
  type PlanName,
} from '../engine/asset-book.ts';
import { impairedBy, netAcquisitionValue } from '../engine/bases.ts';
import { exerciseAt } from '../engine/calendar.ts';
import type { Plan } from '../engine/plan.ts';
import { type PlanBook, planParts } from '../engine/plan-book.ts';
import type { PlanPart } from '../engine/plan-run.ts';
import { share } from '../engine/share.ts';
import type { WindowFigures } from '../engine/windows.ts';
import { type Explanation, explain, money } from './explanation.ts';

/** Every figure of the schedule of a plan, from the exercise of `since` on, under the name it has in the answer. */
export function explainSchedule(book: AssetBook, name: PlanName, prefix: string, since?: PlainDate): Explanation[] {
  const parts = planParts(book[name].plan, book[name].stop);
  const shown = askedExercises(book).filter((index) => !since || exerciseOf(book, index).end >= since);
  return shown.flatMap((index) => {
    const at = `${prefix}[${exerciseOf(book, index).end}]`;
    if (!isHeld(book, index))
      return ['Annuity', 'Cumulated', 'NetBookValue'].map((field) =>
        explain(`${at}.${field}`, 'absent', {}, ['0.00', 0n]),
      );
    return [
      annuityExplanation(`${at}.Annuity`, book[name], { parts: parts, index: index }),
      cumulatedExplanation(`${at}.Cumulated`, book[name], index),
      netValueExplanation(`${at}.NetBookValue`, book, name, index),
    ];
  });
}

export function annuityExplanation(
  figure: string,
  plan: PlanBook,
  { parts, index }: { readonly parts: readonly PlanPart[]; readonly index: number },
  rule: 'annuity' | 'overAmortization' = 'annuity',
): Explanation {
  const own = parts.filter((part) => part.exercise === index);
  const arithmetic = own.map((part) => partArithmetic(plan.plan, part)).join(' + ') || '0.00';
  return explain(figure, rule, partInputs(plan.plan, own), [arithmetic, plan.annuity(index)]);
}

/** `amount × elapsed / duration`, or what is left when the part closes the plan. */
function partArithmetic(plan: Plan, part: PlanPart): string {
  const amount = money(BigInt(part.amount));
  const capped = part.cents !== share(Math.abs(part.amount), part.numerator, part.denominator);
  if (part.rule === 'reversal' || part.rule === 'complement' || capped) return money(BigInt(part.cents));
  if (part.rule !== 'declining' || plan.mode !== 'Declining')
    return `round(${amount} × ${part.numerator} / ${part.denominator})`;
  const { numerator, denominator } = plan;
  const elapsed = part.numerator / numerator;
  return `round(${amount} × ${numerator} / ${denominator} × ${elapsed} / ${part.denominator / denominator})`;
}

function partInputs(plan: Plan, parts: readonly PlanPart[]) {
  const names = parts.map(({ rule, day }) => `${rule} to ${fromDayNumber(day)}`);
  return {
    base: BigInt(plan.base),
    start: fromDayNumber(plan.start),
    unit: parts[0]?.unit || undefined,
    parts: names.join(', ') || undefined,
  };
}

export function cumulatedExplanation(figure: string, plan: PlanBook, index: number): Explanation {
  const [opening, annuity] = [plan.opening(index), plan.annuity(index)];
  return explain(figure, 'cumulated', { opening, annuity }, [
    `${money(opening)} + ${money(annuity)}`,
    plan.cumulated(index),
  ]);
}

function netValueExplanation(figure: string, book: AssetBook, name: PlanName, index: number): Explanation {
  const end = lastDayHeld(book, exerciseOf(book, index).end);
  const net = netAcquisitionValue(book.facts, end);
  const cumulated = book[name].cumulated(index);
  const impaired = name === 'economic' ? impairedBy(book.facts, end) : 0n;
  const arithmetic = `${money(net)} - ${money(cumulated)} - ${money(impaired)}`;
  return explain(figure, 'netValue', { netAcquisitionValue: net, cumulated, impaired }, [
    arithmetic,
    netValueOf(book, name, index),
  ]);
}

export function explainWindow(book: AssetBook, window: WindowFigures): Explanation[] {
  const at = `Windows[${window.start}..${window.end}]`;
  const { past, current, cumulated, vnc } = window;
  const gone = book.facts.retirement !== undefined && book.facts.retirement.date < window.start;
  if (gone || book.facts.acquisitionDate > window.end)
    return ['Past', 'Current', 'Cumulated', 'Vnc'].map((field) =>
      explain(`${at}.${field}`, 'absent', {}, ['0.00', 0n]),
    );
  const day = lastDayHeld(book, window.end);
  const net = netAcquisitionValue(book.facts, day);
  const impaired = impairedBy(book.facts, day);
  const before = addDays(window.start, -1);
  const isWhole = past === book.economic.at(before); // components may have left inside the window
  return [
    explain(`${at}.Past`, 'window', { until: before }, [
      isWhole ? cumulatedArithmetic(book, before) : `${money(cumulated)} - ${money(current)}`,
      past,
    ]),
    explain(`${at}.Current`, 'window', { past, cumulated }, [`${money(cumulated)} - ${money(past)}`, current]),
    explain(`${at}.Cumulated`, 'window', { until: day }, [cumulatedArithmetic(book, day), cumulated]),
    explain(`${at}.Vnc`, 'netValue', { netAcquisitionValue: net, cumulated, impaired }, [
      `${money(net)} - ${money(cumulated)} - ${money(impaired)}`,
      vnc,
    ]),
  ];
}

/** C21: closed exercises, what components took with them, and the parts of the open exercise up to the day. */
function cumulatedArithmetic({ economic, calendar }: AssetBook, date: PlainDate): string {
  const day = dayNumber(date);
  const index = exerciseAt(calendar, day);
  const parts = planParts(economic.plan, day).filter((part) => part.exercise === index);
  const closed = economic.cumulated(index - 1);
  const posted = parts.reduce((sum, part) => sum + BigInt(part.cents), 0n);
  const moved = economic.at(date) - closed - posted;
  const terms = [...(moved === 0n ? [] : [money(moved)]), ...parts.map((part) => partArithmetic(economic.plan, part))];
  return [money(closed), ...terms].join(' + ');
}
