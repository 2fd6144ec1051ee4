/** Investment grants taken to income (rule C18): at the pace of the amortization, or in equal parts. */
import type { PlainDate } from '../../kernel/dates.ts';
import { dayNumber } from '../../kernel/dates.ts';
import { type Cents, formatAmount, times } from '../../kernel/money.ts';
import { ratio } from '../../kernel/ratio.ts';
import { type AssetBook, askedExercises, exerciseOf } from './asset-book.ts';
import type { GrantLink } from './asset-facts.ts';
import { type Exercise, exerciseAt } from './calendar.ts';
import { assetRuleErrors } from './errors.ts';

export interface GrantRow extends Exercise {
  readonly share: Cents;
  readonly remaining: Cents;
}

/** One tenth per exercise without inalienability clause (PCG 312-1). */
const DEFAULT_PARTS = 10;

/** Shares of all the grants of the asset, summed by exercise; none when it has no grant. */
export function grantRows(book: AssetBook): GrantRow[] {
  const { grants } = book.facts;
  if (grants.length === 0) return [];
  return askedExercises(book).map((index) => {
    const shares = grants.map((grant) => grantShare(book, grant, index));
    return {
      ...exerciseOf(book, index),
      share: shares.reduce((sum, { share }) => sum + share, 0n),
      remaining: shares.reduce((sum, { remaining }) => sum + remaining, 0n),
    };
  });
}

export interface GrantShare {
  readonly share: Cents;
  readonly remaining: Cents;
  /** Cumulated share at the closing and at the opening, and what the first was computed from. */
  readonly taken: Cents;
  readonly before: Cents;
  readonly pace: string;
}

/** What one grant gives to the income of an exercise, and what is left of it at the closing. */
export function grantShare(book: AssetBook, grant: GrantLink, index: number): GrantShare {
  const { cents: taken, pace } = takenBy(book, grant, index);
  const before = takenBy(book, grant, index - 1).cents;
  return { share: taken - before, remaining: grant.amount - taken, taken, before, pace };
}

/** Refuses a link above what the grant has left. */
export function checkGrants(grants: readonly GrantLink[]): void {
  for (const { name, amount, available } of grants)
    if (available !== undefined && amount > available)
      throw assetRuleErrors.GrantAmountNotAvailable({
        amount: formatAmount(amount),
        grant: name,
        available: formatAmount(available),
      });
}

interface Taken {
  readonly cents: Cents;
  readonly pace: string;
}

/** Cumulated share at a closing; the exit takes all. Before a takeover it is what was taken before. */
function takenBy(book: AssetBook, grant: GrantLink, index: number): Taken {
  const past = grant.past?.amount ?? 0n;
  const { end } = exerciseOf(book, index);
  if (index < 0) return { cents: past, pace: 'taken over' };
  if (grant.date && grant.date > end) return { cents: 0n, pace: 'not granted yet' };
  if (book.exit !== undefined && index >= book.exit) return { cents: grant.amount, pace: 'retired' };
  const inParts = book.economic.plan.base <= 0 || grant.staggeringYears !== undefined;
  return inParts ? takenInParts(book, grant, index, past) : takenAtPace(book, grant, index, past);
}

/** round(rest × amortized since / left to amortize), on the tax plan when the asset has its own. */
function takenAtPace(book: AssetBook, grant: GrantLink, index: number, past: Cents): Taken {
  const { end } = exerciseOf(book, index);
  const plan = book.derogates ? book.fiscal : book.economic;
  const since = grant.past ? plan.at(grant.past.date) : 0n;
  if (grant.past && end <= grant.past.date) return { cents: past, pace: 'taken over' };
  const toAmortize = plan.base(end) - since;
  const amortized = plan.cumulated(index) - since;
  const pace = `${formatAmount(amortized)} of ${formatAmount(toAmortize)} amortized`;
  if (amortized >= toAmortize) return { cents: grant.amount, pace };
  return { cents: past + times(grant.amount - past, ratio(amortized, toAmortize), 'halfUp'), pace };
}

/** Equal rounded parts from the exercise after that of the grant; the last takes the complement. */
function takenInParts(book: AssetBook, grant: GrantLink, index: number, past: Cents): Taken {
  const date = grant.past?.date ?? grant.date ?? book.facts.acquisitionDate;
  const parts = partsLeft(book, grant);
  const elapsed = Math.max(index - exerciseAt(book.calendar, dayNumber(date)), 0);
  const pace = `${Math.min(elapsed, parts)} of ${parts} equal parts`;
  const part = times(grant.amount - past, ratio(1, parts), 'halfUp');
  const taken = past + part * BigInt(elapsed);
  return { cents: elapsed >= parts || taken > grant.amount ? grant.amount : taken, pace };
}

/** After a takeover, the parts of the exercises from the grant to the takeover are gone. */
function partsLeft(book: AssetBook, grant: GrantLink): number {
  const parts = grant.staggeringYears ?? DEFAULT_PARTS;
  if (!grant.past || !grant.date) return parts;
  const at = (date: PlainDate): number => exerciseAt(book.calendar, dayNumber(date));
  return Math.max(parts - (at(grant.past.date) - at(grant.date)), 1);
}
