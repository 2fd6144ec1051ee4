/** Movements of one account in an exercise: its lines without the opening ones, which are a balance. */

import type { Knex } from 'knex';
import { copyOut } from '../db/copy.ts';
import { decodeRows } from '../db/copy-text.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { Reader } from '../operation/context.ts';
import { wherePrefix } from './accounts.ts';
import { type Exercise, getExercise } from './exercises.ts';
import { openingCondition, openingEntriesOf } from './openings.ts';

export interface AccountMovement {
  readonly id: number;
  readonly entryId: number;
  readonly date: PlainDate;
  readonly label: string;
  readonly docRef: string;
  readonly debit: Cents;
  readonly credit: Cents;
  /** As in `EntryLine`. */
  readonly currency: string | null;
  readonly currencyAmount: Cents | null;
}

/** By day, then as entered. Throws FolderNotFound, ExerciseNotFound. */
export async function accountMovements(
  ctx: Reader,
  folderId: number,
  exerciseId: number,
  accountId: number,
): Promise<AccountMovement[]> {
  const db = await ctx.db();
  const exercise = await getExercise(ctx, folderId, exerciseId);
  const { sql, bindings } = await openingCondition(db.knex, folderId, exercise);
  return db
    .knex({ l: 'entry_line' })
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exerciseId, 'l.account_id': accountId })
    .whereRaw(`not ${sql}`, bindings as string[])
    .orderBy(['l.entry_date', 'l.id'])
    .select({ id: 'l.id', entryId: 'l.entry_id', date: 'l.entry_date', label: 'l.label', docRef: 'l.doc_ref' })
    .select({ debit: 'l.debit_cents', credit: 'l.credit_cents' })
    .select({ currency: 'l.currency', currencyAmount: 'l.currency_cents' });
}

export interface EntryMovement {
  readonly entryId: number;
  readonly date: PlainDate;
  /** One for each account moved. */
  readonly lines: readonly { readonly account: string; readonly debit: Cents; readonly credit: Cents }[];
}

/** What each entry of an exercise moves on the accounts that begin so, opening entries apart, by identifier. */
export async function movementsByEntry(
  knex: Knex,
  folderId: number,
  exercise: Exercise,
  { accounts, except }: { readonly accounts: readonly string[]; readonly except: readonly number[] },
): Promise<EntryMovement[]> {
  const { sql, bindings } = await openingCondition(knex, folderId, exercise);
  const rows: { entryId: number; date: PlainDate; account: string; debit: Cents; credit: Cents }[] = await knex({
    l: 'entry_line',
  })
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id })
    .modify((query) => wherePrefix(query, 'a.number', accounts))
    .whereRaw(`not ${sql}`, bindings as string[])
    .whereRaw('l.entry_id <> all(?)', [[...except]])
    .groupBy('l.entry_id', 'a.number')
    .orderBy('l.entry_id')
    .select({ entryId: 'l.entry_id', account: 'a.number' })
    .select(knex.raw('min(l.entry_date) as date'))
    .select(knex.raw('sum(l.debit_cents)::bigint as debit, sum(l.credit_cents)::bigint as credit'));
  const entries = new Map<number, EntryMovement>();
  for (const { entryId, date, ...line } of rows)
    entries.set(entryId, { entryId, date, lines: [...(entries.get(entryId)?.lines ?? []), line] });
  return [...entries.values()];
}

/** Identifiers of the journals that hold lines of an account, most lines first. */
export async function journalsOfAccount(ctx: Reader, folderId: number, accountId: number): Promise<number[]> {
  const { knex } = await ctx.db();
  const rows = await knex('entry_line')
    .where({ folder_id: folderId, account_id: accountId })
    .groupBy('journal_id')
    .orderByRaw('count(*) desc, journal_id')
    .select('journal_id');
  return rows.map(({ journal_id }) => journal_id);
}

/** Identifiers of the accounts that have lines in a window. */
export async function movedAccounts(
  ctx: Reader,
  folderId: number,
  { start, end }: { readonly start: PlainDate; readonly end: PlainDate },
): Promise<ReadonlySet<number>> {
  const { knex } = await ctx.db();
  const rows = await knex('account as a')
    .where({ 'a.folder_id': folderId })
    .whereRaw(
      `exists (select from entry_line l where l.folder_id = a.folder_id and l.account_id = a.id
         and l.entry_date between ? and ?)`,
      [start, end],
    )
    .select<{ id: number }[]>('a.id');
  return new Set(rows.map(({ id }) => id));
}

export interface ThirdPartyMovement {
  readonly accountId: number;
  /** Null for lines of the account itself. */
  readonly subAccountId: number | null;
  readonly firstDate: PlainDate;
}

/** The accounts of these prefixes and their sub-accounts that have lines up to a day, by number and code. */
export async function movedThirdParties(
  ctx: Reader,
  folderId: number,
  { prefixes, endDate }: { readonly prefixes: readonly string[]; readonly endDate: PlainDate },
): Promise<ThirdPartyMovement[]> {
  const { knex } = await ctx.db();
  return knex({ l: 'entry_line' })
    .join({ a: 'account' }, { 'a.folder_id': 'l.folder_id', 'a.id': 'l.account_id' })
    .leftJoin({ s: 'sub_account' }, { 's.folder_id': 'l.folder_id', 's.id': 'l.sub_account_id' })
    .where({ 'l.folder_id': folderId })
    .where('l.entry_date', '<=', endDate)
    .whereRaw(`exists (select from unnest(?::text[]) p where starts_with(a.number, p))`, [[...prefixes]])
    .groupBy('a.number', 'l.account_id', 'l.sub_account_id', 's.code')
    .orderByRaw('a.number collate "C", s.code collate "C" nulls first')
    .select({ accountId: 'l.account_id', subAccountId: 'l.sub_account_id' })
    .min({ firstDate: 'l.entry_date' });
}

export interface TaxedMovements {
  /** Each base account that moves, and whether one of its entries has a line of tax. */
  readonly taxed: ReadonlyMap<number, boolean>;
  /** Each entry of one base line and one tax line. */
  readonly pairs: readonly {
    readonly accountId: number;
    readonly base: Cents;
    readonly tax: Cents;
  }[];
}

/** Operations of an exercise with the tax beside them, opening journals apart; amounts without their sign. */
export async function taxedMovements(
  knex: Knex.Transaction,
  folderId: number,
  exerciseId: number,
  accounts: { readonly bases: readonly number[]; readonly taxes: readonly number[] },
): Promise<TaxedMovements> {
  // Sums of every entry of the exercise at once: on disk they take four times as long.
  await knex.raw("set local work_mem = '64MB'");
  const query = knex.raw(TAXED, {
    folderId,
    exerciseId,
    bases: [...accounts.bases],
    taxes: [...accounts.taxes],
    accounts: [...accounts.bases, ...accounts.taxes],
  });
  const taxed = new Map<number, boolean>();
  const pairs: TaxedMovements['pairs'][number][] = [];
  // A row for each entry, of which COPY takes a third of the time of result rows.
  for await (const rows of decodeRows(copyOut(knex, query)))
    for (const [account, hasTax, base, tax] of rows) {
      const accountId = Number(account);
      taxed.set(accountId, hasTax === 't' || taxed.get(accountId) === true);
      if (base) pairs.push({ accountId, base: BigInt(base), tax: BigInt(tax ?? 0) });
    }
  return { taxed, pairs };
}

/**
 * Each entry is looked at once: of a single line the least amount is its own, which takes half the time of a sum. Those with
 * several base lines are read again for their accounts.
 */
const TAXED = `
  with entry as (
    select l.entry_id,
           min(l.account_id) filter (where l.account_id = any(:bases::integer[])) as account,
           count(*) filter (where l.account_id = any(:bases::integer[])) as bases,
           count(*) filter (where l.account_id = any(:taxes::integer[])) as taxes,
           min(l.debit_cents - l.credit_cents) filter (where l.account_id = any(:bases::integer[])) as base,
           min(l.debit_cents - l.credit_cents) filter (where l.account_id = any(:taxes::integer[])) as tax
    from entry_line l
    where l.folder_id = :folderId and l.exercise_id = :exerciseId and l.account_id = any(:accounts::integer[])
      and l.journal_id not in (select id from journal where folder_id = :folderId and type = 'Opening')
    group by l.entry_id
  )
  select account, taxes > 0, case when taxes = 1 then abs(base) end, case when taxes = 1 then abs(tax) end
  from entry where bases = 1
  union all
  select l.account_id, bool_or(e.taxes > 0), null, null
  from entry e join entry_line l on l.folder_id = :folderId and l.entry_id = e.entry_id and l.account_id = any(:bases::integer[])
  where e.bases > 1
  group by 1`;

/** An entry by what it credits, what it debits, and what stands beside. */
export interface EntrySides {
  readonly credit: Cents;
  readonly debit: Cents;
  readonly hasBeside: boolean;
}

export interface SidesWanted {
  readonly beginDate: PlainDate;
  readonly endDate: PlainDate;
  /** Beginnings of account numbers. */
  readonly credited: readonly string[];
  readonly debited: readonly string[];
  readonly beside: readonly string[];
}

/** The entries of a period that credit some accounts, those that open an exercise apart. */
export async function entriesCrediting(ctx: Reader, folderId: number, wanted: SidesWanted): Promise<EntrySides[]> {
  const { knex } = await ctx.db();
  const { beginDate, endDate } = wanted;
  const [credited, debited, beside] = [[...wanted.credited], [...wanted.debited], [...wanted.beside]];
  const openings = await openingEntriesOf(knex, folderId, wanted);
  const { rows } = await knex.raw(SIDES, { folderId, beginDate, endDate, credited, debited, beside, openings });
  return rows;
}

const begins = (list: string): string =>
  `exists (select from unnest(:${list}::text[]) p where starts_with(a.number, p))`;

const SIDES = `
  select coalesce(sum(l.credit_cents) filter (where ${begins('credited')}), 0)::bigint as credit,
         coalesce(sum(l.debit_cents) filter (where ${begins('debited')}), 0)::bigint as debit,
         bool_or(${begins('beside')}) as "hasBeside"
  from entry_line l
  join account a on a.folder_id = l.folder_id and a.id = l.account_id
  where l.folder_id = :folderId and l.entry_date between :beginDate and :endDate and l.entry_id <> all(:openings::integer[])
  group by l.entry_id
  having sum(l.credit_cents) filter (where ${begins('credited')}) > 0`;
