/** Links between transactions and entries as they are stored. */
import type { Knex } from 'knex';
import { type Camel, camelRow } from '../../../db/rows.ts';
import { type Cents, parseAmount } from '../../../kernel/money.ts';
import type { Reason } from './reason.ts';

/** `Proposed`: a proposal that was accepted; `Set`: by hand; `Generated`: the entry was written for the transaction. */
export const ORIGINS = ['Proposed', 'Set', 'Generated'] as const;
export type Origin = (typeof ORIGINS)[number];

export interface LinkRow {
  folder_id: number;
  transaction_id: number;
  entry_id: number;
  line_id: number | null;
  /** Of a link to several lines, or of several transactions: `readGroups`. */
  group_id: number | null;
  origin: Origin;
  rule_id: number | null;
  score: number | null;
  reason: readonly Reason[];
  /** Acts that lettered the entry with what the transaction settles, in order. */
  lettering_ids: readonly number[];
  /** Run of acceptance that made it. */
  run_id: number | null;
  created_at: string;
  created_by: string | null;
}

export type StoredLink = Camel<LinkRow>;

export const links = (knex: Knex) => knex<LinkRow>('bank_reconciliation');

/** Links of these transactions, by transaction. */
export async function linksOf(knex: Knex, folderId: number, transactionIds: readonly number[]): Promise<StoredLink[]> {
  const rows = await links(knex)
    .where({ folder_id: folderId })
    .whereRaw('transaction_id = any(?)', [[...transactionIds]])
    .orderBy('transaction_id');
  return rows.map(camelRow);
}

/**
 * What linked transactions take of these lines of the ledger, by line. One that its bank took back takes nothing: banks
 * show what is pending, and delete it for the transaction that it becomes, which the same line books.
 */
export async function takenOf(knex: Knex, folderId: number, lineIds: readonly number[]): Promise<Map<number, Cents>> {
  const rows = await knex('bank_reconciliation as r')
    .join('bank_transaction as t', { 't.folder_id': 'r.folder_id', 't.id': 'r.transaction_id' })
    .where({ 'r.folder_id': folderId, 't.is_deleted': false })
    .whereRaw('r.line_id = any(?)', [[...lineIds]])
    .groupBy('r.line_id')
    .select('r.line_id', { amount: knex.raw('sum(t.amount)') });
  return new Map(rows.map(({ line_id, amount }) => [line_id, parseAmount(amount) ?? 0n]));
}
