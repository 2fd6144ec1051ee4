/** Which folders a piece of work is about: one, those of a firm, or all that the caller sees. */
import { visibleFolders } from '../operation/actor.ts';
import type { Context } from '../operation/context.ts';
import { getFolder, listFolders } from './folders.ts';
import type { FolderRow } from './store.ts';

export interface WorkScope {
  readonly folderId?: number | undefined;
  readonly companyId?: number | undefined;
}

/** Inactive folders are left out unless asked for by identifier. Throws FolderNotFound. */
export async function foldersOf(ctx: Context, { folderId, companyId }: WorkScope): Promise<FolderRow[]> {
  const db = await ctx.db();
  if (folderId !== undefined) return [await getFolder(db, folderId)];
  const folders = await listFolders(db, { visible: visibleFolders(ctx.actor), companyId });
  return folders.filter(({ is_active }) => is_active);
}
