/** VAT lines that the category of a transaction made follow its amount, when its bank changes that. */
import type { Knex } from 'knex';
import { type Cents, parseAmount } from '../../../kernel/money.ts';
import type { BankEvent } from '../../events.ts';
import { vatWithin } from './rules.ts';

interface GeneratedRow {
  readonly transaction_id: number;
  readonly rank: number;
  readonly rate: string;
  readonly amount_cents: Cents;
  /** Of the transaction. */
  readonly amount: string;
  readonly complement_id: number;
}

/** In the transaction that changed these; returns the events to store with it. */
export async function followAmounts(
  trx: Knex.Transaction,
  folderId: number,
  transactionIds: readonly number[],
): Promise<BankEvent[]> {
  if (transactionIds.length === 0) return [];
  const rows: GeneratedRow[] = await trx('additional_vat as v')
    .join('bank_transaction as t', { 't.folder_id': 'v.folder_id', 't.id': 'v.transaction_id' })
    .join('complementary_data as c', { 'c.folder_id': 'v.folder_id', 'c.transaction_id': 'v.transaction_id' })
    .where({ 'v.folder_id': folderId, 'v.is_auto_generated': true })
    .whereRaw('v.transaction_id = any(?)', [[...transactionIds]])
    .orderBy(['v.transaction_id', 'v.rank'])
    .select('v.transaction_id', 'v.rank', 'v.rate', 'v.amount_cents', 't.amount', { complement_id: 'c.id' });
  const changed = new Set<number>();
  for (const { transaction_id, rank, rate, amount_cents, amount, complement_id } of rows) {
    const vat = vatWithin(amount, parseAmount(rate) ?? 0n);
    if (vat === amount_cents) continue;
    await trx('additional_vat').where({ folder_id: folderId, transaction_id, rank }).update({ amount_cents: vat });
    changed.add(complement_id);
  }
  return [...changed].map((aggregateId) => ({
    ...({ type: 'ComplementChanged', aggregateName: 'ComplementaryData' } as const),
    aggregateId,
  }));
}
