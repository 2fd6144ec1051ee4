/** The centralising journal: what each journal amounts to, month by month. */
import type { Database } from '../db/database.ts';
import type { Cents } from '../kernel/money.ts';
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
export async function journalTotals(db: Database, folderId: number, wanted: PeriodWanted): Promise<JournalTotal[]> {
  const { exercise, from, to } = await periodOf(db, folderId, wanted);
  const query = db.knex
    .select({ journalId: 'j.id', journalCode: 'j.code', label: 'j.label', month: db.knex.raw(MONTH) })
    .select({
      entryCount: db.knex.raw('count(distinct l.entry_id)::integer'),
      debit: db.knex.raw('sum(l.debit_cents)::bigint'),
      credit: db.knex.raw('sum(l.credit_cents)::bigint'),
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
