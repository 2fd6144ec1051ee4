/** Balances of accounts over a period of one exercise. */
import type { Knex } from 'knex';
import type { PlainDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { Reader } from '../operation/context.ts';
import { wherePrefix } from './accounts.ts';
import { closingEntries } from './closings.ts';
import { openingCondition } from './openings.ts';
import { type Period, type PeriodWanted, periodOf } from './period.ts';

export interface BalanceTotals {
  /** Debit minus credit of opening lines, and of lines before the first day asked. */
  readonly opening: Cents;
  /** Movements of the period, opening lines apart. */
  readonly debit: Cents;
  readonly credit: Cents;
  /** `opening + debit - credit`. */
  readonly closing: Cents;
  /** Sum of the closing balances on each side. */
  readonly debitBalance: Cents;
  readonly creditBalance: Cents;
}

export interface AccountBalance extends BalanceTotals {
  readonly accountId: number;
  readonly accountNumber: string;
  readonly accountLabel: string;
  /** Set when balances are asked by sub-account; null for lines of the account itself. */
  readonly subAccountId: number | null;
  readonly subAccountCode: string | null;
  readonly subAccountLabel: string | null;
}

export interface BalanceWanted extends PeriodWanted {
  /** Beginnings of account numbers. */
  readonly accounts?: readonly string[] | undefined;
  readonly bySubAccount?: boolean | undefined;
  /** Entries that are not validated count unless this is true. */
  readonly validatedOnly?: boolean | undefined;
  /** Leave out the entries that close classes 6 and 7. */
  readonly withoutClosing?: boolean | undefined;
}

export interface Balances {
  readonly period: Period;
  /** By account number, then sub-account code. Accounts without a line are left out. */
  readonly accounts: readonly AccountBalance[];
}

/** Throws FolderNotFound, ExerciseNotFound, FolderWithoutExercise, LedgerPeriodInvalid. */
export async function accountBalances(ctx: Reader, folderId: number, wanted: BalanceWanted): Promise<Balances> {
  const { knex } = await ctx.db();
  const period = await periodOf(ctx, folderId, wanted);
  return { period, accounts: await balancesIn(knex, folderId, period, wanted) };
}

/** Lines that a balance of an exercise counts though their days lie outside it. */
export interface OutsideLines {
  readonly count: number;
  readonly first: PlainDate;
  readonly last: PlainDate;
}

/** A file puts all its lines in its exercise, whatever their days (FEC032). Undefined where there is none. */
export async function linesOutside(
  ctx: Reader,
  folderId: number,
  { exercise: { id, start, end }, to }: Period,
  { accounts, validatedOnly = false }: Pick<BalanceWanted, 'accounts' | 'validatedOnly'>,
): Promise<OutsideLines | undefined> {
  const { knex } = await ctx.db();
  const lines = knex
    .from({ l: 'entry_line' })
    .where({ 'l.folder_id': folderId, 'l.exercise_id': id })
    .where((outside) => {
      outside.where('l.entry_date', '<', start);
      if (!to) outside.orWhere('l.entry_date', '>', end);
    });
  if (validatedOnly) lines.whereRaw(VALIDATED);
  if (accounts) lines.whereIn('l.account_id', accountsAsked(knex, folderId, accounts));
  const [found] = await lines.count({ count: '*' }).min({ first: 'l.entry_date' }).max({ last: 'l.entry_date' });
  const { count, first, last } = found as unknown as { count: string; first: PlainDate; last: PlainDate };
  return Number(count) === 0 ? undefined : { count: Number(count), first, last };
}

function accountsAsked(knex: Knex, folderId: number, prefixes: readonly string[]): Knex.QueryBuilder {
  const asked = knex('account').where({ folder_id: folderId }).select('id');
  wherePrefix(asked, 'number', prefixes);
  return asked;
}

/** Of a period that is known. */
export const balancesIn = async (
  knex: Knex,
  folderId: number,
  period: Period,
  wanted: BalanceWanted,
): Promise<AccountBalance[]> => (await balanceQuery(knex, folderId, period, wanted)).map(closed);

type Sums = Omit<AccountBalance, 'closing' | 'debitBalance' | 'creditBalance'>;

function closed(sums: Sums): AccountBalance {
  const closing = sums.opening + sums.debit - sums.credit;
  const [debitBalance, creditBalance] = closing > 0n ? [closing, 0n] : [0n, -closing];
  // In place: there may be a row for each of many third parties, and nobody else has them.
  return Object.assign(sums, { closing, debitBalance, creditBalance });
}

async function balanceQuery(
  knex: Knex,
  folderId: number,
  period: Period,
  { accounts, bySubAccount = false, validatedOnly = false, withoutClosing = false }: BalanceWanted,
): Promise<Sums[]> {
  const { exercise, from, to } = period;
  const { sql, bindings } = await openingCondition(knex, folderId, exercise);
  const isBefore = from
    ? knex.raw(`(l.entry_date < ? or ${sql})`, [from, ...(bindings as string[])])
    : knex.raw(sql, bindings as string[]);
  const sum = (value: string, when: string) =>
    knex.raw(`coalesce(sum(${value}) filter (where ${when}), 0)::bigint`, [isBefore]);
  const sums = knex
    .select('l.account_id', knex.raw(`${bySubAccount ? 'l.sub_account_id' : 'null::integer'} as sub_account_id`), {
      opening: sum('l.debit_cents - l.credit_cents', '?'),
      debit: sum('l.debit_cents', 'not ?'),
      credit: sum('l.credit_cents', 'not ?'),
    })
    .from({ l: 'entry_line' })
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id })
    .groupByRaw('1, 2');
  if (to) sums.where('l.entry_date', '<=', to);
  if (validatedOnly) sums.whereRaw(VALIDATED);
  if (accounts) sums.whereIn('l.account_id', accountsAsked(knex, folderId, accounts));
  if (withoutClosing) sums.whereNotIn('l.entry_id', await closingEntries(knex, folderId, exercise.id));
  const balances = knex
    .select({ accountId: 'a.id', accountNumber: 'a.number', accountLabel: 'a.label' })
    .select('b.opening', 'b.debit', 'b.credit')
    .from(sums.as('b'))
    .joinRaw('join account a on a.folder_id = ? and a.id = b.account_id', [folderId])
    .orderByRaw('a.number collate "C"');
  if (!bySubAccount) return (await balances).map((sum) => ({ ...sum, ...NO_SUB_ACCOUNT }));
  return balances
    .select({ subAccountId: 's.id', subAccountCode: 's.code', subAccountLabel: 's.label' })
    .joinRaw('left join sub_account s on s.folder_id = ? and s.id = b.sub_account_id', [folderId])
    .orderByRaw('s.code collate "C" nulls first');
}

const NO_SUB_ACCOUNT = { subAccountId: null, subAccountCode: null, subAccountLabel: null } as const;

/** A condition on a line `l`. */
const VALIDATED = `exists (select from entry e where e.folder_id = l.folder_id and e.id = l.entry_id
  and e.validation_date is not null)`;

const NOTHING: BalanceTotals = { opening: 0n, debit: 0n, credit: 0n, closing: 0n, debitBalance: 0n, creditBalance: 0n };

/** Sums of some balances. */
export const totalOf = (balances: readonly BalanceTotals[]): BalanceTotals =>
  balances.reduce(
    (sum, one) => ({
      opening: sum.opening + one.opening,
      debit: sum.debit + one.debit,
      credit: sum.credit + one.credit,
      closing: sum.closing + one.closing,
      debitBalance: sum.debitBalance + one.debitBalance,
      creditBalance: sum.creditBalance + one.creditBalance,
    }),
    NOTHING,
  );
