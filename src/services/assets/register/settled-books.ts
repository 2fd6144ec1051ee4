/**
 * What the ledger holds of assets where its books are settled: as it opened, at the end of each closed exercise, and of each
 * whose allowances are posted on its last day. Later years may have no opening entry yet: they go on from the year before.
 * Of the accounts that are asked for alone: a write concerns a few of them, and a folder may have a million lines.
 */
import type { Knex } from 'knex';
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { balanceClosings } from '../../ledger/closings.ts';
import { type Exercise, readExercises } from '../../ledger/exercises.ts';
import { type LineCondition, openingCondition } from '../../ledger/openings.ts';
import { isFixedAssetAccount } from '../engine/account-families.ts';

/** Balances, debit less credit, by account; accounts that never had a line are left out. */
export interface SettledBooks {
  readonly end: PlainDate;
  readonly balances: ReadonlyMap<string, Cents>;
}

/** Assets, their amortization and impairment, and account 145. */
const ROOTS = ['20', '21', '22', '23', '26', '27', '28', '29', '145'];
/** Those that say something against an asset beside its cost. */
const BESIDE = /^(28|29|145)/;

/** The books of a folder, and its accounts of assets. */
interface Books {
  readonly knex: Knex;
  readonly folderId: number;
  /** Oldest first. */
  readonly exercises: readonly Exercise[];
  readonly accounts: readonly Owned[];
  /** Whether an exercise opened them, by its identifier: found once. */
  readonly opened: Map<number, Promise<boolean>>;
}

interface Owned {
  readonly id: number;
  readonly number: string;
}

type Balances = ReadonlyMap<string, Cents>;
/** The accounts wanted; all when there is none. */
export type Wanted = ReadonlySet<string> | undefined;

/** Oldest first. */
export async function settledBooks(knex: Knex, folderId: number, wanted?: Wanted): Promise<SettledBooks[]> {
  const books = await readBooks(knex, folderId);
  const found: SettledBooks[] = [];
  for (const [at, exercise] of books.exercises.entries()) {
    const opened = at === 0 ? await openedWith(books, wanted) : undefined;
    if (opened) found.push(opened);
    if (await isSettled(books, exercise))
      found.push({ end: exercise.end, balances: await balancesAt(books, at, wanted) });
  }
  return found;
}

/** The last day on which books are settled. */
export async function lastSettledDay(knex: Knex, folderId: number): Promise<PlainDate | undefined> {
  const books = await readBooks(knex, folderId);
  const at = await lastSettled(books);
  if (at >= 0) return books.exercises[at]?.end;
  return (await openedWith(books, new Set()))?.end;
}

/** The last of `settledBooks`. */
export async function lastSettledBooks(
  knex: Knex,
  folderId: number,
  wanted?: Wanted,
): Promise<SettledBooks | undefined> {
  const books = await readBooks(knex, folderId);
  const at = await lastSettled(books);
  const end = books.exercises[at]?.end;
  return end === undefined ? openedWith(books, wanted) : { end, balances: await balancesAt(books, at, wanted) };
}

async function readBooks(knex: Knex, folderId: number): Promise<Books> {
  const exercises = await exercisesFromFirstEntry(knex, folderId);
  const { rows }: { rows: Owned[] } = await knex.raw(ACCOUNTS, { folderId, roots: ROOTS });
  const accounts = rows.filter(({ number }) => isOfAssets(number));
  return { knex, folderId, exercises, accounts, opened: new Map() };
}

/** Exercises that no entry has yet, before the ledger begins, open nothing: the first with entries does. */
async function exercisesFromFirstEntry(knex: Knex, folderId: number): Promise<Exercise[]> {
  const exercises = await readExercises(knex, folderId);
  for (const [at, { id: exerciseId }] of exercises.entries()) {
    const { rows } = await knex.raw(ANY_ENTRY, { folderId, exerciseId });
    if (rows.length > 0) return exercises.slice(at);
  }
  return [];
}

const ACCOUNTS = `select id, number from account
  where folder_id = :folderId and exists (select from unnest(:roots::text[]) root where starts_with(number, root))`;

const isOfAssets = (number: string): boolean => isFixedAssetAccount(number) || BESIDE.test(number);

async function lastSettled(books: Books): Promise<number> {
  for (let at = books.exercises.length - 1; at >= 0; at--) {
    const exercise = books.exercises[at];
    if (exercise && (await isSettled(books, exercise))) return at;
  }
  return -1;
}

/** A closed exercise without any entry has settled nothing. */
async function isSettled({ knex, folderId }: Books, { id: exerciseId, end, isClosed }: Exercise): Promise<boolean> {
  const { rows } = await knex.raw(isClosed ? ANY_ENTRY : ALLOWANCE, { folderId, exerciseId, end });
  return rows.length > 0;
}

const ANY_ENTRY = 'select from entry_line l where l.folder_id = :folderId and l.exercise_id = :exerciseId limit 1';

const ALLOWANCE = `
  select from entry_line l
  join account a on a.folder_id = l.folder_id and a.id = l.account_id
  where l.folder_id = :folderId and a.folder_id = :folderId and l.exercise_id = :exerciseId
    and l.entry_date = :end and starts_with(a.number, '28') and l.credit_cents > 0 limit 1`;

/** What the first exercise opened with; undefined when it opened no account of assets. */
async function openedWith(books: Books, wanted: Wanted): Promise<SettledBooks | undefined> {
  const [first] = books.exercises;
  if (!first || !(await isOpened(books, first))) return undefined;
  const opening = await openingCondition(books.knex, books.folderId, first);
  return { end: addDays(first.start, -1), balances: await sums(books, [first], wanted, opening) };
}

function isOpened(books: Books, exercise: Exercise): Promise<boolean> {
  const found = books.opened.get(exercise.id) ?? hasOpening(books, exercise);
  books.opened.set(exercise.id, found);
  return found;
}

async function hasOpening({ knex, folderId, accounts }: Books, exercise: Exercise): Promise<boolean> {
  const opening = await openingCondition(knex, folderId, exercise);
  const { rows } = await knex.raw(
    `select from entry_line l where l.folder_id = ? and l.account_id = any(?) and l.exercise_id = ?
      and l.debit_cents <> l.credit_cents and ${opening.sql} limit 1`,
    [folderId, accounts.map(({ id }) => id), exercise.id, ...opening.bindings] as Knex.RawBinding[],
  );
  return rows.length > 0;
}

/** At the end of an exercise: since the one that opened the accounts of assets last. */
async function balancesAt(books: Books, at: number, wanted: Wanted): Promise<Balances> {
  const since: Exercise[] = [];
  for (const exercise of books.exercises.slice(0, at + 1).reverse()) {
    since.push(exercise);
    if (exercise === books.exercises[0]) break;
    if (await isOpened(books, exercise)) break;
  }
  return sums(books, since, wanted);
}

const EVERY: LineCondition = { sql: 'true', bindings: [] };

/** Without the entries that close the accounts of the balance sheet; those that make the result have no asset. */
async function sums(books: Books, since: readonly Exercise[], wanted: Wanted, which = EVERY): Promise<Balances> {
  const { knex, folderId } = books;
  const accounts = wanted ? books.accounts.filter(({ number }) => wanted.has(number)) : books.accounts;
  const closings = await Promise.all(since.map(({ id }) => balanceClosings(knex, folderId, id)));
  const { rows }: { rows: { id: number; balance: Cents }[] } = await knex.raw(
    `select l.account_id as id, sum(l.debit_cents - l.credit_cents)::bigint as balance from entry_line l
      where l.folder_id = ? and l.account_id = any(?) and l.exercise_id = any(?) and not l.entry_id = any(?)
        and ${which.sql} group by 1`,
    [
      folderId,
      accounts.map(({ id }) => id),
      since.map(({ id }) => id),
      closings.flat(),
      ...which.bindings,
    ] as Knex.RawBinding[],
  );
  const numbers = new Map(accounts.map(({ id, number }) => [id, number]));
  return new Map(rows.map(({ id, balance }) => [numbers.get(id) ?? '', balance]));
}
