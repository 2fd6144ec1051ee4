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

/** Of the movements of an import, by account. A first or last day may be cut, but in CFONB, whose old balance is of an evening. */
export async function doubledBy(knex: Knex, folderIds: readonly number[], importId: number): Promise<Doubled[]> {
  const { rows } = await knex.raw(
    `with own as materialized (
       select s.* from bank_statement_source o
       join bank_statement s on s.folder_id = o.folder_id and s.id = o.statement_id
       where o.folder_id = any(:folderIds) and o.file_id = :importId and s.has_balances
     ), pair as materialized (
       select s.folder_id, s.account_id, s.format, s.id as own_id, v.id as other_id,
         greatest(s.start_date, v.start_date) as after, least(s.end_date, v.end_date) as until
       from own s join bank_statement v
         on v.folder_id = s.folder_id and v.account_id = s.account_id and v.format = s.format and v.has_balances
        and v.start_date < s.end_date and v.end_date > s.start_date
       where not exists (select from bank_statement_source x
         where x.folder_id = v.folder_id and x.statement_id = v.id and x.file_id = :importId)
     ), shown as (
       select p.*, t.id, t.operation_date, t.amount_units, t.currency
       from pair p join bank_sighting g on g.folder_id = p.folder_id and g.statement_id = p.own_id
       join bank_transaction t on t.folder_id = g.folder_id and t.id = g.transaction_id
       where t.operation_date > p.after
         and (t.operation_date < p.until or (p.format = 'cfonb120' and t.operation_date = p.until))
         and not exists (select from bank_sighting k
           where k.folder_id = p.folder_id and k.statement_id = p.other_id and k.transaction_id = t.id)
     )
     select account_id as "accountId", count(distinct id)::int as count,
       min(operation_date) as first, max(operation_date) as last
     from shown o
     where exists (select from bank_sighting h
       join bank_transaction u on u.folder_id = h.folder_id and u.id = h.transaction_id
       where h.folder_id = o.folder_id and h.statement_id = o.other_id
         and u.operation_date = o.operation_date and u.amount_units = o.amount_units and u.currency = o.currency
         and not exists (select from bank_sighting k
           where k.folder_id = o.folder_id and k.statement_id = o.own_id and k.transaction_id = u.id))
     group by account_id order by account_id`,
    { folderIds: [...folderIds], importId },
  );
  return rows;
}
