/** Transactions as queries give them: aggregates with their events, and what the query expands. */
import type { Knex } from 'knex';
import { type Camel, camelRow } from '../../../db/rows.ts';
import type { Context } from '../../../operation/context.ts';
import { type AccountAggregate, accountAggregates } from '../../accounts/account-aggregate.ts';
import { type AggregateBase, type AggregateRow, aggregateBase, latestEvents } from '../../aggregate.ts';
import { type Complement, complementsOf } from '../complementary/store.ts';
import { odataErrors } from './errors.ts';
import { TRANSACTION } from './model.ts';
import { parseQuery, type Query, type QueryText } from './options.ts';
import { propertiesOf, type QueryPage, runQuery } from './run-query.ts';

/** Folders in reach of the caller. */
export type Reach = ReadonlySet<number> | 'all';

interface TransactionRow extends AggregateRow {
  readonly folder_id: number;
  readonly source_id: string | null;
  readonly account_id: number;
  readonly operation_date: string;
  readonly label: string;
  readonly description: string | null;
  readonly amount: string;
  readonly is_deleted: boolean;
  readonly is_synchronized: boolean;
  readonly currency: string;
  readonly operation_code: string | null;
  readonly fx_currency: string | null;
  readonly fx_rate: string | null;
  readonly fx_amount: string | null;
  readonly fx_date: string | null;
  readonly deleted_at: string | null;
}

interface PaymentRow extends AggregateRow {
  readonly folder_id: number;
  readonly transaction_id: number;
  readonly payment_date: string | null;
  readonly payment_mode: string | null;
  readonly nature_operation: string | null;
  readonly payment_client_id: string | null;
}

export interface PaymentAggregate extends Camel<PaymentRow>, AggregateBase {}

export interface ComplementAggregate extends Complement, AggregateBase {}

/** What was not expanded, or is not there, is undefined. */
export interface TransactionAggregate extends Camel<TransactionRow>, AggregateBase {
  readonly account: AccountAggregate | undefined;
  readonly paymentInformations: PaymentAggregate | undefined;
  readonly complementaryData: ComplementAggregate | undefined;
}

export interface Answer<T> {
  readonly items: readonly T[];
  readonly query: Query;
  readonly count: number | undefined;
  readonly next: QueryPage<unknown>['next'];
}

/** Narrows what a query begins with, beside the folders in reach. */
export interface TransactionScope {
  readonly reach: Reach;
  readonly transactionId?: number | undefined;
  /** Always expanded. */
  readonly expand?: readonly string[];
}

interface Key {
  readonly id: number;
  readonly folderId: number;
}

/**
 * Hidden transactions are never given; deleted ones when the filter names IsDeleted or DeletedAt. By folder, day and
 * identifier unless ordered. Throws QueriedTransactionNotFound, ODataTooSlow and the errors of `parseQuery`.
 */
export async function queryTransactions(
  ctx: Context,
  scope: TransactionScope,
  text: QueryText,
): Promise<Answer<TransactionAggregate>> {
  const query = parseQuery(text, TRANSACTION);
  await requireNamed(ctx, scope);
  const columns = { id: 't.id', folderId: 't.folder_id' };
  const ties = query.order.length > 0 ? ['t.id'] : ['t.folder_id', 't.operation_date', 't.id'];
  const { rows, count, next } = await runQuery<Key>(await ctx.db(), (knex) => inReach(knex, scope, query), query, {
    columns,
    ties,
  });
  const expanded = new Set([...query.expand.map(({ name }) => name), ...(scope.expand ?? [])]);
  return { items: await readAggregates(ctx, rows, expanded), query, count, next };
}

/** One that is asked for by its number and is not there is refused: an empty answer would say that it has nothing. */
async function requireNamed(ctx: Context, { reach, transactionId }: TransactionScope): Promise<void> {
  if (transactionId === undefined) return;
  const { knex } = await ctx.db();
  const base = knex('bank_transaction').where({ id: transactionId, is_hidden: false });
  if (reach !== 'all') base.whereRaw('folder_id = any(?)', [[...reach]]);
  if (!(await base.first('id'))) throw odataErrors.QueriedTransactionNotFound({ transactionId });
}

const TELLS_DELETED = new Set(['IsDeleted', 'DeletedAt']);

function inReach(knex: Knex, { reach, transactionId }: TransactionScope, { filter }: Query): Knex.QueryBuilder {
  const base = knex(TRANSACTION.table).where('t.is_hidden', false);
  if (reach !== 'all') base.whereRaw('t.folder_id = any(?)', [[...reach]]);
  if (transactionId !== undefined) base.where('t.id', transactionId);
  const named = filter ? propertiesOf(filter) : [];
  const tellsDeleted = named.some(({ property, navigation }) => !navigation && TELLS_DELETED.has(property.name));
  return tellsDeleted ? base : base.where('t.is_deleted', false);
}

async function readAggregates(
  ctx: Context,
  keys: readonly Key[],
  expanded: ReadonlySet<string>,
): Promise<TransactionAggregate[]> {
  const found = new Map<number, TransactionAggregate>();
  for (const folderId of new Set(keys.map((key) => key.folderId))) {
    const ids = keys.filter((key) => key.folderId === folderId).map(({ id }) => id);
    for (const aggregate of await ofFolder(ctx, folderId, ids, expanded)) found.set(aggregate.id, aggregate);
  }
  return keys.flatMap(({ id }) => found.get(id) ?? []);
}

async function ofFolder(
  ctx: Context,
  folderId: number,
  ids: readonly number[],
  expanded: ReadonlySet<string>,
): Promise<TransactionAggregate[]> {
  const db = await ctx.db();
  const rows: TransactionRow[] = await db
    .knex('bank_transaction as t')
    .where('t.folder_id', folderId)
    .whereRaw('t.id = any(?)', [[...ids]]);
  const events = await latestEvents(db.knex, folderId, 'BankTransaction', ids);
  const accountIds = [...new Set(rows.map(({ account_id }) => account_id))];
  const accounts = expanded.has('Account')
    ? await accountAggregates(db.knex, { folderId, accountIds, withDeleted: true })
    : [];
  const payments = expanded.has('PaymentInformations') ? await paymentsOf(db.knex, folderId, ids) : undefined;
  const complements = expanded.has('ComplementaryData')
    ? await complementAggregates(db.knex, folderId, ids)
    : undefined;
  return rows.map((row) => ({
    ...camelRow(row),
    ...aggregateBase(row, events.get(row.id)),
    account: accounts.find(({ id }) => id === row.account_id),
    paymentInformations: payments?.get(row.id),
    complementaryData: complements?.get(row.id),
  }));
}

async function paymentsOf(
  knex: Knex,
  folderId: number,
  transactionIds: readonly number[],
): Promise<ReadonlyMap<number, PaymentAggregate>> {
  const rows: PaymentRow[] = await knex('payment_information')
    .where({ folder_id: folderId })
    .whereRaw('transaction_id = any(?)', [[...transactionIds]]);
  const ids = rows.map(({ id }) => id);
  const events = await latestEvents(knex, folderId, 'PaymentInformation', ids);
  return new Map(
    rows.map((row) => [row.transaction_id, { ...camelRow(row), ...aggregateBase(row, events.get(row.id)) }]),
  );
}

/** What was added to each of these transactions, by transaction. */
export async function complementAggregates(
  knex: Knex,
  folderId: number,
  transactionIds: readonly number[],
): Promise<ReadonlyMap<number, ComplementAggregate>> {
  const complements = [...(await complementsOf(knex, folderId, transactionIds)).values()];
  const stored = complements.flatMap((complement) => (complement.row ? [{ complement, row: complement.row }] : []));
  const ids = stored.map(({ row }) => row.id);
  const events = await latestEvents(knex, folderId, 'ComplementaryData', ids);
  return new Map(
    stored.map(({ complement, row }) => [
      complement.transactionId,
      { ...complement, ...aggregateBase(row, events.get(row.id)) },
    ]),
  );
}
