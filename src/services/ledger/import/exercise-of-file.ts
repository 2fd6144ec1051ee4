/** Which exercise a file is of. */
import type { Knex } from 'knex';
import { changeExercise, type Exercise, type ExerciseDates, insertExercise, readExercises } from '../exercises.ts';

export interface PlacedExercise {
  readonly exercise: Exercise;
  /** No later exercise exists: the names of the file are the present ones. */
  readonly isLast: boolean;
}

/**
 * Under the ledger's lock: the exercise with the same end; or with the same start, its end moved to that of the file
 * when later (files of a running exercise are often named after their day); or a new one.
 * Throws ExerciseOverlaps, ExerciseClosed, ExerciseDatesInvalid.
 */
export async function exerciseOfFile(
  trx: Knex.Transaction,
  folderId: number,
  dates: ExerciseDates,
): Promise<PlacedExercise> {
  const all = await readExercises(trx, folderId);
  const exercise = all.find(({ end }) => end === dates.end) ?? (await sameStart(trx, folderId, all, dates));
  return { exercise, isLast: all.every(({ end }) => end <= exercise.end) };
}

async function sameStart(
  trx: Knex.Transaction,
  folderId: number,
  all: readonly Exercise[],
  dates: ExerciseDates,
): Promise<Exercise> {
  const known = all.find(({ start }) => start === dates.start);
  if (!known) return insertExercise(trx, folderId, dates);
  return dates.end > known.end ? changeExercise(trx, folderId, known.id, { end: dates.end }) : known;
}
