import { getFolder } from '../../folders/folders.ts';
import type { Context } from '../../operation/context.ts';
import type { SourceAccount } from '../accounts/account-changes.ts';
import { bankingErrors } from '../errors.ts';

/** The account of a folder that stands for a provider's. Throws FolderNotFound, SourceAccountNotFound. */
export async function accountOfSource(
  ctx: Context,
  folderId: number,
  { provider, sourceId }: SourceAccount,
): Promise<number> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const account: { id: number } | undefined = await db
    .knex('bank_account')
    .select('id')
    .where({ folder_id: folderId, provider, source_id: sourceId, deleted_at: null })
    .first();
  if (!account) throw bankingErrors.SourceAccountNotFound({ folderId, provider, sourceId });
  return account.id;
}
