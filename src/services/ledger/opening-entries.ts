/** The entries that open an exercise, why they are taken for it, and what a person says of one. */
import type { Knex } from 'knex';
import { getFolder } from '../folders/folders.ts';
import type { Reader } from '../operation/context.ts';
import { type Entry, readEntries, readEntry } from './entries.ts';
import { exerciseOrLast } from './exercises.ts';
import { findOpenings, type OpeningReason, openingCondition } from './openings.ts';
import { entries, ledgers, lockLedger } from './store.ts';

export interface OpeningEntry extends Entry {
  readonly reason: OpeningReason;
}

/** Of the exercise named, or of the last one. Throws FolderNotFound, ExerciseNotFound, FolderWithoutExercise. */
export async function listOpenings(
  ctx: Reader,
  folderId: number,
  exerciseId: number | undefined,
): Promise<OpeningEntry[]> {
  const { knex } = await ctx.db();
  const exercise = await exerciseOrLast(ctx, folderId, exerciseId);
  const found = await findOpenings(knex, folderId, exercise);
  const { sql, bindings } = await openingCondition(knex, folderId, exercise);
  const ids: number[] = await knex({ l: 'entry_line' })
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id })
    .whereRaw(sql, bindings as string[])
    .distinct('l.entry_id')
    .pluck('l.entry_id');
  const all = await readEntries(knex, folderId, ids);
  return all.map((entry) => ({ ...entry, reason: found.entries.get(entry.id) ?? 'Journal' }));
}

/** Null: the entry shows by itself what it is. Throws FolderNotFound, EntryNotFound. */
export async function setOpening(
  ctx: Reader,
  folderId: number,
  entryId: number,
  isOpening: boolean | null,
): Promise<void> {
  await getFolder(ctx, folderId);
  await (await ctx.db()).transaction(async (trx: Knex.Transaction) => {
    await lockLedger(trx, folderId);
    await readEntry(trx, folderId, entryId);
    await entries(trx).where({ folder_id: folderId, id: entryId }).update({ is_opening: isOpening });
    // No line changes, so nothing else shows that the opening gaps have to be counted again.
    await ledgers(trx).where({ folder_id: folderId }).update({ gaps_counted_from: null });
  });
}
