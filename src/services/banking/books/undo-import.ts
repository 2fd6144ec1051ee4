/** Undo of an import with what the books made of its transactions. */
import type { Knex } from 'knex';
import type { Context } from '../../operation/context.ts';
import { within } from '../../operation/within.ts';
import { type Released, type Undone, undoImport } from '../statements/undo.ts';
import { linksOf, type StoredLink } from '../transactions/entries/links.ts';
import { lockLinks, unlink } from './reconciliation/links.ts';
import { refuseLockedTransactions } from './reconciliation/locked.ts';
import { deleteWrittenFrom } from './rules/undo.ts';

/**
 * Undoes an import; the drafts written from transactions that go are deleted, or the next import would have them written
 * twice; from entries that were in the ledger only the links go, whatever their state. Throws StatementImportNotFound,
 * TransactionLocked when an entry written from a transaction that would go is definitive, LedgerFolderInactive when a
 * draft would go.
 */
export const undoBookedImport = (ctx: Context, importId: number): Promise<Undone> =>
  undoImport(ctx, importId, releaseLinks);

async function releaseLinks(
  ctx: Context,
  trx: Knex.Transaction,
  folderId: number,
  statementIds: readonly number[],
): Promise<Released> {
  await lockLinks(trx, folderId);
  await handLinksOver(trx, folderId, statementIds);
  const booked = await bookedBy(trx, folderId, statementIds);
  const inside = within(ctx, trx);
  const isWritten = ({ origin }: StoredLink) => origin === 'Generated';
  const written = (await linksOf(trx, folderId, booked)).filter(isWritten).map(({ transactionId }) => transactionId);
  await refuseLockedTransactions(trx, folderId, written);
  const entriesRemoved = await deleteWrittenFrom(trx, inside, folderId, written);
  const unlinked = await unlink(trx, inside, folderId, await linksOf(trx, folderId, booked));
  return { entriesRemoved, linksRemoved: written.length + unlinked };
}

/** A transaction that another format gives too goes on as that one, with its link. */
const handLinksOver = (trx: Knex.Transaction, folderId: number, statementIds: readonly number[]) =>
  trx.raw(
    `update bank_reconciliation r set transaction_id = (
       select min(t.id) from bank_transaction t join bank_sighting o on o.folder_id = t.folder_id and o.transaction_id = t.id
       where t.folder_id = r.folder_id and t.same_as = r.transaction_id and o.statement_id <> all(:ids))
     where r.folder_id = :folderId
       and exists (select from bank_sighting g where g.folder_id = r.folder_id
                   and g.transaction_id = r.transaction_id and g.statement_id = any(:ids))
       and not exists (select from bank_sighting o where o.folder_id = r.folder_id
                       and o.transaction_id = r.transaction_id and o.statement_id <> all(:ids))
       and exists (select from bank_transaction t join bank_sighting o on o.folder_id = t.folder_id and o.transaction_id = t.id
                   where t.folder_id = r.folder_id and t.same_as = r.transaction_id and o.statement_id <> all(:ids))`,
    { folderId, ids: [...statementIds] },
  );

/** Transactions that an entry books and that no other statement shows. */
async function bookedBy(trx: Knex.Transaction, folderId: number, statementIds: readonly number[]): Promise<number[]> {
  const { rows } = await trx.raw(
    `select distinct g.transaction_id as id from bank_sighting g
     join bank_reconciliation r on r.folder_id = g.folder_id and r.transaction_id = g.transaction_id
     where g.folder_id = :folderId and g.statement_id = any(:ids)
       and not exists (select from bank_sighting o where o.folder_id = g.folder_id
                       and o.transaction_id = g.transaction_id and o.statement_id <> all(:ids))
     order by 1`,
    { folderId, ids: [...statementIds] },
  );
  return rows.map(({ id }: { id: number }) => id);
}
