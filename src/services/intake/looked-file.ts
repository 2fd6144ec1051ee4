/** What is known of a file before it is imported, and what became of it afterwards. */
import type { FileKind } from './recognise.ts';

/**
 * `ToImport`: it can be imported as it is; `Unplaced`: first a person says of which folder it is; `Refused`: not as it is;
 * then what an import made of it.
 */
export const FILE_STATES = ['ToImport', 'Unplaced', 'Refused', 'Done', 'Partial'] as const;
export type FileState = (typeof FILE_STATES)[number];

/** Whose a part of a file is: an exercise of a ledger, an account of statements, the assets of a folder. */
export interface Owner {
  /** Null as long as nobody's. */
  readonly folderId: number | null;
  readonly folder: string | null;
  /** IBAN or number of a bank account. */
  readonly account: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** Entries, statements or lines. */
  readonly count: number;
  /** Why this part is not imported as it is. */
  readonly problem: string | null;
}

export interface FoundFault {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly line: number | null;
  readonly field: string | null;
  readonly message: string;
}

/** What was made of it, for whoever takes it back. */
export interface Made {
  readonly folderId: number | null;
  readonly importId: number;
}

/** Where a person said that a file belongs which does not say it. */
export interface Place {
  readonly folderId: number;
  readonly accountId: number | null;
}

export interface LookedFile {
  /** Its place among those given together, from 1. */
  readonly rank: number;
  readonly file: string;
  readonly kind: FileKind;
  readonly format: string | null;
  readonly state: FileState;
  readonly owners: readonly Owner[];
  /** The first of them, errors before warnings. */
  readonly findings: readonly FoundFault[];
  /** All of them. */
  readonly findingCount: number;
  /** Of a CSV, which column is read as what. */
  readonly columns: readonly { readonly name: string; readonly heading: string }[];
  /** Why it cannot be imported, or what an import said. */
  readonly message: string | null;
  readonly made: readonly Made[];
  readonly place: Place | null;
}
