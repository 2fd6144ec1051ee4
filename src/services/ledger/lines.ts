/** Entry lines, found by account, day, text, amount or lettering. */
import type { Knex } from 'knex';
import { escapeLike } from '../db/rows.ts';
import { sideBySide } from '../db/side-by-side.ts';
import { getFolder } from '../folders/folders.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { Reader } from '../operation/context.ts';
import { wherePrefix } from './accounts.ts';
import { ledgerErrors } from './errors.ts';
import { asPage, type Page, type Paging } from './page.ts';
import { exercises, journals } from './store.ts';

export interface EntryLine {
  readonly id: number;
  readonly entryId: number;
  /** Place in the entry, from 1. */
  readonly rank: number;
  readonly exerciseId: number;
  readonly journalId: number;
  readonly journalCode: string;
  readonly accountId: number;
  readonly accountNumber: string;
  readonly accountLabel: string;
  readonly subAccountId: number | null;
  readonly subAccountCode: string | null;
  readonly subAccountLabel: string | null;
  readonly date: PlainDate;
  readonly label: string;
  readonly docRef: string;
  readonly docDate: PlainDate | null;
  /** As written: either may be negative. What the line is worth is `debit - credit`. */
  readonly debit: Cents;
  readonly credit: Cents;
  readonly letter: string | null;
  readonly letterDate: PlainDate | null;
  /** ISO 4217 code and hundredths, when the line is in another currency. */
  readonly currency: string | null;
  readonly currencyAmount: Cents | null;
  /** Columns of the file beyond the legal ones. */
  readonly extra: Readonly<Record<string, string>> | null;
}

export interface LineFilter {
  readonly ids?: readonly number[] | undefined;
  readonly entryIds?: readonly number[] | undefined;
  readonly exerciseId?: number | undefined;
  /** First and last day. */
  readonly from?: PlainDate | undefined;
  readonly to?: PlainDate | undefined;
  /** Beginnings of account numbers. */
  readonly accounts?: readonly string[] | undefined;
  readonly accountIds?: readonly number[] | undefined;
  readonly subAccountIds?: readonly number[] | undefined;
  readonly journalCodes?: readonly string[] | undefined;
  /** Part of the label or of the document reference, case and accents apart. */
  readonly search?: string | undefined;
  /** Bounds of the amount, whichever its side. */
  readonly minAmount?: Cents | undefined;
  readonly maxAmount?: Cents | undefined;
  readonly isLettered?: boolean | undefined;
  readonly letters?: readonly string[] | undefined;
}

const COLUMNS = {
  id: 'l.id',
  entryId: 'l.entry_id',
  rank: 'l.rank',
  exerciseId: 'l.exercise_id',
  journalId: 'l.journal_id',
  journalCode: 'j.code',
  accountId: 'l.account_id',
  accountNumber: 'a.number',
  accountLabel: 'a.label',
  subAccountId: 'l.sub_account_id',
  subAccountCode: 's.code',
  subAccountLabel: 's.label',
  date: 'l.entry_date',
  label: 'l.label',
  docRef: 'l.doc_ref',
  docDate: 'l.doc_date',
  debit: 'l.debit_cents',
  credit: 'l.credit_cents',
  letter: 'l.letter',
  letterDate: 'l.letter_date',
  currency: 'l.currency',
  currencyAmount: 'l.currency_cents',
  extra: 'l.extra',
} as const;

/** The lines that fit, by day, entry and rank. Throws FolderNotFound. */
export async function findLines(ctx: Reader, folderId: number, filter: LineFilter): Promise<EntryLine[]> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  return readLines(knex, folderId, filter);
}

/** The same in a transaction, without looking for the folder. */
export const readLines = async (knex: Knex, folderId: number, filter: LineFilter): Promise<EntryLine[]> =>
  inOrder(named(knex, matching(knex, folderId, filter))) as Promise<EntryLine[]>;

/** A filter that names what the folder does not have fits nothing by mistake. Throws JournalNotFound, ExerciseNotFound. */
export async function refuseUnknown(
  knex: Knex,
  folderId: number,
  { journalCodes = [], exerciseId }: LineFilter,
): Promise<void> {
  const own = { folder_id: folderId };
  const known =
    journalCodes.length === 0
      ? []
      : await journals(knex)
          .where(own)
          .whereIn('code', [...journalCodes])
          .pluck('code');
  const journal = journalCodes.find((code) => !known.includes(code));
  if (journal !== undefined) throw ledgerErrors.JournalNotFound({ folderId, journal });
  if (
    exerciseId !== undefined &&
    !(await exercises(knex)
      .where({ ...own, id: exerciseId })
      .first('id'))
  )
    throw ledgerErrors.ExerciseNotFound({ folderId, exerciseId });
}

/** A page of the lines that fit. Throws FolderNotFound, and as `refuseUnknown`. */
export async function listLines(
  ctx: Reader,
  folderId: number,
  filter: LineFilter,
  paging: Paging,
): Promise<Page<EntryLine>> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  await refuseUnknown(knex, folderId, filter);
  const { page, limit } = paging;
  const ofPage = inOrder(matching(knex, folderId, filter))
    .limit(limit)
    .offset((page - 1) * limit);
  const [[counted], items] = await sideBySide<{ total?: number | string }[], EntryLine[]>(
    matching(knex, folderId, filter).clearSelect().count({ total: '*' }),
    inOrder(named(knex, ofPage)),
  );
  return asPage(items, Number(counted?.total ?? 0), paging);
}

const inOrder = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query.orderBy([{ column: 'l.entry_date' }, { column: 'l.entry_id' }, { column: 'l.rank' }]);

/** Lines alone: what is counted and cut into pages looks up no name. */
function matching(knex: Knex, folderId: number, filter: LineFilter): Knex.QueryBuilder {
  const query = knex.select('l.*').from({ l: 'entry_line' }).where('l.folder_id', folderId);
  whereLine(query, folderId, filter);
  return query;
}

/** The lines with the names of their accounts and journals. */
const named = (knex: Knex, lines: Knex.QueryBuilder): Knex.QueryBuilder =>
  knex
    .select(COLUMNS)
    .from(lines.as('l'))
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .joinRaw('join journal j on j.folder_id = l.folder_id and j.id = l.journal_id')
    .joinRaw('left join sub_account s on s.folder_id = l.folder_id and s.id = l.sub_account_id');

type Condition = (query: Knex.QueryBuilder, filter: LineFilter, folderId: number) => void;

/** One condition per property of the filter, on the line `l`. */
const CONDITIONS: Readonly<Record<keyof LineFilter, Condition>> = {
  ids: (query, { ids = [] }) => query.whereIn('l.id', [...ids]),
  entryIds: (query, { entryIds = [] }) => query.whereIn('l.entry_id', [...entryIds]),
  exerciseId: (query, { exerciseId = 0 }) => query.where('l.exercise_id', exerciseId),
  from: (query, { from = '' }) => query.where('l.entry_date', '>=', from),
  to: (query, { to = '' }) => query.where('l.entry_date', '<=', to),
  accounts: (query, { accounts = [] }, folderId) =>
    query.whereIn('l.account_id', (ids) => {
      ids.select('id').from('account').where('folder_id', folderId);
      wherePrefix(ids, 'number', accounts);
    }),
  accountIds: (query, { accountIds = [] }) => query.whereIn('l.account_id', [...accountIds]),
  subAccountIds: (query, { subAccountIds = [] }) => query.whereIn('l.sub_account_id', [...subAccountIds]),
  journalCodes: (query, { journalCodes = [] }, folderId) =>
    query.whereIn('l.journal_id', (ids) =>
      ids
        .select('id')
        .from('journal')
        .where('folder_id', folderId)
        .whereIn('code', [...journalCodes]),
    ),
  search: (query, { search = '' }) =>
    query.whereRaw("l.search_text like '%' || fold_text(?) || '%'", [escapeLike(search)]),
  minAmount: (query, { minAmount = 0n }) =>
    query.whereRaw('abs(l.debit_cents - l.credit_cents) >= ?', [String(minAmount)]),
  maxAmount: (query, { maxAmount = 0n }) =>
    query.whereRaw('abs(l.debit_cents - l.credit_cents) <= ?', [String(maxAmount)]),
  isLettered: (query, { isLettered }) => query.whereRaw(`l.letter is ${isLettered ? 'not ' : ''}null`),
  letters: (query, { letters = [] }) => query.whereIn('l.letter', [...letters]),
};

/** Keeps the lines `l` that the filter wants. */
export function whereLine(query: Knex.QueryBuilder, folderId: number, filter: LineFilter): void {
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    if (filter[name as keyof LineFilter] !== undefined) condition(query, filter, folderId);
  }
}
