/** Entries written here: balanced, drafts until they are validated, and never those of a file. */
import type { Knex } from 'knex';
import { getFolder } from '../folders/folders.ts';
import type { Folder } from '../folders/store.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { Context, Reader } from '../operation/context.ts';
import { type Entry, readEntries, readEntry } from './entries.ts';
import { ledgerErrors } from './errors.ts';
import { readExercises } from './exercises.ts';
import { cleanText } from './fec/write.ts';
import { type BrokenGroup, keepingGroupsOf } from './letters/keep-groups.ts';
import { type Numbering, numbering } from './next-number.ts';
import { type NewEntry, type PlacedEntry, placeEntry } from './place-entry.ts';
import { keepingReconciled } from './reconciled.ts';
import { entries, type LineRow, ledgers, lines, lockLedger, takeNumbers } from './store.ts';
import { logEntry, logValidations } from './told-entry.ts';

/**
 * Writes an entry. Throws FolderNotFound, LedgerFolderInactive, DateOutsideExercises, ExerciseClosed, JournalNotFound,
 * AccountNotFound, AccountNotActive, SubAccountNotFound, EntryLineEmpty, EntryNotBalanced, EntryNumberTaken.
 */
export const createEntry = (ctx: Reader, folderId: number, entry: NewEntry): Promise<Entry> =>
  createEntries(ctx, folderId, (create) => create(entry));

/**
 * Writes entries one after the other in one transaction, whose numbers are looked up once a journal: in a ledger of
 * 100,000 entries that look costs more than all the rest. `create` throws as `createEntry`, before it writes anything,
 * so `work` may go on with the next entry; nothing else may write entries of the folder meanwhile.
 */
export async function createEntries<T>(
  ctx: Reader,
  folderId: number,
  work: (create: (entry: NewEntry) => Promise<Entry>) => Promise<T>,
): Promise<T> {
  const folder = await getFolder(ctx, folderId);
  return underLock(ctx, folderId, (trx) => {
    const numbers = numbering(trx, folderId);
    return work(async (entry) => {
      refuseInactive(folder);
      return insertEntry(trx, folderId, entry, numbers);
    });
  });
}

/** Under the lock of the ledger. Throws as `createEntry`. */
export async function insertEntry(
  trx: Knex.Transaction,
  folderId: number,
  entry: NewEntry,
  numbers: Numbering,
): Promise<Entry> {
  const placed = await placeEntry(trx, folderId, entry, numbers);
  const { entryId } = await takeNumbers(trx, folderId, 1, 0);
  const rank = await numbers.nextRank(placed.exercise.id);
  const row = { ...columnsOf(entry, placed), folder_id: folderId, id: entryId, rank, is_manual: true };
  await entries(trx).insert(row);
  if (entry.number !== undefined) numbers.forget();
  await writeLines(trx, { folderId, entryId }, entry, placed);
  const after = await readEntry(trx, folderId, entryId);
  await logEntry(trx, folderId, { after });
  return after;
}

/** What a change of an entry did to letterings of other entries, which lost lines. */
interface Relettered {
  readonly broken: readonly BrokenGroup[];
}

export interface EntryDeletion extends Relettered, Pick<Entry, 'journalCode' | 'number'> {
  readonly folderId: number;
  readonly entryId: number;
  /** Bank transactions that it booked, which are open again. */
  readonly transactionIds: readonly number[];
}

/** Replaces a draft written here. Throws as `createEntry`, and EntryNotFound, EntryFromFile, EntryValidated. */
export async function updateEntry(
  ctx: Context,
  folderId: number,
  entryId: number,
  entry: NewEntry,
): Promise<Entry & Relettered> {
  return inLedger(ctx, folderId, async (trx) => {
    const before = await draftOf(trx, folderId, entryId);
    const sameNumber = entry.number === undefined && entry.date === before.date ? { number: before.number } : {};
    const placed = await placeEntry(trx, folderId, { ...entry, ...sameNumber, own: entryId }, numbering(trx, folderId));
    await entries(trx).where({ folder_id: folderId, id: entryId }).update(columnsOf(entry, placed));
    const known = await lines(trx).where({ folder_id: folderId, entry_id: entryId }).orderBy('rank');
    const books = { trx, folderId, exerciseId: before.exerciseId, entryId };
    const broken = await keepingGroupsOf(ctx, books, () =>
      writeLines(trx, { folderId, entryId, known }, entry, placed),
    );
    // Its lines keep their identifiers, so nothing else shows that the opening gaps have to be counted again.
    await ledgers(trx).where({ folder_id: folderId }).update({ gaps_counted_from: null });
    const after = await readEntry(trx, folderId, entryId);
    await logEntry(trx, folderId, { before, after });
    return { ...after, broken };
  });
}

/** Deletes a draft written here. Throws EntryNotFound, EntryFromFile, EntryValidated, ExerciseClosed. */
export async function deleteEntry(ctx: Context, folderId: number, entryId: number): Promise<EntryDeletion> {
  return inLedger(ctx, folderId, async (trx) => {
    const draft = await draftOf(trx, folderId, entryId);
    const books = { trx, folderId, exerciseId: draft.exerciseId, entryId };
    const transactionIds = await bookedBy(trx, folderId, entryId);
    const broken = await keepingGroupsOf(ctx, books, () => deleteDraft(trx, folderId, draft));
    return { folderId, entryId, journalCode: draft.journalCode, number: draft.number, broken, transactionIds };
  });
}

/** The links go with the entry. */
const bookedBy = (trx: Knex.Transaction, folderId: number, entryId: number): Promise<number[]> =>
  trx('bank_reconciliation').where({ folder_id: folderId, entry_id: entryId }).orderBy(1).pluck('transaction_id');

/** Under the lock of the ledger. */
export async function deleteDraft(trx: Knex.Transaction, folderId: number, entry: Entry): Promise<void> {
  await lines(trx).where({ folder_id: folderId, entry_id: entry.id }).delete();
  await entries(trx).where({ folder_id: folderId, id: entry.id }).delete();
  await logEntry(trx, folderId, { before: entry });
}

/** Validates drafts written here; those already validated stay as they are. Throws EntryNotFound, EntryFromFile. */
export async function validateEntries(
  ctx: Reader,
  folderId: number,
  entryIds: readonly number[],
  validationDate: PlainDate,
): Promise<Entry[]> {
  return inLedger(ctx, folderId, async (trx) => {
    const found = new Map((await readEntries(trx, folderId, entryIds)).map((entry) => [entry.id, entry]));
    for (const entryId of entryIds) {
      const entry = found.get(entryId);
      if (!entry) throw ledgerErrors.EntryNotFound({ folderId, entryId });
      if (!entry.isManual) throw ledgerErrors.EntryFromFile({ entryId });
    }
    await entries(trx)
      .where({ folder_id: folderId })
      .whereIn('id', [...entryIds])
      .whereNull('validation_date')
      .update({ validation_date: validationDate });
    const drafts = [...found.values()].filter((entry) => entry.validationDate === null);
    await logValidations(trx, folderId, { drafts, validationDate });
    return readEntries(trx, folderId, entryIds);
  });
}

async function inLedger<T>(ctx: Reader, folderId: number, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  refuseInactive(await getFolder(ctx, folderId));
  return underLock(ctx, folderId, work);
}

function refuseInactive({ id, isActive }: Folder): void {
  if (!isActive) throw ledgerErrors.LedgerFolderInactive({ folderId: id });
}

const underLock = async <T>(ctx: Reader, folderId: number, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
  (await ctx.db()).transaction(async (trx) => {
    await lockLedger(trx, folderId);
    return keepingReconciled(trx, folderId, () => work(trx));
  });

/** A draft written here, in an open exercise. */
async function draftOf(trx: Knex.Transaction, folderId: number, entryId: number): Promise<Entry> {
  const entry = await readEntry(trx, folderId, entryId);
  if (!entry.isManual) throw ledgerErrors.EntryFromFile({ entryId });
  if (entry.validationDate !== null) throw ledgerErrors.EntryValidated({ entryId });
  const exercise = (await readExercises(trx, folderId)).find(({ id }) => id === entry.exerciseId);
  if (exercise?.isClosed) throw ledgerErrors.ExerciseClosed({ exerciseId: exercise.id, end: exercise.end });
  return entry;
}

const columnsOf = (entry: NewEntry, { exercise, journal, number }: PlacedEntry) => ({
  exercise_id: exercise.id,
  journal_id: journal.id,
  entry_date: entry.date,
  validation_date: entry.validationDate ?? null,
  number,
});

type KnownLine = Pick<LineRow, 'id' | 'account_id'>;

interface LinesOf {
  readonly folderId: number;
  readonly entryId: number;
  /** Those that the entry has already, by rank. */
  readonly known?: readonly KnownLine[];
}

async function writeLines(
  trx: Knex.Transaction,
  { folderId, entryId, known = [] }: LinesOf,
  entry: NewEntry,
  placed: PlacedEntry,
): Promise<void> {
  const kept = keptIds(known, placed.accounts);
  const gone = known.filter(({ id }) => !kept.includes(id)).map(({ id }) => id);
  if (gone.length > 0) await lines(trx).where({ folder_id: folderId }).whereIn('id', gone).delete();
  const { lineId } = await takeNumbers(trx, folderId, 0, kept.filter((id) => id === undefined).length);
  let next = lineId;
  const rows = entry.lines.map((line, index) => ({
    folder_id: folderId,
    id: kept[index] ?? next++,
    entry_id: entryId,
    rank: index + 1,
    exercise_id: placed.exercise.id,
    journal_id: placed.journal.id,
    ...placed.accounts[index],
    entry_date: entry.date,
    doc_date: entry.docDate ?? null,
    letter_date: line.letter ? (line.letterDate ?? null) : null,
    debit_cents: line.debit,
    credit_cents: line.credit,
    label: cleanText(line.label ?? entry.label),
    doc_ref: cleanText(entry.docRef),
    letter: cleanText(line.letter) || null,
    currency: line.currency ?? null,
    currency_cents: line.currencyAmount ?? null,
  }));
  await lines(trx).insert(rows).onConflict(['folder_id', 'id']).merge();
}

/** A line goes on under its identifier when its entry changes: its VAT settings, and what was declared of it, go by that. */
function keptIds(known: readonly KnownLine[], accounts: PlacedEntry['accounts']): (number | undefined)[] {
  const left = [...known];
  const ofAccount = accounts.map(({ account_id }) => {
    const place = left.findIndex((line) => line.account_id === account_id);
    return place < 0 ? undefined : left.splice(place, 1)[0]?.id;
  });
  return ofAccount.map((id) => id ?? left.shift()?.id);
}
