import type { Context } from '../../operation/context.ts';
import { readAccounts } from '../accounts/accounts.ts';
import type { BankTransaction } from './view.ts';

/**
 * What the account held after each of its transactions: the balance that a statement or its provider gives, with what
 * came after that day, less all that came after the transaction. Empty as long as no balance is known. Decimal strings
 * by transaction.
 */
export async function balancesAfter(
  ctx: Context,
  folderId: number,
  accountId: number,
  transactions: readonly Pick<BankTransaction, 'id' | 'operationDate'>[],
): Promise<ReadonlyMap<number, string>> {
  const db = await ctx.db();
  const [account] = await readAccounts(db.knex, { folderId, accountIds: [accountId] });
  const [first] = transactions;
  if (!account || account.balance === null || account.balanceDate === null || !first) return new Map();
  const { rows } = await db.knex.raw(
    `select id, (cast(:balance as numeric) + since_told - later)::text as balance from (
       select id, coalesce(sum(amount) filter (where operation_date > cast(:told as date)) over (), 0) as since_told,
         sum(amount) over (order by operation_date desc, id desc) - amount as later
       from bank_transaction
       where folder_id = :folderId and account_id = :accountId and operation_date >= least(cast(:first as date), cast(:told as date)) and not is_deleted
     ) t where id = any(:ids)`,
    {
      folderId,
      accountId,
      balance: account.balance,
      told: account.balanceDate,
      first: first.operationDate,
      ids: transactions.map(({ id }) => id),
    },
  );
  return new Map((rows as { id: number; balance: string }[]).map(({ id, balance }) => [id, balance]));
}
