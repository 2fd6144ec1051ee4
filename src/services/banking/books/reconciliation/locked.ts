/** Refuses changes of transactions whose entries are definitive: for those who change or remove transactions. */
import type { Knex } from 'knex';
import { readEntries } from '../../../ledger/entries.ts';
import { closedExercises } from './bank-entries.ts';
import { reconciliationErrors } from './errors.ts';
import { lockOf } from './modification.ts';
import { linksOf } from './store.ts';

/** Throws TransactionLocked for the first of the transactions that may not change: see `lockOf`. */
export async function refuseLockedTransactions(
  trx: Knex.Transaction,
  folderId: number,
  transactionIds: readonly number[],
): Promise<void> {
  const found = transactionIds.length === 0 ? [] : await linksOf(trx, folderId, transactionIds);
  if (found.length === 0) return;
  const entryIds = [...new Set(found.map(({ entry_id }) => entry_id))];
  const entries = new Map((await readEntries(trx, folderId, entryIds)).map((entry) => [entry.id, entry]));
  const closed = await closedExercises({ knex: trx }, folderId);
  for (const { transaction_id, entry_id } of found) {
    const entry = entries.get(entry_id);
    const lock = entry && lockOf(entry, closed);
    if (lock) throw reconciliationErrors.TransactionLocked({ transactionId: transaction_id, entryId: entry_id, lock });
  }
}
