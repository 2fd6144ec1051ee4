/** Takes back the entries that were written from transactions. */
import type { Knex } from 'knex';
import type { Database } from '../../../db/database.ts';
import { deleteEntry } from '../../../ledger/write-entries.ts';
import type { Context } from '../../../operation/context.ts';
import { reconciliationErrors } from '../reconciliation/errors.ts';
import { inReconciliation, linkOf, removeLinks } from '../reconciliation/links.ts';
import { refuseLockedTransactions } from '../reconciliation/locked.ts';
import { links, linksOf } from '../reconciliation/store.ts';

/**
 * Deletes the entries written from transactions, which are free again: all of them or none. Throws FolderNotFound,
 * BankTransactionUnknown, TransactionNotReconciled, TransactionNotGenerated, TransactionLocked when one is definitive.
 */
export async function undoWritten(ctx: Context, folderId: number, transactionIds: readonly number[]): Promise<void> {
  await inReconciliation(await ctx.db(), folderId, async (within, trx) => {
    for (const transactionId of new Set(transactionIds)) {
      const link = await linkOf(trx, folderId, transactionId);
      if (link.origin !== 'Generated') throw reconciliationErrors.TransactionNotGenerated({ transactionId });
      await refuseLockedTransactions(trx, folderId, [transactionId]);
      await deleteWritten(ctx, within, trx, folderId, link.entry_id);
    }
  });
}

/** Deletes the drafts written from these transactions, which go. Under `lockLinks`. Throws as `deleteEntry`. */
export async function deleteWrittenFrom(
  ctx: Context,
  within: Database,
  trx: Knex.Transaction,
  folderId: number,
  transactionIds: readonly number[],
): Promise<void> {
  const written = (await linksOf(trx, folderId, transactionIds)).filter(({ origin }) => origin === 'Generated');
  for (const { entry_id } of written) await deleteWritten(ctx, within, trx, folderId, entry_id);
}

/** With every link to it: another transaction may be linked to another line of it. */
async function deleteWritten(
  ctx: Context,
  within: Database,
  trx: Knex.Transaction,
  folderId: number,
  entryId: number,
): Promise<void> {
  const linked: number[] = await links(trx)
    .where({ folder_id: folderId, entry_id: entryId })
    .orderBy('transaction_id')
    .pluck('transaction_id');
  await removeLinks(trx, ctx, folderId, linked);
  await deleteEntry(within, folderId, entryId);
}
