/** What an import answers; its history keeps a part of it. */
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

export interface NamedChange {
  readonly kind: EntryChange['kind'];
  readonly entryId: number | null;
  readonly journalCode: string;
  readonly entryNumber: string;
  readonly date: PlainDate;
  readonly label: string;
  /** Decimal text: JSON has no exact number for it. */
  readonly debit: string;
  readonly fields: readonly string[];
}

/** What was done to the ledger. */
export interface Applied {
  readonly folderId: number;
  readonly exerciseId: number;
  readonly exerciseStart: PlainDate;
  readonly exerciseEnd: PlainDate;
  /** Null when nothing changed. */
  readonly importId: number | null;
  readonly grouping: FecGrouping;
  readonly entries: DifferenceCounts;
  readonly chart: ChartChanges;
  readonly changes: readonly NamedChange[];
}

/** What history keeps of an import. */
export interface StoredReport extends Pick<Applied, 'entries' | 'chart' | 'changes'> {
  readonly status: ImportStatus;
}

export interface ImportReport {
  readonly file: string;
  readonly status: ImportStatus;
  /** Null when the file was refused. */
  readonly applied: Applied | null;
  readonly check: FecCheck;
}

export const NO_CHART_CHANGES: ChartChanges = {
  journalsAdded: 0,
  accountsAdded: 0,
  subAccountsAdded: 0,
  labelsChanged: 0,
};

/** `added`: identifiers of the entries that are new, by their number in the file. */
export const toNamed = (change: EntryChange, added: ReadonlyMap<number, number>): NamedChange => ({
  kind: change.kind,
  entryId: change.entryId ?? added.get(change.fileId ?? 0) ?? null,
  journalCode: change.journalCode,
  entryNumber: change.number,
  date: change.date,
  label: change.label,
  debit: formatAmount(change.debit),
  fields: change.fields,
});
