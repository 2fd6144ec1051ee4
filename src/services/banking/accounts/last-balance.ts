/**
 * Where an account stands: the new balance of its last statement. Of several statements that end on the last day, the
 * last is the one whose new balance no other of that day begins with.
 */
import type { Knex } from 'knex';

export interface LastBalance {
  readonly folder_id: number;
  readonly account_id: number;
  readonly currency: string;
  readonly decimals: number;
  readonly end_date: string;
  readonly end_units: bigint;
}

/** Whether another statement of the same day begins with the new balance of `s`. */
export const IS_FOLLOWED = `exists (
  select from bank_statement n
  where n.folder_id = s.folder_id and n.account_id = s.account_id and n.start_date = s.end_date
    and n.end_date = s.end_date and n.start_units = s.end_units and n.id <> s.id and n.movement_count > 0
    and n.has_balances)`;

/** The last balance of every account of a folder that has a statement. */
export const lastBalances = (db: Knex, folderId: number): Knex.QueryBuilder<LastBalance, LastBalance[]> =>
  db('bank_statement as s')
    .distinctOn('s.account_id')
    .select('s.folder_id', 's.account_id', 's.currency', 's.decimals', 's.end_date', 's.end_units')
    .where({ 's.folder_id': folderId, 's.has_balances': true })
    .whereRaw(
      `s.end_date = (select max(m.end_date) from bank_statement m
                     where m.folder_id = s.folder_id and m.account_id = s.account_id and m.has_balances)`,
    )
    .orderByRaw(
      `s.account_id,
       ${IS_FOLLOWED},
       s.start_date desc, s.id desc`,
    ) as never;
