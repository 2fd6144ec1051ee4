/**
 * CGI 151 octies (rule C20): the gain on contributed amortizable assets is added back in equal parts, 5 exercises or 15
 * for buildings, from the exercise of the contribution; selling the asset adds back the rest at once.
 */
import { dayNumber, type PlainDate } from '../../kernel/dates.ts';
import { type Cents, times } from '../../kernel/money.ts';
import { divideRounded, ratio } from '../../kernel/ratio.ts';
import { type AssetBook, askedExercises } from './asset-book.ts';
import type { Octies151 } from './asset-facts.ts';
import { exerciseAt } from './calendar.ts';
import { isBuildingOn } from './vat-adjustment.ts';

export interface Octies151Row {
  readonly end: PlainDate;
  readonly share: Cents;
  readonly remaining: Cents;
  /** What is spread, and over how many exercises. */
  readonly spread: Spread;
}

interface Spread {
  readonly rest: Cents;
  readonly left: number;
  /** Exercises of the whole spreading: 5, 15 or those stated. */
  readonly parts: number;
}

const PARTS = 5;
const BUILDING_PARTS = 15;

export function octies151Rows(book: AssetBook): Octies151Row[] {
  const { octies151 } = book.facts;
  if (!octies151) return [];
  const rows = allRows(book, octies151);
  return askedExercises(book).flatMap((index) => rows[index] ?? []);
}

/** Every exercise of the calendar: an asset that becomes a building spreads what is left over what is left of fifteen. */
function allRows(book: AssetBook, octies: Octies151): Octies151Row[] {
  const contributed = exerciseAt(book.calendar, dayNumber(book.facts.acquisitionDate));
  let remaining = octies.amount - octies.alreadyReintegrated;
  let spread: Spread | undefined;
  return book.calendar.exercises.map(({ end }, index) => {
    const parts = octies.exercises ?? (isBuildingOn(book.facts, end) ? BUILDING_PARTS : PARTS);
    const age = index - contributed;
    const gone = exercisesGone(octies, parts);
    if (spread?.parts !== parts) spread = { rest: remaining, left: Math.max(parts - Math.max(age, gone), 1), parts };
    const isLast = age + 1 >= Math.max(parts, gone + 1) || (book.exit !== undefined && index >= book.exit);
    const part = age < gone ? 0n : times(spread.rest, ratio(1, spread.left), 'halfUp');
    const share = isLast ? remaining : part;
    remaining -= share;
    return { end, share, remaining, spread };
  });
}

/** How many exercises the portion already added back stands for. */
const exercisesGone = ({ amount, alreadyReintegrated }: Octies151, parts: number): number =>
  amount <= 0n ? 0 : Number(divideRounded(alreadyReintegrated * BigInt(parts), amount, 'halfUp'));
