/** What came in and went out, day by day: exact decimal sums, made by the database from an index alone. */
import type { Knex } from 'knex';
import { formatAmount, parseAmount } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { CURRENCY } from '../accounts/accounts.ts';
import { bankingErrors } from '../errors.ts';
import { checkCriteria, matching, type TransactionCriteria } from './criteria.ts';

/** Sums as decimal strings; what is spent is negative. */
export interface Sums {
  readonly income: string;
  readonly expense: string;
  readonly amount: string;
}

export interface DaySummary extends Sums {
  readonly day: string;
  /** One per transaction, in the order of identifiers. */
  readonly amounts: readonly string[];
}

export interface DailySummary extends Sums {
  readonly days: readonly DaySummary[];
}

interface DayRow {
  readonly day: string;
  readonly income: string;
  readonly expense: string;
  /** Between blanks. */
  readonly amounts: string;
}

/**
 * Days that have a transaction, hidden and deleted ones left out. Throws FolderNotFound, BankAccountNotFound,
 * PeriodInverted, CurrenciesMixed: euros and dollars have no sum.
 */
export async function dailySummary(ctx: Context, criteria: TransactionCriteria): Promise<DailySummary> {
  await checkCriteria(ctx, criteria);
  const { knex } = await ctx.db();
  await requireOneCurrency(knex, criteria);
  const rows: DayRow[] = await matching(knex, criteria)
    .select({ day: 't.operation_date' })
    .select(knex.raw(`${sumWhere('> 0')} as income, ${sumWhere('< 0')} as expense`))
    // The index gives them in this order: nothing is sorted.
    .select(knex.raw(`string_agg(t.amount::text, ' ' order by t.id) as amounts`))
    .groupBy('t.operation_date')
    .orderBy('t.operation_date');
  return {
    ...sumsOf(rows),
    days: rows.map((row) => ({ day: row.day, ...sumsOf([row]), amounts: row.amounts.split(' ') })),
  };
}

const sumWhere = (condition: string): string => `coalesce(sum(t.amount) filter (where t.amount ${condition}), 0)::text`;

function sumsOf(rows: readonly Pick<Sums, 'income' | 'expense'>[]): Sums {
  const income = total(rows.map((row) => row.income));
  const expense = total(rows.map((row) => row.expense));
  return { income, expense, amount: total([income, expense]) };
}

function total(amounts: readonly string[]): string {
  const scale = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
  return formatAmount(
    amounts.reduce((sum, amount) => sum + (parseAmount(amount, scale) ?? 0n), 0n),
    scale,
  );
}

async function requireOneCurrency(knex: Knex, criteria: TransactionCriteria): Promise<void> {
  if (criteria.accountId !== undefined) return; // an account has one
  const used: { currency: string }[] = await knex('bank_account as a')
    .distinct(knex.raw(`${CURRENCY} as currency`))
    .where('a.folder_id', criteria.folderId)
    .whereExists(ofAccount(knex, criteria))
    .orderBy('currency');
  if (used.length > 1) {
    throw bankingErrors.CurrenciesMixed({ currencies: used.map(({ currency }) => currency).join(', ') });
  }
}

const ofAccount = (knex: Knex, criteria: TransactionCriteria): Knex.QueryBuilder =>
  matching(knex, criteria).select(knex.raw('1')).whereRaw('t.account_id = a.id');
