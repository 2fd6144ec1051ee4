/** One page of what a search finds, and how many lines stand on all of them: what is found is looked through once. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Paging } from '../../ledger/page.ts';
import { ordered, orderOf, type Sort, sortKeyOf } from './filter.ts';

export interface FoundLine {
  readonly id: number;
  readonly entryId: number;
  readonly accountId: number;
  readonly subAccountId: number | null;
  readonly date: PlainDate;
}

export interface Found {
  readonly folderId: number;
  /** How many accounts the lines are on. */
  readonly accounts: number;
  /** No filter leaves any line out. */
  readonly isWhole: boolean;
  /** How many lines there are, where they were counted before. */
  readonly total?: number | undefined;
  /** The lines `l` that are found, of all of them or of a part. */
  readonly find: (part?: Knex.Raw) => Knex.QueryBuilder;
  /** So many lines `l` of each account by day, from one end of the books. */
  readonly firstByDay: (descends: boolean, count: number) => Knex.Raw;
}

export interface Sorted extends Paging {
  readonly sortBy: Sort;
  readonly sortDesc: boolean;
}

interface FoundPage {
  /** Lines on all pages. */
  readonly total: number;
  readonly lines: readonly FoundLine[];
}

export async function pageOf(trx: Knex.Transaction, found: Found, search: Sorted): Promise<FoundPage> {
  if (search.sortBy !== 'Date') return pageByKey(trx, found, search);
  return found.isWhole ? wholePageByDay(found, search) : pageByDay(found, search);
}

/** The place of its last line. */
const placeOf = ({ page, limit }: Sorted): number => page * limit;

/** Too many lines come before the page for some of the books to hold as many. */
export const isDeep = (search: Sorted): boolean => placeOf(search) > 300;

const LINE = {
  id: 'l.id',
  entryId: 'l.entry_id',
  accountId: 'l.account_id',
  subAccountId: 'l.sub_account_id',
  date: 'l.entry_date',
};

const withJournals =
  ({ sortBy }: Sorted) =>
  (query: Knex.QueryBuilder): void => {
    if (sortBy === 'Journal') query.joinRaw('join journal j on j.folder_id = l.folder_id and j.id = l.journal_id');
  };

function linesOf(query: Knex.QueryBuilder, search: Sorted, before = 0): Knex.QueryBuilder {
  const { page, limit, sortBy, sortDesc } = search;
  return query
    .modify(withJournals(search))
    .select(LINE)
    .orderByRaw(orderOf(sortBy, sortDesc))
    .limit(limit)
    .offset((page - 1) * limit - before);
}

/** Of whole accounts, the lines that may stand on a page by day are those of no later page. */
async function wholePageByDay({ total, find, firstByDay }: Found, search: Sorted): Promise<FoundPage> {
  const first = firstByDay(search.sortDesc, search.page * search.limit);
  return { total: total ?? (await countOf(find())), lines: await linesOf(find(first), search) };
}

async function countOf(lines: Knex.QueryBuilder): Promise<number> {
  const [counted] = await lines.count({ total: '*' });
  return Number(counted?.total ?? 0);
}

interface DayRow {
  readonly day: PlainDate;
  readonly lines: bigint;
}

/** The days of the lines tell how many there are and which days the page is of. */
async function pageByDay({ find }: Found, search: Sorted): Promise<FoundPage> {
  const days: DayRow[] = await find().groupBy('l.entry_date').select({ day: 'l.entry_date' }).count({ lines: '*' });
  const total = days.reduce((sum, { lines }) => sum + Number(lines), 0);
  const { from, to, before } = daysOfPage(days, search);
  if (!from || !to) return { total, lines: [] };
  return { total, lines: await linesOf(find().whereBetween('l.entry_date', [from, to]), search, before) };
}

/** The days that hold the lines of a page, and how many lines stand on those before them. */
function daysOfPage(
  days: readonly DayRow[],
  { page, limit, sortDesc }: Sorted,
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

/** Of the books, from both their ends. */
const LOOKED_AT = 6_000;
/** Lines that are read and sorted by themselves, once found. */
const FEW = 10_000;
/** Some of the books hold at most one in so many of the lines before a deep page, where there are many. */
const SHARE_OF_SOME = 20;

/**
 * Lines found among some of both ends of the books tell a place in the order that the page does not go beyond: the scan that
 * counts all lines takes down those before it, which alone are sorted. Of a deep page the place is a guess, which shows once
 * they are counted. Where they are many, or too few, all that is found is sorted.
 */
async function pageByKey(trx: Knex.Transaction, found: Found, search: Sorted): Promise<FoundPage> {
  const { sortBy, sortDesc } = search;
  const key = sortKeyOf(sortBy);
  const place = `${key} is ${sortDesc ? 'not ' : ''}null, ${key}, l.entry_date, l.id`;
  const isNear = `coalesce((${place}) ${sortDesc ? '>=' : '<='} (select * from bound), true)`;
  const counted = found
    .find()
    .modify(withJournals(search))
    .count({ total: '*' })
    .select(trx.raw(`array_agg(l.id) filter (where ${isNear}) as near`));
  const near = linesOf(trx.from({ l: 'entry_line' }), search)
    .select(trx.raw(`${key} as key`))
    .where('l.folder_id', found.folderId)
    .whereRaw('l.id = any(counted.near)')
    .whereRaw('cardinality(counted.near) <= ?', [FEW]);
  const { rows } = await trx.raw(
    `with bound as (?), counted as materialized (?)
     select counted.total, coalesce(cardinality(counted.near), 0) as before, line.*
     from counted left join lateral (?) line on true order by ${ordered(['key', 'date', 'id'], sortDesc)}`,
    [boundOf(trx, found, search, place), counted, near],
  );
  const [total, before] = [Number(rows[0]?.total), rows[0]?.before];
  if (before > FEW || before < Math.min(total, placeOf(search)))
    return { total, lines: await linesOf(found.find(), search) };
  return { total, lines: rows.filter(({ id }: FoundLine) => id !== null) };
}

/** The place that the page does not go beyond, among some lines; no row when fewer are found there. */
function boundOf(
  trx: Knex.Transaction,
  { accounts, find, firstByDay }: Found,
  search: Sorted,
  place: string,
): Knex.QueryBuilder {
  const { sortDesc } = search;
  const last = isDeep(search) ? Math.ceil(placeOf(search) / SHARE_OF_SOME) : placeOf(search);
  const count = Math.ceil(LOOKED_AT / 2 / Math.max(1, accounts));
  const ends = [false, true].map((descends) =>
    find(firstByDay(descends, count)).modify(withJournals(search)).select(trx.raw(place)),
  );
  // Not `union all`: the ends of a small account meet.
  return trx
    .from(trx.raw('(? union ?) as place(is_there, key, entry_date, id)', ends))
    .orderByRaw(`is_there ${sortDesc ? 'desc' : 'asc'}, ${ordered(['key', 'entry_date', 'id'], sortDesc)}`)
    .limit(1)
    .offset(last - 1);
}
