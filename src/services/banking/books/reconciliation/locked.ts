/** Refuses changes of transactions whose entries are definitive: for those who change or remove transactions. */
import type { Knex } from 'knex';
import { readEntries } from '../../../ledger/entries.ts';
import { closedExercises } from '../../transactions/entries/bank-entries.ts';
import { entriesLinked } from '../../transactions/entries/link-groups.ts';
import { lockOf } from '../../transactions/entries/modification.ts';
import { reconciliationErrors } from './errors.ts';

/** Throws TransactionLocked for the first of the transactions that may not change: see `lockOf`. */
export async function refuseLockedTransactions(
  trx: Knex.Transaction,
  folderId: number,
  transactionIds: readonly number[],
): Promise<void> {
  if (transactionIds.length === 0) return;
  await refuseLocked(trx, folderId, await entriesLinked(trx, folderId, transactionIds));
}

/** The same of the entries named alone. */
export async function refuseLocked(
  trx: Knex.Transaction,
  folderId: number,
  found: readonly { readonly transactionId: number; readonly entryId: number }[],
): Promise<void> {
  if (found.length === 0) return;
  const entryIds = [...new Set(found.map(({ entryId }) => entryId))];
  const entries = new Map((await readEntries(trx, folderId, entryIds)).map((entry) => [entry.id, entry]));
  const closed = await closedExercises(trx, folderId);
  for (const { transactionId, entryId } of found) {
    const entry = entries.get(entryId);
    const lock = entry && lockOf(entry, closed);
    if (lock) throw reconciliationErrors.TransactionLocked({ transactionId, entryId, lock });
  }
}
