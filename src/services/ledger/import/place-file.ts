/**
 * Places a checked file in its exercise. An exercise without entries is loaded straight; otherwise the file is compared
 * with it and only the differences are applied, so that the same file changes nothing and identifiers survive.
 */
import type { Knex } from 'knex';
import type { InputFile } from '../../kernel/stream.ts';
import type { Context } from '../../operation/context.ts';
import { ledgerErrors } from '../errors.ts';
import type { Exercise } from '../exercises.ts';
import type { FecLedger } from '../fec/read.ts';
import { type BrokenGroup, keepingGroups } from '../letters/keep-groups.ts';
import type { FileLayout } from '../store.ts';
import { entries, imports, takeNumbers } from '../store.ts';
import { type FileChart, placeChart } from './chart-of-file.ts';
import {
  addedEntries,
  applyDifference,
  compareEntries,
  type DifferenceCounts,
  type ExerciseKey,
  listChanges,
  openStaging,
} from './difference.ts';
import { type LoadTarget, loadEntries } from './load.ts';
import {
  type Applied,
  type ImportStatus,
  MAX_CHANGES,
  NO_CHART_CHANGES,
  type StoredReport,
  toNamed,
} from './report.ts';

/** One file on its way into one exercise. */
export interface FilePlacing extends ExerciseKey, Omit<FileLayout, 'grouping' | 'extraColumns'> {
  readonly trx: Knex.Transaction;
  readonly ctx: Context;
  readonly file: InputFile;
  readonly ledger: FecLedger;
  readonly exercise: Exercise;
  /** No later exercise exists: the names of the file are the present ones. */
  readonly isLast: boolean;
  readonly sha256: string;
  /** A file that drops most entries is accepted. */
  readonly isReplace: boolean;
}

export interface PlacedFile {
  readonly status: ImportStatus;
  readonly applied: Applied;
  /** Letterings made here that lost lines to the file. */
  readonly broken: readonly BrokenGroup[];
}

/** Under the ledger's lock. Throws ExerciseClosed, LedgerFileUnrelated. */
export async function placeFile(placing: FilePlacing): Promise<PlacedFile> {
  if (await isLastImport(placing)) return unchanged(placing, await countManual(placing));
  const { trx, folderId, ledger, form, isLast } = placing;
  const chart = await placeChart(trx, folderId, ledger, { isGeneral: form === 'general', relabel: isLast });
  const placed = (await hasEntries(placing)) ? await update(placing, chart) : await load(placing, chart);
  await dropUnusedBlank(trx, folderId, chart);
  return placed;
}

/** Whether the exercise was last written by this very file, read in the same way. */
async function isLastImport({ trx, folderId, exerciseId, sha256, form, ledger }: FilePlacing): Promise<boolean> {
  const last = await imports(trx).where({ folder_id: folderId, exercise_id: exerciseId }).orderBy('id', 'desc').first();
  const layout = last?.layout;
  return last?.sha256 === sha256 && layout?.form === form && layout.grouping === ledger.grouping;
}

const ofExercise = ({ trx, folderId, exerciseId }: FilePlacing) =>
  entries(trx).where({ folder_id: folderId, exercise_id: exerciseId });

const hasEntries = async (placing: FilePlacing): Promise<boolean> =>
  (await ofExercise(placing).select('id').first()) !== undefined;

async function countManual(placing: FilePlacing): Promise<number> {
  const [counted] = await ofExercise(placing).where({ is_manual: true }).count({ count: '*' });
  return Number(counted?.count ?? 0);
}

/** The account of lines without one is only kept when such a line exists. */
async function dropUnusedBlank(trx: Knex.Transaction, folderId: number, { blankAccountId }: FileChart): Promise<void> {
  if (blankAccountId === 0) return;
  await trx.raw(
    `delete from account a where a.folder_id = ? and a.id = ?
       and not exists (select from entry_line l where l.folder_id = a.folder_id and l.account_id = a.id)`,
    [folderId, blankAccountId],
  );
}

async function load(placing: FilePlacing, chart: FileChart): Promise<PlacedFile> {
  const { trx, folderId, ledger } = placing;
  refuseClosed(placing.exercise);
  const first = await takeNumbers(trx, folderId, ledger.entryCount, ledger.lineCount);
  const extraColumns = await loadInto(placing, chart, { entryTable: 'entry', lineTable: 'entry_line', first });
  const counts = { added: ledger.entryCount, changed: 0, removed: 0, unchanged: 0, kept: 0 };
  return record(placing, extraColumns, reportOf('Imported', counts, chart));
}

async function loadInto(
  { trx, ctx, file, ledger, folderId, exerciseId }: FilePlacing,
  chart: FileChart,
  target: Omit<LoadTarget, 'chart' | keyof ExerciseKey>,
): Promise<readonly string[]> {
  const label = `${file.name} →`;
  try {
    return await loadEntries(trx, ledger, { ...target, chart, folderId, exerciseId }, (done) => {
      ctx.signal.throwIfAborted();
      ctx.progress.step({ label, done, total: ledger.lineCount });
    });
  } finally {
    ctx.progress.step({ label, done: 1, total: 1 });
  }
}

async function update(placing: FilePlacing, chart: FileChart): Promise<PlacedFile> {
  const { trx, folderId } = placing;
  await openStaging(trx);
  const target = { entryTable: 'file_entry', lineTable: 'file_line', first: { entryId: 1, lineId: 1 } };
  const extraColumns = await loadInto(placing, chart, target);
  const counts = await compareEntries(trx, placing);
  const isSame = counts.added + counts.changed + counts.removed === 0;
  if (isSame && Object.values(chart.changes).every((count) => count === 0)) return unchanged(placing, counts.kept);
  if (!isSame) refuseClosed(placing.exercise);
  refuseUnrelated(placing, counts);
  const changes = await listChanges(trx, folderId, MAX_CHANGES);
  const broken = await keepingGroups(placing.ctx, placing, () => applyDifference(trx, placing));
  const numbers = await addedEntries(trx, MAX_CHANGES);
  const named = changes.map((change) => toNamed(change, numbers));
  return { ...(await record(placing, extraColumns, reportOf('Updated', counts, chart, named))), broken };
}

function refuseClosed({ id, end, isClosed }: Exercise): void {
  if (isClosed) throw ledgerErrors.ExerciseClosed({ exerciseId: id, end });
}

/** A file that drops most of an exercise is more often misnamed than right; a handful of entries is no sign. */
function refuseUnrelated({ file, isReplace, exerciseId }: FilePlacing, counts: DifferenceCounts): void {
  const entryCount = counts.unchanged + counts.changed + counts.removed;
  if (isReplace || counts.removed <= 10 || counts.removed * 2 <= entryCount) return;
  const { removed } = counts;
  throw ledgerErrors.LedgerFileUnrelated({ file: file.name, exerciseId, entries: entryCount, removed });
}

function unchanged(placing: FilePlacing, kept: number): PlacedFile {
  const counts = { unchanged: placing.ledger.entryCount, changed: 0, added: 0, removed: 0, kept };
  return placedOf(placing, null, reportOf('Unchanged', counts, { changes: NO_CHART_CHANGES }));
}

const reportOf = (
  status: ImportStatus,
  counts: DifferenceCounts,
  chart: Pick<FileChart, 'changes'>,
  changes: StoredReport['changes'] = [],
): StoredReport => ({ status, entries: counts, chart: chart.changes, changes });

/** Adds the file to the history of the folder. */
async function record(
  placing: FilePlacing,
  extraColumns: readonly string[],
  report: StoredReport,
): Promise<PlacedFile> {
  const { trx, folderId, exerciseId, file, sha256, form, isNumberedByJournal, ledger, ctx } = placing;
  const layout: FileLayout = { form, grouping: ledger.grouping, isNumberedByJournal, extraColumns };
  const [row] = await imports(trx)
    .insert({
      folder_id: folderId,
      exercise_id: exerciseId,
      file_name: file.name,
      sha256,
      imported_at: ctx.clock.now(),
      layout,
      report,
    })
    .returning('id');
  return placedOf(placing, row?.id ?? null, report);
}

const placedOf = (
  { folderId, exercise, ledger }: FilePlacing,
  importId: number | null,
  { status, entries, chart, changes }: StoredReport,
): PlacedFile => ({
  status,
  broken: [],
  applied: {
    folderId,
    exerciseId: exercise.id,
    exerciseStart: exercise.start,
    exerciseEnd: exercise.end,
    importId,
    grouping: ledger.grouping,
    entries,
    chart,
    changes,
  },
});
