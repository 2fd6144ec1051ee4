/**
 * Whether an exercise opens with what the one before closed with (Code de commerce, L. 123-19: the opening balance is the
 * closing one of the exercise before), account by account. The accounts of classes 6 and 7 close onto the result, 12.
 */
import { addDays } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { Reader } from '../operation/context.ts';
import { type AccountBalance, accountBalances } from './balances.ts';
import { type Exercise, type ExerciseDates, exerciseOrLast, readExercises } from './exercises.ts';

export interface OpeningGap {
  readonly accountNumber: string;
  readonly accountLabel: string;
  /** Debit less credit at the end of the exercise before, and of the opening entries. */
  readonly closing: Cents;
  readonly opening: Cents;
}

export interface Continuity {
  readonly exercise: Exercise;
  /** The one before, which everything is compared with. */
  readonly previous: Exercise;
  /** False: the exercise has no opening entry yet. */
  readonly isOpened: boolean;
  /** Days between the two that no exercise holds: balances are then not compared. */
  readonly missing?: ExerciseDates | undefined;
  /** By account number. */
  readonly gaps: readonly OpeningGap[];
}

/**
 * Of the exercise named, or of the last one; undefined when no exercise precedes it. Throws FolderNotFound,
 * ExerciseNotFound, FolderWithoutExercise.
 */
export async function continuityOf(
  ctx: Reader,
  folderId: number,
  exerciseId: number | undefined,
): Promise<Continuity | undefined> {
  const exercise = await exerciseOrLast(ctx, folderId, exerciseId);
  const all = await readExercises((await ctx.db()).knex, folderId);
  const previous = all.filter(({ end }) => end < exercise.start).at(-1);
  if (!previous) return undefined;
  const missing = daysBetween(previous, exercise);
  const before = await accountBalances(ctx, folderId, { exerciseId: previous.id, withoutClosing: true });
  const after = await accountBalances(ctx, folderId, { exerciseId: exercise.id });
  const isOpened = after.accounts.some(({ opening }) => opening !== 0n);
  const gaps = isOpened && !missing ? gapsBetween(before.accounts, after.accounts) : [];
  return { exercise, previous, isOpened, missing, gaps };
}

/** Undefined where the one follows the other. */
export function daysBetween(previous: ExerciseDates, next: ExerciseDates): ExerciseDates | undefined {
  const [start, end] = [addDays(previous.end, 1), addDays(next.start, -1)];
  return start <= end ? { start, end } : undefined;
}

/** `before` with its closing balances, `after` with its opening ones. */
export function gapsBetween(
  before: readonly Pick<AccountBalance, 'accountNumber' | 'accountLabel' | 'closing'>[],
  after: readonly Pick<AccountBalance, 'accountNumber' | 'accountLabel' | 'opening'>[],
): OpeningGap[] {
  const found = new Map<string, OpeningGap>();
  const add = ({ accountNumber, accountLabel }: Named, { closing = 0n, opening = 0n }: Partial<OpeningGap>) => {
    const key = keyOf(accountNumber);
    if (key === undefined) return;
    const known = found.get(key) ?? {
      ...(key === RESULT ? RESULT_ACCOUNT : { accountNumber, accountLabel }),
      ...NOTHING,
    };
    found.set(key, { ...known, closing: known.closing + closing, opening: known.opening + opening });
  };
  for (const account of before) add(account, { closing: account.closing });
  for (const account of after) add(account, { opening: account.opening });
  return [...found.values()]
    .filter(({ closing, opening }) => closing !== opening)
    .sort((a, b) => (a.accountNumber < b.accountNumber ? -1 : 1));
}

type Named = Pick<AccountBalance, 'accountNumber' | 'accountLabel'>;

const NOTHING = { closing: 0n, opening: 0n };
const RESULT = '12';
/** Whichever of the accounts that close onto it comes first does not name it. */
const RESULT_ACCOUNT: Named = { accountNumber: RESULT, accountLabel: 'Résultat de l’exercice' };

/** Programs write one account with more or fewer zeros from a year to the next; classes 8 and 9 are not carried over. */
function keyOf(number: string): string | undefined {
  if (/^(12|[67])/.test(number)) return RESULT;
  return /^[1-5]/.test(number) ? number.replace(/0+$/, '') : undefined;
}
