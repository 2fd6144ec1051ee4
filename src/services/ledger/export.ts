/** Writes an exercise back as a FEC that an import finds identical: same entries, same order, same columns. */
import type { Knex } from 'knex';
import { decodeRows } from '../db/copy-text.ts';
import { getFolder } from '../folders/folders.ts';
import type { PlainDate } from '../kernel/dates.ts';
import { FileResult } from '../kernel/stream.ts';
import type { Reader } from '../operation/context.ts';
import { ledgerErrors } from './errors.ts';
import { type Exercise, exerciseOrLast } from './exercises.ts';
import type { FecRow } from './fec/fec-row.ts';
import { fecFileName } from './fec/file-name.ts';
import { writeFec } from './fec/write.ts';
import type { FileLayout } from './store.ts';
import { imports } from './store.ts';

export interface ExportWanted {
  readonly exerciseId?: number | undefined;
  /** Leaves drafts out, as a FEC for the tax administration must. */
  readonly validatedOnly?: boolean | undefined;
  readonly encoding?: 'utf-8' | 'iso-8859-15' | undefined;
}

const GENERAL: FileLayout = {
  form: 'general',
  grouping: 'journal-number-date',
  isNumberedByJournal: false,
  extraColumns: [],
};

/** Throws FolderNotFound, ExerciseNotFound, FolderWithoutExercise, LedgerFolderSirenMissing. */
export async function exportLedger(ctx: Reader, folderId: number, wanted: ExportWanted): Promise<FileResult> {
  const { siren } = await getFolder(ctx, folderId);
  if (siren === null) throw ledgerErrors.LedgerFolderSirenMissing({ folderId });
  const exercise = await exerciseOrLast(ctx, folderId, wanted.exerciseId);
  const content = await exerciseContent(ctx, folderId, exercise, wanted);
  return new FileResult(fecFileName(siren, exercise.end), 'text/plain; charset=utf-8', content);
}

/** The FEC of an exercise, piece by piece. */
export async function exerciseContent(
  ctx: Reader,
  folderId: number,
  exercise: Exercise,
  { validatedOnly = false, encoding }: ExportWanted,
): Promise<AsyncIterable<Uint8Array>> {
  const db = await ctx.db();
  const { form, extraColumns } = await layoutOf(db.knex, folderId, exercise);
  const rows = readRows(db.copyOut(exportQuery(db.knex, folderId, exercise, validatedOnly)));
  return writeFec(rows, { form, extraColumns, encoding });
}

/** The layout of the last file; columns that an earlier one brought are kept too. */
async function layoutOf(knex: Knex, folderId: number, exercise: Exercise): Promise<FileLayout> {
  const rows = await imports(knex)
    .where({ folder_id: folderId, exercise_id: exercise.id })
    .orderBy('id')
    .select('layout');
  const layouts = rows.map(({ layout }) => layout);
  const extraColumns = [...new Set(layouts.flatMap((layout) => layout.extraColumns))];
  return { ...GENERAL, ...layouts.at(-1), extraColumns };
}

const exportQuery = (knex: Knex, folderId: number, exercise: Exercise, validatedOnly: boolean): Knex.Raw =>
  knex.raw(
    `select j.code, j.label, e.number, l.entry_date, a.number, a.label, s.code, s.label, l.doc_ref, l.doc_date, l.label,
       l.debit_cents, l.credit_cents, l.letter, l.letter_date, e.validation_date, l.currency_cents, l.currency, l.extra
     from entry_line l
     join entry e on e.folder_id = l.folder_id and e.id = l.entry_id
     join journal j on j.folder_id = l.folder_id and j.id = l.journal_id
     join account a on a.folder_id = l.folder_id and a.id = l.account_id
     left join sub_account s on s.folder_id = l.folder_id and s.id = l.sub_account_id
     where l.folder_id = ? and l.exercise_id = ? and (e.validation_date is not null or not ?)
     order by e.rank, e.id, l.rank`,
    [folderId, exercise.id, validatedOnly],
  );

async function* readRows(copy: AsyncIterable<Buffer>): AsyncGenerator<FecRow> {
  for await (const rows of decodeRows(copy)) for (const row of rows) yield fecRow(row);
}

/** The fields of `exportQuery`, in its order. */
function fecRow(fields: readonly (string | null)[]): FecRow {
  const text = (at: number): string => fields[at] ?? '';
  const day = (at: number): PlainDate | null => (fields[at] ?? null) as PlainDate | null;
  const extra: Record<string, string> = fields[18] ? JSON.parse(fields[18]) : {};
  return {
    journalCode: text(0),
    journalLabel: text(1),
    entryNumber: text(2),
    entryDate: text(3) as PlainDate,
    account: text(4),
    accountLabel: text(5),
    auxiliary: text(6),
    auxiliaryLabel: text(7),
    documentReference: text(8),
    documentDate: day(9),
    label: text(10),
    debit: BigInt(text(11)),
    credit: BigInt(text(12)),
    lettering: text(13),
    letteringDate: day(14),
    validationDate: day(15),
    currencyAmount: fields[16] ? BigInt(fields[16]) : null,
    currency: text(17),
    settlementDate: (extra.DateRglt ?? null) as PlainDate | null,
    settlementMode: extra.ModeRglt ?? '',
    operationNature: extra.NatOp ?? '',
    clientId: extra.IdClient ?? '',
    extra: new Map(Object.entries(extra)),
  };
}
