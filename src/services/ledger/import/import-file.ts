/**
 * Takes a FEC into the ledger of a folder: checked first, then all or nothing in one transaction. An exercise that has
 * no entry yet is loaded straight; otherwise the file is compared with it and only the differences are applied, so that
 * the same file changes nothing and identifiers survive.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Knex } from 'knex';
import type { Database } from '../../db/database.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import type { InputFile } from '../../operation/operation.ts';
import { ledgerErrors } from '../errors.ts';
import type { Exercise } from '../exercises.ts';
import type { FecForm } from '../fec/columns.ts';
import { type FecLedger, readFec } from '../fec/read.ts';
import { entries, imports, lockLedger, takeNumbers } from '../store.ts';
import { type ChartChanges, type FileChart, placeChart } from './chart-of-file.ts';
import {
  applyDifference,
  compareEntries,
  type DifferenceCounts,
  type ExerciseKey,
  listChanges,
  openStaging,
} from './difference.ts';
import { exerciseOfFile } from './exercise-of-file.ts';
import { folderOfFile } from './folder-of-file.ts';
import { loadEntries } from './load.ts';
import {
  type Applied,
  type ImportReport,
  type ImportStatus,
  MAX_CHANGES,
  type NamedChange,
  NO_CHART_CHANGES,
  toCounts,
  toNamed,
} from './report.ts';

export interface ImportOptions {
  readonly folderId?: number | undefined;
  readonly siren?: string | undefined;
  readonly closing?: PlainDate | undefined;
  readonly form?: FecForm | undefined;
  readonly strict?: boolean | undefined;
  /** Accept a file that drops most entries of the exercise. */
  readonly replace?: boolean | undefined;
}

/** What an import needs of its surroundings. */
export type ImportContext = Pick<Context, 'actor' | 'clock' | 'language' | 'progress' | 'signal'>;

/** How the exercise was last written by a file: what an export needs to write it so again. */
export interface FileLayout {
  readonly form: FecForm;
  readonly grouping: FecLedger['grouping'];
  readonly extraColumns: readonly string[];
}

/** From here on statistics are renewed at once: the private server may stop before it does so by itself. */
const ANALYZE_LINES = 50_000;

/** One file on its way into one exercise. */
interface Import extends ExerciseKey {
  readonly db: Database;
  readonly trx: Knex.Transaction;
  readonly ctx: ImportContext;
  readonly file: InputFile;
  readonly ledger: FecLedger;
  readonly exercise: Exercise;
  readonly form: FecForm;
  readonly sha256: string;
  readonly isReplace: boolean;
}

/**
 * Imports one file. A refused file is a result. Throws the errors of `folderOfFile`, `exerciseOfFile` and of reading the
 * file, LedgerClosingUnknown, ExerciseClosed, LedgerFileUnrelated.
 */
export async function importLedgerFile(
  db: Database,
  ctx: ImportContext,
  file: InputFile,
  options: ImportOptions,
): Promise<ImportReport> {
  const { form = 'general' } = options;
  const { check, ledger } = await readFec(file.path, {
    ...options,
    fileName: file.name,
    language: ctx.language,
    progress: (bytes) => {
      ctx.signal.throwIfAborted();
      ctx.progress.step({ label: file.name, done: Math.round(bytes / 2 ** 20), unit: 'MB' });
    },
  });
  if (!ledger) return { File: file.name, Status: 'Refused', Applied: null, Check: check };
  const { exercise: dates, siren } = ledger;
  if (!dates) throw ledgerErrors.LedgerClosingUnknown({ file: file.name });
  const sha256 = await hashOf(file.path);
  const wanted = { fileName: file.name, siren, folderId: options.folderId, actor: ctx.actor };
  const { id: folderId } = await folderOfFile(db, wanted);
  const { status, applied } = await db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    await lockLedger(trx, folderId);
    const { exercise, isLast } = await exerciseOfFile(trx, folderId, dates);
    const key = { folderId, exerciseId: exercise.id };
    const isReplace = options.replace ?? false;
    return place({ ...key, db, trx, ctx, file, ledger, exercise, form, sha256, isReplace }, isLast);
  });
  if (status !== 'Unchanged' && ledger.lineCount >= ANALYZE_LINES) await db.knex.raw('analyze entry, entry_line');
  return { File: file.name, Status: status, Applied: applied, Check: check };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) hash.update(chunk);
  return hash.digest('hex');
}

interface Outcome {
  readonly status: ImportStatus;
  readonly applied: Applied;
}

async function place(run: Import, isLast: boolean): Promise<Outcome> {
  if (await isLastImport(run)) return unchanged(run, await countKept(run));
  const { trx, folderId, ledger, form } = run;
  const chart = await placeChart(trx, folderId, ledger, form === 'general', isLast);
  const outcome = (await hasEntries(run)) ? await update(run, chart) : await load(run, chart);
  await dropUnusedBlank(trx, folderId, chart);
  return outcome;
}

/** Whether the exercise was last written by this very file, read in the same way. */
async function isLastImport({ trx, folderId, exerciseId, sha256, form, ledger }: Import): Promise<boolean> {
  const last = await imports(trx).where({ folder_id: folderId, exercise_id: exerciseId }).orderBy('id', 'desc').first();
  const layout = last?.layout as FileLayout | undefined;
  return last?.sha256 === sha256 && layout?.form === form && layout.grouping === ledger.grouping;
}

const hasEntries = async ({ trx, folderId, exerciseId }: Import): Promise<boolean> =>
  (await entries(trx).where({ folder_id: folderId, exercise_id: exerciseId }).select('id').first()) !== undefined;

async function countKept({ trx, folderId, exerciseId }: Import): Promise<number> {
  const [counted] = await entries(trx)
    .where({ folder_id: folderId, exercise_id: exerciseId, is_manual: true })
    .count({ count: '*' });
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

async function load(run: Import, chart: FileChart): Promise<Outcome> {
  const { trx, folderId, exerciseId, ledger } = run;
  refuseClosed(run.exercise);
  const first = await takeNumbers(trx, folderId, ledger.entryCount, ledger.lineCount);
  const target = {
    ...{ folderId, exerciseId, entryTable: 'entry', lineTable: 'entry_line' },
    ...{ firstEntryId: first.entryId, firstLineId: first.lineId },
  };
  const extraColumns = await loadInto(run, chart, target);
  const counts = { added: ledger.entryCount, changed: 0, removed: 0, unchanged: 0, kept: 0 };
  return record(run, 'Imported', counts, chart.changes, [], extraColumns);
}

const loadInto = (
  { db, trx, ctx, file, ledger }: Import,
  chart: FileChart,
  target: Parameters<typeof loadEntries>[4],
) =>
  loadEntries(db, trx, ledger, chart, target, (lines) => {
    ctx.signal.throwIfAborted();
    ctx.progress.step({ label: `${file.name} ↦`, done: lines, total: ledger.lineCount });
  });

async function update(run: Import, chart: FileChart): Promise<Outcome> {
  const { trx, folderId, exerciseId } = run;
  await openStaging(trx);
  const target = { entryTable: 'file_entry', lineTable: 'file_line', firstEntryId: 1, firstLineId: 1 };
  const extraColumns = await loadInto(run, chart, { ...target, folderId, exerciseId });
  const counts = await compareEntries(trx, run);
  const isSame = counts.added + counts.changed + counts.removed === 0;
  if (isSame && Object.values(chart.changes).every((count) => count === 0)) return unchanged(run, counts.kept);
  if (!isSame) refuseClosed(run.exercise);
  refuseUnrelated(run, counts);
  const changes = (await listChanges(trx, folderId, MAX_CHANGES)).map(toNamed);
  await applyDifference(trx, run);
  return record(run, 'Updated', counts, chart.changes, changes, extraColumns);
}

function refuseClosed({ id, end, isClosed }: Exercise): void {
  if (isClosed) throw ledgerErrors.ExerciseClosed({ exerciseId: id, end });
}

/** A file that drops most of an exercise is more often misnamed than right; a handful of entries is no sign. */
function refuseUnrelated({ file, isReplace, exerciseId }: Import, counts: DifferenceCounts): void {
  const stored = counts.unchanged + counts.changed + counts.removed;
  if (isReplace || counts.removed <= 10 || counts.removed * 2 <= stored) return;
  throw ledgerErrors.LedgerFileUnrelated({ file: file.name, exerciseId, entries: stored, removed: counts.removed });
}

function unchanged(run: Import, kept: number): Outcome {
  const counts = { unchanged: run.ledger.entryCount, changed: 0, added: 0, removed: 0, kept };
  return { status: 'Unchanged', applied: appliedOf(run, null, counts, NO_CHART_CHANGES, []) };
}

async function record(
  run: Import,
  status: ImportStatus,
  counts: DifferenceCounts,
  chart: ChartChanges,
  changes: readonly NamedChange[],
  extraColumns: readonly string[],
): Promise<Outcome> {
  const { trx, folderId, exerciseId, file, sha256, form, ledger, ctx } = run;
  const layout: FileLayout = { form, grouping: ledger.grouping, extraColumns };
  const [row] = await imports(trx)
    .insert({
      ...{ folder_id: folderId, exercise_id: exerciseId, file_name: file.name, sha256, imported_at: ctx.clock.now() },
      ...{
        layout: JSON.stringify(layout),
        report: JSON.stringify({ Status: status, Entries: toCounts(counts), Chart: chart, Changes: changes }),
      },
    })
    .returning('id');
  return { status, applied: appliedOf(run, row?.id ?? null, counts, chart, changes) };
}

const appliedOf = (
  { folderId, exercise, ledger }: Import,
  importId: number | null,
  counts: DifferenceCounts,
  chart: ChartChanges,
  changes: readonly NamedChange[],
): Applied => ({
  FolderId: folderId,
  ExerciseId: exercise.id,
  ExerciseStart: exercise.start,
  ExerciseEnd: exercise.end,
  ImportId: importId,
  Grouping: ledger.grouping,
  Entries: toCounts(counts),
  Chart: chart,
  Changes: changes,
});
