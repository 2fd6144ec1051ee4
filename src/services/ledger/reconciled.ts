/** Periods of bank accounts that were reconciled and locked: nothing in them changes until they are opened again. */
import type { Knex } from 'knex';
import type { PlainDate } from '../kernel/dates.ts';
import { ledgerErrors } from './errors.ts';

/**
 * Asked at the end of whatever writes entries, links or transactions of a folder, in its transaction. Throws
 * PeriodReconciled when something in a locked period is no longer what it was.
 */
export async function refuseReconciledChange(trx: Knex.Transaction, folderId: number): Promise<void> {
  const { rows }: { rows: { accountId: number; until: PlainDate }[] } = await trx.raw(
    `select account_id as "accountId", until from bank_reconciled
     where folder_id = ? and seal <> reconciled_seal(folder_id, account_id, ledger_account_id, until)
     order by account_id limit 1`,
    [folderId],
  );
  const [changed] = rows;
  if (changed) throw ledgerErrors.PeriodReconciled({ folderId, ...changed });
}

/** What `work` makes, unless it changes what is locked. */
export async function keepingReconciled<T>(
  trx: Knex.Transaction,
  folderId: number,
  work: () => Promise<T>,
): Promise<T> {
  const result = await work();
  await refuseReconciledChange(trx, folderId);
  return result;
}

/** Last days that are locked, by bank account. */
export async function locksIn(knex: Knex, folderId: number): Promise<ReadonlyMap<number, PlainDate>> {
  const rows = await knex('bank_reconciled').where({ folder_id: folderId }).select('account_id', 'until');
  return new Map(rows.map(({ account_id, until }) => [account_id, until]));
}

/** Last day of a bank account that is locked; null when none is. */
export async function lockedUntil(knex: Knex, folderId: number, accountId: number): Promise<PlainDate | null> {
  const row = await knex('bank_reconciled').where({ folder_id: folderId, account_id: accountId }).first('until');
  return row?.until ?? null;
}
