/** Figures of any window of days, exercise or not (rule C21). */
import type { Cents } from '../../kernel/money.ts';
import { type AssetBook, netValueAfter, type PlanName } from './asset-book.ts';
import type { Exercise } from './calendar.ts';

export interface WindowAmounts {
  readonly past: Cents;
  readonly current: Cents;
  readonly cumulated: Cents;
  readonly vnc: Cents;
}

export interface WindowFigures extends Exercise, WindowAmounts {}

const NOTHING: WindowAmounts = { past: 0n, current: 0n, cumulated: 0n, vnc: 0n };

/** An asset not acquired by the end of the window, or retired before its start, has no figure. */
export function windowFigures(book: AssetBook, window: Exercise, plan: PlanName = 'economic'): WindowAmounts {
  const { facts } = book;
  const retired = facts.retirement !== undefined && facts.retirement.date < window.start;
  if (retired || facts.acquisitionDate > window.end) return NOTHING;
  const cumulated = book[plan].at(window.end);
  const current = book[plan].posted(window.start, window.end);
  const vnc = netValueAfter(book, plan, window.end, cumulated);
  return { past: cumulated - current, current, cumulated, vnc };
}
