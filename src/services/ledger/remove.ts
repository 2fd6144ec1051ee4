/**
 * Books that are taken back: an exercise, or the file that made it. What hangs on the entries is counted, and a FEC of all of
 * them is written, before anything goes. What was filed keeps its books: a return that counts in an authority's hands is
 * never left without the entries that it declares.
 */
import type { Knex } from 'knex';
import { type ProducedFile, plainFileName, produceFile } from '../documents/produced-files.ts';
import { getFolder } from '../folders/folders.ts';
import type { Context } from '../operation/context.ts';
import { ledgerErrors } from './errors.ts';
import { type Exercise, getExercise } from './exercises.ts';
import { exerciseContent } from './export.ts';
import { fecFileName } from './fec/file-name.ts';
import { type BrokenGroup, keepingGroups } from './letters/keep-groups.ts';
import { refuseReconciledChange } from './reconciled.ts';
import { entries, exercises, imports, lines, lockLedger } from './store.ts';

/** What goes, or loses its entry, with an exercise; and the filings that hold it. */
export interface Hanging {
  readonly entries: number;
  /** Of those, written here. */
  readonly manualEntries: number;
  readonly imports: number;
  readonly reconciliations: number;
  /** Lines that assets were bought by. */
  readonly assetLines: number;
  readonly filedVatReturns: number;
  readonly filedDeclarations: number;
}

export interface Removal {
  readonly exercise: Exercise;
  readonly hanging: Hanging;
  /** The exercise goes too; otherwise entries written here keep it. */
  readonly isExerciseRemoved: boolean;
  readonly isPreview: boolean;
  /** Letterings of entries that stay, which lost lines. */
  readonly broken: readonly BrokenGroup[];
  /** Null: nothing was removed, or there was no entry. */
  readonly archive: ProducedFile | null;
}

/**
 * Removes an exercise with all its entries, those written here too; a preview only counts. Throws FolderNotFound,
 * LedgerFolderInactive, ExerciseNotFound, ExerciseClosed, ExerciseFiled.
 */
export const deleteExercise = (
  ctx: Context,
  folderId: number,
  exerciseId: number,
  isPreview: boolean,
): Promise<Removal> =>
  removing(ctx, folderId, isPreview, async () => ({
    exercise: await getExercise(ctx, folderId, exerciseId),
    keepsManual: false,
  }));

/**
 * Removes the entries of a file that made its exercise and that no other file changed since; entries written here stay.
 * Throws as `deleteExercise`, and LedgerImportNotFound, LedgerImportNotFirst.
 */
export const undoImport = (ctx: Context, folderId: number, importId: number, isPreview: boolean): Promise<Removal> =>
  removing(ctx, folderId, isPreview, async (trx) => {
    const row = await imports(trx).where({ folder_id: folderId, id: importId }).first();
    if (!row) throw ledgerErrors.LedgerImportNotFound({ folderId, importId });
    const all = await imports(trx).where({ folder_id: folderId, exercise_id: row.exercise_id }).orderBy('id', 'desc');
    const [last, before] = all;
    if (before && last) throw ledgerErrors.LedgerImportNotFirst({ importId, last: last.id, before: before.file_name });
    return { exercise: await getExercise(ctx, folderId, row.exercise_id), keepsManual: true };
  });

interface Wanted {
  readonly exercise: Exercise;
  readonly keepsManual: boolean;
}

async function removing(
  ctx: Context,
  folderId: number,
  isPreview: boolean,
  find: (trx: Knex.Transaction) => Promise<Wanted>,
): Promise<Removal> {
  const { isActive, siren } = await getFolder(ctx, folderId);
  if (!isActive) throw ledgerErrors.LedgerFolderInactive({ folderId });
  return (await ctx.db()).transaction(async (trx) => {
    await lockLedger(trx, folderId);
    const { exercise, keepsManual } = await find(trx);
    const hanging = await hangingOf(trx, folderId, exercise);
    const isExerciseRemoved = !(keepsManual && hanging.manualEntries > 0);
    const removal = { exercise, hanging, isExerciseRemoved, isPreview };
    if (isPreview) return { ...removal, broken: [], archive: null };
    refuse(exercise, hanging);
    const archive = hanging.entries === 0 ? null : await archiveOf(ctx, folderId, exercise, siren);
    const books = { trx, folderId, exerciseId: exercise.id };
    const broken = await keepingGroups(ctx, books, () => remove(trx, folderId, exercise, isExerciseRemoved));
    await refuseReconciledChange(trx, folderId);
    return { ...removal, broken, archive };
  });
}

function refuse({ id: exerciseId, end, isClosed }: Exercise, { filedVatReturns, filedDeclarations }: Hanging): void {
  if (isClosed) throw ledgerErrors.ExerciseClosed({ exerciseId, end });
  if (filedVatReturns + filedDeclarations > 0)
    throw ledgerErrors.ExerciseFiled({ exerciseId, returns: filedVatReturns, declarations: filedDeclarations });
}

/** The exercise as it is stored, in the form that an import reads. */
const archiveOf = async (
  ctx: Context,
  folderId: number,
  exercise: Exercise,
  siren: string | null,
): Promise<ProducedFile> =>
  produceFile(ctx, {
    folderId,
    fileName: plainFileName(fecFileName(siren ?? `folder-${folderId}-`, exercise.end)),
    contentType: 'text/plain; charset=utf-8',
    content: await exerciseContent(ctx, folderId, exercise, {}),
  });

/** Lines first: entries are held by them. */
async function remove(
  trx: Knex.Transaction,
  folderId: number,
  { id }: Exercise,
  isExerciseRemoved: boolean,
): Promise<void> {
  const own = { folder_id: folderId, exercise_id: id };
  const gone = entries(trx)
    .where(own)
    .modify((query) => (isExerciseRemoved ? query : query.where({ is_manual: false })))
    .select('id');
  await lines(trx).where(own).whereIn('entry_id', gone.clone()).delete();
  await entries(trx).where(own).whereIn('id', gone.clone()).delete();
  await imports(trx).where(own).delete();
  if (isExerciseRemoved) await exercises(trx).where({ folder_id: folderId, id }).delete();
}

async function hangingOf(trx: Knex.Transaction, folderId: number, { id, start, end }: Exercise): Promise<Hanging> {
  const { rows } = await trx.raw(
    `with own as (select e.id, e.is_manual from entry e where e.folder_id = :folderId and e.exercise_id = :id)
     select (select count(*)::int from own) as entries,
       (select count(*)::int from own where is_manual) as "manualEntries",
       (select count(*)::int from ledger_import where folder_id = :folderId and exercise_id = :id) as imports,
       (select count(*)::int from bank_reconciliation r join own on own.id = r.entry_id where r.folder_id = :folderId)
         as reconciliations,
       (select count(*)::int from asset_entry_line a join own on own.id = a.entry_id where a.folder_id = :folderId)
         as "assetLines",
       (select count(*)::int from vat_procedure p
          join vat_procedure_group g on g.folder_id = p.folder_id and g.id = p.group_id
         where p.folder_id = :folderId and g.begin_date <= :end and g.end_date >= :start
           and p.status not in ('Draft', 'Rejected', 'Cancelled')) as "filedVatReturns",
       (select count(*)::int from declaration
         where folder_id = :folderId and period_end between :start and :end
           and status in ('Sending', 'SendUncertain', 'SentToChannel', 'AcceptedByChannel', 'Sent', 'Accepted',
             'AcceptedWithAnomalies')) as "filedDeclarations"`,
    { folderId, id, start, end },
  );
  return rows[0];
}
