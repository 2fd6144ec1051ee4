/**
 * Open items: lines of suppliers (401) and customers (411) that nothing settles yet. A lettering that is not balanced is
 * one item, worth what it leaves. Items are those of one exercise: a lettering never joins two.
 */
import type { Knex } from 'knex';
import type { PlainDate } from '../../../kernel/dates.ts';
import type { Cents } from '../../../kernel/money.ts';

export interface OpenItem {
  /** Of its first line. */
  readonly id: number;
  readonly lineIds: readonly number[];
  readonly accountNumber: string;
  readonly subAccountCode: string | null;
  /** Name of the third party, or of the account without one. */
  readonly party: string;
  readonly date: PlainDate;
  readonly docRef: string;
  readonly label: string;
  /** Debit less credit: what the bank gains when it is paid. */
  readonly left: Cents;
}

export const isThirdParty = (accountNumber: string): boolean => /^(401|411)/.test(accountNumber);

/** By day and identifier. */
export async function openItems(knex: Knex, folderId: number, exerciseId: number): Promise<OpenItem[]> {
  const { rows } = await knex.raw(
    `select (array_agg(l.id order by l.entry_date, l.id))[1] as id, array_agg(l.id order by l.id) as "lineIds",
            a.number as "accountNumber", s.code as "subAccountCode", coalesce(s.label, a.label) as party,
            min(l.entry_date) as date, (array_agg(l.doc_ref order by l.entry_date, l.id))[1] as "docRef",
            (array_agg(l.label order by l.entry_date, l.id))[1] as label,
            sum(l.debit_cents - l.credit_cents)::bigint as "left"
     from entry_line l join account a on a.folder_id = l.folder_id and a.id = l.account_id
     left join sub_account s on s.folder_id = l.folder_id and s.id = l.sub_account_id
     where l.folder_id = :folderId and l.exercise_id = :exerciseId
       and (starts_with(a.number, '401') or starts_with(a.number, '411'))
     group by a.number, a.label, s.code, s.label, l.letter, case when l.letter is null then l.id end
     having sum(l.debit_cents - l.credit_cents) <> 0
     order by date, id`,
    { folderId, exerciseId },
  );
  return rows;
}
