/** The tables of the ledger as they are stored. Other domains call the use cases beside this file, never this one. */
import type { Knex } from 'knex';
import type { PlainDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { FecForm } from './fec/columns.ts';
import type { FecGrouping } from './fec/entries.ts';
import type { StoredReport } from './import/report.ts';

export interface LedgerRow {
  folder_id: number;
  next_entry_id: number;
  next_line_id: number;
  opening_gaps: number | null;
  gaps_counted_from: string | null;
}

export interface ExerciseRow {
  folder_id: number;
  id: number;
  start_date: PlainDate;
  end_date: PlainDate;
  is_closed: boolean;
}

export interface JournalRow {
  folder_id: number;
  id: number;
  code: string;
  label: string;
  type: JournalType;
  type_source: TypeSource;
}

export const JOURNAL_TYPES = ['Opening', 'Purchase', 'Sale', 'Bank', 'Cash', 'Miscellaneous'] as const;
export type JournalType = (typeof JOURNAL_TYPES)[number];

/** What the type of a journal was read from. Given: a person said it. */
export const TYPE_SOURCES = ['Given', 'Label', 'Code', 'Accounts', 'None'] as const;
export type TypeSource = (typeof TYPE_SOURCES)[number];

export interface AccountRow {
  folder_id: number;
  id: number;
  number: string;
  label: string;
  valid_from: PlainDate | null;
  valid_to: PlainDate | null;
}

export interface SubAccountRow {
  folder_id: number;
  id: number;
  account_id: number;
  code: string;
  label: string;
  valid_from: PlainDate | null;
  valid_to: PlainDate | null;
}

export interface EntryRow {
  folder_id: number;
  id: number;
  exercise_id: number;
  journal_id: number;
  rank: number;
  entry_date: PlainDate;
  validation_date: PlainDate | null;
  is_manual: boolean;
  /** What a person said; null: it shows by itself. */
  is_opening: boolean | null;
  number: string;
}

export interface LineRow {
  folder_id: number;
  id: number;
  entry_id: number;
  rank: number;
  exercise_id: number;
  journal_id: number;
  account_id: number;
  sub_account_id: number | null;
  entry_date: PlainDate;
  doc_date: PlainDate | null;
  letter_date: PlainDate | null;
  debit_cents: Cents;
  credit_cents: Cents;
  currency_cents: Cents | null;
  label: string;
  doc_ref: string;
  letter: string | null;
  currency: string | null;
  extra: Readonly<Record<string, string>> | null;
}

/** How the file that an exercise was read from is laid out: what an export needs to write it so again. */
export interface FileLayout {
  readonly form: FecForm;
  /** What an entry is in the file. */
  readonly grouping: FecGrouping;
  /** Numbers start again in each journal. */
  readonly isNumberedByJournal: boolean;
  /** Columns beyond the legal ones, those that a line fills. */
  readonly extraColumns: readonly string[];
}

export interface ImportRow {
  folder_id: number;
  id: number;
  exercise_id: number;
  file_name: string;
  sha256: string;
  imported_at: string;
  layout: FileLayout;
  report: StoredReport;
}

export const ledgers = (db: Knex) => db<LedgerRow>('ledger');
export const exercises = (db: Knex) => db<ExerciseRow>('exercise');
export const journals = (db: Knex) => db<JournalRow>('journal');
export const accounts = (db: Knex) => db<AccountRow>('account');
export const subAccounts = (db: Knex) => db<SubAccountRow>('sub_account');
export const entries = (db: Knex) => db<EntryRow>('entry');
export const lines = (db: Knex) => db<LineRow>('entry_line');
export const imports = (db: Knex) => db<ImportRow>('ledger_import');

/**
 * Locks the ledger of an existing folder until the transaction ends: its writers pass one at a time, which is what the
 * set-wise reference checks and the numbering of entries rely on. Returns the next free numbers.
 */
export async function lockLedger(trx: Knex.Transaction, folderId: number): Promise<LedgerRow> {
  await ledgers(trx).insert({ folder_id: folderId }).onConflict('folder_id').ignore();
  const row = await ledgers(trx).where({ folder_id: folderId }).forUpdate().first();
  if (!row) throw new Error(`ledger row of folder ${folderId} vanished under its lock`);
  return row;
}

/** Takes numbers for `entryCount` entries and `lineCount` lines, under the lock; returns the first of each. */
export async function takeNumbers(
  trx: Knex.Transaction,
  folderId: number,
  entryCount: number,
  lineCount: number,
): Promise<{ readonly entryId: number; readonly lineId: number }> {
  const [row] = await ledgers(trx)
    .where({ folder_id: folderId })
    .update({
      next_entry_id: trx.raw('next_entry_id + ?', [entryCount]),
      next_line_id: trx.raw('next_line_id + ?', [lineCount]),
    })
    .returning(['next_entry_id', 'next_line_id']);
  if (!row) throw new Error(`ledger row of folder ${folderId} vanished under its lock`);
  return { entryId: row.next_entry_id - entryCount, lineId: row.next_line_id - lineCount };
}
