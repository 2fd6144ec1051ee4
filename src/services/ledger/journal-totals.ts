/** The centralising journal: what each journal amounts to, month by month. */

import type { Cents } from '../kernel/money.ts';
import type { Reader } from '../operation/context.ts';
import { type PeriodWanted, periodOf } from './period.ts';

export interface JournalTotal {
  readonly journalId: number;
  readonly journalCode: string;
  readonly label: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly entryCount: number;
  readonly debit: Cents;
  readonly credit: Cents;
}

/** By journal code and month. Throws FolderNotFound, ExerciseNotFound, FolderWithoutExercise, LedgerPeriodInvalid. */
export async function journalTotals(ctx: Reader, folderId: number, wanted: PeriodWanted): Promise<JournalTotal[]> {
  const { knex } = await ctx.db();
  const { exercise, from, to } = await periodOf(ctx, folderId, wanted);
  const query = knex
    .select({ journalId: 'j.id', journalCode: 'j.code', label: 'j.label', month: knex.raw(MONTH) })
    .select({
      entryCount: knex.raw('count(distinct l.entry_id)::integer'),
      debit: knex.raw('sum(l.debit_cents)::bigint'),
      credit: knex.raw('sum(l.credit_cents)::bigint'),
    })
    .from({ l: 'entry_line' })
    .joinRaw('join journal j on j.folder_id = l.folder_id and j.id = l.journal_id')
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id })
    .groupByRaw(`j.id, j.code, j.label, ${MONTH}`)
    .orderByRaw(`j.code collate "C", ${MONTH}`);
  if (from) query.where('l.entry_date', '>=', from);
  if (to) query.where('l.entry_date', '<=', to);
  return query;
}

const MONTH = "to_char(l.entry_date, 'YYYY-MM')";
