/** The lines of third parties, a page at a time, by account and letter, each with its entry and the VAT of its lines. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Paging } from '../../ledger/page.ts';
import type { Context } from '../../operation/context.ts';
import { EntryLines } from '../engine/entry-lines.ts';
import { computeEntries, readVatBooks, type Seen, seenFrom, type VatBooks } from './context.ts';
import { type AllocationEntry, type AllocationLine, readAllocation } from './entries.ts';
import {
  type AllocationFilter,
  firstByDay,
  foundLines,
  hasWords,
  keepsAll,
  lookUp,
  ordered,
  orderOf,
  SCOPE_ACCOUNTS,
  type Scope,
  type Sort,
  sortKeyOf,
} from './filter.ts';
import type { Letter } from './letters.ts';
import { factsOf, spreadsOf } from './spread.ts';
import { verified } from './verification.ts';

export interface AllocationSearch extends Paging {
  readonly procedureId?: number | undefined;
  readonly scope: Scope;
  readonly sortBy: Sort;
  readonly sortDesc: boolean;
  readonly onlyRequiringCompletion: boolean;
  readonly filter: AllocationFilter;
}

export interface AllocationGroup {
  readonly letter: Letter | undefined;
  /** Debit less credit: of the whole group, or of the lines of the page that bear no letter. */
  readonly balance: Cents;
  readonly entries: readonly AllocationEntry[];
}

/** Sums of all that the search finds on the account, on every page. */
export interface AllocationAccount {
  readonly accountId: number;
  readonly subAccountId: number | null;
  readonly balance: Cents;
  readonly debitBalance: Cents;
  readonly creditBalance: Cents;
  readonly letterGroups: readonly AllocationGroup[];
}

export interface AllocationResult {
  readonly accounts: readonly AllocationAccount[];
  /** Lines on all pages. */
  readonly totalCount: number;
}

/** In the order of the first line of each account, then of each letter. Throws FolderNotFound, ProcedureNotFound. */
export async function searchAllocation(
  ctx: Context,
  folderId: number,
  search: AllocationSearch,
): Promise<AllocationResult> {
  const seen = await seenFrom(ctx, folderId, search.procedureId);
  const books = await readVatBooks(ctx, folderId);
  const ids = [...books.accounts.byId.values()]
    .filter(({ number }) => number.startsWith(SCOPE_ACCOUNTS[search.scope]))
    .map(({ id }) => id);
  return (await ctx.db()).transaction(async (trx) => {
    // Some 100,000 lines are sorted and counted by third party: they stay in memory.
    await trx.raw("set local work_mem = '64MB'; set local jit = off");
    const numbers = new Map([...books.accounts.byId.values()].map(({ id, number }) => [id, number]));
    const within = await lookUp(trx, { folderId, accountIds: ids }, search.filter, numbers);
    const find = (filter: AllocationFilter) => foundLines(trx, within, ids, filter);
    const incomplete = search.onlyRequiringCompletion
      ? await incompleteEntries(trx, books, { folderId, seen, found: find(search.filter) })
      : undefined;
    const found = incomplete ? find(search.filter).whereRaw('l.entry_id = any(?)', [incomplete]) : find(search.filter);
    const isWhole = !incomplete && keepsAll(search.filter);
    const { total, lines, balances } = isWhole
      ? await wholePage(trx, found, search, firstOf(trx, found, search, { folderId, accountIds: ids }))
      : await filteredPage(trx, found, search);
    const entryIds = [...new Set(lines.map(({ entryId }) => entryId))];
    const entries = await readAllocation(trx, books, { folderId, entryIds, seen });
    return { accounts: grouped(lines, entries, balances), totalCount: total };
  });
}

interface FoundLine {
  readonly id: number;
  readonly entryId: number;
  readonly accountId: number;
  readonly subAccountId: number | null;
  readonly date: PlainDate;
}

const LINE = { id: 'l.id', entryId: 'l.entry_id', accountId: 'l.account_id', subAccountId: 'l.sub_account_id' };

interface FoundPage {
  /** Lines on all pages. */
  readonly total: number;
  readonly lines: readonly FoundLine[];
  readonly balances: ReadonlyMap<string, Balances>;
}

/** Of whole accounts, the lines that may stand on a page by day are those of no later page. */
function firstOf(
  trx: Knex.Transaction,
  found: Knex.QueryBuilder,
  { page, limit, sortBy, sortDesc: descends }: AllocationSearch,
  { folderId, accountIds }: { readonly folderId: number; readonly accountIds: readonly number[] },
): Knex.QueryBuilder {
  if (sortBy === 'Date') return firstByDay(trx, folderId, accountIds, { descends, count: page * limit });
  return sortBy === 'Journal' ? found.clone().joinRaw(JOURNALS) : found.clone();
}

const JOURNALS = 'join journal j on j.folder_id = l.folder_id and j.id = l.journal_id';

/** Without a filter: indexes give the lines by day, and the sums of the third parties of the page alone. */
async function wholePage(
  trx: Knex.Transaction,
  found: Knex.QueryBuilder,
  { page, limit, sortBy, sortDesc }: AllocationSearch,
  first: Knex.QueryBuilder,
): Promise<FoundPage> {
  const [counted] = await found.clone().count({ total: '*' });
  const lines: FoundLine[] = await first
    .select({ ...LINE, date: 'l.entry_date' })
    .orderByRaw(orderOf(sortBy, sortDesc))
    .limit(limit)
    .offset((page - 1) * limit);
  const balances = balancesAt(lines, await bucketsOf(trx, found, lines));
  return { total: Number(counted?.total ?? 0), lines, balances };
}

/**
 * With a filter: by day, the days of the lines tell how many there are and which days the page is of. Each statement stands
 * by itself, so that the server may share it between processors.
 */
async function filteredPage(
  trx: Knex.Transaction,
  found: Knex.QueryBuilder,
  search: AllocationSearch,
): Promise<FoundPage> {
  const few = hasWords(search.filter) ? await pageOfFew(trx, found, search) : undefined;
  if (few) return { ...few, balances: balancesAt(few.lines, await bucketsOf(trx, found, few.lines)) };
  const { page, limit, sortBy, sortDesc } = search;
  const days: DayRow[] = await found
    .clone()
    .modify((query) => sortBy === 'Date' && query.groupBy('l.entry_date').select({ day: 'l.entry_date' }))
    .count({ lines: '*' });
  const total = days.reduce((sum, { lines }) => sum + Number(lines), 0);
  if ((page - 1) * limit >= total) return { total, lines: [], balances: new Map() };
  const { from, to, before } = sortBy === 'Date' ? daysOfPage(days, search) : { from: null, to: null, before: 0 };
  const lines: FoundLine[] = await found
    .clone()
    .modify((query) => {
      if (sortBy === 'Journal') query.joinRaw(JOURNALS);
      if (from && to) query.whereBetween('l.entry_date', [from, to]);
    })
    .select({ ...LINE, date: 'l.entry_date' })
    .orderByRaw(orderOf(sortBy, sortDesc))
    .limit(limit)
    .offset((page - 1) * limit - before);
  return { total, lines, balances: balancesAt(lines, await bucketsOf(trx, found, lines)) };
}

const FEW = 30_000;

/** Lines that are long to look for are looked for once, then counted and sorted; undefined when they are more than a few. */
async function pageOfFew(
  trx: Knex.Transaction,
  found: Knex.QueryBuilder,
  { page, limit, sortBy, sortDesc }: AllocationSearch,
): Promise<Pick<FoundPage, 'total' | 'lines'> | undefined> {
  const order = ordered(['sort_key', 'date', 'id'], sortDesc);
  const all = found
    .clone()
    .modify((query) => sortBy === 'Journal' && query.joinRaw(JOURNALS))
    .select({ ...LINE, date: 'l.entry_date', sort_key: trx.raw(sortKeyOf(sortBy)) })
    .limit(FEW + 1);
  const { rows } = await trx.raw(
    `with few as materialized (?) select counted.total, line.* from (select count(*) as total from few) counted
     left join (select * from few order by ${order} limit ? offset ?) line on true order by ${order}`,
    [all, limit, (page - 1) * limit],
  );
  const total = Number(rows[0]?.total);
  return total > FEW ? undefined : { total, lines: rows.filter(({ id }: FoundLine) => id !== null) };
}

interface DayRow {
  readonly day: PlainDate;
  readonly lines: bigint;
}

/** The days that hold the lines of a page, and how many lines stand on those before them. */
function daysOfPage(
  days: readonly DayRow[],
  { page, limit, sortDesc }: AllocationSearch,
): { readonly from: PlainDate | null; readonly to: PlainDate | null; readonly before: number } {
  const way = sortDesc ? -1 : 1;
  const sorted = [...days].sort((a, b) => (a.day < b.day ? -way : way));
  const [first, last] = [(page - 1) * limit, page * limit];
  let [place, before] = [0, 0];
  const own: PlainDate[] = [];
  for (const { day, lines } of sorted) {
    const next = place + Number(lines);
    if (next <= first) before = next;
    else if (place < last) own.push(day);
    place = next;
  }
  const ends = [own.at(0) ?? null, own.at(-1) ?? null];
  const [from = null, to = null] = sortDesc ? ends.reverse() : ends;
  return { from, to, before };
}

interface Asked {
  readonly folderId: number;
  readonly seen: Seen | undefined;
  readonly found: Knex.QueryBuilder;
}

/** Entries of which the tax-excluded amount is not wholly at rates. Each one that is found is computed: rates are no columns. */
async function incompleteEntries(trx: Knex.Transaction, books: VatBooks, asked: Asked): Promise<number[]> {
  const { folderId, seen, found } = asked;
  const entryIds: number[] = await found.distinct('l.entry_id').pluck('l.entry_id');
  const { entries, applied, rules, folder } = await computeEntries(trx, books, { folderId, entryIds, seen });
  return entryIds.filter((entryId) => {
    const entry = entries.get(entryId);
    if (!entry) return false;
    const facts = factsOf(new EntryLines(entry, rules, folder.advancePaymentMode));
    const spreads = spreadsOf(facts, applied.get(entryId) ?? [], folder.territory);
    return verified(facts, spreads, folder.territory).taxExcludedToAllocate !== 0n;
  });
}

interface Balances {
  readonly debit: Cents;
  readonly credit: Cents;
  /** By line of the page: what the lines up to it sum to. */
  readonly upTo: ReadonlyMap<number, Cents>;
}

const placeOf = ({ accountId, subAccountId }: Pick<FoundLine, 'accountId' | 'subAccountId'>): string =>
  `${accountId} ${subAccountId ?? ''}`;

/** Lines in the order of days, then of their numbers: one number for each. */
const ORDER = "(l.entry_date - date '1900-01-01')::bigint * 4294967296 + l.id";

interface BucketRow {
  readonly accountId: number;
  readonly subAccountId: number | null;
  readonly bucket: number;
  readonly debit: Cents;
  readonly credit: Cents;
}

const byDay = (lines: readonly FoundLine[]): FoundLine[] =>
  [...lines].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id - b.id));

/** The same of lines that were found before, in one scan of their third parties. */
async function bucketsOf(
  trx: Knex.Transaction,
  found: Knex.QueryBuilder,
  lines: readonly FoundLine[],
): Promise<BucketRow[]> {
  if (lines.length === 0) return [];
  const aged = byDay(lines);
  const bounds = `array(select (d - date '1900-01-01')::bigint * 4294967296 + i + 1 from unnest(?::date[], ?::integer[]) with ordinality u(d, i, n) order by n)`;
  return found
    .clone()
    .whereRaw(
      '(l.sub_account_id = any(?::integer[]) or l.sub_account_id is null and l.account_id = any(?::integer[]))',
      [
        lines.flatMap(({ subAccountId }) => subAccountId ?? []),
        lines.filter(({ subAccountId }) => subAccountId === null).map(({ accountId }) => accountId),
      ],
    )
    .select({ accountId: 'l.account_id', subAccountId: 'l.sub_account_id' })
    .select(
      trx.raw(`width_bucket(${ORDER}, ${bounds}) as bucket`, [aged.map(({ date }) => date), aged.map(({ id }) => id)]),
    )
    .select(trx.raw('sum(l.debit_cents)::bigint as debit, sum(l.credit_cents)::bigint as credit'))
    .groupByRaw('1, 2, 3');
}

function balancesAt(lines: readonly FoundLine[], rows: readonly BucketRow[]): ReadonlyMap<string, Balances> {
  const aged = byDay(lines);
  return new Map(lines.map((line) => [placeOf(line), balancesOf(placeOf(line), rows, aged)]));
}

function balancesOf(place: string, rows: readonly BucketRow[], aged: readonly FoundLine[]): Balances {
  const own = rows.filter((row) => placeOf(row) === place);
  const total = (some: readonly BucketRow[], of: (row: BucketRow) => Cents) =>
    some.reduce((sum, row) => sum + of(row), 0n);
  const upTo = (bound: number) =>
    total(
      own.filter(({ bucket }) => bucket <= bound),
      ({ debit, credit }) => debit - credit,
    );
  return {
    debit: total(own, ({ debit }) => debit),
    credit: total(own, ({ credit }) => credit),
    upTo: new Map(aged.flatMap((line, bound) => (placeOf(line) === place ? [[line.id, upTo(bound)] as const] : []))),
  };
}

function grouped(
  lines: readonly FoundLine[],
  entries: readonly AllocationEntry[],
  balances: ReadonlyMap<string, Balances>,
): AllocationAccount[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return [...groupsOf(lines, placeOf)].map(([place, own]) => {
    const { accountId = 0, subAccountId = null } = own[0] ?? {};
    const { debit = 0n, credit = 0n, upTo = new Map<number, Cents>() } = balances.get(place) ?? {};
    return {
      accountId,
      subAccountId,
      balance: debit - credit,
      debitBalance: debit,
      creditBalance: credit,
      letterGroups: lettered(own, byId, upTo),
    };
  });
}

function groupsOf<T, K>(all: readonly T[], key: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const known = groups.get(key(one));
    if (known) known.push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}

function lettered(
  lines: readonly FoundLine[],
  entries: ReadonlyMap<number, AllocationEntry>,
  upTo: ReadonlyMap<number, Cents>,
): AllocationGroup[] {
  const shown = new Map(
    lines.flatMap(({ id, entryId }) => {
      const line = entries.get(entryId)?.lines.find((one) => one.id === id);
      return line ? [[id, line] as const] : [];
    }),
  );
  return [...groupsOf(lines, ({ id }) => shown.get(id)?.letter?.id)].map(([letterId, own]) => {
    const entryIds = [...new Set(own.map(({ entryId }) => entryId))];
    const letter = letterId === undefined ? undefined : shown.get(own[0]?.id ?? 0)?.letter;
    return {
      letter,
      balance: letter?.balance ?? own.reduce((sum, { id }) => sum + (shown.get(id)?.amount ?? 0n), 0n),
      entries: entryIds.flatMap((id) => withBalances(entries.get(id), upTo)),
    };
  });
}

const withBalances = (entry: AllocationEntry | undefined, upTo: ReadonlyMap<number, Cents>): AllocationEntry[] => {
  if (!entry) return [];
  const lines = entry.lines.map((line): AllocationLine => ({ ...line, progressiveBalance: upTo.get(line.id) ?? null }));
  return [{ ...entry, lines }];
};
