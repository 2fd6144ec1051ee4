import type { Knex } from 'knex';
import type { Database } from '../db/database.ts';
import { escapeLike } from '../db/like.ts';
import { accessErrors } from '../operation/actor.ts';
import { getCompany } from './companies.ts';
import { folderErrors } from './errors.ts';
import { isSiren, isSiret } from './siren.ts';
import { defaultCompany, type FolderRow, folders } from './store.ts';

/** What a caller may say of a folder: undefined keeps, null empties. */
export type FolderChange = { readonly [K in keyof Omit<FolderRow, 'id' | 'company_id'>]?: FolderRow[K] | undefined };

export interface FolderFilter {
  readonly visible: ReadonlySet<number> | 'all';
  readonly companyId?: number | undefined;
  readonly search?: string | undefined;
}

/** Name of the firm that is made when a first folder comes without one. */
const DEFAULT_COMPANY = 'Cabinet';

export async function listFolders(
  { knex }: Database,
  { visible, companyId, search }: FolderFilter,
): Promise<FolderRow[]> {
  const query = folders(knex).orderBy('id');
  if (visible !== 'all') query.whereIn('id', [...visible]);
  if (companyId !== undefined) query.where({ company_id: companyId });
  if (search) query.where((either) => either.whereILike('name', `%${escapeLike(search)}%`).orWhere('siren', search));
  return query;
}

/** Every folder of a SIREN, of whatever firm. */
export const foldersOfSiren = async (knex: Knex, siren: string): Promise<FolderRow[]> =>
  folders(knex).where({ siren }).orderBy('id');

/** Throws FolderNotFound. */
export async function getFolder({ knex }: Database, folderId: number): Promise<FolderRow> {
  const row = await folders(knex).where({ id: folderId }).first();
  if (!row) throw accessErrors.FolderNotFound({ folderId });
  return row;
}

/** Without a firm, joins the default one. Throws CompanyNotFound, SirenInvalid, SiretInvalid, SirenTaken. */
export async function createFolder(
  db: Database,
  companyId: number | undefined,
  folder: FolderChange & { readonly name: string },
): Promise<FolderRow> {
  checkNumbers(folder.siren, folder.siret);
  if (companyId !== undefined) await getCompany(db, companyId);
  return db.transaction(async (trx) => {
    const company_id = companyId ?? (await defaultCompany(trx, DEFAULT_COMPANY)).id;
    await refuseTakenSiren(trx, company_id, folder.siren);
    const [row] = await folders(trx)
      .insert({ ...defined(folder), name: folder.name, company_id })
      .returning('*');
    return row as FolderRow;
  });
}

/** Changes the fields given, keeps the others. Throws FolderNotFound, SirenInvalid, SiretInvalid, SirenTaken. */
export async function updateFolder(db: Database, folderId: number, change: FolderChange): Promise<FolderRow> {
  return db.transaction(async (trx) => {
    const before = await folders(trx).where({ id: folderId }).forUpdate().first();
    if (!before) throw accessErrors.FolderNotFound({ folderId });
    const after = { ...before, ...defined(change) };
    checkNumbers(after.siren, after.siret);
    if (after.siren !== before.siren) await refuseTakenSiren(trx, before.company_id, after.siren);
    await folders(trx)
      .where({ id: folderId })
      .update({ ...defined(change), updated_at: trx.fn.now() } as Partial<FolderRow>);
    return after;
  });
}

const defined = <T extends object>(change: T): Partial<FolderRow> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

function checkNumbers(siren: string | null | undefined, siret: string | null | undefined): void {
  if (siren && !isSiren(siren)) throw folderErrors.SirenInvalid({ siren });
  if (siret && (!isSiret(siret) || (siren && !siret.startsWith(siren)))) {
    throw folderErrors.SiretInvalid({ siret, siren: siren ?? '' });
  }
}

async function refuseTakenSiren(
  trx: Knex.Transaction,
  companyId: number,
  siren: string | null | undefined,
): Promise<void> {
  if (!siren) return;
  const other = await folders(trx).where({ company_id: companyId, siren }).first();
  if (other) throw folderErrors.SirenTaken({ siren, folderId: other.id });
}
