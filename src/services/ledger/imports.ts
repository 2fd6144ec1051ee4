/** The files that changed the ledger of a folder. */
import { type Camel, camelRow } from '../db/rows.ts';
import { getFolder } from '../folders/folders.ts';
import type { Reader } from '../operation/context.ts';
import { type Page, type Paging, readPage } from './page.ts';
import { type ImportRow, imports } from './store.ts';

export type LedgerImport = Camel<ImportRow>;

/** Latest first. Throws FolderNotFound. */
export async function listImports(ctx: Reader, folderId: number, paging: Paging): Promise<Page<LedgerImport>> {
  await getFolder(ctx, folderId);
  const { knex } = await ctx.db();
  const query = imports(knex).where({ folder_id: folderId }).select('*');
  return readPage(query, (page) => page.orderBy('id', 'desc'), paging, camelRow<ImportRow>);
}
