/** Links between transactions and entries as they are stored. */
import type { Knex } from 'knex';
import type { Reason } from './reason.ts';

/** `Proposed`: a proposal that was accepted; `Set`: by hand; `Generated`: the entry was written for the transaction. */
export const ORIGINS = ['Proposed', 'Set', 'Generated'] as const;
export type Origin = (typeof ORIGINS)[number];

export interface LinkRow {
  folder_id: number;
  transaction_id: number;
  entry_id: number;
  line_id: number | null;
  origin: Origin;
  rule_id: number | null;
  score: number | null;
  reason: readonly Reason[];
  created_at: string;
  created_by: string | null;
}

export const links = (knex: Knex) => knex<LinkRow>('bank_reconciliation');

/** Links of these transactions, by transaction. */
export const linksOf = (knex: Knex, folderId: number, transactionIds: readonly number[]): Promise<LinkRow[]> =>
  links(knex)
    .where({ folder_id: folderId })
    .whereRaw('transaction_id = any(?)', [[...transactionIds]])
    .orderBy('transaction_id') as unknown as Promise<LinkRow[]>;
