/**
 * Opening lines: those of the opening journals; in an exercise without any, those of the entries of its first day that
 * show it (see `first-day.ts`). What a person said of an entry goes before. Whole entries, so that what is opened is
 * balanced.
 */
import type { Knex } from 'knex';
import type { PlainDate } from '../kernel/dates.ts';
import { wherePrefix } from './accounts.ts';
import { type Exercise, readExercises } from './exercises.ts';
import { FIRST_DAY_SIGNS, firstDayOpenings, mayOpenAmong } from './first-day.ts';

/** A condition on a line `l`, as SQL with its bindings. */
export interface LineCondition {
  readonly sql: string;
  readonly bindings: readonly (string | number[])[];
}

/** Given: a person said it. Journal: it stands in a journal of openings. */
export const OPENING_REASONS = ['Given', 'Journal', ...FIRST_DAY_SIGNS] as const;
export type OpeningReason = (typeof OPENING_REASONS)[number];

export interface OpeningsFound {
  /** Journals of openings that hold lines of the exercise. */
  readonly journalIds: readonly number[];
  /** Opening entries beside these journals. */
  readonly entries: ReadonlyMap<number, OpeningReason>;
  /** Entries that a person said to open nothing. */
  readonly others: readonly number[];
}

/** `skipsFirstDay`: none of its entries that are asked about may open it, and each of them would be judged. */
export async function findOpenings(
  knex: Knex,
  folderId: number,
  exercise: Exercise,
  { skipsFirstDay = false } = {},
): Promise<OpeningsFound> {
  const journalIds = await openingJournals(knex, folderId, exercise.id);
  const given: { id: number; isOpening: boolean }[] = await knex('entry')
    .where({ folder_id: folderId, exercise_id: exercise.id })
    .whereNotNull('is_opening')
    .select('id', { isOpening: 'is_opening' });
  const shown = skipsFirstDay || journalIds.length > 0 ? [] : await firstDayOpenings(knex, folderId, exercise);
  const entries = new Map<number, OpeningReason>(shown);
  for (const { id, isOpening } of given) if (isOpening) entries.set(id, 'Given');
  const others = given.filter(({ isOpening }) => !isOpening).map(({ id }) => id);
  for (const id of others) entries.delete(id);
  return { journalIds, entries, others };
}

const openingJournals = (knex: Knex, folderId: number, exerciseId: number): Promise<number[]> =>
  knex('journal as j')
    .where({ folder_id: folderId, type: 'Opening' })
    .whereExists((exists) =>
      exists
        .from({ l: 'entry_line' })
        .where({ 'l.folder_id': folderId, 'l.exercise_id': exerciseId })
        .whereRaw('l.journal_id = j.id'),
    )
    .pluck('id');

export const openingCondition = async (knex: Knex, folderId: number, exercise: Exercise): Promise<LineCondition> =>
  conditionOf(await findOpenings(knex, folderId, exercise));

function conditionOf({ journalIds, entries, others }: OpeningsFound): LineCondition {
  const entryIds = [...entries.keys()];
  if (journalIds.length === 0) return { sql: 'l.entry_id = any(?)', bindings: [entryIds] };
  if (entryIds.length + others.length === 0) return { sql: 'l.journal_id = any(?)', bindings: [[...journalIds]] };
  return {
    sql: '((l.journal_id = any(?) or l.entry_id = any(?)) and not l.entry_id = any(?))',
    bindings: [[...journalIds], entryIds, [...others]],
  };
}

/** The opening lines `l` of an exercise, in an object: a query alone would run when it is awaited. */
async function openings(
  knex: Knex,
  folderId: number,
  exercise: Exercise,
  asked: { readonly skipsFirstDay?: boolean } = {},
): Promise<{ readonly lines: Knex.QueryBuilder }> {
  const { sql, bindings } = conditionOf(await findOpenings(knex, folderId, exercise, asked));
  const lines = knex({ l: 'entry_line' })
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id })
    .whereRaw(sql, bindings as string[]);
  return { lines };
}

/** Identifiers of the opening lines of an exercise on these accounts. */
export async function openingLines(
  knex: Knex,
  folderId: number,
  exercise: Exercise,
  prefixes: readonly string[],
): Promise<number[]> {
  const { lines } = await openings(knex, folderId, exercise);
  return lines
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .modify((query) => wherePrefix(query, 'a.number', prefixes))
    .pluck('l.id');
}

/** Identifiers of the opening entries of an exercise, of those whose identifiers stand in a table. */
export async function openingEntriesAmong(
  knex: Knex,
  folderId: number,
  exercise: Exercise,
  table: string,
): Promise<number[]> {
  const skipsFirstDay = !(await mayOpenAmong(knex, folderId, exercise, table));
  const { lines } = await openings(knex, folderId, exercise, { skipsFirstDay });
  return lines.join({ c: table }, 'c.id', 'l.entry_id').distinct('l.entry_id').pluck('l.entry_id');
}

/** Identifiers of the opening entries of a period, of every exercise that it touches: what they move was moved before. */
export async function openingEntriesOf(
  knex: Knex,
  folderId: number,
  { beginDate, endDate }: { readonly beginDate: PlainDate; readonly endDate: PlainDate },
): Promise<number[]> {
  const ids: number[] = [];
  for (const exercise of await readExercises(knex, folderId)) {
    if (exercise.end < beginDate || exercise.start > endDate) continue;
    const { lines } = await openings(knex, folderId, exercise);
    const found = lines.whereBetween('l.entry_date', [beginDate, endDate]).distinct('l.entry_id');
    ids.push(...(await found.pluck('l.entry_id')));
  }
  return ids;
}
