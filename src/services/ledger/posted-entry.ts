/** Entries that other domains write in their own transaction, and take back with what they stand for. */
import type { Knex } from 'knex';
import type { PlainDate } from '../kernel/dates.ts';
import { type Entry, readEntries } from './entries.ts';
import { exerciseOn, readExercises } from './exercises.ts';
import { numbering } from './next-number.ts';
import type { NewEntry } from './place-entry.ts';
import { accounts, journals, lockLedger } from './store.ts';
import { deleteDraft, insertEntry } from './write-entries.ts';

export interface PostedLine {
  readonly accountNumber: string;
  /** Of an account that is not there yet. */
  readonly accountLabel: string;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly label: string;
}

export interface PostedEntry {
  readonly journalCode: string;
  readonly date: PlainDate;
  readonly label: string;
  readonly lines: readonly PostedLine[];
}

/**
 * Writes a draft, with the accounts and the journal that miss; on the first open day when its exercise is closed. Throws
 * DateOutsideExercises, ExerciseClosed, AccountNotActive.
 */
export async function postEntry(trx: Knex.Transaction, folderId: number, entry: PostedEntry): Promise<Entry> {
  await lockLedger(trx, folderId);
  await addAccounts(trx, folderId, entry.lines);
  const posted: NewEntry = {
    journal: await journalFor(trx, folderId, entry.journalCode),
    date: await openDay(trx, folderId, entry.date),
    label: entry.label,
    lines: entry.lines.map(({ accountNumber: account, debit, credit, label }) => ({ account, debit, credit, label })),
  };
  return insertEntry(trx, folderId, posted, numbering(trx, folderId));
}

/** The day itself, or the first of the next exercise that is open. */
export async function openDay(knex: Knex, folderId: number, day: PlainDate): Promise<PlainDate> {
  const all = await readExercises(knex, folderId);
  if (exerciseOn(all, day)?.isClosed !== true) return day;
  const later = all.filter(({ isClosed, start }) => !isClosed && start > day).map(({ start }) => start);
  return later.sort()[0] ?? day;
}

async function addAccounts(trx: Knex.Transaction, folderId: number, posted: readonly PostedLine[]): Promise<void> {
  const rows = posted.map(({ accountNumber, accountLabel }) => ({
    folder_id: folderId,
    number: accountNumber,
    label: accountLabel,
  }));
  const unique = [...new Map(rows.map((row) => [row.number, row])).values()];
  await accounts(trx).insert(unique).onConflict(['folder_id', 'number']).ignore();
}

/** That of the code, else the first for such entries, else a new one. */
async function journalFor(trx: Knex.Transaction, folderId: number, code: string): Promise<number> {
  const others = await journals(trx).where({ folder_id: folderId, type: 'Miscellaneous' }).orderBy('code');
  const named = await journals(trx).where({ folder_id: folderId, code }).first();
  const known = named ?? others[0];
  if (known) return known.id;
  const [made] = await journals(trx)
    .insert({ folder_id: folderId, code, label: 'Opérations diverses', type: 'Miscellaneous' })
    .returning('id');
  if (!made) throw new Error('an insert returned nothing');
  return made.id;
}

/** A draft is deleted; one that was validated meanwhile is reversed by another draft. */
export async function takeBackEntry(trx: Knex.Transaction, folderId: number, entryId: number): Promise<void> {
  await lockLedger(trx, folderId);
  const [entry] = await readEntries(trx, folderId, [entryId]);
  if (!entry) return;
  if (entry.validationDate === null) return deleteDraft(trx, folderId, entry);
  const reversed: NewEntry = {
    journal: entry.journalId,
    date: await openDay(trx, folderId, entry.date),
    label: entry.label,
    lines: entry.lines.map(({ accountId: account, debit, credit, label }) => ({
      account,
      debit: credit,
      credit: debit,
      label,
    })),
  };
  await insertEntry(trx, folderId, reversed, numbering(trx, folderId));
}
