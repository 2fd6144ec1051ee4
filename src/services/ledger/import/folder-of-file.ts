/** Which folder a file belongs to. */
import type { Database } from '../../db/database.ts';
import { createFolder, getFolder, listFolders } from '../../folders/folders.ts';
import type { FolderRow } from '../../folders/store.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import { type Actor, visibleFolders } from '../../operation/actor.ts';
import { ledgerErrors } from '../errors.ts';

export interface FolderWanted {
  readonly fileName: string;
  /** From the file name or an option. */
  readonly siren: string | null;
  readonly folderId: number | undefined;
  readonly actor: Actor;
}

/**
 * The folder named, or the caller's only one of that SIREN; made when there is none and the caller is the operator of
 * this machine. A folder made so stays when the import fails afterwards: it is empty.
 * Throws FolderNotFound, LedgerFolderMismatch, LedgerFolderInactive, LedgerSirenUnknown, LedgerFolderAmbiguous,
 * LedgerFolderUnknown, SirenInvalid.
 */
export async function folderOfFile(db: Database, wanted: FolderWanted): Promise<FolderRow> {
  const folder = wanted.folderId === undefined ? await bySiren(db, wanted) : await byId(db, wanted, wanted.folderId);
  if (!folder.is_active) throw ledgerErrors.LedgerFolderInactive({ folderId: folder.id });
  return folder;
}

async function byId(db: Database, { fileName, siren }: FolderWanted, folderId: number): Promise<FolderRow> {
  const folder = await getFolder(db, folderId);
  if (siren === null || folder.siren === null || folder.siren === siren) return folder;
  throw ledgerErrors.LedgerFolderMismatch({ file: fileName, siren, folderId, folderSiren: folder.siren });
}

async function bySiren(db: Database, { fileName, siren, actor }: FolderWanted): Promise<FolderRow> {
  if (siren === null) throw ledgerErrors.LedgerSirenUnknown({ file: fileName });
  const known = await foldersOfSiren(db, siren, actor);
  if (known.length > 1)
    throw ledgerErrors.LedgerFolderAmbiguous({ siren, folders: known.map(({ id }) => id).join(', ') });
  if (known[0]) return known[0];
  if (actor.kind !== 'local') throw ledgerErrors.LedgerFolderUnknown({ siren });
  return makeFolder(db, siren, actor);
}

const foldersOfSiren = async (db: Database, siren: string, actor: Actor): Promise<FolderRow[]> =>
  (await listFolders(db, { visible: visibleFolders(actor), search: siren })).filter((folder) => folder.siren === siren);

async function makeFolder(db: Database, siren: string, actor: Actor): Promise<FolderRow> {
  try {
    return await createFolder(db, undefined, { name: siren, siren });
  } catch (error) {
    // Another process read a file of the same company at the same moment.
    const [made] =
      error instanceof TaxopsError && error.code === 'SirenTaken' ? await foldersOfSiren(db, siren, actor) : [];
    if (made) return made;
    throw error;
  }
}
