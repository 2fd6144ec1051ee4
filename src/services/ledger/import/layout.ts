import type { FecForm } from '../fec/columns.ts';
import type { FecGrouping } from '../fec/entries.ts';

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
