/** Movements of one account in an exercise: its lines without the opening ones, which are a balance. */

import type { PlainDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { databaseOf, type Reader } from '../operation/context.ts';
import { getExercise } from './exercises.ts';
import { openingCondition } from './openings.ts';

export interface AccountMovement {
  readonly id: number;
  readonly entryId: number;
  readonly date: PlainDate;
  readonly label: string;
  readonly docRef: string;
  readonly debit: Cents;
  readonly credit: Cents;
  /** As in `EntryLine`. */
  readonly currency: string | null;
  readonly currencyAmount: Cents | null;
}

/** By day, then as entered. Throws FolderNotFound, ExerciseNotFound. */
export async function accountMovements(
  ctx: Reader,
  folderId: number,
  exerciseId: number,
  accountId: number,
): Promise<AccountMovement[]> {
  const db = await databaseOf(ctx);
  const exercise = await getExercise(ctx, folderId, exerciseId);
  const { sql, bindings } = await openingCondition(db.knex, folderId, exercise);
  return db
    .knex({ l: 'entry_line' })
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exerciseId, 'l.account_id': accountId })
    .whereRaw(`not ${sql}`, bindings as string[])
    .orderBy(['l.entry_date', 'l.id'])
    .select({ id: 'l.id', entryId: 'l.entry_id', date: 'l.entry_date', label: 'l.label', docRef: 'l.doc_ref' })
    .select({ debit: 'l.debit_cents', credit: 'l.credit_cents' })
    .select({ currency: 'l.currency', currencyAmount: 'l.currency_cents' });
}

/** Identifiers of the journals that hold lines of an account, most lines first. */
export async function journalsOfAccount(ctx: Reader, folderId: number, accountId: number): Promise<number[]> {
  const { knex } = await databaseOf(ctx);
  const rows = await knex('entry_line')
    .where({ folder_id: folderId, account_id: accountId })
    .groupBy('journal_id')
    .orderByRaw('count(*) desc, journal_id')
    .select('journal_id');
  return rows.map(({ journal_id }) => journal_id);
}
