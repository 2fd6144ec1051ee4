/** Which folders a piece of work is about: one, those of a firm, or all that the caller sees. */
import type { Context } from '../operation/context.ts';
import { getFolder, listFolders } from './folders.ts';
import type { Folder } from './store.ts';

export interface WorkScope {
  readonly folderId?: number | undefined;
  readonly companyId?: number | undefined;
}

/** Inactive folders are left out unless asked for by identifier. Throws FolderNotFound. */
export async function foldersOf(ctx: Context, { folderId, companyId }: WorkScope): Promise<Folder[]> {
  if (folderId !== undefined) return [await getFolder(ctx, folderId)];
  return (await listFolders(ctx, { companyId })).filter(({ isActive }) => isActive);
}
