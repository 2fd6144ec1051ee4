/** Entries written here: balanced, drafts until they are validated, and never those of a file. */
import type { Knex } from 'knex';
import type { Database } from '../db/database.ts';
import { getFolder } from '../folders/folders.ts';
import type { PlainDate } from '../kernel/dates.ts';
import { type Cents, formatAmount } from '../kernel/money.ts';
import { type Entry, readEntries, readEntry } from './entries.ts';
import { ledgerErrors } from './errors.ts';
import { type Exercise, exerciseOn, readExercises } from './exercises.ts';
import { cleanText } from './fec/write.ts';
import { nextNumber } from './next-number.ts';
import {
  accounts,
  entries,
  type JournalRow,
  journals,
  type LineRow,
  lines,
  lockLedger,
  subAccounts,
  takeNumbers,
} from './store.ts';

export interface NewLine {
  /** By identifier or by number. */
  readonly account: number | string;
  /** By identifier or by code. */
  readonly subAccount?: number | string | undefined;
  /** That of the entry unless given. */
  readonly label?: string | undefined;
  readonly debit: Cents;
  readonly credit: Cents;
  readonly letter?: string | undefined;
  readonly letterDate?: PlainDate | undefined;
}

export interface NewEntry {
  /** By identifier or by code. */
  readonly journal: number | string;
  readonly date: PlainDate;
  /** The next one of the exercise unless given. */
  readonly number?: string | undefined;
  readonly label: string;
  readonly docRef?: string | undefined;
  readonly docDate?: PlainDate | undefined;
  readonly lines: readonly NewLine[];
  /** Day of validation; a draft without it. */
  readonly validationDate?: PlainDate | undefined;
}

/**
 * Writes an entry. Throws FolderNotFound, LedgerFolderInactive, DateOutsideExercises, ExerciseClosed, JournalNotFound,
 * AccountNotFound, AccountNotActive, SubAccountNotFound, EntryLineEmpty, EntryNotBalanced, EntryNumberTaken.
 */
export async function createEntry(db: Database, folderId: number, entry: NewEntry): Promise<Entry> {
  return inLedger(db, folderId, async (trx) => {
    const placed = await place(trx, folderId, entry);
    const { entryId } = await takeNumbers(trx, folderId, 1, 0);
    const [last] = await entries(trx)
      .where({ folder_id: folderId, exercise_id: placed.exercise.id })
      .max({ rank: 'rank' });
    await entries(trx).insert({
      ...columnsOf(entry, placed),
      folder_id: folderId,
      id: entryId,
      rank: Number(last?.rank ?? -1) + 1,
      is_manual: true,
    });
    await insertLines(trx, folderId, entryId, entry, placed);
    return readEntry(trx, folderId, entryId);
  });
}

/** Replaces a draft written here. Throws as `createEntry`, and EntryNotFound, EntryFromFile, EntryValidated. */
export async function updateEntry(db: Database, folderId: number, entryId: number, entry: NewEntry): Promise<Entry> {
  return inLedger(db, folderId, async (trx) => {
    const before = await draftOf(trx, folderId, entryId);
    const sameNumber = entry.number === undefined && entry.date === before.date ? { number: before.number } : {};
    const placed = await place(trx, folderId, { ...entry, ...sameNumber }, entryId);
    await entries(trx).where({ folder_id: folderId, id: entryId }).update(columnsOf(entry, placed));
    await lines(trx).where({ folder_id: folderId, entry_id: entryId }).delete();
    await insertLines(trx, folderId, entryId, entry, placed);
    return readEntry(trx, folderId, entryId);
  });
}

/** Deletes a draft written here. Throws EntryNotFound, EntryFromFile, EntryValidated, ExerciseClosed. */
export async function deleteEntry(db: Database, folderId: number, entryId: number): Promise<void> {
  await inLedger(db, folderId, async (trx) => {
    await draftOf(trx, folderId, entryId);
    await lines(trx).where({ folder_id: folderId, entry_id: entryId }).delete();
    await entries(trx).where({ folder_id: folderId, id: entryId }).delete();
  });
}

/** Validates drafts written here; those already validated stay as they are. Throws EntryNotFound, EntryFromFile. */
export async function validateEntries(
  db: Database,
  folderId: number,
  entryIds: readonly number[],
  validationDate: PlainDate,
): Promise<Entry[]> {
  return inLedger(db, folderId, async (trx) => {
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
    return readEntries(trx, folderId, entryIds);
  });
}

async function inLedger<T>(db: Database, folderId: number, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const folder = await getFolder(db, folderId);
  if (!folder.is_active) throw ledgerErrors.LedgerFolderInactive({ folderId });
  return db.transaction(async (trx) => {
    await lockLedger(trx, folderId);
    return work(trx);
  });
}

/** A draft written here, in an open exercise. */
async function draftOf(trx: Knex.Transaction, folderId: number, entryId: number): Promise<Entry> {
  const entry = await readEntry(trx, folderId, entryId);
  if (!entry.isManual) throw ledgerErrors.EntryFromFile({ entryId });
  if (entry.validationDate !== null) throw ledgerErrors.EntryValidated({ entryId });
  const exercise = (await readExercises(trx, folderId)).find(({ id }) => id === entry.exerciseId);
  if (exercise?.isClosed) throw ledgerErrors.ExerciseClosed({ exerciseId: exercise.id, end: exercise.end });
  return entry;
}

interface Placed {
  readonly exercise: Exercise;
  readonly journal: JournalRow;
  readonly number: string;
  readonly accounts: readonly PlacedAccount[];
}

type PlacedAccount = Pick<LineRow, 'account_id' | 'sub_account_id'>;

/** Finds what the entry names, and refuses what does not hold. `own`: the entry that it replaces. */
async function place(trx: Knex.Transaction, folderId: number, entry: NewEntry, own?: number): Promise<Placed> {
  refuseUnbalanced(entry.lines);
  const exercise = exerciseOn(await readExercises(trx, folderId), entry.date);
  if (!exercise) throw ledgerErrors.DateOutsideExercises({ folderId, date: entry.date });
  if (exercise.isClosed) throw ledgerErrors.ExerciseClosed({ exerciseId: exercise.id, end: exercise.end });
  const journal = await journalOf(trx, folderId, entry.journal);
  const number = cleanText(entry.number) || (await nextNumber(trx, folderId, exercise.id, journal.id));
  const key = { folder_id: folderId, exercise_id: exercise.id, journal_id: journal.id, number };
  const taken = await entries(trx)
    .where(key)
    .whereNot({ id: own ?? 0 })
    .first();
  if (entry.number !== undefined && taken) throw ledgerErrors.EntryNumberTaken({ journal: journal.code, number });
  const found: PlacedAccount[] = [];
  for (const line of entry.lines) found.push(await accountOf(trx, folderId, line, entry.date));
  return { exercise, journal, number, accounts: found };
}

function refuseUnbalanced(given: readonly NewLine[]): void {
  const empty = given.findIndex(({ debit, credit }) => (debit === 0n) === (credit === 0n) || debit < 0n || credit < 0n);
  if (empty >= 0) throw ledgerErrors.EntryLineEmpty({ line: empty + 1 });
  const debit = given.reduce((sum, line) => sum + line.debit, 0n);
  const credit = given.reduce((sum, line) => sum + line.credit, 0n);
  if (debit === credit) return;
  throw ledgerErrors.EntryNotBalanced({ debit: formatAmount(debit), credit: formatAmount(credit) });
}

async function journalOf(trx: Knex.Transaction, folderId: number, journal: number | string): Promise<JournalRow> {
  const key = typeof journal === 'number' ? { id: journal } : { code: journal };
  const row = await journals(trx)
    .where({ folder_id: folderId, ...key })
    .first();
  if (!row) throw ledgerErrors.JournalNotFound({ folderId, journal });
  return row;
}

async function accountOf(
  trx: Knex.Transaction,
  folderId: number,
  { account, subAccount }: NewLine,
  date: PlainDate,
): Promise<PlacedAccount> {
  const key = typeof account === 'number' ? { id: account } : { number: account };
  const row = await accounts(trx)
    .where({ folder_id: folderId, ...key })
    .first();
  if (!row) throw ledgerErrors.AccountNotFound({ folderId, account });
  refuseClosedAccount(row, row.number, date);
  if (subAccount === undefined) return { account_id: row.id, sub_account_id: null };
  const subKey = typeof subAccount === 'number' ? { id: subAccount } : { code: subAccount };
  const sub = await subAccounts(trx)
    .where({ folder_id: folderId, account_id: row.id, ...subKey })
    .first();
  if (!sub) throw ledgerErrors.SubAccountNotFound({ account: row.number, subAccount });
  refuseClosedAccount(sub, sub.code, date);
  return { account_id: row.id, sub_account_id: sub.id };
}

function refuseClosedAccount(
  { valid_from, valid_to }: { valid_from: PlainDate | null; valid_to: PlainDate | null },
  account: string,
  date: PlainDate,
): void {
  if ((valid_from === null || valid_from <= date) && (valid_to === null || date <= valid_to)) return;
  throw ledgerErrors.AccountNotActive({ account, date });
}

const columnsOf = (entry: NewEntry, { exercise, journal, number }: Placed) => ({
  exercise_id: exercise.id,
  journal_id: journal.id,
  entry_date: entry.date,
  validation_date: entry.validationDate ?? null,
  number,
});

async function insertLines(
  trx: Knex.Transaction,
  folderId: number,
  entryId: number,
  entry: NewEntry,
  placed: Placed,
): Promise<void> {
  const { lineId } = await takeNumbers(trx, folderId, 0, entry.lines.length);
  const rows = entry.lines.map((line, index) => ({
    folder_id: folderId,
    id: lineId + index,
    entry_id: entryId,
    rank: index + 1,
    exercise_id: placed.exercise.id,
    journal_id: placed.journal.id,
    ...(placed.accounts[index] as PlacedAccount),
    entry_date: entry.date,
    doc_date: entry.docDate ?? null,
    letter_date: line.letter ? (line.letterDate ?? null) : null,
    debit_cents: line.debit,
    credit_cents: line.credit,
    label: cleanText(line.label ?? entry.label),
    doc_ref: cleanText(entry.docRef),
    letter: cleanText(line.letter) || null,
  }));
  await lines(trx).insert(rows);
}
