/** Balances and general ledgers are those of one exercise, or of some days of it. */

import { getFolder } from '../folders/folders.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { Reader } from '../operation/context.ts';
import { ledgerErrors } from './errors.ts';
import { type Exercise, exerciseOn, exerciseOrLast, readExercises } from './exercises.ts';

export interface PeriodWanted {
  readonly exerciseId?: number | undefined;
  readonly from?: PlainDate | undefined;
  readonly to?: PlainDate | undefined;
}

export interface Period {
  readonly exercise: Exercise;
  /** Undefined: from the first entry of the exercise, to the last, whatever their days. */
  readonly from: PlainDate | undefined;
  readonly to: PlainDate | undefined;
}

/**
 * The period asked for: the exercise named, or the one that holds the days given, or the last one.
 * Throws FolderNotFound, ExerciseNotFound, FolderWithoutExercise, LedgerPeriodInvalid.
 */
export async function periodOf(ctx: Reader, folderId: number, wanted: PeriodWanted): Promise<Period> {
  const { from, to } = wanted;
  const exercise = await exerciseOf(ctx, folderId, wanted);
  const isInside = (day: PlainDate | undefined) => !day || (exercise && exercise.start <= day && day <= exercise.end);
  if (exercise && isInside(from) && isInside(to) && !(from && to && to < from)) return { exercise, from, to };
  throw ledgerErrors.LedgerPeriodInvalid({ folderId, from: from ?? '…', to: to ?? '…' });
}

async function exerciseOf(
  ctx: Reader,
  folderId: number,
  { exerciseId, from, to }: PeriodWanted,
): Promise<Exercise | undefined> {
  const { knex } = await ctx.db();
  const day = from ?? to;
  if (exerciseId !== undefined || day === undefined) return exerciseOrLast(ctx, folderId, exerciseId);
  await getFolder(ctx, folderId);
  return exerciseOn(await readExercises(knex, folderId), day);
}
