/**
 * Opening lines: those of the opening journals; in an exercise without any, those of its first day whose label or
 * document reference holds "nouveau" (à nouveau). The check of files has the same rule.
 */
import type { Knex } from 'knex';
import type { Exercise } from './exercises.ts';

/** A condition on a line `l`, as SQL without bindings. */
export async function openingCondition(knex: Knex, folderId: number, exercise: Exercise): Promise<Knex.Raw> {
  const journals: { id: number }[] = await knex('journal as j')
    .where({ folder_id: folderId, type: 'Opening' })
    .whereExists((exists) =>
      exists
        .from({ l: 'entry_line' })
        .where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id })
        .whereRaw('l.journal_id = j.id'),
    )
    .select('id');
  if (journals.length > 0) return knex.raw('l.journal_id = any(?)', [journals.map(({ id }) => id)]);
  return knex.raw("(l.entry_date = ? and (l.label ilike '%nouveau%' or l.doc_ref ilike '%nouveau%'))", [
    exercise.start,
  ]);
}
