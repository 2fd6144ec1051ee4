/** Takes back the entries that were written from transactions. */
import type { Knex } from 'knex';
import { deleteEntry } from '../../../ledger/write-entries.ts';
import type { Context } from '../../../operation/context.ts';
import { links, linksOf } from '../../transactions/entries/links.ts';
import { reconciliationErrors } from '../reconciliation/errors.ts';
import { inReconciliation, linkOf, removeLinks } from '../reconciliation/links.ts';
import { refuseLockedTransactions } from '../reconciliation/locked.ts';

/**
 * Deletes the entries written from transactions, which are free again: all of them or none. Throws FolderNotFound,
 * BankTransactionUnknown, TransactionNotReconciled, TransactionNotGenerated, TransactionLocked when one is definitive.
 */
export async function undoWritten(ctx: Context, folderId: number, transactionIds: readonly number[]): Promise<void> {
  await inReconciliation(ctx, folderId, async (trx, inside) => {
    for (const transactionId of new Set(transactionIds)) {
      const link = await linkOf(trx, folderId, transactionId);
      if (link.origin !== 'Generated') throw reconciliationErrors.TransactionNotGenerated({ transactionId });
      await refuseLockedTransactions(trx, folderId, [transactionId]);
      await deleteWritten(trx, inside, folderId, link.entryId);
    }
  });
}

/**
 * Deletes the drafts written from these transactions, which go. Under `lockLinks`; `inside` is the context within `trx`.
 * Throws as `deleteEntry`.
 */
export async function deleteWrittenFrom(
  trx: Knex.Transaction,
  inside: Context,
  folderId: number,
  transactionIds: readonly number[],
): Promise<number> {
  const written = (await linksOf(trx, folderId, transactionIds)).filter(({ origin }) => origin === 'Generated');
  for (const { entryId } of written) await deleteWritten(trx, inside, folderId, entryId);
  return written.length;
}

/** With every link to it: another transaction may be linked to another line of it. */
export async function deleteWritten(
  trx: Knex.Transaction,
  inside: Context,
  folderId: number,
  entryId: number,
): Promise<void> {
  const linked: number[] = await links(trx)
    .where({ folder_id: folderId, entry_id: entryId })
    .orderBy('transaction_id')
    .pluck('transaction_id');
  await removeLinks(trx, inside, folderId, linked);
  await deleteEntry(inside, folderId, entryId);
}
