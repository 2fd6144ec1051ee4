/** A journal as it is printed: its lines in the order of its entries. */
import { getFolder } from '../folders/folders.ts';
import type { Reader } from '../operation/context.ts';
import { ledgerErrors } from './errors.ts';
import { type GeneralLedger, generalLedger } from './general-ledger.ts';
import type { PeriodWanted } from './period.ts';
import { journals } from './store.ts';

export interface JournalBookWanted extends PeriodWanted {
  /** Code of one journal; all of them, one after the other, without it. */
  readonly journal?: string | undefined;
}

/** Throws FolderNotFound, JournalNotFound, ExerciseNotFound, FolderWithoutExercise, LedgerPeriodInvalid. */
export async function journalBook(ctx: Reader, folderId: number, wanted: JournalBookWanted): Promise<GeneralLedger> {
  const { journal } = wanted;
  await getFolder(ctx, folderId);
  const { knex } = await ctx.db();
  if (journal !== undefined && !(await journals(knex).where({ folder_id: folderId, code: journal }).first()))
    throw ledgerErrors.JournalNotFound({ folderId, journal });
  return generalLedger(ctx, folderId, { ...wanted, order: 'journal' });
}
