/** Sums of entries that have a line somewhere: what balances alone cannot say. Opening lines are left out. */
import type { Knex } from 'knex';
import type { Cents } from '../kernel/money.ts';
import { wherePrefix } from './accounts.ts';
import { closingEntries } from './closings.ts';
import type { Exercise } from './exercises.ts';
import { openingCondition } from './openings.ts';

/** Movements of one account. */
export interface ReadAccount {
  readonly account: string;
  readonly label: string;
  readonly debit: Cents;
  readonly credit: Cents;
}

export interface EntrySearch {
  /** Accounts that are summed; all of them unless given. */
  readonly accounts?: readonly string[];
  /** Only lines on this side. */
  readonly side?: 'debit' | 'credit';
  /** Accounts of which the entry has another line, on that side when one is given. */
  readonly beside: readonly string[];
  readonly besideSide?: 'debit' | 'credit';
  /** Accounts of which the entry has no line. */
  readonly without?: readonly string[];
}

/** Sums by account of the lines of entries that have another line. Closing entries are left out. */
export async function entrySums(
  knex: Knex,
  folderId: number,
  exercise: Exercise,
  { accounts = [], side, beside, besideSide, without = [] }: EntrySearch,
): Promise<ReadAccount[]> {
  const opening = await openingCondition(knex, folderId, exercise);
  const bindings = opening.bindings as string[];
  const having = (prefixes: readonly string[]) =>
    knex({ r: 'entry_line' })
      .joinRaw('join account b on b.folder_id = r.folder_id and b.id = r.account_id')
      .where({ 'r.folder_id': folderId, 'r.exercise_id': exercise.id })
      .modify((query) => wherePrefix(query, 'b.number', prefixes))
      .select('r.entry_id');
  const entries = having(beside).whereRaw(`not ${opening.sql.replaceAll('l.', 'r.')}`, bindings);
  if (besideSide) entries.where(`r.${besideSide}_cents`, '<>', 0);
  const query = knex({ l: 'entry_line' })
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id })
    .whereIn('l.entry_id', entries)
    .whereNotIn('l.entry_id', await closingEntries(knex, folderId, exercise.id))
    .whereRaw(`not ${opening.sql}`, bindings)
    .groupBy('a.number', 'a.label')
    .orderByRaw('a.number collate "C"')
    .select({ account: 'a.number', label: 'a.label' })
    .select({ debit: knex.raw('sum(l.debit_cents)::bigint'), credit: knex.raw('sum(l.credit_cents)::bigint') });
  if (accounts.length > 0) wherePrefix(query, 'a.number', accounts);
  if (without.length > 0) query.whereNotIn('l.entry_id', having(without));
  if (side) query.where(`l.${side}_cents`, '<>', 0);
  return query;
}
