/**
 * What bank accounts gained, spent and held over a period, to the cent (accounts of more decimals are rounded half away
 * from zero). The balance of a day is the last one that the bank gave, moved by the transactions between the two, and by
 * what the account gained where statements are missing.
 */
import type { Knex } from 'knex';
import { addMonths, type PlainDate, plainDate } from '../../kernel/dates.ts';
import { type Cents, parseAmount } from '../../kernel/money.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import type { Context } from '../../operation/context.ts';
import { type BankAccount, readAccounts } from '../accounts/accounts.ts';
import { namedApart } from '../accounts/names-apart.ts';
import { continuityGaps, type Gap, missingOf } from '../statements/continuity.ts';
import { accountsWithGaps } from '../statements/gaps-of-folders.ts';
import { checkCriteria } from '../transactions/criteria.ts';

export interface ReportWanted {
  readonly accountId?: number | undefined;
  /** Both days included; the twelve months up to the last transaction unless given. */
  readonly beginDate?: PlainDate | undefined;
  readonly endDate?: PlainDate | undefined;
}

export interface ReportPeriod {
  readonly beginDate: PlainDate;
  readonly endDate: PlainDate;
}

/** A day or a month of an account. */
export interface BalancePoint {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  readonly period: string;
  readonly income: Cents;
  /** Negative. */
  readonly expense: Cents;
  /** At its end; undefined when no bank ever gave a balance. */
  readonly balance: Cents | undefined;
  /** Where statements are missing since the point before. */
  readonly gaps: readonly FoundGap[];
}

export interface AccountFigures {
  readonly accountId: number;
  readonly name: string;
  readonly currencyCode: string;
  /** Before the first day; undefined when no bank ever gave a balance. */
  readonly opening: Cents | undefined;
  readonly closing: Cents | undefined;
  readonly income: Cents;
  readonly expense: Cents;
  /** Days with a transaction. */
  readonly days: readonly BalancePoint[];
  readonly months: readonly BalancePoint[];
  /** Between statements of the period that do not follow each other. */
  readonly gaps: readonly FoundGap[];
}

interface ToldBalance {
  readonly date: string;
  readonly balance: Cents;
}

export interface FoundGap {
  readonly from: ToldBalance;
  readonly to: ToldBalance;
  readonly difference: Cents;
}

export interface Figures {
  readonly period: ReportPeriod;
  readonly accounts: readonly AccountFigures[];
}

/** Throws FolderNotFound, BankAccountNotFound, PeriodInverted. */
export async function bankFigures(ctx: Context, folderId: number, wanted: ReportWanted): Promise<Figures> {
  const { accountId, beginDate, endDate } = wanted;
  await checkCriteria(ctx, { folderId, accountId, beginDate, endDate });
  const db = await ctx.db();
  const period = await periodOf(db.knex, folderId, wanted);
  const days = await dailySums(db.knex, folderId, period);
  const accounts = namedApart(await readAccounts(db.knex, { folderId })).filter(
    ({ id }) => accountId === undefined || id === accountId,
  );
  const after = await sumsAfter(db.knex, folderId, period.endDate, accounts);
  const gaps = await gapsOf(db.knex, folderId);
  const known = (id: number) => ({
    period,
    sums: days.get(id) ?? [],
    after: after.get(id) ?? 0n,
    gaps: gaps.get(id) ?? [],
  });
  return { period, accounts: accounts.map((account) => figuresOf(account, known(account.id))) };
}

async function gapsOf(knex: Knex, folderId: number): Promise<ReadonlyMap<number, readonly FoundGap[]>> {
  const accountIds = (await accountsWithGaps(knex, [folderId])).map((account) => account.accountId);
  const found = accountIds.length === 0 ? [] : await continuityGaps(knex, folderId, accountIds);
  return new Map([...found].map(([id, gaps]) => [id, missingOf(gaps).map(inCents)]));
}

const MONTHS = 12;
/** The calendar of the database starts a year before: no twelve months precede a day of its first year. */
const SECOND_YEAR = plainDate(2, 1, 1);

async function periodOf(knex: Knex, folderId: number, { beginDate, endDate }: ReportWanted): Promise<ReportPeriod> {
  const last = await knex('bank_transaction').where({ folder_id: folderId }).max({ day: 'operation_date' }).first();
  const end = endDate ?? (last?.day as PlainDate | null) ?? beginDate ?? plainDate(1970, 1, 1);
  const firstOfMonth = `${end.slice(0, 7)}-01` as PlainDate;
  const start = beginDate ?? (end < SECOND_YEAR ? end : addMonths(firstOfMonth, 1 - MONTHS));
  return { beginDate: start < end ? start : end, endDate: end };
}

interface DaySum {
  readonly day: string;
  readonly income: Cents;
  readonly expense: Cents;
}

async function dailySums(
  knex: Knex,
  folderId: number,
  { beginDate, endDate }: ReportPeriod,
): Promise<ReadonlyMap<number, readonly DaySum[]>> {
  const rows = await knex('bank_transaction')
    .where({ folder_id: folderId, is_deleted: false })
    .whereBetween('operation_date', [beginDate, endDate])
    .groupBy('account_id', 'operation_date')
    .orderBy(['account_id', 'operation_date'])
    .select('account_id', 'operation_date')
    .select({ income: knex.raw('coalesce(sum(amount) filter (where amount > 0), 0)') })
    .select({ expense: knex.raw('coalesce(sum(amount) filter (where amount < 0), 0)') });
  const days = new Map<number, DaySum[]>();
  for (const { account_id, operation_date, income, expense } of rows) {
    const sum = { day: operation_date, income: toCents(income), expense: toCents(expense) };
    const known = days.get(account_id);
    if (known) known.push(sum);
    else days.set(account_id, [sum]);
  }
  return days;
}

const DECIMALS = 9;

const toCents = (decimal: string): Cents =>
  divideRounded(parseAmount(decimal, DECIMALS) ?? 0n, 10n ** BigInt(DECIMALS - 2), 'halfUp');

/** By account, what came between the end of the period and the balance it tells: added after it, taken off before. */
async function sumsAfter(
  knex: Knex,
  folderId: number,
  end: PlainDate,
  accounts: readonly BankAccount[],
): Promise<ReadonlyMap<number, Cents>> {
  const told = accounts.filter(({ balanceDate }) => balanceDate !== null);
  const { rows } = await knex.raw(
    `select a.id, (select coalesce(sum(case when t.operation_date > :end then -t.amount else t.amount end), 0)
       from bank_transaction t
       where t.folder_id = :folderId and t.account_id = a.id and not t.is_deleted
         and t.operation_date > least(cast(:end as date), a.day) and t.operation_date <= greatest(cast(:end as date), a.day)
     ) as amount
     from unnest(cast(:ids as int[]), cast(:days as date[])) as a(id, day)`,
    { folderId, end, ids: told.map(({ id }) => id), days: told.map(({ balanceDate }) => balanceDate) },
  );
  return new Map(rows.map(({ id, amount }: { id: number; amount: string }) => [id, toCents(amount)]));
}

const inCents = ({ from, to, difference }: Gap): FoundGap => ({
  from: { date: from.date, balance: toCents(from.value) },
  to: { date: to.date, balance: toCents(to.value) },
  difference: toCents(difference),
});

interface Known {
  readonly period: ReportPeriod;
  readonly sums: readonly DaySum[];
  readonly after: Cents;
  readonly gaps: readonly FoundGap[];
}

function figuresOf(account: BankAccount, { period, sums, after, gaps }: Known): AccountFigures {
  const { beginDate, endDate } = period;
  const within = gaps.filter(({ to }) => to.date > beginDate && to.date <= endDate); // what the first day opens with is known
  const income = sums.reduce((total, day) => total + day.income, 0n);
  const expense = sums.reduce((total, day) => total + day.expense, 0n);
  const closing =
    account.balance === null ? undefined : toCents(account.balance) + after - gainedIn(gaps, endDate, LAST_DAY);
  const opening = closing === undefined ? undefined : closing - income - expense - gainedIn(within, '', endDate);
  const days = running(sums, opening, within);
  return {
    accountId: account.id,
    name: account.name,
    currencyCode: account.currencyCode ?? '',
    opening,
    closing,
    income,
    expense,
    days,
    months: monthsOf(days),
    gaps: within,
  };
}

const LAST_DAY = '9999-12-31';

/** In gaps that end after one day, and at the latest on another. */
const gainedIn = (gaps: readonly FoundGap[], after: string, last: string): Cents =>
  gaps.reduce((sum, { to, difference }) => (to.date > after && to.date <= last ? sum + difference : sum), 0n);

function running(sums: readonly DaySum[], opening: Cents | undefined, gaps: readonly FoundGap[]): BalancePoint[] {
  let balance = opening;
  let before = '';
  return sums.map(({ day, income, expense }, index) => {
    balance = balance === undefined ? undefined : balance + income + expense + gainedIn(gaps, before, day);
    const until = index === sums.length - 1 ? LAST_DAY : day; // what follows the last transaction is reported with it
    const own = gaps.filter(({ to }) => to.date > before && to.date <= until);
    before = day;
    return { period: day, income, expense, balance, gaps: own };
  });
}

/** The balance of a month is that of its last day with a transaction. */
function monthsOf(days: readonly BalancePoint[]): BalancePoint[] {
  const months = new Map<string, BalancePoint>();
  for (const { period, income, expense, balance, gaps } of days) {
    const month = period.slice(0, 7);
    const before = months.get(month);
    months.set(month, {
      period: month,
      income: (before?.income ?? 0n) + income,
      expense: (before?.expense ?? 0n) + expense,
      balance,
      gaps: [...(before?.gaps ?? []), ...gaps],
    });
  }
  return [...months.values()];
}
