/** Entries: those read from files, which only their file changes, and those written here. */
import type { Knex } from 'knex';
import { getFolder } from '../folders/folders.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { Reader } from '../operation/context.ts';
import { ledgerErrors } from './errors.ts';
import { type EntryLine, type LineFilter, readLines, refuseUnknown, whereLine } from './lines.ts';
import { type Page, type Paging, readPage } from './page.ts';
import { entries } from './store.ts';

export interface Entry {
  readonly id: number;
  readonly exerciseId: number;
  readonly journalId: number;
  readonly journalCode: string;
  readonly number: string;
  readonly date: PlainDate;
  /** Null for a draft. */
  readonly validationDate: PlainDate | null;
  /** Written here rather than read from a file. */
  readonly isManual: boolean;
  /** Those of its first line. */
  readonly label: string;
  readonly docRef: string;
  readonly docDate: PlainDate | null;
  readonly lines: readonly EntryLine[];
}

/** Entries with at least one line that fits, and themselves drafts or not, written here or not. */
export interface EntryFilter extends LineFilter {
  readonly isDraft?: boolean | undefined;
  readonly isManual?: boolean | undefined;
  readonly number?: string | undefined;
}

/** Sum of the debits: what an entry weighs. */
export const entryAmount = ({ lines }: Entry): Cents => lines.reduce((sum, { debit }) => sum + debit, 0n);

type Head = Omit<Entry, 'label' | 'docRef' | 'docDate' | 'lines'>;

const HEAD = {
  id: 'e.id',
  exerciseId: 'e.exercise_id',
  journalId: 'e.journal_id',
  journalCode: 'j.code',
  number: 'e.number',
  date: 'e.entry_date',
  validationDate: 'e.validation_date',
  isManual: 'e.is_manual',
} as const;

const headQuery = (knex: Knex, folderId: number): Knex.QueryBuilder =>
  knex
    .select(HEAD)
    .from({ e: 'entry' })
    .joinRaw('join journal j on j.folder_id = e.folder_id and j.id = e.journal_id')
    .where('e.folder_id', folderId);

/** A page of the entries that fit, by day. Throws FolderNotFound, JournalNotFound, ExerciseNotFound. */
export async function listEntries(
  ctx: Reader,
  folderId: number,
  filter: EntryFilter,
  paging: Paging,
): Promise<Page<Entry>> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  await refuseUnknown(knex, folderId, filter);
  const query = headQuery(knex, folderId);
  whereEntry(query, folderId, filter);
  const order = (page: Knex.QueryBuilder) => page.orderBy([{ column: 'e.entry_date' }, { column: 'e.id' }]);
  const heads = await readPage<Head, Head>(query, order, paging, (head) => head);
  return { ...heads, items: await withLines(knex, folderId, heads.items) };
}

function whereEntry(query: Knex.QueryBuilder, folderId: number, filter: EntryFilter): void {
  const { isDraft, isManual, number, exerciseId, from, to, ...ofLine } = filter;
  if (isDraft !== undefined) query.whereRaw(`e.validation_date is ${isDraft ? '' : 'not '}null`);
  if (isManual !== undefined) query.where('e.is_manual', isManual);
  if (number !== undefined) query.where('e.number', number);
  if (exerciseId !== undefined) query.where('e.exercise_id', exerciseId);
  if (from !== undefined) query.where('e.entry_date', '>=', from);
  if (to !== undefined) query.where('e.entry_date', '<=', to);
  if (Object.values(ofLine).every((value) => value === undefined)) return;
  query.whereExists((exists) => {
    exists.from({ l: 'entry_line' }).where('l.folder_id', folderId).whereRaw('l.entry_id = e.id');
    whereLine(exists, folderId, ofLine);
  });
}

/** Throws FolderNotFound, EntryNotFound. */
export async function getEntry(ctx: Reader, folderId: number, entryId: number): Promise<Entry> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  return readEntry(knex, folderId, entryId);
}

/** The same in a transaction. Throws EntryNotFound. */
export async function readEntry(knex: Knex, folderId: number, entryId: number): Promise<Entry> {
  const [entry] = await readEntries(knex, folderId, [entryId]);
  if (!entry) throw ledgerErrors.EntryNotFound({ folderId, entryId });
  return entry;
}

/** The entries of these identifiers that exist, with their lines, in a transaction or not. */
export async function readEntries(knex: Knex, folderId: number, ids: readonly number[]): Promise<Entry[]> {
  const heads: Head[] = await headQuery(knex, folderId)
    .whereIn('e.id', [...ids])
    .orderBy('e.id');
  return withLines(knex, folderId, heads);
}

async function withLines(knex: Knex, folderId: number, heads: readonly Head[]): Promise<Entry[]> {
  if (heads.length === 0) return [];
  const all = await readLines(knex, folderId, { entryIds: heads.map(({ id }) => id) });
  const byEntry = new Map(heads.map(({ id }): [number, EntryLine[]] => [id, []]));
  for (const line of all) byEntry.get(line.entryId)?.push(line);
  return heads.map((head) => {
    const lines = (byEntry.get(head.id) ?? []).sort((a, b) => a.rank - b.rank);
    const [first] = lines;
    return { ...head, label: first?.label ?? '', docRef: first?.docRef ?? '', docDate: first?.docDate ?? null, lines };
  });
}

/** The days on which the folder has a draft entry, in order. */
export const draftDays = (knex: Knex, folderId: number): Promise<PlainDate[]> =>
  entries(knex)
    .where({ folder_id: folderId, validation_date: null })
    .distinct('entry_date')
    .orderBy('entry_date')
    .pluck('entry_date');

/** Draft entries of an exercise, whatever their days: a file may put some in it that lie outside (FEC032). */
export async function countDrafts(ctx: Reader, folderId: number, exerciseId: number): Promise<number> {
  const { knex } = await ctx.db();
  const drafts = entries(knex).where({ folder_id: folderId, exercise_id: exerciseId, validation_date: null });
  return Number((await drafts.count({ count: '*' }).first())?.count ?? 0);
}
