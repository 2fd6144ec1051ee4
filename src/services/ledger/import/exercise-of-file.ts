/** Which exercise a file is of. */
import type { Knex } from 'knex';
import { addDays, addMonths, type PlainDate } from '../../kernel/dates.ts';
import { changeExercise, type Exercise, type ExerciseDates, insertExercise, readExercises } from '../exercises.ts';
import { wholeYear } from '../fec/exercise.ts';

export interface DatesOfFile extends ExerciseDates {
  /** The opening journal, or an option, gives the start; a guess from the first entry otherwise. */
  readonly isStartTold: boolean;
}

/** An exercise lasts 24 months at most. */
const MAX_MONTHS = 24;

function startOf(all: readonly Exercise[], { start, end, isStartTold }: DatesOfFile): PlainDate {
  if (isStartTold) return start;
  const previous = all.filter((one) => one.end < end).at(-1);
  if (!previous) return wholeYear({ start, end }).start;
  const next = addDays(previous.end, 1);
  return end < addMonths(next, MAX_MONTHS) ? next : start;
}

export interface PlacedExercise {
  readonly exercise: Exercise;
  /** No later exercise exists: the names of the file are the present ones. */
  readonly isLast: boolean;
}

/**
 * Under the ledger's lock: the exercise with the same end; or with the same start, its end moved to that of the file
 * when later (files of a running exercise are often named after their day); or a new one. When no opening journal gives
 * its start it follows the one before, or is the calendar year where none is before and it closes on 31 December.
 * Throws ExerciseOverlaps, ExerciseClosed, ExerciseDatesInvalid.
 */
export async function exerciseOfFile(
  trx: Knex.Transaction,
  folderId: number,
  dates: DatesOfFile,
): Promise<PlacedExercise> {
  const all = await readExercises(trx, folderId);
  const exercise = all.find(({ end }) => end === dates.end) ?? (await sameStart(trx, folderId, all, dates));
  return { exercise, isLast: all.every(({ end }) => end <= exercise.end) };
}

async function sameStart(
  trx: Knex.Transaction,
  folderId: number,
  all: readonly Exercise[],
  dates: DatesOfFile,
): Promise<Exercise> {
  const known = all.find(({ start }) => start === dates.start);
  if (!known) return insertExercise(trx, folderId, { start: startOf(all, dates), end: dates.end });
  return dates.end > known.end ? changeExercise(trx, folderId, known.id, { end: dates.end }) : known;
}
