import type { Knex } from 'knex';
import { camelRow, escapeLike, snakeRow } from '../db/rows.ts';
import { accessErrors, visibleFolders } from '../operation/actor.ts';
import { type Context, type Reader, readOnce } from '../operation/context.ts';
import { getCompany } from './companies.ts';
import { folderErrors } from './errors.ts';
import { checkIdentity, withSiren } from './identity.ts';
import { defaultCompany, type Folder, folders } from './store.ts';

/** What a caller may change of a folder: undefined keeps, null empties. */
export type FolderChange = {
  readonly [K in keyof Omit<Folder, 'id' | 'companyId' | 'chartId'>]?: Folder[K] | undefined;
};

export interface FolderFilter {
  /** Those that the caller may see unless given. */
  readonly visible?: ReadonlySet<number> | 'all' | undefined;
  readonly companyId?: number | undefined;
  /** Part of the name, or the SIREN. */
  readonly search?: string | undefined;
}

/** Name of the firm that is made when a first folder comes without one. */
const DEFAULT_COMPANY = 'Cabinet';

export function listFolders(ctx: Context, filter: FolderFilter = {}): Promise<readonly Folder[]> {
  const { visible = visibleFolders(ctx.actor), companyId, search } = filter;
  const key = `folders ${[companyId, visible === 'all' ? visible : [...visible], search]}`;
  return readOnce(ctx, key, () => readFolders(ctx, { visible, companyId, search }));
}

async function readFolders(
  ctx: Context,
  { visible, companyId, search }: FolderFilter & { readonly visible: NonNullable<FolderFilter['visible']> },
): Promise<Folder[]> {
  const query = folders((await ctx.db()).knex).orderBy('id');
  if (visible !== 'all') query.whereIn('id', [...visible]);
  if (companyId !== undefined) query.where({ company_id: companyId });
  if (search) query.where((either) => either.whereILike('name', `%${escapeLike(search)}%`).orWhere('siren', search));
  return (await query).map(camelRow);
}

/** Every folder of a SIREN, of whatever firm. */
export const foldersOfSiren = async (knex: Knex, siren: string): Promise<Folder[]> =>
  (await folders(knex).where({ siren }).orderBy('id')).map(camelRow);

/** Read once by an operation, which asks for it at every turn. Throws FolderNotFound. */
export const getFolder = (ctx: Reader, folderId: number): Promise<Folder> =>
  readOnce({ shared: readsOf(ctx) }, keyOf(folderId), () => readFolder(ctx, folderId));

const readsOf = ({ shared, found }: Reader) => shared ?? found;
const keyOf = (folderId: number): string => `folder ${folderId}`;
const forgetFolder = (ctx: Reader, folderId: number) => readsOf(ctx)?.delete(keyOf(folderId));

async function readFolder(ctx: Reader, folderId: number): Promise<Folder> {
  const row = await folders((await ctx.db()).knex)
    .where({ id: folderId })
    .first();
  if (!row) throw accessErrors.FolderNotFound({ folderId });
  return camelRow(row);
}

/**
 * Without a firm, joins the default one. Throws CompanyNotFound, SirenInvalid, SiretInvalid, CountryUnknown,
 * SirenTaken.
 */
export async function createFolder(
  ctx: Reader,
  companyId: number | undefined,
  folder: FolderChange & { readonly name: string },
): Promise<Folder> {
  checkIdentity(folder);
  if (companyId !== undefined) await getCompany(ctx, companyId);
  return (await ctx.db()).transaction(async (trx) => {
    const firm = companyId ?? (await defaultCompany(trx, DEFAULT_COMPANY)).id;
    const named = withSiren(folder);
    await refuseTakenSiren(trx, firm, named.siren);
    const [row] = await folders(trx)
      .insert(snakeRow({ ...named, companyId: firm }))
      .returning('*');
    return camelRow(row as NonNullable<typeof row>);
  });
}

/**
 * Changes the fields given, keeps the others. Throws FolderNotFound, SirenInvalid, SiretInvalid, CountryUnknown,
 * SirenTaken.
 */
export async function updateFolder(ctx: Reader, folderId: number, change: FolderChange): Promise<Folder> {
  const changed = await (await ctx.db()).transaction(async (trx) => {
    const row = await folders(trx).where({ id: folderId }).forUpdate().first();
    if (!row) throw accessErrors.FolderNotFound({ folderId });
    const changes = snakeRow(change);
    const after = withSiren(camelRow({ ...row, ...changes }));
    checkIdentity(after);
    if (after.siren !== row.siren) await refuseTakenSiren(trx, row.company_id, after.siren);
    await folders(trx)
      .where({ id: folderId })
      .update({ ...changes, siren: after.siren, updated_at: trx.fn.now() } as object);
    return after;
  });
  forgetFolder(ctx, folderId);
  return changed;
}

/** Until the transaction ends, whoever locks the folder too waits. Throws FolderNotFound. */
export async function lockFolder(trx: Knex.Transaction, folderId: number): Promise<void> {
  if (!(await folders(trx).where({ id: folderId }).forNoKeyUpdate().first()))
    throw accessErrors.FolderNotFound({ folderId });
}

/** Makes the folder follow a chart of its firm instead of any other. */
export async function followChart(ctx: Reader, folderId: number, chartId: number): Promise<void> {
  await folders((await ctx.db()).knex)
    .where({ id: folderId })
    .update({ chart_id: chartId });
  forgetFolder(ctx, folderId);
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
