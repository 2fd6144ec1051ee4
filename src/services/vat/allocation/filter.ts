/** Which lines of third parties a search finds, and in which order: one condition per property, one order per name. */
import type { Knex } from 'knex';
import { escapeLike } from '../../db/rows.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { JournalType } from '../../ledger/store.ts';
import { SOURCE_ID_CONDITION, type SourceType, sourceCondition } from './sources.ts';

export const SCOPES = ['Purchases', 'Sales'] as const;
export type Scope = (typeof SCOPES)[number];
export const DIRECTIONS = ['Debit', 'Credit'] as const;

/** Beginnings of the accounts of third parties and of their advances. */
export const SCOPE_ACCOUNTS: Readonly<Record<Scope, string>> = { Purchases: '40', Sales: '41' };

interface AccountKey {
  readonly accountId: number;
  readonly subAccountId?: number | null | undefined;
}

interface AccountWithDescendants extends AccountKey {
  readonly withDescendant?: boolean | undefined;
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
  readonly withAccounts?: readonly AccountWithDescendants[] | undefined;
  /** Whether all the lines of the account, or sub-account, sum to nought. */
  readonly balancedAccount?: boolean | undefined;
  readonly amountDirections?: readonly (typeof DIRECTIONS)[number][] | undefined;
  readonly entrySource?: SourceType | undefined;
  /** Of the bank transaction, the asset or the return that the entry was written for. */
  readonly entryLineSourceId?: number | undefined;
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

/** What was looked up once: the planner then knows how many lines a condition keeps. */
interface LookedUp {
  /** Lines on these accounts, whatever their sub-account; or on one sub-account of one, 0 for none. */
  readonly onAccounts?: OnAccounts | undefined;
  /** Read when the filter asks for it. */
  readonly balance?: Balance | undefined;
}

interface OnAccounts {
  readonly whole: readonly number[];
  readonly parties: Parties;
}

/** Accounts with the sub-account of each, 0 for none. */
interface Parties {
  readonly accountIds: readonly number[];
  readonly subAccountIds: readonly number[];
}

/** The third parties whose lines sum to nought, or those whose lines do not: the fewer of the two. */
interface Balance extends Parties {
  readonly isBalanced: boolean;
  /** Of all third parties. */
  readonly lines: number;
}

type Filled = { readonly [K in keyof AllocationFilter]-?: NonNullable<AllocationFilter[K]> };

interface Within extends LookedUp {
  readonly folderId: number;
  readonly numbers: Numbers;
}

/** Of every account, by identifier. */
type Numbers = ReadonlyMap<number, string>;

const beginningWith = (numbers: Numbers, text: string): number[] =>
  [...numbers].flatMap(([id, number]) => (number.startsWith(text) ? [id] : []));

type Condition<K extends keyof Filled> = (query: Knex.QueryBuilder, value: Filled[K], within: Within) => void;

const AMOUNT = 'abs(l.debit_cents - l.credit_cents)';
const JOURNALS = 'l.journal_id in (select id from journal where folder_id = ? and type = ?)';

/**
 * Texts of a line, each as it is and folded. What is kept folded is the label, a space and the reference: what stands before
 * the reference is the folded label, which to fold again takes ten times as long. A reference of other letters than ASCII
 * may have another length once folded.
 */
const LABEL = {
  plain: 'l.label',
  folded: `case when octet_length(l.doc_ref) = length(l.doc_ref) then left(l.search_text, -1 - octet_length(l.doc_ref))
    else fold_text(l.label) end`,
} as const;
const DOC_REF = { plain: 'l.doc_ref', folded: 'fold_text(l.doc_ref)' } as const;

/**
 * Words that stand in the text as they are need no folding; of the others what is kept folded, label and reference together,
 * leaves the lines that may have them. Its index knows parts of three letters.
 */
function whereText(query: Knex.QueryBuilder, { plain, folded }: typeof LABEL | typeof DOC_REF, text: string): void {
  const words = escapeLike(text);
  const has = (value: string) => `${value} like '%' || fold_text(?) || '%'`;
  if (text.length >= 3) query.whereRaw(has('l.search_text'), [words]);
  if (HAS_NO_LETTER.test(text)) query.whereRaw(has(plain), [words]);
  else query.whereRaw(`(${has(plain)} or ${has('l.search_text')} and ${has(folded)})`, [words, words, words]);
}

/** What no folding of a text makes or takes away. */
const HAS_NO_LETTER = /^[\d !-/:-@[-`{-~]*$/;

const CONDITIONS: { readonly [K in keyof Filled]: Condition<K> } = {
  amountAbove: (query, value) => query.whereRaw(`${AMOUNT} > ?`, [String(value)]),
  amountBelow: (query, value) => query.whereRaw(`${AMOUNT} < ?`, [String(value)]),
  entryLineLabel: (query, value) => whereText(query, LABEL, value),
  // The folded text begins with the label. Not `like`: the index of its parts would be asked for words that all lines have.
  entryLineLabelStartWith: (query, value) =>
    query.whereRaw(`starts_with(l.search_text, fold_text(?)) and starts_with(${LABEL.folded}, fold_text(?))`, [
      value,
      value,
    ]),
  docRef: (query, value) => whereText(query, DOC_REF, value),
  journalId: (query, value) => query.where('l.journal_id', value),
  journalType: (query, value, { folderId }) => query.whereRaw(JOURNALS, [folderId, value]),
  withoutJournalType: (query, value, { folderId }) => query.whereRaw(`not ${JOURNALS}`, [folderId, value]),
  accountStartWith: (query, value, { numbers }) =>
    query.whereRaw('l.account_id = any(?::integer[])', [beginningWith(numbers, value)]),
  accountKey: (query, { accountId, subAccountId }) => {
    query.where('l.account_id', accountId);
    if (typeof subAccountId === 'number') query.where('l.sub_account_id', subAccountId);
  },
  withAccounts: (query, _, { folderId, onAccounts = NO_ACCOUNTS }) =>
    query.whereIn('l.entry_id', (entries) =>
      entries
        .select('w.entry_id')
        .from({ w: 'entry_line' })
        .where('w.folder_id', folderId)
        .where((lines) => onOneOf(lines, onAccounts)),
    ),
  balancedAccount: (query, value, { balance = NO_BALANCE }) => {
    const { isBalanced, accountIds, subAccountIds } = balance;
    const isNamed = value === isBalanced;
    if (accountIds.length > 0)
      query.whereRaw(`${isNamed ? '' : 'not '}${PARTY}`, [[...accountIds], [...subAccountIds]]);
    else if (isNamed) query.whereRaw('false');
  },
  amountDirections: (query, value) =>
    query.whereRaw("case when l.debit_cents - l.credit_cents >= 0 then 'Debit' else 'Credit' end = any(?)", [
      [...value],
    ]),
  entrySource: (query, value, { folderId }) => query.whereRaw(`(${sourceCondition(value)})`, { folderId, value }),
  entryLineSourceId: (query, value, { folderId }) => query.whereRaw(SOURCE_ID_CONDITION, { folderId, value }),
  accountIds: (query, value) => query.whereRaw('l.account_id = any(?)', [[...value]]),
  subAccountIds: (query, value) => query.whereRaw('l.sub_account_id = any(?)', [[...value]]),
  letteringCreatedAfter: (query, value) => query.where('l.letter_date', '>', value),
  letteringCreatedBefore: (query, value) => query.where('l.letter_date', '<', value),
  unletteredAt: (query, value) => query.whereRaw('(l.letter is null or l.letter_date > ?)', [value]),
  letterId: (query, value, { folderId }) =>
    query.whereRaw(
      `(l.exercise_id, l.account_id, coalesce(l.sub_account_id, 0), l.letter) in
        (select exercise_id, account_id, coalesce(sub_account_id, 0), letter from entry_line where folder_id = ? and id = ?)`,
      [folderId, value],
    ),
  entryIds: (query, value) => query.whereRaw('l.entry_id = any(?)', [[...value]]),
};

const NO_PARTIES: Parties = { accountIds: [], subAccountIds: [] };
const NO_BALANCE: Balance = { ...NO_PARTIES, isBalanced: true, lines: 0 };
const NO_ACCOUNTS: OnAccounts = { whole: [], parties: NO_PARTIES };

const PARTY = '(l.account_id, coalesce(l.sub_account_id, 0)) in (select * from unnest(?::integer[], ?::integer[]))';
const OTHER_PARTY = PARTY.replaceAll('l.', 'w.');

/** A condition for nobody would keep the index of accounts from being asked for the others. */
function onOneOf(lines: Knex.QueryBuilder, { whole, parties: { accountIds, subAccountIds } }: OnAccounts): void {
  if (whole.length > 0) lines.orWhereRaw('w.account_id = any(?::integer[])', [[...whole]]);
  if (accountIds.length > 0) lines.orWhereRaw(OTHER_PARTY, [[...accountIds], [...subAccountIds]]);
  if (whole.length + accountIds.length === 0) lines.whereRaw('false');
}

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
export const orderOf = (sort: Sort, descends: boolean): string =>
  ordered([ORDERS[sort], 'l.entry_date', 'l.id'], descends);

export const ordered = ([first, ...others]: readonly string[], descends: boolean): string => {
  const way = descends ? 'desc' : 'asc';
  return [`${first} ${way} nulls last`, ...others.map((other) => `${other} ${way}`)].join(', ');
};

export const sortKeyOf = (sort: Sort): string => ORDERS[sort];

/** Whether it looks for words, which the texts of every line are read for. */
export const hasWords = ({ entryLineLabel, entryLineLabelStartWith, docRef }: AllocationFilter): boolean =>
  [entryLineLabel, entryLineLabelStartWith, docRef].some((words) => words !== undefined && words !== null);

/** As `entry_line_words` says it (migration 0074): an index holds no long text. */
const LENGTH =
  'octet_length(l.label) + octet_length(l.doc_ref) + octet_length(l.search_text) + coalesce(octet_length(l.letter), 0)';

/**
 * All lines `l`, for a search that reads their texts: those of third parties from an index that holds them, the others each
 * from theirs.
 */
export const linesWithWords = (knex: Knex): Knex.Raw =>
  knex.raw(`(
    select l.* from entry_line l where l.sub_account_id is not null and ${LENGTH} <= 2000
    union all select l.* from entry_line l where l.sub_account_id is not null and ${LENGTH} > 2000
    union all select l.* from entry_line l where l.sub_account_id is null
  ) l`);

/** The lines `l` of these accounts that the filter keeps, of all or of a part of them. */
export function foundLines(
  knex: Knex,
  within: Within,
  accountIds: readonly number[],
  {
    filter,
    part = knex.raw('entry_line l'),
  }: { readonly filter: AllocationFilter; readonly part?: Knex.Raw | undefined },
): Knex.QueryBuilder {
  const query = knex
    .from(part)
    .where('l.folder_id', within.folderId)
    .whereRaw('l.account_id = any(?::integer[])', [[...accountIds]]);
  for (const name of Object.keys(CONDITIONS) as (keyof Filled)[]) apply(query, within, [name, filter[name]]);
  return query;
}

/** What conditions on accounts need to know first. */
export async function lookUp(
  knex: Knex,
  { folderId, accountIds }: { readonly folderId: number; readonly accountIds: readonly number[] },
  { withAccounts, balancedAccount }: AllocationFilter,
  numbers: Numbers,
): Promise<Within> {
  const asksBalance = balancedAccount !== undefined && balancedAccount !== null;
  return {
    folderId,
    numbers,
    onAccounts: withAccounts && onAccountsOf(withAccounts, numbers),
    balance: asksBalance ? await balanceOf(knex, folderId, accountIds) : undefined,
  };
}

function onAccountsOf(asked: readonly AccountWithDescendants[], numbers: Numbers): OnAccounts {
  const whole = new Set<number>();
  const exact: (readonly [number, number])[] = [];
  for (const { accountId, subAccountId, withDescendant } of asked) {
    const number = numbers.get(accountId);
    const accounts = !withDescendant ? [accountId] : number === undefined ? [] : beginningWith(numbers, number);
    for (const id of accounts)
      if (withDescendant && !subAccountId) whole.add(id);
      else exact.push([id, subAccountId ?? 0]);
  }
  return {
    whole: [...whole],
    parties: { accountIds: exact.map(([account]) => account), subAccountIds: exact.map(([, sub]) => sub) },
  };
}

interface PartyRow {
  readonly account: number;
  readonly sub: number;
  readonly isBalanced: boolean;
  readonly lines: number;
}

/** Lines of third parties, then those of accounts that bear none: each in an index in the order of what is summed. */
async function balanceOf(knex: Knex, folderId: number, accountIds: readonly number[]): Promise<Balance> {
  const summed = (sub: string) => `
    select account_id as account, ${sub} as sub, sum(debit_cents - credit_cents) = 0 as "isBalanced", count(*)::integer as lines
    from entry_line
    where folder_id = :folderId and account_id = any(:accountIds::integer[])`;
  const { rows }: { rows: PartyRow[] } = await knex.raw(
    `${summed('sub_account_id')} and sub_account_id is not null group by sub_account_id, account_id
     union all ${summed('0')} and sub_account_id is null group by account_id`,
    { folderId, accountIds: [...accountIds] },
  );
  const balanced = rows.filter(({ isBalanced }) => isBalanced);
  const isBalanced = 2 * balanced.length <= rows.length;
  const named = isBalanced ? balanced : rows.filter((row) => !row.isBalanced);
  return {
    isBalanced,
    accountIds: named.map(({ account }) => account),
    subAccountIds: named.map(({ sub }) => sub),
    lines: rows.reduce((sum, { lines }) => sum + lines, 0),
  };
}

/** Whether the filter keeps every line: it asks for nothing, or for a balance that all third parties have. */
export const keepsAll = ({ balancedAccount, ...others }: AllocationFilter, { balance }: Within): boolean =>
  Object.values(others).every((value) => value === undefined || value === null) &&
  (!balance || (balance.accountIds.length === 0 && balance.isBalanced !== balancedAccount));

/** Lines `l` by day, so many of each account that all of the first so many are among them. */
export function firstLines(
  knex: Knex,
  folderId: number,
  accountIds: readonly number[],
  { descends, count }: { readonly descends: boolean; readonly count: number },
): Knex.Raw {
  const way = descends ? 'desc' : 'asc';
  const first = `select * from entry_line where folder_id = ? and account_id = k.id order by entry_date ${way}, id ${way} limit ?`;
  return knex.raw(`unnest(?::integer[]) k(id) cross join lateral (${first}) l`, [[...accountIds], folderId, count]);
}

function apply<K extends keyof Filled>(
  query: Knex.QueryBuilder,
  within: Within,
  [name, value]: readonly [K, AllocationFilter[K]],
): void {
  if (value !== undefined && value !== null) CONDITIONS[name](query, value as Filled[K], within);
}
