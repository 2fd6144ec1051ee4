/**
 * Statements of one account that end on one day with balances that contradict each other, as an OFX file and a camt file
 * may. One that was taken in the middle of the day lacks the rest of that day: so what counts is what each of them leaves
 * for the morning of the day. A statement that another goes on from within the day is a part, and says nothing.
 */
import type { Knex } from 'knex';
import { groupBy } from '../../kernel/group-by.ts';
import { formatAmount } from '../../kernel/money.ts';

interface Stated {
  readonly date: string;
  readonly value: string;
}

interface Contradiction {
  readonly from: Stated;
  readonly to: Stated;
  /** Decimal string. */
  readonly difference: string;
  readonly isContradiction: true;
}

interface Closing {
  readonly accountId: number;
  readonly date: string;
  readonly units: bigint;
  /** Before the movements of the day. */
  readonly morning: bigint;
  readonly decimals: number;
}

/** One a day, by account. */
export async function contradictions(
  db: Knex,
  folderId: number,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Contradiction[]>> {
  const { rows }: { rows: Closing[] } = await db.raw(CLOSINGS, { folderId, accountIds: [...accountIds] });
  const found = [...groupBy(rows, ({ accountId, date }) => `${accountId} ${date}`).values()].flatMap((closings) => {
    const [lowest, highest] = [closings[0], closings.at(-1)];
    return lowest && highest && lowest.morning !== highest.morning
      ? [{ accountId: lowest.accountId, gap: asGap(lowest, highest) }]
      : [];
  });
  return new Map([...groupBy(found, ({ accountId }) => accountId)].map(([id, own]) => [id, own.map(({ gap }) => gap)]));
}

const asGap = ({ date, units, decimals }: Closing, other: Closing): Contradiction => ({
  from: { date, value: formatAmount(units, decimals) },
  to: { date, value: formatAmount(other.units, decimals) },
  difference: formatAmount(other.units - units, decimals),
  isContradiction: true,
});

const CLOSINGS = `
  select c.account_id as "accountId", c.end_date as date, c.end_units as units, c.decimals,
    (c.end_units - coalesce(d.units, 0))::bigint as morning
  from bank_statement c
  cross join lateral (
    select sum(t.amount_units) as units from bank_sighting g
    join bank_transaction t on t.folder_id = g.folder_id and t.id = g.transaction_id
    where g.folder_id = c.folder_id and g.statement_id = c.id and t.operation_date = c.end_date) d
  where c.folder_id = :folderId and c.account_id = any(:accountIds) and c.has_balances and c.start_date < c.end_date
    and exists (select from bank_statement o
      where o.folder_id = c.folder_id and o.account_id = c.account_id and o.end_date = c.end_date and o.has_balances
        and o.start_date < o.end_date and o.end_units <> c.end_units)
    and not exists (select from bank_statement p
      where p.folder_id = c.folder_id and p.account_id = c.account_id and p.has_balances
        and p.start_date = c.end_date and p.end_date = c.end_date and p.start_units = c.end_units)
  order by c.account_id, c.end_date, morning, c.end_units`;
