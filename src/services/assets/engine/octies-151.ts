/**
 * CGI 151 octies (rule C20): the gain on contributed amortizable assets is added back in equal parts, 5 exercises or 15
 * for buildings, from the exercise of the contribution; selling the asset adds back the rest at once.
 */
import { dayNumber, type PlainDate } from '../../kernel/dates.ts';
import { type Cents, times } from '../../kernel/money.ts';
import { divideRounded, ratio } from '../../kernel/ratio.ts';
import { type AssetBook, askedExercises, exerciseOf } from './asset-book.ts';
import type { AssetFacts, Octies151 } from './asset-facts.ts';
import { exerciseAt } from './calendar.ts';
import { isBuilding } from './vat-adjustment.ts';

export interface Octies151Row {
  readonly end: PlainDate;
  readonly share: Cents;
  readonly remaining: Cents;
}

const PARTS = 5;
const BUILDING_PARTS = 15;

export function octies151Rows(book: AssetBook): Octies151Row[] {
  const { octies151 } = book.facts;
  if (!octies151) return [];
  return askedExercises(book).map((index) => {
    const reintegrated = reintegratedBy(book, octies151, index);
    return {
      end: exerciseOf(book, index).end,
      share: reintegrated - reintegratedBy(book, octies151, index - 1),
      remaining: octies151.amount - reintegrated,
    };
  });
}

function reintegratedBy(book: AssetBook, octies: Octies151, index: number): Cents {
  if (book.exit !== undefined && index >= book.exit) return octies.amount;
  const { gone, left } = exercisesOf(book.facts, octies);
  const elapsed = index - exerciseAt(book.calendar, dayNumber(book.facts.acquisitionDate)) + 1 - gone;
  if (elapsed >= left) return octies.amount;
  const part = times(octies.amount - octies.alreadyReintegrated, ratio(1, left), 'halfUp');
  return octies.alreadyReintegrated + part * BigInt(Math.max(elapsed, 0));
}

/** How many exercises the portion already added back stands for, and how many are left. */
export function exercisesOf(facts: AssetFacts, octies: Octies151): { gone: number; left: number } {
  const parts = octies.exercises ?? (isBuilding(facts) ? BUILDING_PARTS : PARTS);
  if (octies.amount <= 0n) return { gone: 0, left: parts };
  const gone = Number(divideRounded(octies.alreadyReintegrated * BigInt(parts), octies.amount, 'halfUp'));
  return { gone, left: Math.max(parts - gone, 1) };
}
