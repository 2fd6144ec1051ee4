/** Transactions of a folder: listed by day, searched by text or amount; the balance after each. */
import type { Knex } from 'knex';
import type { Database } from '../db/database.ts';
import { getFolder } from '../folders/folders.ts';
import { formatAmount, parseAmount } from '../kernel/money.ts';
import { requireAccount } from './accounts.ts';
import { bankingErrors } from './errors.ts';
import { lastBalances } from './last-balance.ts';

export interface TransactionFilter {
  readonly folderId: number;
  readonly accountId?: number | undefined;
  /** Both days included. */
  readonly beginDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** Part of the label, case and accents aside, or an amount of either sign. */
  readonly textOrAmount?: string | undefined;
  readonly page?: number | undefined;
  readonly size?: number | undefined;
}

/** One transaction; amounts as decimal strings. */
export interface BankTransaction {
  readonly id: number;
  readonly accountId: number;
  readonly operationDate: string;
  readonly valueDate: string | null;
  readonly createdAt: string;
  readonly label: string;
  readonly description: string | null;
  readonly amount: string;
  readonly isDeleted: boolean;
  readonly isSynchronized: boolean;
  readonly operationCode: string | null;
  readonly currencyCode: string;
  readonly fxCurrencyCode: string | null;
  readonly fxRate: string | null;
  readonly fxAmount: string | null;
  readonly fxDate: string | null;
  readonly payment: {
    readonly date: string | null;
    readonly mode: string | null;
    readonly natureOperation: string | null;
    readonly clientId: string | null;
  } | null;
}

/** More than this is not given without asking for pages. */
const UNPAGED_LIMIT = 100_000;

/**
 * Transactions by day, then by identifier; hidden and deleted ones are left out. Without page or size all of them, up to
 * `most`.
 * Throws FolderNotFound, BankAccountNotFound, PeriodInverted, TooManyTransactions.
 */
export async function listTransactions(
  db: Database,
  filter: TransactionFilter,
  most = UNPAGED_LIMIT,
): Promise<readonly BankTransaction[]> {
  const { folderId, accountId, beginDate, endDate, page, size } = filter;
  if (beginDate !== undefined && endDate !== undefined && beginDate > endDate) {
    throw bankingErrors.PeriodInverted({ beginDate, endDate });
  }
  await getFolder(db, folderId);
  if (accountId !== undefined) await requireAccount(db, folderId, accountId);
  const isPaged = page !== undefined || size !== undefined;
  const limit = isPaged ? (size ?? DEFAULT_SIZE) : most + 1;
  const rows: TransactionRow[] = await matching(db.knex, filter)
    .leftJoin('payment_information as p', { 'p.folder_id': 't.folder_id', 'p.transaction_id': 't.id' })
    .select('t.*', 'p.payment_date', 'p.payment_mode', 'p.nature_operation', 'p.payment_client_id')
    .select({ payment_id: 'p.id' })
    .orderBy(['t.operation_date', 't.id'])
    .limit(limit)
    .offset(((page ?? 1) - 1) * limit);
  if (!isPaged && rows.length > most) throw await tooMany(db.knex, filter, most);
  return rows.map(toTransaction);
}

const DEFAULT_SIZE = 50;

interface TransactionRow {
  readonly id: number;
  readonly account_id: number;
  readonly operation_date: string;
  readonly value_date: string | null;
  readonly created_at: string;
  readonly label: string;
  readonly description: string | null;
  readonly amount: string;
  readonly amount_units: bigint;
  readonly decimals: number;
  readonly is_deleted: boolean;
  readonly is_synchronized: boolean;
  readonly operation_code: string | null;
  readonly currency: string;
  readonly fx_currency: string | null;
  readonly fx_rate: string | null;
  readonly fx_amount: string | null;
  readonly fx_date: string | null;
  readonly payment_id: number | null;
  readonly payment_date: string | null;
  readonly payment_mode: string | null;
  readonly nature_operation: string | null;
  readonly payment_client_id: string | null;
}

/** The transactions `t` that a filter names. */
function matching(db: Knex, { folderId, accountId, beginDate, endDate, textOrAmount }: TransactionFilter) {
  const query = db('bank_transaction as t').where({
    't.folder_id': folderId,
    't.is_deleted': false,
    't.is_hidden': false,
  });
  if (accountId !== undefined) query.where({ 't.account_id': accountId });
  if (beginDate !== undefined) query.where('t.operation_date', '>=', beginDate);
  if (endDate !== undefined) query.where('t.operation_date', '<=', endDate);
  const wanted = textOrAmount?.trim();
  if (wanted) query.where((either) => eitherTextOrAmount(either, wanted));
  return query;
}

function eitherTextOrAmount(either: Knex.QueryBuilder, wanted: string): void {
  either.whereRaw(`fold_text(t.label) like '%' || fold_text(?) || '%'`, [wanted.replace(/[\\%_]/g, '\\$&')]);
  const amount = parseAmount(wanted.replace(/[\s\u00a0\u202f]/g, ''), 9);
  if (amount !== undefined) either.orWhereRaw('abs(t.amount) = abs(?::numeric)', [formatAmount(amount, 9)]);
}

async function tooMany(db: Knex, filter: TransactionFilter, limit: number): Promise<Error> {
  const [{ count }] = (await matching(db, filter).count({ count: '*' })) as [{ count: bigint }];
  return bankingErrors.TooManyTransactions({ count, limit });
}

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

const toTransaction = (row: TransactionRow): BankTransaction => ({
  id: row.id,
  accountId: row.account_id,
  operationDate: row.operation_date,
  valueDate: row.value_date,
  createdAt: row.created_at,
  label: row.label,
  description: row.description,
  amount: row.amount,
  isDeleted: row.is_deleted,
  isSynchronized: row.is_synchronized,
  operationCode: row.operation_code,
  currencyCode: row.currency,
  fxCurrencyCode: row.fx_currency,
  fxRate: row.fx_rate,
  fxAmount: row.fx_amount,
  fxDate: row.fx_date,
  payment:
    row.payment_id === null
      ? null
      : {
          date: row.payment_date,
          mode: row.payment_mode,
          natureOperation: row.nature_operation,
          clientId: row.payment_client_id,
        },
});
