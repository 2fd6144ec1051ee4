/** Transactions that no entry books yet. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../../kernel/dates.ts';
import { divideRounded } from '../../../kernel/ratio.ts';
import type { Bookable } from './entry.ts';

export interface BookableWanted {
  readonly accountId?: number | undefined;
  readonly beginDate?: PlainDate | undefined;
  readonly endDate?: PlainDate | undefined;
  /** These alone. */
  readonly transactionIds?: readonly number[] | undefined;
}

/** By day; those without amount, which no entry can hold, and deleted ones are left out. */
export async function unbooked(
  knex: Knex,
  folderId: number,
  { accountId, beginDate, endDate, transactionIds }: BookableWanted,
): Promise<Bookable[]> {
  const query = knex('bank_transaction as t')
    .where({ 't.folder_id': folderId, 't.is_deleted': false })
    .whereNot('t.amount_units', 0)
    .whereNotExists((linked) =>
      linked.from({ r: 'bank_reconciliation' }).whereRaw('r.folder_id = t.folder_id and r.transaction_id = t.id'),
    )
    .orderBy(['t.operation_date', 't.id'])
    .select({ id: 't.id', accountId: 't.account_id', date: 't.operation_date', label: 't.label' })
    .select({ operationCode: 't.operation_code', reference: 't.reference', currency: 't.currency' })
    .select({ units: 't.amount_units', decimals: 't.decimals', fxCurrency: 't.fx_currency', fxAmount: 't.fx_amount' });
  if (accountId !== undefined) query.where('t.account_id', accountId);
  if (beginDate !== undefined) query.where('t.operation_date', '>=', beginDate);
  if (endDate !== undefined) query.where('t.operation_date', '<=', endDate);
  if (transactionIds !== undefined) query.whereRaw('t.id = any(?)', [[...transactionIds]]);
  const rows: Omit<Bookable, 'amount'>[] = await query;
  return rows.map((row) => ({
    ...row,
    amount: divideRounded(row.units * 100n, 10n ** BigInt(row.decimals), 'halfUp'), // rules weigh it to the cent
  }));
}
