/** Complementary data of one transaction, queried by its number alone. */
import type { Knex } from 'knex';
import type { Context } from '../../../operation/context.ts';
import { odataErrors } from './errors.ts';
import { COMPLEMENTARY_DATA } from './model.ts';
import { parseQuery, type QueryText } from './options.ts';
import { runQuery } from './run-query.ts';
import { type Answer, type ComplementAggregate, complementAggregates, type Reach } from './transactions.ts';

/**
 * One item at most: none as long as nothing was added to the transaction. A transaction of a folder out of reach, or a
 * hidden or deleted one, does not exist: nothing that this entity can be filtered by asks for deleted ones. Throws QueriedTransactionNotFound and the errors of `parseQuery`.
 */
export async function queryComplement(
  ctx: Context,
  reach: Reach,
  transactionId: number,
  text: QueryText,
): Promise<Answer<ComplementAggregate>> {
  const db = await ctx.db();
  const { knex } = db;
  const query = parseQuery(text, COMPLEMENTARY_DATA);
  const found: { folder_id: number } | undefined = await knex('bank_transaction')
    .select('folder_id')
    .where({ id: transactionId, is_hidden: false, is_deleted: false })
    .first();
  const isKnown = found !== undefined && (reach === 'all' || reach.has(found.folder_id));
  if (!isKnown) throw odataErrors.QueriedTransactionNotFound({ transactionId });
  const own = { 'c.folder_id': found.folder_id, 'c.transaction_id': transactionId };
  const base = (trx: Knex) => trx(COMPLEMENTARY_DATA.table).where(own);
  const reading = { columns: { id: 'c.id' }, ties: ['c.id'] };
  const { rows, count, next } = await runQuery<{ readonly id: number }>(db, base, query, reading);
  const aggregates = await complementAggregates(knex, found.folder_id, rows.length > 0 ? [transactionId] : []);
  return { items: [...aggregates.values()], query, count, next };
}
