/** Listings of declarations: of a folder (A10), and what changed in the folders of a firm (A13). */
import { getCompany } from '../folders/companies.ts';
import { getFolder, listFolders } from '../folders/folders.ts';
import { presentMoment } from '../kernel/clock.ts';
import { readExercises } from '../ledger/exercises.ts';
import type { Context } from '../operation/context.ts';
import { listingOrder } from './rules/refresh.ts';
import type { UpdateWindow } from './rules/window.ts';
import { DECLARATION_COLUMNS, fromRow, listedWithExercises, type StoredDeclaration } from './store.ts';
import { endWindow } from './windows.ts';

export interface ListedDeclaration extends StoredDeclaration {
  /** The exercise of the folder that holds the last day of the period. */
  readonly exerciseId: number | undefined;
}

/** Latest period first, then latest record; deleted ones are not listed. Throws FolderNotFound. */
export async function listDeclarations(ctx: Context, folderId: number): Promise<ListedDeclaration[]> {
  const db = await ctx.db();
  const declarations = await listedWithExercises(db.knex, folderId);
  if (declarations.length === 0) await getFolder(ctx, folderId); // a folder that has declarations exists
  return inListingOrder(declarations);
}

const inListingOrder = (declarations: readonly ListedDeclaration[]): ListedDeclaration[] =>
  declarations.toSorted((a, b) =>
    listingOrder({ id: a.id, end: a.record.values.end }, { id: b.id, end: b.record.values.end }),
  );

/** Each declaration with its exercise. */
export async function withExercises(
  ctx: Context,
  folderId: number,
  declarations: readonly StoredDeclaration[],
): Promise<ListedDeclaration[]> {
  const exercises = await readExercises((await ctx.db()).knex, folderId);
  return declarations.map((declaration) => {
    const { periodEnd: end } = declaration;
    const exercise = end === undefined ? undefined : exercises.find((one) => one.start <= end && end <= one.end);
    return { ...declaration, exerciseId: exercise?.id };
  });
}

export interface UpdatedDeclaration extends StoredDeclaration {
  readonly folder: { readonly id: number; readonly name: string; readonly siren: string | null };
}

/** Most records of one window; the caller goes on from the last one. */
export const MAX_UPDATED = 10_000;

export interface UpdatedListing {
  readonly updated: readonly UpdatedDeclaration[];
  readonly isTruncated: boolean;
}

/**
 * What changed in the window in the folders of a firm that the caller sees, oldest change first, deleted ones too. What
 * commits after this answer is in a later window. Throws CompanyNotFound.
 */
export async function listUpdated(
  ctx: Context,
  companyId: number,
  window: UpdateWindow,
  limit = MAX_UPDATED,
): Promise<UpdatedListing> {
  const db = await ctx.db();
  const folders = await listFolders(ctx, { companyId });
  if (folders.length === 0) await getCompany(ctx, companyId);
  await endWindow(db.knex, window, presentMoment(ctx));
  const byId = new Map(folders.map(({ id, name, siren }) => [id, { id, name, siren }]));
  const { rows } = await db.knex.raw(
    `select ${DECLARATION_COLUMNS} from declaration d
     where d.updated_at >= ? and d.updated_at < ? and d.folder_id = any(?)
     order by d.updated_at, d.id limit ?`,
    [window.after, window.before, [...byId.keys()], limit + 1],
  );
  const updated = rows.slice(0, limit).flatMap((row: Parameters<typeof fromRow>[0]) => {
    const folder = byId.get(row.folder_id);
    return folder ? [{ ...fromRow(row), folder }] : [];
  });
  return { updated, isTruncated: rows.length > limit };
}
