/**
 * Opening lines: those of the opening journals; in an exercise without any, those of the entries of its first day with a
 * label or document reference that holds "nouveau" (à nouveau). Whole entries, so that what is opened is balanced.
 */
import type { Knex } from 'knex';
import { wherePrefix } from './accounts.ts';
import type { Exercise } from './exercises.ts';

/** A condition on a line `l`, as SQL with its bindings. */
export interface LineCondition {
  readonly sql: string;
  readonly bindings: readonly (string | number[])[];
}

export async function openingCondition(knex: Knex, folderId: number, exercise: Exercise): Promise<LineCondition> {
  const journals: { id: number }[] = await knex('journal as j')
    .where({ folder_id: folderId, type: 'Opening' })
    .whereExists((exists) =>
      exists
        .from({ l: 'entry_line' })
        .where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id })
        .whereRaw('l.journal_id = j.id'),
    )
    .select('id');
  if (journals.length > 0) return { sql: 'l.journal_id = any(?)', bindings: [journals.map(({ id }) => id)] };
  const entries: { id: number }[] = await knex({ l: 'entry_line' })
    .join({ e: 'entry' }, { 'e.folder_id': 'l.folder_id', 'e.id': 'l.entry_id' })
    .where({ 'e.folder_id': folderId, 'e.exercise_id': exercise.id, 'e.entry_date': exercise.start })
    .whereRaw("(l.label ilike '%nouveau%' or l.doc_ref ilike '%nouveau%')")
    .distinct({ id: 'e.id' });
  return { sql: 'l.entry_id = any(?)', bindings: [entries.map(({ id }) => id)] };
}

/** Identifiers of the opening lines of an exercise on these accounts. */
export async function openingLines(
  knex: Knex,
  folderId: number,
  exercise: Exercise,
  prefixes: readonly string[],
): Promise<number[]> {
  const { sql, bindings } = await openingCondition(knex, folderId, exercise);
  return knex({ l: 'entry_line' })
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id })
    .modify((query) => wherePrefix(query, 'a.number', prefixes))
    .whereRaw(sql, bindings as string[])
    .pluck('l.id');
}

/** Identifiers of the opening entries of an exercise, of those whose identifiers stand in a table. */
export async function openingEntriesAmong(
  knex: Knex,
  folderId: number,
  exercise: Exercise,
  table: string,
): Promise<number[]> {
  const { sql, bindings } = await openingCondition(knex, folderId, exercise);
  return knex({ l: 'entry_line' })
    .join({ c: table }, 'c.id', 'l.entry_id')
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id })
    .whereRaw(sql, bindings as string[])
    .distinct('l.entry_id')
    .pluck('l.entry_id');
}
