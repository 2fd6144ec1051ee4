import type { Database } from '../../db/database.ts';
import { getFolder } from '../../folders/folders.ts';
import { bankingErrors } from '../errors.ts';
import type { Provider } from '../store.ts';

/** An account under the identifier that its provider gives it. */
export interface SourceAccount {
  readonly folderId: number;
  readonly provider: Provider;
  readonly sourceId: string;
}

/** The account of a folder that stands for a provider's. Throws FolderNotFound, SourceAccountNotFound. */
export async function accountOfSource(db: Database, { folderId, provider, sourceId }: SourceAccount): Promise<number> {
  await getFolder(db, folderId);
  const account: { id: number } | undefined = await db
    .knex('bank_account')
    .select('id')
    .where({ folder_id: folderId, provider, source_id: sourceId, deleted_at: null })
    .first();
  if (!account) throw bankingErrors.SourceAccountNotFound({ folderId, provider, sourceId });
  return account.id;
}
