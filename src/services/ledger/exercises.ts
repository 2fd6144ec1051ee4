/** Exercises (accounting years) of a folder: they do not overlap. */
import type { Knex } from 'knex';
import { getFolder } from '../folders/folders.ts';
import { addMonths, type PlainDate } from '../kernel/dates.ts';
import { type Reader, readOnce } from '../operation/context.ts';
import { ledgerErrors } from './errors.ts';
import { type ExerciseRow, exercises, lockLedger } from './store.ts';

export interface Exercise {
  readonly id: number;
  readonly start: PlainDate;
  readonly end: PlainDate;
  /** A closed exercise takes no more entries. */
  readonly isClosed: boolean;
}

export interface ExerciseDates {
  readonly start: PlainDate;
  readonly end: PlainDate;
}

export interface ExerciseChange {
  readonly start?: PlainDate | undefined;
  readonly end?: PlainDate | undefined;
  readonly isClosed?: boolean | undefined;
}

/** Code de commerce L. 123-12: twelve months; longer first or last ones exist, 24 months is the practice's bound. */
const MAX_MONTHS = 24;

const fromRow = (row: ExerciseRow): Exercise => ({
  id: row.id,
  start: row.start_date,
  end: row.end_date,
  isClosed: row.is_closed,
});

/** The exercises of a folder, oldest first. Throws FolderNotFound. */
export async function listExercises(ctx: Reader, folderId: number): Promise<readonly Exercise[]> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  return readOnce(ctx, `exercises ${folderId}`, () => readExercises(knex, folderId));
}

/** The same inside a transaction, without looking for the folder. */
export const readExercises = async (knex: Knex, folderId: number): Promise<Exercise[]> =>
  (await exercises(knex).where({ folder_id: folderId }).orderBy('end_date')).map(fromRow);

/** The same of many folders, by folder; read by date, for most folders of a firm have the same ones. */
export async function exercisesOfFolders(
  knex: Knex,
  folderIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ExerciseDates[]>> {
  const rows: (ExerciseDates & { readonly folders: readonly number[] })[] = await exercises(knex)
    .whereRaw('folder_id = any(?)', [[...folderIds]])
    .groupBy('start_date', 'end_date')
    .orderBy('end_date')
    .select({ start: 'start_date', end: 'end_date', folders: knex.raw('array_agg(folder_id)') });
  const found = new Map<number, ExerciseDates[]>(folderIds.map((id) => [id, []]));
  for (const { folders, ...dates } of rows) for (const id of folders) found.get(id)?.push(dates);
  return found;
}

/** Throws FolderNotFound, ExerciseNotFound. */
export async function getExercise(ctx: Reader, folderId: number, exerciseId: number): Promise<Exercise> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  const row = await exercises(knex).where({ folder_id: folderId, id: exerciseId }).first();
  if (!row) throw ledgerErrors.ExerciseNotFound({ folderId, exerciseId });
  return fromRow(row);
}

/** The exercise asked for, or the last one. Throws FolderNotFound, ExerciseNotFound, FolderWithoutExercise. */
export async function exerciseOrLast(ctx: Reader, folderId: number, exerciseId: number | undefined): Promise<Exercise> {
  if (exerciseId !== undefined) return getExercise(ctx, folderId, exerciseId);
  const last = (await listExercises(ctx, folderId)).at(-1);
  if (!last) throw ledgerErrors.FolderWithoutExercise({ folderId });
  return last;
}

/** SQL of the identifier of the exercise that holds a day of a folder, for lists of other domains: one statement less. */
export const exerciseIdSql = (folderId: string, day: string): string =>
  `(select x.id from exercise x where x.folder_id = ${folderId} and ${day} between x.start_date and x.end_date)`;

/** The exercise that holds a day, if any. */
export const exerciseOn = (all: readonly Exercise[], date: PlainDate): Exercise | undefined =>
  all.find(({ start, end }) => start <= date && date <= end);

/**
 * Opening day of the exercise that holds a day, else of the last one, else the day itself: it decides which general chart
 * applies. Throws FolderNotFound.
 */
export async function openingFor(ctx: Reader, folderId: number, day: PlainDate): Promise<PlainDate> {
  const all = await listExercises(ctx, folderId);
  return (exerciseOn(all, day) ?? all.at(-1))?.start ?? day;
}

/** Throws FolderNotFound, ExerciseDatesInvalid, ExerciseOverlaps. */
export async function createExercise(ctx: Reader, folderId: number, dates: ExerciseDates): Promise<Exercise> {
  await getFolder(ctx, folderId);
  return (await ctx.db()).transaction(async (trx) => {
    await lockLedger(trx, folderId);
    return insertExercise(trx, folderId, dates);
  });
}

/** Adds an exercise under the ledger's lock. Throws ExerciseDatesInvalid, ExerciseOverlaps. */
export async function insertExercise(
  trx: Knex.Transaction,
  folderId: number,
  { start, end }: ExerciseDates,
): Promise<Exercise> {
  refuseBadDates(start, end);
  refuseOverlap(await readExercises(trx, folderId), { start, end });
  const [row] = await exercises(trx).insert({ folder_id: folderId, start_date: start, end_date: end }).returning('*');
  return fromRow(row as ExerciseRow);
}

/**
 * Changes what is given. A closed exercise can only be opened again.
 * Throws FolderNotFound, ExerciseNotFound, ExerciseDatesInvalid, ExerciseOverlaps, ExerciseClosed.
 */
export async function updateExercise(
  ctx: Reader,
  folderId: number,
  exerciseId: number,
  change: ExerciseChange,
): Promise<Exercise> {
  await getFolder(ctx, folderId);
  return (await ctx.db()).transaction(async (trx) => {
    await lockLedger(trx, folderId);
    return changeExercise(trx, folderId, exerciseId, change);
  });
}

/** The same under a lock already taken. */
export async function changeExercise(
  trx: Knex.Transaction,
  folderId: number,
  exerciseId: number,
  change: ExerciseChange,
): Promise<Exercise> {
  const all = await readExercises(trx, folderId);
  const before = all.find(({ id }) => id === exerciseId);
  if (!before) throw ledgerErrors.ExerciseNotFound({ folderId, exerciseId });
  const after = {
    ...before,
    start: change.start ?? before.start,
    end: change.end ?? before.end,
    isClosed: change.isClosed ?? before.isClosed,
  };
  const isMoved = after.start !== before.start || after.end !== before.end;
  if (isMoved && before.isClosed && after.isClosed) throw ledgerErrors.ExerciseClosed({ exerciseId, end: before.end });
  refuseBadDates(after.start, after.end);
  refuseOverlap(
    all.filter(({ id }) => id !== exerciseId),
    after,
  );
  await exercises(trx)
    .where({ folder_id: folderId, id: exerciseId })
    .update({ start_date: after.start, end_date: after.end, is_closed: after.isClosed });
  return after;
}

function refuseBadDates(start: PlainDate, end: PlainDate): void {
  if (start <= end && end < addMonths(start, MAX_MONTHS)) return;
  throw ledgerErrors.ExerciseDatesInvalid({ start, end });
}

function refuseOverlap(others: readonly Exercise[], { start, end }: ExerciseDates): void {
  const other = others.find((candidate) => candidate.start <= end && start <= candidate.end);
  if (!other) return;
  const named = { exerciseId: other.id, otherStart: other.start, otherEnd: other.end };
  throw ledgerErrors.ExerciseOverlaps({ start, end, ...named });
}
