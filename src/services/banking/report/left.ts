/** What is left to do with the transactions of a period: to link to an entry, to justify by a document. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import { type Cents, parseAmount } from '../../kernel/money.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import { matchingComplemented } from '../transactions/complementary/search.ts';

export interface Left {
  readonly accountId: number;
  readonly transactions: number;
  readonly unreconciled: number;
  /** Sum of their magnitudes. */
  readonly unreconciledAmount: Cents;
  readonly toJustify: number;
  readonly toJustifyAmount: Cents;
}

/** Transactions of one account, or of all, over days. */
export interface LeftWanted {
  readonly accountId?: number | undefined;
  readonly beginDate: PlainDate;
  readonly endDate: PlainDate;
}

export interface LeftItem {
  readonly transactionId: number;
  readonly accountId: number;
  readonly date: string;
  readonly label: string;
  readonly amount: Cents;
  readonly isReconciled: boolean;
  readonly isToJustify: boolean;
}

/** Magnitude that no document accounts for, of a transaction that should have one. */
const LEFT = 'greatest(abs(t.amount) - coalesce(c.associated_cents / 100.0, 0), 0)';
const IS_TO_JUSTIFY = `(j.to_justify and ${LEFT} >= 0.01)`;

const wantedOf = (knex: Knex, folderId: number, wanted: LeftWanted) =>
  matchingComplemented(knex, { folderId, ...wanted }).joinRaw(
    'left join bank_reconciliation r on r.folder_id = t.folder_id and r.transaction_id = t.id',
  );

/** By account. */
export async function leftByAccount(
  knex: Knex,
  folderId: number,
  wanted: LeftWanted,
): Promise<ReadonlyMap<number, Left>> {
  const sum = (value: string, condition: string) =>
    knex.raw(`coalesce(sum(${value}) filter (where ${condition}), 0)::text`);
  const count = (condition: string) => knex.raw(`(count(*) filter (where ${condition}))::int`);
  const rows = await wantedOf(knex, folderId, wanted)
    .groupBy('t.account_id')
    .select({ accountId: 't.account_id', transactions: knex.raw('count(*)::int') })
    .select({
      unreconciled: count('r.entry_id is null'),
      unreconciledAmount: sum('abs(t.amount)', 'r.entry_id is null'),
    })
    .select({ toJustify: count(IS_TO_JUSTIFY), toJustifyAmount: sum(LEFT, IS_TO_JUSTIFY) });
  return new Map(
    rows.map((row: Left & { unreconciledAmount: unknown; toJustifyAmount: unknown }) => [
      row.accountId,
      {
        ...row,
        unreconciledAmount: toCents(String(row.unreconciledAmount)),
        toJustifyAmount: toCents(String(row.toJustifyAmount)),
      },
    ]),
  );
}

/** Decimals of sums: more than any amount has, and than division by a hundred adds. */
const toCents = (decimal: string): Cents => {
  const [whole = '0', decimals = ''] = decimal.split('.');
  return divideRounded(parseAmount(`${whole}.${decimals.slice(0, 9)}`, 9) ?? 0n, 10_000_000n, 'halfUp');
};

/** The largest first. */
export async function largestLeft(knex: Knex, folderId: number, wanted: LeftWanted, most: number): Promise<LeftItem[]> {
  const rows = await wantedOf(knex, folderId, wanted)
    .whereRaw(`(r.entry_id is null or ${IS_TO_JUSTIFY})`)
    .orderByRaw('abs(t.amount) desc, t.operation_date, t.id')
    .limit(most)
    .select({ transactionId: 't.id', accountId: 't.account_id', date: 't.operation_date', label: 't.label' })
    .select({ amount: knex.raw('t.amount::text'), isReconciled: knex.raw('r.entry_id is not null') })
    .select({ isToJustify: knex.raw(IS_TO_JUSTIFY) });
  return rows.map((row: LeftItem & { amount: unknown }) => ({ ...row, amount: toCents(String(row.amount)) }));
}
