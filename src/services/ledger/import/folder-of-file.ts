/** Which folder a file belongs to. */
import { createFolder, getFolder, listFolders } from '../../folders/folders.ts';
import type { Folder } from '../../folders/store.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { ledgerErrors } from '../errors.ts';

export interface FolderWanted {
  readonly fileName: string;
  /** From the file name or an option. */
  readonly siren: string | null;
  readonly folderId: number | undefined;
}

/**
 * The folder named, or the caller's only one of that SIREN; made when there is none and the caller is the operator of
 * this machine. A folder made so stays when the import fails afterwards: it is empty.
 * Throws FolderNotFound, LedgerFolderMismatch, LedgerFolderInactive, LedgerSirenUnknown, LedgerFolderAmbiguous,
 * LedgerFolderUnknown, SirenInvalid.
 */
export const folderOfFile = async (ctx: Context, wanted: FolderWanted): Promise<Folder> =>
  (await knownFolderOfFile(ctx, wanted)) ?? makeFolder(ctx, wanted.siren ?? '');

/** The same before anything is made: undefined for a folder that an import would make. Throws as `folderOfFile`. */
export async function knownFolderOfFile(ctx: Context, wanted: FolderWanted): Promise<Folder | undefined> {
  const folder = wanted.folderId === undefined ? await bySiren(ctx, wanted) : await byId(ctx, wanted, wanted.folderId);
  if (folder && !folder.isActive) throw ledgerErrors.LedgerFolderInactive({ folderId: folder.id });
  return folder;
}

async function byId(ctx: Context, { fileName, siren }: FolderWanted, folderId: number): Promise<Folder> {
  const folder = await getFolder(ctx, folderId);
  if (siren === null || folder.siren === null || folder.siren === siren) return folder;
  throw ledgerErrors.LedgerFolderMismatch({ file: fileName, siren, folderId, folderSiren: folder.siren });
}

async function bySiren(ctx: Context, { fileName, siren }: FolderWanted): Promise<Folder | undefined> {
  if (siren === null) throw ledgerErrors.LedgerSirenUnknown({ file: fileName });
  const known = await visibleOfSiren(ctx, siren);
  if (known.length > 1)
    throw ledgerErrors.LedgerFolderAmbiguous({ siren, folders: known.map(({ id }) => id).join(', ') });
  if (known[0]) return known[0];
  if (ctx.actor.kind !== 'local') throw ledgerErrors.LedgerFolderUnknown({ siren });
  return undefined;
}

const visibleOfSiren = async (ctx: Context, siren: string): Promise<Folder[]> =>
  (await listFolders(ctx, { search: siren })).filter((folder) => folder.siren === siren);

async function makeFolder(ctx: Context, siren: string): Promise<Folder> {
  try {
    return await createFolder(ctx, undefined, { name: siren, siren });
  } catch (error) {
    // Another process read a file of the same company at the same moment.
    const [made] = error instanceof TaxopsError && error.code === 'SirenTaken' ? await visibleOfSiren(ctx, siren) : [];
    if (made) return made;
    throw error;
  }
}
