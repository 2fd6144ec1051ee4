/**
 * Movements that two statements of one format give under other references. Both show every movement of the days inside
 * them, so that each lacks what the other has of one day and one amount can only mean that the bank, or the program that
 * made the file, gave the same movement a new reference: some number their movements anew in every file.
 */
import type { Knex } from 'knex';

export interface Doubled {
  readonly accountId: number;
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

/**
 * Of the movements of an import, by account. Rows are never looked for one by one: an import may hold a hundred thousand, or
 * thousands of statements, of which the database knows nothing yet. A first or last day may be cut, but in CFONB, whose old
 * balance is of an evening.
 */
export async function doubledBy(knex: Knex, folderIds: readonly number[], importId: number): Promise<Doubled[]> {
  const { rows } = await knex.raw(
    `with own as materialized (
       select s.* from bank_statement_source o
       join bank_statement s on s.folder_id = o.folder_id and s.id = o.statement_id
       where o.folder_id = any(:folderIds) and o.file_id = :importId and s.has_balances
     ), other as materialized (
       select v.* from bank_statement v
       where v.folder_id = any(:folderIds) and v.account_id in (select account_id from own) and v.has_balances
         and v.id not in (select id from own)
     ), pair as materialized (
       select s.folder_id, s.account_id, s.format, s.id as own_id, v.id as other_id,
         greatest(s.start_date, v.start_date) as after, least(s.end_date, v.end_date) as until
       from own s join other v
         on v.folder_id = s.folder_id and v.account_id = s.account_id and v.format = s.format
        and v.start_date < s.end_date and v.end_date > s.start_date
     ), shown as (
       select p.account_id, p.own_id, p.other_id, t.id, t.operation_date, t.amount_units, t.currency,
         bool_or(g.statement_id = p.own_id) as is_own, bool_or(g.statement_id = p.other_id) as is_other
       from pair p
       join bank_sighting g on g.folder_id = p.folder_id and g.statement_id = any(array[p.own_id, p.other_id])
       join bank_transaction t on t.folder_id = g.folder_id and t.id = g.transaction_id
       where t.operation_date > p.after
         and (t.operation_date < p.until or (p.format = 'cfonb120' and t.operation_date = p.until))
       group by p.account_id, p.own_id, p.other_id, t.id, t.operation_date, t.amount_units, t.currency
     ), alone as (
       select *, bool_or(is_own) over alike and bool_or(is_other) over alike as is_doubled
       from shown where is_own <> is_other
       window alike as (partition by account_id, own_id, other_id, operation_date, amount_units, currency)
     )
     select account_id as "accountId", count(distinct id)::int as count,
       min(operation_date) as first, max(operation_date) as last
     from alone where is_own and is_doubled
     group by account_id order by account_id`,
    { folderIds: [...folderIds], importId },
  );
  return rows;
}
