/** Transactions as they are shown: their own fields, how they were paid, the entry that books them. */
import type { Knex } from 'knex';
import { type Camel, camelRow } from '../../db/rows.ts';
import type { Context } from '../../operation/context.ts';
import { accountTextSql } from '../accounts/account-text.ts';
import { type BankEntry, entriesOfTransactions } from './entries/bank-entries.ts';

/** One transaction; amounts as decimal strings. */
export interface BankTransaction {
  readonly id: number;
  readonly accountId: number;
  /** As people know it: account of the ledger and IBAN. */
  readonly account: string;
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
  readonly entry: BankEntry | null;
  readonly payment: Payment | null;
}

/** How a transaction was paid. */
export type Payment = Camel<PaymentRow>;

const OWN = {
  id: 't.id',
  accountId: 't.account_id',
  operationDate: 't.operation_date',
  valueDate: 't.value_date',
  createdAt: 't.created_at',
  label: 't.label',
  description: 't.description',
  amount: 't.amount',
  isDeleted: 't.is_deleted',
  isSynchronized: 't.is_synchronized',
  operationCode: 't.operation_code',
  currencyCode: 't.currency',
  fxCurrencyCode: 't.fx_currency',
  fxRate: 't.fx_rate',
  fxAmount: 't.fx_amount',
  fxDate: 't.fx_date',
} as const;

interface PaymentRow {
  readonly transaction_id: number;
  readonly payment_date: string | null;
  readonly payment_mode: string | null;
  readonly nature_operation: string | null;
  readonly payment_client_id: string | null;
}

/** The transactions of these identifiers that the folder has, in the order asked, whether hidden, deleted or not. */
export async function readTransactions(
  ctx: Context,
  folderId: number,
  ids: readonly number[],
): Promise<BankTransaction[]> {
  if (ids.length === 0) return [];
  const { knex } = await ctx.db();
  // One after the other: the caller may be inside a transaction, which has one connection.
  const rows = await ownRows(knex, folderId, ids);
  const payments = await paymentsOf(knex, folderId, ids);
  const entries = await entriesOfTransactions(ctx, folderId, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [{ ...row, payment: payments.get(id) ?? null, entry: entries.get(id) ?? null }] : [];
  });
}

type OwnRow = Omit<BankTransaction, 'entry' | 'payment'>;

async function ownRows(knex: Knex, folderId: number, ids: readonly number[]): Promise<Map<number, OwnRow>> {
  const rows: OwnRow[] = await knex('bank_transaction as t')
    .select(OWN, { account: knex.raw(accountTextSql('t.folder_id', 't.account_id')) })
    .where('t.folder_id', folderId)
    .whereRaw('t.id = any(?)', [[...ids]]);
  return new Map(rows.map((row) => [row.id, row]));
}

async function paymentsOf(knex: Knex, folderId: number, ids: readonly number[]): Promise<Map<number, Payment>> {
  const rows: PaymentRow[] = await knex('payment_information')
    .select('transaction_id', 'payment_date', 'payment_mode', 'nature_operation', 'payment_client_id')
    .where({ folder_id: folderId })
    .whereRaw('transaction_id = any(?)', [[...ids]]);
  return new Map(rows.map((row) => [row.transaction_id, camelRow(row)]));
}
