/** The balance by age (balance âgée): what third parties owe or are owed on a day, by how old it is. */
import type { PlainDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { Reader } from '../operation/context.ts';
import { type Period, type PeriodWanted, periodOf } from './period.ts';

/** Suppliers and customers (PCG 40 and 41). */
const THIRD_PARTIES = ['40', '41'];

export interface AgedTotals {
  readonly upTo30: Cents;
  readonly upTo60: Cents;
  readonly upTo90: Cents;
  readonly older: Cents;
  /** Debit minus credit, as the others. */
  readonly balance: Cents;
}

export interface AgedParty extends AgedTotals {
  readonly accountId: number;
  readonly accountNumber: string;
  readonly accountLabel: string;
  readonly subAccountId: number | null;
  readonly subAccountCode: string | null;
  readonly subAccountLabel: string | null;
}

export interface AgedBalance {
  readonly period: Period;
  readonly on: PlainDate;
  /** By account number, then sub-account code; who owes nothing is left out. */
  readonly parties: readonly AgedParty[];
}

export interface AgedWanted extends Pick<PeriodWanted, 'exerciseId'> {
  /** Last day of the exercise unless given. */
  readonly on?: PlainDate | undefined;
  /** Beginnings of account numbers. */
  readonly accounts?: readonly string[] | undefined;
}

/**
 * Open on a day: no letter, or a lettering whose lines up to that day do not balance, as its payment came later; the day on
 * which a person gave the letters changes nothing. What is open of a third party sums to its balance. A line is as old as its
 * document, else as its entry; a balance brought forward in one amount is as old as the opening of the exercise.
 * Throws FolderNotFound, ExerciseNotFound, FolderWithoutExercise, LedgerPeriodInvalid.
 */
export async function agedBalance(
  ctx: Reader,
  folderId: number,
  { exerciseId, on, accounts = THIRD_PARTIES }: AgedWanted,
): Promise<AgedBalance> {
  const period = await periodOf(ctx, folderId, { exerciseId, to: on });
  const { id, end } = period.exercise;
  const day = on ?? end;
  const { knex } = await ctx.db();
  const { rows } = await knex.raw(OPEN, { folderId, exerciseId: id, day, prefixes: [...accounts] });
  return { period, on: day, parties: rows };
}

const OPEN = `
  with line as (
    select l.account_id, l.sub_account_id, l.debit_cents - l.credit_cents as net,
           cast(:day as date) - coalesce(l.doc_date, l.entry_date) as age,
           l.letter is null or sum(l.debit_cents - l.credit_cents) over lettered <> 0 as is_open
    from entry_line l join account a on a.folder_id = l.folder_id and a.id = l.account_id
    where l.folder_id = :folderId and l.exercise_id = :exerciseId and l.entry_date <= cast(:day as date)
      and exists (select from unnest(cast(:prefixes as text[])) p where starts_with(a.number, p))
    window lettered as (partition by l.account_id, l.sub_account_id, l.letter)
  ), party as (
    select account_id, sub_account_id, sum(net)::bigint as balance,
           coalesce(sum(net) filter (where age <= 30), 0)::bigint as "upTo30",
           coalesce(sum(net) filter (where age between 31 and 60), 0)::bigint as "upTo60",
           coalesce(sum(net) filter (where age between 61 and 90), 0)::bigint as "upTo90",
           coalesce(sum(net) filter (where age > 90), 0)::bigint as older
    from line where is_open group by 1, 2
  )
  select a.id as "accountId", a.number as "accountNumber", a.label as "accountLabel", s.id as "subAccountId",
         s.code as "subAccountCode", s.label as "subAccountLabel", p."upTo30", p."upTo60", p."upTo90", p.older, p.balance
  from party p join account a on a.folder_id = :folderId and a.id = p.account_id
  left join sub_account s on s.folder_id = :folderId and s.id = p.sub_account_id
  where (p."upTo30", p."upTo60", p."upTo90", p.older) <> (0, 0, 0, 0)
  order by a.number collate "C", s.code collate "C" nulls first`;

/** Sums of some parties. */
export const agedTotal = (parties: readonly AgedTotals[]): AgedTotals =>
  parties.reduce<AgedTotals>(
    (sum, one) => ({
      upTo30: sum.upTo30 + one.upTo30,
      upTo60: sum.upTo60 + one.upTo60,
      upTo90: sum.upTo90 + one.upTo90,
      older: sum.older + one.older,
      balance: sum.balance + one.balance,
    }),
    { upTo30: 0n, upTo60: 0n, upTo90: 0n, older: 0n, balance: 0n },
  );
