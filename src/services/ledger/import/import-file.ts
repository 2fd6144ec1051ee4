/**
 * Takes a FEC into the ledger of a folder: checked first, then all or nothing in one transaction, under the lock of the
 * folder's ledger.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { InputFile } from '../../kernel/stream.ts';
import type { Context } from '../../operation/context.ts';
import { reportGaps } from '../check-folder.ts';
import { continuityOf } from '../continuity.ts';
import { ledgerErrors } from '../errors.ts';
import { readExercises } from '../exercises.ts';
import type { FecCheck } from '../fec/check.ts';
import type { FecForm } from '../fec/columns.ts';
import { FindingLog } from '../fec/findings.ts';
import { type FecReading, readFec } from '../fec/read.ts';
import type { BrokenGroup } from '../letters/keep-groups.ts';
import { keepingReconciled } from '../reconciled.ts';
import { imports, lockLedger } from '../store.ts';
import { watched } from '../watched.ts';
import { exerciseOfFile } from './exercise-of-file.ts';
import { folderOfFile } from './folder-of-file.ts';
import { placeFile } from './place-file.ts';
import type { Applied, ImportReport } from './report.ts';

export interface ImportOptions {
  readonly folderId?: number | undefined;
  readonly siren?: string | undefined;
  readonly closing?: PlainDate | undefined;
  readonly form?: FecForm | undefined;
  readonly strict?: boolean | undefined;
  /** Accept a file that drops most entries of the exercise. */
  readonly replace?: boolean | undefined;
}

/** From here on statistics are renewed at once: the private server may stop before it does so by itself. */
const ANALYZE_LINES = 50_000;

/**
 * Imports one file; the same file again changes nothing, a changed one is applied entry by entry. A refused file is a
 * result. Throws the errors of reading a file, of `folderOfFile`, `exerciseOfFile` and `placeFile`, LedgerClosingUnknown.
 */
export async function importLedgerFile(ctx: Context, file: InputFile, options: ImportOptions): Promise<ImportReport> {
  const { check, ledger } = await read(ctx, file, options);
  if (!ledger) return { file: file.name, status: 'Refused', applied: null, check };
  const dates = ledger.exercise;
  if (!dates) throw ledgerErrors.LedgerClosingUnknown({ file: file.name });
  const sha256 = await hashOf(file.path);
  const wanted = { fileName: file.name, siren: ledger.siren, folderId: options.folderId };
  const { id: folderId } = await folderOfFile(ctx, wanted);
  const db = await ctx.db();
  const { status, applied, broken } = await db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    await lockLedger(trx, folderId);
    if (!options.replace) await refuseKnown(trx, folderId, { file, sha256, end: dates.end });
    const isStartTold = ledger.hasOpeningJournal;
    const { exercise, isLast } = await exerciseOfFile(trx, folderId, { ...dates, isStartTold });
    const { form = 'general', replace: isReplace = false } = options;
    const isNumberedByJournal = 'FEC064' in check.counts;
    const place = { folderId, exerciseId: exercise.id, exercise, isLast };
    const placing = { ...place, trx, ctx, file, ledger, form, isNumberedByJournal, sha256, isReplace };
    return keepingReconciled(trx, folderId, () => placeFile(placing));
  });
  if (status !== 'Unchanged' && ledger.lineCount >= ANALYZE_LINES) await db.knex.raw('analyze entry, entry_line');
  return { file: file.name, status, applied, check: await withLedger(ctx, check, applied, broken) };
}

/** The content of another exercise under another name: a copy that was renamed. */
async function refuseKnown(
  trx: Knex.Transaction,
  folderId: number,
  { file, sha256, end }: { readonly file: InputFile; readonly sha256: string; readonly end: PlainDate },
): Promise<void> {
  const known = await imports(trx)
    .join({ x: 'exercise' }, { 'x.folder_id': 'ledger_import.folder_id', 'x.id': 'ledger_import.exercise_id' })
    .where({ 'ledger_import.folder_id': folderId, sha256 })
    .whereNot('x.end_date', end)
    .first<{ file_name: string; end_date: PlainDate } | undefined>('file_name', 'x.end_date');
  if (!known) return;
  throw ledgerErrors.LedgerFileKnown({ file: file.name, knownAs: known.file_name, closing: known.end_date });
}

/** The check, with letterings that lost lines, and what exercises do not take over from the one before: this one, the next. */
async function withLedger(
  ctx: Context,
  check: FecCheck,
  { folderId, exerciseId }: Applied,
  broken: readonly BrokenGroup[],
): Promise<FecCheck> {
  const log = new FindingLog(false, ctx.language);
  reportBroken(log, folderId, broken);
  const all = await readExercises((await ctx.db()).knex, folderId);
  const place = all.findIndex(({ id }) => id === exerciseId);
  for (const { id } of all.slice(place, place + 2)) reportGaps(log, await continuityOf(ctx, folderId, id));
  return { ...check, findings: [...log.sorted(), ...check.findings], counts: { ...check.counts, ...log.counts() } };
}

function reportBroken(log: FindingLog, folder: number, broken: readonly BrokenGroup[]): void {
  for (const { isTakenOff, difference, ...group } of broken)
    log.report(isTakenOff ? 'FEC095' : 'FEC095.partial', null, null, () => ({
      ...group,
      folder,
      difference: formatAmount(difference),
    }));
}

const read = (ctx: Context, file: InputFile, options: ImportOptions): Promise<FecReading> =>
  watched(ctx, file, (progress) =>
    readFec(file.path, { ...options, fileName: file.name, language: ctx.language, progress }),
  );

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) hash.update(chunk);
  return hash.digest('hex');
}
