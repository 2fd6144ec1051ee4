/** What an import tells, in the names of the wire: it is stored as it was shown. */
import type { PlainDate } from '../../kernel/dates.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { FecCheck } from '../fec/check.ts';
import type { FecGrouping } from '../fec/entries.ts';
import type { ChartChanges } from './chart-of-file.ts';
import type { DifferenceCounts, EntryChange } from './difference.ts';

/** Entries named in a report, of each kind; the counts hold the full numbers. */
export const MAX_CHANGES = 1000;

/** `Imported`: into an exercise without entries; `Updated`: it changed some; `Unchanged`: it changed nothing. */
export type ImportStatus = 'Imported' | 'Updated' | 'Unchanged' | 'Refused';

export interface EntryCounts {
  readonly Added: number;
  readonly Changed: number;
  readonly Removed: number;
  readonly Unchanged: number;
  /** Entries written in taxops that the file does not hold. */
  readonly Kept: number;
}

export interface NamedChange {
  readonly Kind: EntryChange['kind'];
  readonly EntryId: number | null;
  readonly JournalCode: string;
  readonly EntryNumber: string;
  readonly Date: PlainDate;
  readonly Label: string;
  readonly Debit: string;
  readonly Fields: readonly string[];
}

/** What was done to the ledger. */
export interface Applied {
  readonly FolderId: number;
  readonly ExerciseId: number;
  readonly ExerciseStart: PlainDate;
  readonly ExerciseEnd: PlainDate;
  /** Null when nothing changed. */
  readonly ImportId: number | null;
  readonly Grouping: FecGrouping;
  readonly Entries: EntryCounts;
  readonly Chart: ChartChanges;
  readonly Changes: readonly NamedChange[];
}

/** What history keeps of an import. */
export interface StoredReport extends Pick<Applied, 'Entries' | 'Chart' | 'Changes'> {
  readonly Status: ImportStatus;
}

export interface ImportReport {
  readonly File: string;
  readonly Status: ImportStatus;
  /** Null when the file was refused. */
  readonly Applied: Applied | null;
  readonly Check: FecCheck;
}

export const NO_CHART_CHANGES: ChartChanges = {
  JournalsAdded: 0,
  AccountsAdded: 0,
  SubAccountsAdded: 0,
  LabelsChanged: 0,
};

export const toCounts = (counts: DifferenceCounts): EntryCounts => ({
  Added: counts.added,
  Changed: counts.changed,
  Removed: counts.removed,
  Unchanged: counts.unchanged,
  Kept: counts.kept,
});

/** `added`: identifiers of the entries that are new, by their number in the file. */
export const toNamed = (change: EntryChange, added: ReadonlyMap<number, number>): NamedChange => ({
  Kind: change.kind,
  EntryId: change.entryId ?? added.get(change.fileId ?? 0) ?? null,
  JournalCode: change.journalCode,
  EntryNumber: change.number,
  Date: change.date,
  Label: change.label,
  Debit: formatAmount(change.debit),
  Fields: change.fields,
});
