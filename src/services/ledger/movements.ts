/** Movements of one account in an exercise: its lines without the opening ones, which are a balance. */
import type { Database } from '../db/database.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { getExercise } from './exercises.ts';
import { openingCondition } from './openings.ts';

export interface AccountMovement {
  readonly id: number;
  readonly date: PlainDate;
  readonly label: string;
  readonly debit: Cents;
  readonly credit: Cents;
}

/** By day, then as entered. Throws FolderNotFound, ExerciseNotFound. */
export async function accountMovements(
  db: Database,
  folderId: number,
  exerciseId: number,
  accountId: number,
): Promise<AccountMovement[]> {
  const exercise = await getExercise(db, folderId, exerciseId);
  const { sql, bindings } = await openingCondition(db.knex, folderId, exercise);
  return db
    .knex({ l: 'entry_line' })
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exerciseId, 'l.account_id': accountId })
    .whereRaw(`not ${sql}`, bindings as string[])
    .orderBy(['l.entry_date', 'l.id'])
    .select({ id: 'l.id', date: 'l.entry_date', label: 'l.label', debit: 'l.debit_cents', credit: 'l.credit_cents' });
}
