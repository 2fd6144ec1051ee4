/**
 * Transactions of a provider become those of an account, batch by batch, each in one transaction: what is new is added,
 * what differs is changed with its event, what the provider deleted is marked so and stays. The provider's identifier
 * tells which is which, so that taking the same pages again changes nothing.
 */
import type { Knex } from 'knex';
import type { Database } from '../../../db/database.ts';
import { refuseReconciledChange } from '../../../ledger/reconciled.ts';
import type { Context } from '../../../operation/context.ts';
import { recordEvents } from '../../events.ts';
import { followAmounts } from '../../transactions/complementary/generated-vat.ts';
import type { ProviderTransaction } from '../providers/provider.ts';
import type { TakenAccount } from './take-account.ts';

/** Transactions stored at a time. */
const BATCH = 20_000;

export interface TakenTransactions {
  readonly added: number;
  /** Deleted ones included. */
  readonly changed: number;
}

type Batch = Map<string, ProviderTransaction>;

/** Takes every page, one batch being stored while the next is read; `told` hears how many transactions came so far. */
export async function takeTransactions(
  ctx: Context,
  account: TakenAccount,
  pages: AsyncIterable<readonly ProviderTransaction[]>,
  told: (count: number) => void,
): Promise<TakenTransactions> {
  const total = { added: 0, changed: 0 };
  let storing: Promise<void> = Promise.resolve();
  const store = async (batch: Batch) => {
    await storing;
    storing = storeBatch(ctx, account, [...batch.values()]).then(({ added, changed }) => {
      total.added += added;
      total.changed += changed;
    });
    storing.catch(() => {}); // reported to whoever waits for it
  };
  try {
    const { rest, latest } = await readPages(account, pages, store, told);
    if (rest.size > 0) await store(rest);
    await storing;
    await advance(ctx, account, latest);
  } finally {
    await storing.catch(() => {}); // a provider that fails does not leave a batch half-way behind
  }
  return total;
}

async function readPages(
  { sourceFrom }: TakenAccount,
  pages: AsyncIterable<readonly ProviderTransaction[]>,
  store: (batch: Batch) => Promise<void>,
  told: (count: number) => void,
): Promise<{ readonly rest: Batch; readonly latest: string }> {
  let [came, latest] = [0, ''];
  let batch: Batch = new Map();
  for await (const page of pages) {
    for (const transaction of page) {
      if (transaction.updatedAt > latest) latest = transaction.updatedAt;
      if (sourceFrom === null || transaction.date >= sourceFrom) keepLatest(batch, transaction);
    }
    came += page.length;
    told(came);
    if (batch.size < BATCH) continue;
    await store(batch);
    batch = new Map();
  }
  return { rest: batch, latest };
}

/** A list that moves while it is read can show a transaction twice. */
function keepLatest(batch: Batch, transaction: ProviderTransaction): void {
  const known = batch.get(transaction.id);
  if (!known || known.updatedAt <= transaction.updatedAt) batch.set(transaction.id, transaction);
}

/** The next reading begins where this one ended, never later than now, whatever the provider dates its changes. */
async function advance(ctx: Context, { folderId, accountId }: TakenAccount, latest: string): Promise<void> {
  if (latest === '') return;
  const now = ctx.clock.now();
  const { knex } = await ctx.db();
  await knex('bank_account')
    .where({ folder_id: folderId, id: accountId })
    .update({ read_until: latest < now ? latest : now });
}

const FIELDS = [
  'operation_date',
  'value_date',
  'amount_units',
  'decimals',
  'currency',
  'label',
  'description',
  'operation_code',
  'is_deleted',
] as const;

async function storeBatch(
  ctx: Context,
  { folderId, accountId }: TakenAccount,
  transactions: readonly ProviderTransaction[],
): Promise<TakenTransactions> {
  const db = await ctx.db();
  return db.transaction(async (trx) => {
    await stage(db, trx, transactions);
    // One reading at a time writes into an account.
    const place = { folder_id: folderId, id: accountId };
    await trx('bank_account').select('id').where(place).forNoKeyUpdate();
    const { added, changed } = await merge(trx, folderId, accountId, ctx.clock.now());
    const vat = await followAmounts(trx, folderId, changed);
    await recordEvents(trx, ctx, folderId, [...changed.map(event), ...vat]);
    await refuseReconciledChange(trx, folderId);
    return { added, changed: changed.length };
  });
}

const event = (aggregateId: number) =>
  ({ type: 'TransactionChanged', aggregateName: 'BankTransaction', aggregateId }) as const;

/** From so many rows on, the planner learns what it is about to join. */
const ANALYZE_ROWS = 1000;

async function stage(db: Database, trx: Knex.Transaction, transactions: readonly ProviderTransaction[]): Promise<void> {
  await trx.raw(`
    set local client_min_messages = warning;
    create temporary table if not exists provider_staged (
      rank integer not null, source_id text not null, operation_date date not null, value_date date,
      amount_units bigint not null, decimals smallint not null, currency text not null, label text not null,
      description text, operation_code text, is_deleted boolean not null
    ) on commit delete rows;
  `);
  const rows = transactions.map((one, rank) => [
    ...[rank, one.id, one.date, one.valueDate, one.units, one.decimals, one.currency],
    ...[one.label, one.description, one.operationCode, one.isDeleted],
  ]);
  await db.copyIn('provider_staged', ['rank', 'source_id', ...FIELDS], rows, trx);
  if (rows.length >= ANALYZE_ROWS) await trx.raw('analyze provider_staged');
}

/** What was deleted before it was ever seen is not worth a row. */
async function merge(
  trx: Knex.Transaction,
  folderId: number,
  accountId: number,
  now: string,
): Promise<{ readonly added: number; readonly changed: readonly number[] }> {
  const of = (alias: string) => FIELDS.map((field) => `${alias}.${field}`).join(', ');
  const { rows } = await trx.raw(
    `with changed as (
       update bank_transaction t
       set (${FIELDS.join(', ')}) = (select ${of('s')}), updated_at = :now,
           deleted_at = case when s.is_deleted then coalesce(t.deleted_at, :now) end
       from provider_staged s
       where t.folder_id = :folderId and t.account_id = :accountId and t.source_id = s.source_id
         and (${of('t')}) is distinct from (${of('s')})
       returning t.id
     ), added as (
       insert into bank_transaction (folder_id, account_id, source_id, created_at, updated_at, ${FIELDS.join(', ')})
       select :folderId, :accountId, s.source_id, :now, :now, ${of('s')}
       from provider_staged s
       where not s.is_deleted
         and not exists (select from bank_transaction t
                         where t.folder_id = :folderId and t.account_id = :accountId and t.source_id = s.source_id)
       order by s.rank
       returning 1
     )
     select (select count(*)::int from added) as added, array(select id from changed order by id) as changed`,
    { folderId, accountId, now },
  );
  return rows[0];
}
