/** The PDF that were last made of returns, as they are stored. */
import type { Knex } from 'knex';

interface PdfRow {
  folder_id: number;
  procedure_id: number;
  file_name: string;
  created_at: string;
  content: Buffer;
}

export const pdfs = (knex: Knex) => knex<PdfRow>('vat_return_pdf');

/** Names of the PDF that are kept, by return. */
export const pdfNames = async (knex: Knex, folderId: number): Promise<ReadonlyMap<number, string>> =>
  new Map(
    (await pdfs(knex).where({ folder_id: folderId }).select('procedure_id', 'file_name')).map((row) => [
      row.procedure_id,
      row.file_name,
    ]),
  );
