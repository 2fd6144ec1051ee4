/** Categories of a folder: what its people sort transactions into. */
import { getFolder } from '../../../folders/folders.ts';
import { formatAmount } from '../../../kernel/money.ts';
import type { Context } from '../../../operation/context.ts';
import { authorOf } from '../../events.ts';
import { complementaryErrors } from './errors.ts';
import { NATURES } from './natures.ts';
import { refusingTakenName } from './taken-name.ts';

export interface Category {
  readonly id: number;
  readonly name: string;
  /** Percent, as a decimal string. */
  readonly vatRate: string | null;
  readonly natureId: number | null;
}

export interface NewCategory {
  readonly name: string;
  /** Percent in hundredths. */
  readonly vatRate?: bigint | null | undefined;
  readonly natureId?: number | null | undefined;
}

const COLUMNS = { id: 'id', name: 'name', vatRate: 'vat_rate', natureId: 'nature_id' };

/** By name. Throws FolderNotFound. */
export async function listCategories(ctx: Context, folderId: number): Promise<Category[]> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  return db.knex('bank_category').select(COLUMNS).where({ folder_id: folderId }).orderByRaw('fold_text(name)');
}

/** Throws FolderNotFound, NatureNotFound, NameTaken. */
export async function createCategory(
  ctx: Context,
  folderId: number,
  { name, vatRate = null, natureId = null }: NewCategory,
): Promise<Category> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  if (natureId !== null && !NATURES.some(({ id }) => id === natureId)) {
    throw complementaryErrors.NatureNotFound({ natureId });
  }
  const now = ctx.clock.now();
  const insert = db.knex('bank_category').insert({
    folder_id: folderId,
    name,
    nature_id: natureId,
    created_at: now,
    updated_at: now,
    vat_rate: vatRate === null ? null : formatAmount(vatRate),
    updated_by_user_id: authorOf(ctx.actor).userId,
  });
  const [{ id, vat_rate }] = await refusingTakenName(name, insert.returning(['id', 'vat_rate']));
  return { id, name, vatRate: vat_rate, natureId };
}
