/** Files of assets that were imported, and the way back: their assets go as long as nothing was built on them. */
import type { Knex } from 'knex';
import { type Camel, camelRow } from '../../db/rows.ts';
import { getFolder } from '../../folders/folders.ts';
import { type Page, type Paging, readPage } from '../../ledger/page.ts';
import type { Context, Reader } from '../../operation/context.ts';
import type { Asset } from '../asset.ts';
import { dropUnused } from '../register/grants.ts';
import { assets, loadNamed } from '../register/store.ts';
import { inRegister, type Register, refuseRemoval } from '../register/write-asset.ts';
import { assetImportErrors } from './errors.ts';

interface ImportRow {
  folder_id: number;
  id: number;
  file_name: string;
  lines: number;
  imported_at: string;
}

const pastImports = (knex: Knex) => knex<ImportRow>('asset_import');

/** Keeps which assets a file made; null when it made none. */
export async function keepImport(
  { trx, folderId, now }: Register,
  { fileName, lines }: { readonly fileName: string; readonly lines: number },
  made: readonly Pick<Asset, 'id'>[],
): Promise<number | null> {
  if (made.length === 0) return null;
  const [row] = await pastImports(trx)
    .insert({ folder_id: folderId, file_name: fileName, lines, imported_at: now })
    .returning('id');
  const id = row?.id ?? null;
  await trx.raw('insert into asset_import_asset select ?, ?, unnest(?::integer[])', [
    folderId,
    id,
    made.map((asset) => asset.id),
  ]);
  return id;
}

export type PastImport = Camel<ImportRow> & { readonly assets: number };

/** Latest first. Throws FolderNotFound. */
export async function listAssetImports(ctx: Reader, folderId: number, paging: Paging): Promise<Page<PastImport>> {
  await getFolder(ctx, folderId);
  const { knex } = await ctx.db();
  const counted = knex.raw(`(select count(*)::integer from asset_import_asset m
    where m.folder_id = i.folder_id and m.import_id = i.id)`);
  const query = knex({ i: 'asset_import' }).where({ folder_id: folderId }).select('i.*', { assets: counted });
  return readPage(query, (page) => page.orderBy('id', 'desc'), paging, camelRow<ImportRow & { assets: number }>);
}

export interface AssetImportUndone {
  readonly importId: number;
  readonly fileName: string;
  readonly assetsRemoved: number;
  /** Nothing was removed. */
  readonly isPreview: boolean;
  /** Those of the file, as they were. */
  readonly assets: readonly Asset[];
}

/**
 * The register becomes what it would be had the file never come; a preview refuses as it would and only counts. Throws
 * FolderNotFound, AssetImportNotFound, AssetImportInUse, AssetInClosedExercise.
 */
export const undoAssetImport = (
  ctx: Pick<Context, 'db' | 'clock'>,
  folderId: number,
  importId: number,
  isPreview: boolean,
): Promise<AssetImportUndone> =>
  inRegister(ctx, folderId, async (register) => {
    const { trx } = register;
    const found = await pastImports(trx).where({ folder_id: folderId, id: importId }).first();
    if (!found) throw assetImportErrors.AssetImportNotFound({ importId });
    const made = await madeBy(trx, found);
    refuseInUse(importId, made);
    const ids = made.map(({ id }) => id);
    const gone = await loadNamed(trx, folderId, ids);
    for (const asset of gone) refuseRemoval(register, asset);
    if (!isPreview) await remove(trx, found, ids);
    return { importId, fileName: found.file_name, assetsRemoved: ids.length, isPreview, assets: gone };
  });

/** What was built on an asset since it was imported. */
const USES = ['isChanged', 'isLinked', 'isPosted'] as const;

type Made = Readonly<Record<'id' | 'number', number> & Record<(typeof USES)[number], boolean>>;

/** An asset that nobody changed still has the moment of its import; entries that were deleted posted nothing. */
const MADE = `
  select a.id, a.number,
    a.updated_at <> :importedAt or a.transferred_to is not null
      or exists (select from asset c where c.folder_id = a.folder_id and c.parent_id = a.id) as "isChanged",
    exists (select from asset_entry_line l where l.folder_id = a.folder_id and l.asset_id = a.id) as "isLinked",
    exists (select from asset_posting p join entry e on e.folder_id = p.folder_id and e.id = p.entry_id
      where p.folder_id = a.folder_id and p.asset_id = a.id) as "isPosted"
  from asset_import_asset m join asset a on a.folder_id = m.folder_id and a.id = m.asset_id
  where m.folder_id = :folderId and m.import_id = :importId order by a.number`;

async function madeBy(trx: Knex.Transaction, { folder_id, id, imported_at }: ImportRow): Promise<readonly Made[]> {
  const { rows } = await trx.raw(MADE, { folderId: folder_id, importId: id, importedAt: imported_at });
  return rows;
}

function refuseInUse(importId: number, made: readonly Made[]): void {
  const used = made.filter((one) => USES.some((use) => one[use]));
  if (used.length === 0) return;
  const countOf = (use: (typeof USES)[number]) => used.filter((one) => one[use]).length;
  const numbers = used.slice(0, MOST_NAMED).map(({ number }) => number);
  throw assetImportErrors.AssetImportInUse({
    importId,
    count: used.length,
    all: made.length,
    changed: countOf('isChanged'),
    linked: countOf('isLinked'),
    posted: countOf('isPosted'),
    numbers: numbers.join(', ') + (used.length > MOST_NAMED ? '…' : ''),
  });
}

const MOST_NAMED = 10;

async function remove(trx: Knex.Transaction, { folder_id, id }: ImportRow, assetIds: readonly number[]): Promise<void> {
  await assets(trx)
    .where({ folder_id })
    .whereRaw('id = any(?)', [[...assetIds]])
    .delete();
  await dropUnused(trx, folder_id);
  await pastImports(trx).where({ folder_id, id }).delete();
}
