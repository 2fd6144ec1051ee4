/** Transactions with their complementary data as a file: CSV or a workbook, written as the rows come. */
import type { Knex } from 'knex';
import { copyOut } from '../../../db/copy.ts';
import { decodeRows } from '../../../db/copy-text.ts';
import { type FileDraft, type ProducedFile, produceFile } from '../../../documents/produced-files.ts';
import type { Language } from '../../../kernel/errors.ts';
import type { Context } from '../../../operation/context.ts';
import { complementaryErrors } from '../complementary/errors.ts';
import {
  type ComplementCriteria,
  type ComplementOrder,
  matchingComplemented,
  sortOf,
} from '../complementary/search.ts';
import { checkCriteria } from '../criteria.ts';
import { countOf, inOrder } from '../page.ts';
import { type ExportColumn, exportColumns } from './columns.ts';
import { csvOfCopy } from './csv.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type ExportRequest = ComplementCriteria & ComplementOrder;

/** Rows of a worksheet, one of them the header. */
const SHEET_ROWS = 1_048_576;

/** Throws FolderNotFound, BankAccountNotFound, PeriodInverted, ExportTooLong, FileUnwritable. */
export const exportTransactions = async (
  ctx: Context,
  request: ExportRequest,
  format: ExportFormat,
): Promise<ProducedFile> => produceFile(ctx, await exportDraft(ctx, request, format));

/** The export before anything is read. Throws FolderNotFound, BankAccountNotFound, PeriodInverted, ExportTooLong. */
export async function exportDraft(
  ctx: Context,
  request: ExportRequest,
  format: ExportFormat,
  mostRows = SHEET_ROWS - 1,
): Promise<FileDraft> {
  const db = await ctx.db();
  await checkCriteria(ctx, request);
  const matching = matchingComplemented(db.knex, request);
  if (format === 'xlsx') await refuseLong(matching, mostRows);
  const columns = exportColumns(ctx.language);
  const query = inOrder(
    matching
      .join('bank_account as a', { 'a.folder_id': 't.folder_id', 'a.id': 't.account_id' })
      .leftJoin('bank_category as k', { 'k.folder_id': 'c.folder_id', 'k.id': 'c.category_id' })
      .select(columns.map((column) => db.knex.raw(sqlOf(column, format, ctx.language)))),
    sortOf(request),
  );
  const { contentType, write } = WRITERS[format];
  const name = ctx.language === 'fr' ? 'mouvements' : 'transactions';
  return {
    folderId: request.folderId,
    fileName: `${name}-${request.folderId}-${ctx.clock.now().slice(0, 10)}.${format}`,
    contentType,
    content: write(columns, ctx, copyOut(db.knex, query)),
  };
}

async function refuseLong(matching: Knex.QueryBuilder, mostRows: number): Promise<void> {
  const count = await countOf(matching);
  if (count > mostRows) throw complementaryErrors.ExportTooLong({ count, limit: mostRows });
}

/** French spreadsheets take `12.50` for text. */
const sqlOf = ({ sql, isAmount }: ExportColumn, format: ExportFormat, language: Language): string =>
  isAmount && format === 'csv' && language === 'fr' ? `replace(${sql}, '.', ',')` : sql;

interface Writer {
  readonly contentType: string;
  readonly write: (
    columns: readonly ExportColumn[],
    ctx: Context,
    chunks: AsyncIterable<Uint8Array>,
  ) => AsyncIterable<Uint8Array>;
}

const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  csv: {
    contentType: 'text/csv; charset=utf-8',
    write: (columns, ctx, chunks) => csvOfCopy(headers(columns, ctx), whileWanted(ctx, chunks)),
  },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: workbook,
  },
};

const headers = (columns: readonly ExportColumn[], { language }: Context): string[] =>
  columns.map(({ header }) => header[language]);

async function* workbook(
  columns: readonly ExportColumn[],
  ctx: Context,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { writeXlsx } = await import('../../../documents/xlsx.ts');
  const name = ctx.language === 'fr' ? 'Mouvements' : 'Transactions';
  const sheetColumns = columns.map(({ header, ...column }) => ({ ...column, header: header[ctx.language] }));
  yield* writeXlsx([{ name, columns: sheetColumns, rows: rowsOf(whileWanted(ctx, chunks)) }]);
}

async function* rowsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly (string | null)[]> {
  for await (const rows of decodeRows(chunks)) for (const row of rows) yield row.map((cell) => cell || null);
}

/** A caller who left needs no more of it. */
async function* whileWanted({ signal }: Context, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
  }
}
