/** The lock of a reconciled period: set once its reconciliation leaves nothing unexplained, opened again by name. */
import type { Knex } from 'knex';
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import { formatAmount } from '../../kernel/money.ts';
import { lockedUntil } from '../../ledger/reconciled.ts';
import type { Context } from '../../operation/context.ts';
import { requireAccount } from '../accounts/accounts.ts';
import { ledgerSideOf } from '../books/reconciliation/ledger-side.ts';
import { inReconciliation } from '../books/reconciliation/links.ts';
import { bankingErrors } from '../errors.ts';
import { reconciliationStatement } from './reconciliation-statement.ts';

export interface ReconciledPeriod {
  readonly accountId: number;
  /** Last day that is locked; null when none is. */
  readonly lockedUntil: PlainDate | null;
}

const table = (knex: Knex) => knex('bank_reconciled');

/**
 * Locks all days up to this one. Throws as `reconciliationStatement`, PeriodUnreconciled when something is left
 * unexplained, PeriodReconciledLater when a later day is locked.
 */
export const lockPeriod = (
  ctx: Context,
  folderId: number,
  accountId: number,
  date: PlainDate,
): Promise<ReconciledPeriod> =>
  inReconciliation(ctx, folderId, async (trx, inside) => {
    const { unexplained } = await reconciliationStatement(inside, folderId, accountId, date);
    const difference = formatAmount(unexplained);
    if (unexplained !== 0n) throw bankingErrors.PeriodUnreconciled({ accountId, date, difference });
    const until = await lockedUntil(trx, folderId, accountId);
    if (until !== null && until > date) throw bankingErrors.PeriodReconciledLater({ accountId, until });
    await seal(trx, inside, { folderId, accountId, until: date });
    return { accountId, lockedUntil: date };
  });

/** Opens this day and those after it; days before stay locked. Throws FolderNotFound, BankAccountNotFound, PeriodOpen. */
export const reopenPeriod = (
  ctx: Context,
  folderId: number,
  accountId: number,
  from: PlainDate,
): Promise<ReconciledPeriod> =>
  inReconciliation(ctx, folderId, async (trx, inside) => {
    await requireAccount(trx, folderId, accountId);
    const [until, last] = [await lockedUntil(trx, folderId, accountId), addDays(from, -1)];
    if (until === null || until < from) throw bankingErrors.PeriodOpen({ accountId, date: from });
    await table(trx).where({ folder_id: folderId, account_id: accountId }).delete();
    const isLeft = await hasMovements(trx, { folderId, accountId, until: last });
    if (isLeft) await seal(trx, inside, { folderId, accountId, until: last });
    return { accountId, lockedUntil: isLeft ? last : null };
  });

interface Place {
  readonly folderId: number;
  readonly accountId: number;
  readonly until: PlainDate;
}

async function hasMovements(trx: Knex.Transaction, { folderId, accountId, until }: Place): Promise<boolean> {
  const own = { folder_id: folderId, account_id: accountId, is_deleted: false };
  return (await trx('bank_transaction').where(own).where('operation_date', '<=', until).first('id')) !== undefined;
}

async function seal(trx: Knex.Transaction, inside: Context, { folderId, accountId, until }: Place): Promise<void> {
  const { ledgerAccount } = await ledgerSideOf(inside, folderId, accountId);
  await table(trx)
    .insert({
      folder_id: folderId,
      account_id: accountId,
      ledger_account_id: ledgerAccount.id,
      until,
      seal: trx.raw('reconciled_seal(?, ?, ?, ?)', [folderId, accountId, ledgerAccount.id, until]),
      locked_at: inside.clock.now(),
    })
    .onConflict(['folder_id', 'account_id'])
    .merge();
}
