/** Which lines of third parties a search finds, and in which order: one condition per property, one order per name. */
import type { Knex } from 'knex';
import { escapeLike } from '../../db/rows.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { wherePrefix } from '../../ledger/accounts.ts';
import type { JournalType } from '../../ledger/store.ts';

export const SCOPES = ['Purchases', 'Sales'] as const;
export type Scope = (typeof SCOPES)[number];
export const DIRECTIONS = ['Debit', 'Credit'] as const;
export const ENTRY_SOURCES = ['Manual', 'FecImport'] as const;

/** Beginnings of the accounts of third parties and of their advances. */
export const SCOPE_ACCOUNTS: Readonly<Record<Scope, string>> = { Purchases: '40', Sales: '41' };

interface AccountKey {
  readonly accountId: number;
  readonly subAccountId?: number | null | undefined;
}

export interface AllocationFilter {
  /** Bounds that are left out themselves, on the amount whatever its side. */
  readonly amountAbove?: Cents | undefined;
  readonly amountBelow?: Cents | undefined;
  /** Case and accents apart. */
  readonly entryLineLabel?: string | undefined;
  readonly entryLineLabelStartWith?: string | undefined;
  readonly docRef?: string | undefined;
  readonly journalId?: number | undefined;
  readonly journalType?: JournalType | undefined;
  readonly withoutJournalType?: JournalType | undefined;
  readonly accountStartWith?: string | undefined;
  /** Without sub-account: all of the account. */
  readonly accountKey?: AccountKey | undefined;
  /** Entries with a line on one of these; a descendant is a sub-account, or an account whose number goes on. */
  readonly withAccounts?: readonly (AccountKey & { readonly withDescendant?: boolean | undefined })[] | undefined;
  /** Whether all the lines of the account, or sub-account, sum to nought. */
  readonly balancedAccount?: boolean | undefined;
  readonly amountDirections?: readonly (typeof DIRECTIONS)[number][] | undefined;
  readonly entrySource?: (typeof ENTRY_SOURCES)[number] | undefined;
  readonly accountIds?: readonly number[] | undefined;
  readonly subAccountIds?: readonly number[] | undefined;
  readonly letteringCreatedAfter?: PlainDate | undefined;
  readonly letteringCreatedBefore?: PlainDate | undefined;
  /** Not lettered yet at the end of that day. */
  readonly unletteredAt?: PlainDate | undefined;
  /** Identifier of the first line of a group. */
  readonly letterId?: number | undefined;
  readonly entryIds?: readonly number[] | undefined;
}

type Filled = { readonly [K in keyof AllocationFilter]-?: NonNullable<AllocationFilter[K]> };
type Condition<K extends keyof Filled> = (query: Knex.QueryBuilder, value: Filled[K], folderId: number) => void;

const AMOUNT = 'abs(l.debit_cents - l.credit_cents)';
const JOURNALS = 'l.journal_id in (select id from journal where folder_id = ? and type = ?)';

/**
 * What is kept folded, label and reference together, leaves the lines that may have the words; an accented text is long to
 * fold: of those it is folded only where the words do not stand in it as they are.
 */
function whereText(query: Knex.QueryBuilder, column: string, [before, text]: readonly [string, string]): void {
  const pattern = `like ${before} fold_text(?) || '%'`;
  const words = escapeLike(text);
  query.whereRaw("l.search_text like '%' || fold_text(?) || '%'", [words]);
  query.whereRaw(`(lower(${column}) ${pattern} or fold_text(${column}) ${pattern})`, [words, words]);
}

const CONDITIONS: { readonly [K in keyof Filled]: Condition<K> } = {
  amountAbove: (query, value) => query.whereRaw(`${AMOUNT} > ?`, [String(value)]),
  amountBelow: (query, value) => query.whereRaw(`${AMOUNT} < ?`, [String(value)]),
  entryLineLabel: (query, value) => whereText(query, 'l.label', [`'%' ||`, value]),
  entryLineLabelStartWith: (query, value) => whereText(query, 'l.label', ['', value]),
  docRef: (query, value) => whereText(query, 'l.doc_ref', [`'%' ||`, value]),
  journalId: (query, value) => query.where('l.journal_id', value),
  journalType: (query, value, folderId) => query.whereRaw(JOURNALS, [folderId, value]),
  withoutJournalType: (query, value, folderId) => query.whereRaw(`not ${JOURNALS}`, [folderId, value]),
  accountStartWith: (query, value, folderId) =>
    query.whereIn('l.account_id', (ids) =>
      ids
        .select('id')
        .from('account')
        .where('folder_id', folderId)
        .modify((accounts) => wherePrefix(accounts, 'number', [value])),
    ),
  accountKey: (query, { accountId, subAccountId }) => {
    query.where('l.account_id', accountId);
    if (typeof subAccountId === 'number') query.where('l.sub_account_id', subAccountId);
  },
  withAccounts: (query, value, folderId) =>
    query.whereRaw(WITH_ACCOUNTS, [
      value.map(({ accountId }) => accountId),
      value.map(({ subAccountId }) => subAccountId ?? 0),
      value.map(({ withDescendant }) => withDescendant === true),
      folderId,
    ]),
  balancedAccount: (query, value, folderId) =>
    query.whereRaw(`(l.account_id, coalesce(l.sub_account_id, 0)) ${value ? '' : 'not '}in (${BALANCED})`, [folderId]),
  amountDirections: (query, value) =>
    query.whereRaw("case when l.debit_cents - l.credit_cents >= 0 then 'Debit' else 'Credit' end = any(?)", [
      [...value],
    ]),
  entrySource: (query, value, folderId) =>
    query.whereRaw('l.entry_id in (select id from entry where folder_id = ? and is_manual = ?)', [
      folderId,
      value === 'Manual',
    ]),
  accountIds: (query, value) => query.whereRaw('l.account_id = any(?)', [[...value]]),
  subAccountIds: (query, value) => query.whereRaw('l.sub_account_id = any(?)', [[...value]]),
  letteringCreatedAfter: (query, value) => query.where('l.letter_date', '>', value),
  letteringCreatedBefore: (query, value) => query.where('l.letter_date', '<', value),
  unletteredAt: (query, value) => query.whereRaw('(l.letter is null or l.letter_date > ?)', [value]),
  letterId: (query, value, folderId) =>
    query.whereRaw(
      `(l.exercise_id, l.account_id, coalesce(l.sub_account_id, 0), l.letter) in
        (select exercise_id, account_id, coalesce(sub_account_id, 0), letter from entry_line where folder_id = ? and id = ?)`,
      [folderId, value],
    ),
  entryIds: (query, value) => query.whereRaw('l.entry_id = any(?)', [[...value]]),
};

/** It names no column of `l`: it is read once, not once a line. */
const WITH_ACCOUNTS = `l.entry_id in (
  select w.entry_id from unnest(?::integer[], ?::integer[], ?::boolean[]) k(account, sub, descends)
  join account root on root.folder_id = ? and root.id = k.account
  join account a on a.folder_id = root.folder_id and (a.id = root.id or k.descends and starts_with(a.number, root.number))
  join entry_line w on w.folder_id = root.folder_id and w.account_id = a.id
    and (k.descends and k.sub = 0 or coalesce(w.sub_account_id, 0) = k.sub))`;

const BALANCED = `
  select account_id, coalesce(sub_account_id, 0) from entry_line where folder_id = ?
  group by 1, 2 having sum(debit_cents - credit_cents) = 0`;

const ORDERS = {
  None: 'l.id',
  Date: 'l.entry_date',
  DebitSum: 'l.debit_cents',
  CreditSum: 'l.credit_cents',
  AbsoluteAmount: AMOUNT,
  Label: 'l.label collate "C"',
  Journal: 'j.code collate "C"',
  Letter: 'l.letter collate "C"',
  DocRef: 'l.doc_ref collate "C"',
} as const;
export type Sort = keyof typeof ORDERS;
export const SORTS = Object.keys(ORDERS) as [Sort, ...Sort[]];

/** What comes after the order that was asked for, so that pages never overlap. */
export const orderOf = (sort: Sort, descends: boolean): string => {
  const way = descends ? 'desc' : 'asc';
  return `${ORDERS[sort]} ${way} nulls last, l.entry_date ${way}, l.id ${way}`;
};

/** The lines `l` of these accounts that the filter keeps. */
export function foundLines(
  knex: Knex,
  folderId: number,
  accountIds: readonly number[],
  filter: AllocationFilter,
): Knex.QueryBuilder {
  const query = knex
    .from({ l: 'entry_line' })
    .where('l.folder_id', folderId)
    .whereRaw('l.account_id = any(?::integer[])', [[...accountIds]]);
  for (const name of Object.keys(CONDITIONS) as (keyof Filled)[]) apply(query, folderId, [name, filter[name]]);
  return query;
}

/** Whether the filter keeps every line. */
export const keepsAll = (filter: AllocationFilter): boolean =>
  Object.values(filter).every((value) => value === undefined || value === null);

/** As many lines `l` of each account as may stand among the first of all of them by day. */
export function firstByDay(
  knex: Knex,
  folderId: number,
  accountIds: readonly number[],
  { descends, count }: { readonly descends: boolean; readonly count: number },
): Knex.QueryBuilder {
  const way = descends ? 'desc' : 'asc';
  const first = `select * from entry_line where folder_id = ? and account_id = k.id order by entry_date ${way}, id ${way} limit ?`;
  const lines = `unnest(?::integer[]) k(id) cross join lateral (${first}) l`;
  return knex.from(knex.raw(lines, [[...accountIds], folderId, count]));
}

function apply<K extends keyof Filled>(
  query: Knex.QueryBuilder,
  folderId: number,
  [name, value]: readonly [K, AllocationFilter[K]],
): void {
  if (value !== undefined && value !== null) CONDITIONS[name](query, value as Filled[K], folderId);
}
