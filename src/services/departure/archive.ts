/**
 * All that is kept of a folder, as files that need no taxops to be read: a FEC of each exercise, its documents and pieces in
 * clear, and a CSV of each table. Passwords, and what serves the program alone, are left out.
 */
import type { Knex } from 'knex';
import { openContent } from '../banking/transactions/supporting-documents/sealed-content.ts';
import { copyOut } from '../db/copy.ts';
import { decodeRows } from '../db/copy-text.ts';
import { writeCsv } from '../documents/csv.ts';
import { plainFileName } from '../documents/produced-files.ts';
import type { ZippedFile } from '../documents/zip-writer.ts';
import type { Folder } from '../folders/store.ts';
import { listExercises } from '../ledger/exercises.ts';
import { exerciseContent } from '../ledger/export.ts';
import { fecFileName } from '../ledger/fec/file-name.ts';
import type { Context } from '../operation/context.ts';
import type { SealedColumn } from '../secrets/reseal.ts';
import { folderTables } from './rows.ts';

/** Contents are files of their own; the others serve the program alone. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'supporting_document_chunk',
  'produced_file',
  'produced_file_chunk',
  'job_item',
  'statement_source',
]);
const SECRET = /(secret|password|token|login|sealed)|^(body|content|bytes|search_text)$/;

const ABOUT = `Dossier supprimé de taxops / Folder deleted from taxops

fec/        un FEC par exercice, que taxops relit / a FEC per exercise, which taxops imports again
documents/  les pièces jointes / supporting documents
pieces/     ce qui a été déposé et ses accusés / what was filed, and its notices
tables/     toutes les autres données, en CSV (UTF-8) / all other data, as CSV (UTF-8)

Les livres et pièces comptables se conservent dix ans (code de commerce, art. L. 123-22).
Books and accounting documents are kept for ten years (French commercial code, art. L. 123-22).
`;

/** `sealed`: the encrypted columns that hold pieces of folders. The folder must not change meanwhile. */
export async function* archivedFiles(
  ctx: Context,
  trx: Knex.Transaction,
  folder: Folder,
  sealed: readonly SealedColumn[],
): AsyncGenerator<ZippedFile> {
  yield { name: 'LISEZ-MOI.txt', content: once(ABOUT) };
  yield { name: 'folder.json', content: once(JSON.stringify(folder, null, 2)) };
  for (const exercise of await listExercises(ctx, folder.id)) {
    const name = plainFileName(fecFileName(folder.siren ?? `folder-${folder.id}-`, exercise.end));
    yield { name: `fec/${name}`, content: await exerciseContent(ctx, folder.id, exercise, {}) };
  }
  yield* documents(ctx, trx, folder.id);
  for (const column of sealed) yield* pieces(ctx, trx, folder.id, column);
  yield* returns(trx, folder.id);
  yield* tables(trx, folder.id);
}

async function* once(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}

async function* documents(ctx: Context, trx: Knex.Transaction, folderId: number): AsyncGenerator<ZippedFile> {
  const rows = await trx('supporting_document').where({ folder_id: folderId }).orderBy('id');
  for (const { id, file_name, sha256 } of rows)
    yield { name: `documents/${id}-${plainFileName(file_name)}`, content: openContent(ctx, folderId, id, sha256) };
}

/** Few and small beside the documents: a row at a time. */
async function* pieces(
  ctx: Context,
  trx: Knex.Transaction,
  folderId: number,
  { table, column, key, place }: SealedColumn,
): AsyncGenerator<ZippedFile> {
  const box = await ctx.secrets();
  const own = { folder_id: folderId };
  const parts = key.filter((name) => name !== 'folder_id');
  for (const at of await trx(table).where(own).orderBy(parts).select(parts)) {
    const row = await trx(table)
      .where({ ...own, ...at })
      .first();
    const name = plainFileName([...parts.map((part) => at[part]), row.kind ?? row.type ?? ''].join('-'));
    const extension = EXTENSIONS[row.content_type as string] ?? '';
    yield { name: `pieces/${table}/${name}${extension}`, content: once(box.open(row[column], place(row))) };
  }
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/json': '.json',
  'application/xml': '.xml',
  'text/xml': '.xml',
  'text/plain': '.txt',
};

async function* returns(trx: Knex.Transaction, folderId: number): AsyncGenerator<ZippedFile> {
  const rows = trx('vat_return_pdf').where({ folder_id: folderId }).orderBy('procedure_id');
  for (const { procedure_id, file_name } of await rows.select('procedure_id', 'file_name')) {
    const row = await trx('vat_return_pdf').where({ folder_id: folderId, procedure_id }).first();
    yield { name: `pieces/vat_return_pdf/${procedure_id}-${plainFileName(file_name)}`, content: once(row.content) };
  }
}

async function* tables(trx: Knex.Transaction, folderId: number): AsyncGenerator<ZippedFile> {
  for (const { name, columns } of await folderTables(trx)) {
    const own = trx(name).where({ folder_id: folderId });
    if (LEFT_OUT.has(name) || !(await own.clone().first(trx.raw('1')))) continue;
    const shown = columns.filter((column) => !SECRET.test(column));
    yield { name: `tables/${name}.csv`, content: writeCsv(shown, rowsOf(trx, own.select(shown))) };
  }
}

async function* rowsOf(trx: Knex.Transaction, query: Knex.QueryBuilder): AsyncGenerator<readonly (string | null)[]> {
  for await (const rows of decodeRows(copyOut(trx, query))) yield* rows;
}
