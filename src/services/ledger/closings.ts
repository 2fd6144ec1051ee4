/** Entries that close an exercise: they post classes 6 and 7 against account 12, the result. */
import type { Knex } from 'knex';
import { wherePrefix } from './accounts.ts';

/**
 * Identifiers of the closing entries of an exercise, or of those of them that stand in a table. Without them the ledger
 * tells again how its result was made.
 */
export const closingEntries = (
  knex: Knex,
  folderId: number,
  exerciseId: number,
  among?: string | undefined,
): Promise<number[]> =>
  knex({ l: 'entry_line' })
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exerciseId })
    .modify((query) => wherePrefix(query, 'a.number', ['12']))
    .modify((query) => (among ? query.join({ c: among }, 'c.id', 'l.entry_id') : query))
    .whereExists((other) =>
      other
        .from({ r: 'entry_line' })
        .joinRaw('join account b on b.folder_id = r.folder_id and b.id = r.account_id')
        .whereRaw('r.folder_id = l.folder_id and r.entry_id = l.entry_id')
        .modify((query) => wherePrefix(query, 'b.number', ['6', '7'])),
    )
    .distinct('l.entry_id')
    .pluck('l.entry_id');
