/** What links say of each side of a bank account on a day. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../../kernel/dates.ts';
import { type Cents, parseAmount } from '../../../kernel/money.ts';
import { BOOKS_CURRENCY } from './sides.ts';

export interface Cleared {
  /** By transaction, and by line: what the other side has of it on the day. */
  readonly bank: ReadonlyMap<number, Cents>;
  readonly books: ReadonlyMap<number, Cents>;
}

/** Links whose two sides are there on the day; a group is cleared when all of it is, and balances. */
export async function clearedAt(
  knex: Knex,
  wanted: { folderId: number; accountId: number; ledgerAccountId: number; date: PlainDate; currency: string },
): Promise<Cleared> {
  const { rows } = await knex.raw(CLEARED, { ...wanted, books: BOOKS_CURRENCY });
  const [bank, books] = [new Map<number, Cents>(), new Map<number, Cents>()];
  for (const { side, id, amount } of rows as { side: string; id: number; amount: string }[]) {
    const map = side === 'Bank' ? bank : books;
    map.set(id, (map.get(id) ?? 0n) + (parseAmount(amount) ?? 0n));
  }
  return { bank, books };
}

/** The amount of a line as `amountIn` reads it. */
const AMOUNT = `((case when :currency = :books then l.debit_cents - l.credit_cents
  when l.currency = :currency then abs(coalesce(l.currency_cents, 0)) * case when l.debit_cents < l.credit_cents then -1 else 1 end
  else 0 end) / 100.0)::numeric(20, 2)`;

/** A link that names its entry alone is to the free line of its amount there, one line for each. */
const CLEARED = `
  with link as (
    select r.group_id, r.line_id, r.entry_id, t.id, t.amount::numeric(20, 2) as amount, t.operation_date as day
    from bank_reconciliation r join bank_transaction t on t.folder_id = r.folder_id and t.id = r.transaction_id
    where r.folder_id = :folderId and t.account_id = :accountId and not t.is_deleted
  ), lone as (
    select link.id, link.entry_id, link.amount, link.day,
      row_number() over (partition by link.entry_id, link.amount order by link.id) as place
    from link where link.line_id is null and link.group_id is null
  ), free as (
    select l.id, l.entry_id, l.entry_date as day, ${AMOUNT} as amount,
      row_number() over (partition by l.entry_id, ${AMOUNT} order by l.id) as place
    from entry_line l
    where l.folder_id = :folderId and l.account_id = :ledgerAccountId and l.entry_id in (select entry_id from lone)
      and not exists (select from bank_reconciliation o where o.folder_id = l.folder_id and o.line_id = l.id)
      and not exists (select from bank_reconciliation_group_line o where o.folder_id = l.folder_id and o.line_id = l.id)
  ), pair as (
    select link.id, link.line_id, link.amount from link
    join entry_line l on l.folder_id = :folderId and l.id = link.line_id
    where link.day <= :date and l.entry_date <= :date
    union all
    select lone.id, free.id, lone.amount from lone join free using (entry_id, amount, place)
    where lone.day <= :date and free.day <= :date
  ), member as (
    select g.group_id, l.id, l.entry_date as day, ${AMOUNT} as amount
    from bank_reconciliation_group_line g join entry_line l on l.folder_id = g.folder_id and l.id = g.line_id
    where g.folder_id = :folderId
  ), whole as (
    select group_id from (select group_id, amount, day from link where group_id is not null
      union all select group_id, -amount, day from member) as x
    group by group_id having max(day) <= :date and sum(amount) = 0
  )
  select 'Bank' as side, id, amount::text from pair
  union all select 'Books', line_id, amount::text from pair
  union all select 'Bank', id, amount::text from link where group_id in (select group_id from whole)
  union all select 'Books', id, amount::text from member where group_id in (select group_id from whole)`;
