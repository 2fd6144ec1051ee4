/** The PDF of a return, made on demand and kept beside it until the next one. */
import { formFile } from '../../documents/form-document.ts';
import { getFolder } from '../../folders/folders.ts';
import { FileResult } from '../../kernel/stream.ts';
import type { Context } from '../../operation/context.ts';
import { formOf } from '../drafts/stored-return.ts';
import { vatErrors } from '../errors.ts';
import { pdfs } from './pdf-store.ts';
import { plainText } from './plain-text.ts';
import { returnDocument, storedPaper } from './stored-paper.ts';

export interface PdfWishes {
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
  /** A first page of its own. */
  readonly cover?: string | undefined;
  /** Pages after the forms: their text only. */
  readonly htmlFiles?: readonly string[] | undefined;
  readonly fileName?: string | undefined;
  readonly headerFooterEnableOnCover: boolean;
}

/** Makes the PDF and keeps it in the place of the last one. Throws FolderNotFound, ProcedureNotFound. */
export async function makePdf(
  ctx: Context,
  folderId: number,
  procedureId: number,
  wishes: PdfWishes,
): Promise<{ readonly fileName: string }> {
  const paper = await storedPaper(ctx, folderId, procedureId);
  const { opened } = paper;
  const document = await returnDocument(ctx, paper);
  const { header, footer, cover, htmlFiles = [] } = wishes;
  const texts = htmlFiles.map(plainText);
  const lines = cover === undefined ? undefined : plainText(cover).split('\n');
  const named = wishes.fileName ?? ['taxops', opened.folder.siren, formOf(opened), opened.group.end_date].join('-');
  const made = {
    ...document,
    texts,
    head: header === undefined ? document.head : oneLine(header),
    foot: footer === undefined ? document.foot : oneLine(footer),
    cover: lines && { lines, hasHeadAndFoot: wishes.headerFooterEnableOnCover },
  };
  const { fileName, content } = formFile(made, 'pdf', named.replace(/\.pdf$/i, ''));
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const { knex } = await ctx.db();
  await pdfs(knex)
    .insert({
      folder_id: folderId,
      procedure_id: procedureId,
      file_name: fileName,
      created_at: ctx.clock.now(),
      content: Buffer.concat(chunks),
    })
    .onConflict(['folder_id', 'procedure_id'])
    .merge();
  return { fileName };
}

const oneLine = (html: string): string => plainText(html).replaceAll('\n', ' ');

/** The PDF that is kept of a return. Throws FolderNotFound, VatPdfNotThere. */
export async function keptPdf(ctx: Context, folderId: number, procedureId: number): Promise<FileResult> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  const row = await pdfs(knex).where({ folder_id: folderId, procedure_id: procedureId }).first();
  if (!row) throw vatErrors.VatPdfNotThere({ folderId, procedureId });
  return new FileResult(row.file_name, 'application/pdf', once(row.content));
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
