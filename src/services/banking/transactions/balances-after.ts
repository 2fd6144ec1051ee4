import type { Database } from '../../db/database.ts';
import { formatAmount } from '../../kernel/money.ts';
import { lastBalances } from '../last-balance.ts';
import type { BankTransaction } from './view.ts';

/**
 * What the account held after each of its transactions: the last statement's balance, less all that came after. Empty
 * as long as the account has no statement. Decimal strings by transaction.
 */
export async function balancesAfter(
  db: Database,
  folderId: number,
  accountId: number,
  transactions: readonly Pick<BankTransaction, 'id' | 'operationDate'>[],
): Promise<ReadonlyMap<number, string>> {
  const last = await lastBalances(db.knex, folderId).where('s.account_id', accountId).first();
  const [first] = transactions;
  if (!last || !first) return new Map();
  const { rows } = await db.knex.raw(
    `select id, units from (
       select id, sum(amount_units) over (order by operation_date desc, id desc) - amount_units as units
       from bank_transaction
       where folder_id = ? and account_id = ? and operation_date >= ? and not is_deleted
     ) later where id = any(?)`,
    [folderId, accountId, first.operationDate, transactions.map(({ id }) => id)],
  );
  return new Map(
    (rows as { id: number; units: string }[]).map(({ id, units }) => [
      id,
      formatAmount(last.end_units - BigInt(units), last.decimals),
    ]),
  );
}
