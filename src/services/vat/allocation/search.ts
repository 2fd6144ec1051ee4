/** The lines of third parties, a page at a time, by account and letter, each with its entry and the VAT of its lines. */
import type { Knex } from 'knex';
import type { Cents } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { EntryLines } from '../engine/entry-lines.ts';
import { computeEntries, readVatBooks, type Seen, seenFrom, type VatBooks } from './context.ts';
import { type AllocationEntry, type AllocationLine, readAllocation } from './entries.ts';
import {
  type AllocationFilter,
  firstLines,
  foundLines,
  hasWords,
  keepsAll,
  linesWithWords,
  lookUp,
  SCOPE_ACCOUNTS,
  type Scope,
} from './filter.ts';
import type { Letter } from './letters.ts';
import { type FoundLine, isDeep, pageOf, type Sorted } from './page.ts';
import { factsOf, spreadsOf } from './spread.ts';
import { verified } from './verification.ts';

export interface AllocationSearch extends Sorted {
  readonly procedureId?: number | undefined;
  readonly scope: Scope;
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
    await trx.raw(settingsOf(search).join('; '));
    const numbers = new Map([...books.accounts.byId.values()].map(({ id, number }) => [id, number]));
    const within = await lookUp(trx, { folderId, accountIds: ids }, search.filter, numbers);
    const whole = readsWords(search) ? linesWithWords(trx) : undefined;
    const all = (part = whole) => foundLines(trx, within, ids, { filter: search.filter, part });
    const incomplete = search.onlyRequiringCompletion
      ? await incompleteEntries(trx, books, { folderId, seen, found: all() })
      : undefined;
    const find = (part?: Knex.Raw) =>
      incomplete ? all(part).whereRaw('l.entry_id = any(?)', [incomplete]) : all(part);
    const firstByDay = (descends: boolean, count: number) => firstLines(trx, folderId, ids, { descends, count });
    const isWhole = !incomplete && keepsAll(search.filter, within);
    const found = { folderId, accounts: ids.length, isWhole, total: isWhole ? within.balance?.lines : undefined };
    const { total, lines } = await pageOf(trx, { ...found, find, firstByDay }, search);
    const balances = balancesAt(lines, await bucketsOf(trx, find(), lines));
    const entryIds = [...new Set(lines.map(({ entryId }) => entryId))];
    const entries = await readAllocation(trx, books, { folderId, entryIds, seen });
    return { accounts: grouped(lines, entries, balances), totalCount: total };
  });
}

/** Some 100,000 lines are sorted and counted by third party. */
const IN_MEMORY = "set local work_mem = '64MB'; set local jit = off";
/** What is asked of lines stands in the index of their account, which is read in a third of the time that they take. */
const FROM_INDEXES = 'set local random_page_cost = 1.1';
/** Processes that share an index wait for each other at every page: it pays where they only count, or join. */
const ALONE = 'set local max_parallel_workers_per_gather = 0';

/** A group of letters is known by the exercise of a line, which does not stand beside its texts. */
const readsWords = ({ filter, sortBy }: AllocationSearch): boolean =>
  (hasWords(filter) || sortBy === 'Label' || sortBy === 'DocRef') && typeof filter.letterId !== 'number';

function settingsOf(search: AllocationSearch): string[] {
  const { filter, sortBy } = search;
  const isShared = sortBy === 'Date' || filter.withAccounts || isDeep(search) || readsWords(search);
  return isShared ? [IN_MEMORY, FROM_INDEXES] : [IN_MEMORY, FROM_INDEXES, ALONE];
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
