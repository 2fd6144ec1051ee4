/** From an entry of the books to the movements that it books, and the documents that justify them. */
import { getFolder } from '../../../folders/folders.ts';
import type { Context } from '../../../operation/context.ts';

export interface BookedTransaction {
  readonly transactionId: number;
  readonly accountId: number;
  readonly date: string;
  readonly label: string;
  /** Decimal string. */
  readonly amount: string;
  readonly documents: readonly { readonly documentId: number; readonly fileName: string }[];
}

interface Row extends Omit<BookedTransaction, 'documents'> {
  readonly documents: BookedTransaction['documents'] | null;
}

/** By day; none for an entry that no movement is linked to. Throws FolderNotFound. */
export async function transactionsOfEntry(
  ctx: Context,
  folderId: number,
  entryId: number,
): Promise<readonly BookedTransaction[]> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  const { rows } = await knex.raw(
    `select t.id as "transactionId", t.account_id as "accountId", t.operation_date as date, t.label, t.amount::text,
            (select jsonb_agg(jsonb_build_object('documentId', d.id, 'fileName', d.file_name) order by d.id)
             from document_association l
             join supporting_document d on d.folder_id = l.folder_id and d.id = l.document_id
             where l.folder_id = t.folder_id and l.transaction_id = t.id) as documents
     from bank_reconciliation r
     join bank_transaction t on t.folder_id = r.folder_id and t.id = r.transaction_id
     where r.folder_id = ? and r.entry_id = ? and not t.is_deleted
     order by t.operation_date, t.id`,
    [folderId, entryId],
  );
  return (rows as Row[]).map((row) => ({ ...row, documents: row.documents ?? [] }));
}
