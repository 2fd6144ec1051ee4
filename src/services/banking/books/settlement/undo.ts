/** Takes back settlements: their lettering, their entries and their links. */
import type { Knex } from 'knex';
import { releaseLetters } from '../../../ledger/letters/release.ts';
import type { Context } from '../../../operation/context.ts';
import { reconciliationErrors } from '../reconciliation/errors.ts';
import { inReconciliation, linkOf } from '../reconciliation/links.ts';
import { refuseLockedTransactions } from '../reconciliation/locked.ts';
import { deleteWritten } from '../rules/undo.ts';

/**
 * All of them or none; the items are open again. Throws FolderNotFound, BankTransactionUnknown,
 * TransactionNotReconciled, TransactionNotGenerated for what settled nothing, TransactionLocked when an entry is
 * definitive, ExerciseClosed.
 */
export const undoSettlements = (ctx: Context, folderId: number, transactionIds: readonly number[]): Promise<void> =>
  inReconciliation(ctx, folderId, async (trx, inside) => {
    for (const id of new Set(transactionIds)) await undoWithin(trx, inside, folderId, id);
  });

/** The same under `lockLinks`; `inside` is the context of `trx`. */
export async function undoWithin(
  trx: Knex.Transaction,
  inside: Context,
  folderId: number,
  transactionId: number,
): Promise<void> {
  const { letteringIds, entryId } = await linkOf(trx, folderId, transactionId);
  if (letteringIds.length === 0) throw reconciliationErrors.TransactionNotGenerated({ transactionId });
  await releaseLetters(inside, trx, folderId, { entryId, letteringIds });
  await refuseLockedTransactions(trx, folderId, [transactionId]);
  await deleteWritten(trx, inside, folderId, entryId);
}
