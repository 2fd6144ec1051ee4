/**
 * Entries that close an exercise. Without them the ledger shows again how its result was made:
 *
 * - those that post classes 6 and 7 against account 12, the result;
 * - those that close the accounts of the balance sheet onto 891;
 * - where the first are not there, those of classes 6 and 7 against 10, 11 or 89 alone, each the last of its accounts: books
 *   of sole traders close onto the capital.
 */
import type { Knex } from 'knex';
import { wherePrefix } from './accounts.ts';

/** Identifiers of the closing entries of an exercise; with a table, of those onto account 12 that stand in it. */
export async function closingEntries(
  knex: Knex,
  folderId: number,
  exerciseId: number,
  among?: string | undefined,
): Promise<number[]> {
  const ofResult = await entriesOn(knex, folderId, exerciseId, { on: ['12'], beside: ['6', '7'], among });
  if (among) return ofResult;
  const ofBalance = await balanceClosings(knex, folderId, exerciseId);
  const found = ofResult.length > 0 ? ofResult : await ontoCapital(knex, folderId, exerciseId);
  return [...new Set([...found, ...ofBalance])];
}

/** Of these, those that close the accounts of the balance sheet: no other has an account of it besides 10 to 12. */
export const balanceClosings = (knex: Knex, folderId: number, exerciseId: number): Promise<number[]> =>
  entriesOn(knex, folderId, exerciseId, { on: ['891'] });

interface EntriesWanted {
  readonly on: readonly string[];
  readonly beside?: readonly string[];
  readonly among?: string | undefined;
}

const entriesOn = (
  knex: Knex,
  folderId: number,
  exerciseId: number,
  { on, beside, among }: EntriesWanted,
): Promise<number[]> =>
  knex({ l: 'entry_line' })
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exerciseId })
    .modify((query) => wherePrefix(query, 'a.number', on))
    .modify((query) => (among ? query.join({ c: among }, 'c.id', 'l.entry_id') : query))
    .modify((query) => {
      if (beside) query.whereExists((other) => otherLines(other, beside));
    })
    .distinct('l.entry_id')
    .pluck('l.entry_id');

const otherLines = (query: Knex.QueryBuilder, prefixes: readonly string[]) =>
  query
    .from({ r: 'entry_line' })
    .joinRaw('join account b on b.folder_id = r.folder_id and b.id = r.account_id')
    .whereRaw('r.folder_id = l.folder_id and r.entry_id = l.entry_id')
    .modify((other) => wherePrefix(other, 'b.number', prefixes));

/** A share of private use may be posted onto the capital too: what comes after it on the account distinguishes them. */
async function ontoCapital(knex: Knex, folderId: number, exerciseId: number): Promise<number[]> {
  const candidates = await entriesOn(knex, folderId, exerciseId, { on: ['10', '11', '89'], beside: ['6', '7'] });
  if (candidates.length === 0) return [];
  const { rows } = await knex.raw(
    `select l.entry_id as id
       from entry_line l join account a on a.folder_id = l.folder_id and a.id = l.account_id
      where l.folder_id = ? and l.entry_id = any(?)
      group by l.entry_id
     having bool_and(a.number ~ '^(10|11|89|[67])')
        and not exists (
          select from entry_line o join account b on b.folder_id = o.folder_id and b.id = o.account_id
            join entry_line later on later.folder_id = o.folder_id and later.account_id = o.account_id
             and later.exercise_id = ? and later.entry_id <> o.entry_id
             and (later.entry_date, later.entry_id) > (o.entry_date, o.entry_id)
           where o.folder_id = ? and o.entry_id = l.entry_id and b.number ~ '^[67]')`,
    [folderId, candidates, exerciseId, folderId],
  );
  return rows.map(({ id }: { id: number }) => id);
}
