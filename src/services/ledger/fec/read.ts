/**
 * Reads a FEC for an import: a check that also keeps the place of every line (16 bytes a line), then a second reading
 * in the order of the entries. An entry whose lines are scattered through the file is gathered by its places, so memory
 * is bounded whatever the order of the lines, and entries always come whole but for very long ones (see `FecEntry`).
 */
import type { ByteSource } from './byte-source.ts';
import { analyseFec, type FecAnalysis, type FecBody, type FecCheck, type FecOptions } from './check.ts';
import type { FecGrouping } from './entries.ts';
import { EntryReader, type FecEntry } from './entry-reader.ts';
import { fecErrors } from './errors.ts';
import type { Exercise } from './exercise.ts';
import {
  accountsOf,
  type FecAccount,
  type FecEntryHead,
  type FecJournal,
  type FecLettering,
  type FecSubAccount,
  headsOf,
  journalsOf,
  letteringsOf,
  subAccountsOf,
} from './ledger-book.ts';

export type { FecEntry } from './entry-reader.ts';
export type { FecLine } from './row-values.ts';

export interface FecLedger {
  /** What an entry is in this file. */
  readonly grouping: FecGrouping;
  readonly siren: string | null;
  /** Null when neither the file name nor an option gives the closing day. */
  readonly exercise: Exercise | null;
  /** False: no journal of the file opens the exercise, whose start is then a guess. */
  readonly hasOpeningJournal: boolean;
  readonly entryCount: number;
  readonly lineCount: number;
  readonly journals: readonly FecJournal[];
  accounts(): Iterable<FecAccount>;
  subAccounts(): Iterable<FecSubAccount>;
  letterings(): Iterable<FecLettering>;
  /** Entries without their lines, in order of their first line: nothing is read again. */
  heads(): Iterable<FecEntryHead>;
  /** Entries in order of their first line. Throws FecFileChanged when the file is no longer the one checked. */
  batches(): AsyncGenerator<readonly FecEntry[]>;
}

export interface FecReading {
  readonly check: FecCheck;
  /** Null when the file is refused. */
  readonly ledger: FecLedger | null;
}

/** Throws as `checkFec` does. */
export async function readFec(source: string | ByteSource, options: FecOptions = {}): Promise<FecReading> {
  const analysis = await analyseFec(source, options, true);
  const { check, body } = analysis;
  const isRead = check.verdict === 'Accepted' && body !== undefined;
  return { check, ledger: isRead ? ledgerOf(analysis, body) : null };
}

function ledgerOf(analysis: FecAnalysis, body: FecBody): FecLedger {
  const { scan, entries } = body;
  const journals = journalsOf(scan, entries);
  return {
    grouping: entries.grouping,
    siren: analysis.check.figures.siren,
    exercise: analysis.exercise ?? null,
    hasOpeningJournal: scan.openings.hasOpeningJournal,
    entryCount: entries.groups.size,
    lineCount: scan.lineCount,
    journals,
    accounts: () => accountsOf(scan),
    subAccounts: () => subAccountsOf(scan),
    letterings: () => letteringsOf(scan),
    heads: () => headsOf(scan, entries),
    batches: () => readBatches(analysis, body, journals),
  };
}

async function* readBatches(
  { source, stamp, exercise }: FecAnalysis,
  body: FecBody,
  journals: readonly FecJournal[],
): AsyncGenerator<readonly FecEntry[]> {
  const { index } = body.scan;
  if (index === undefined) throw new Error('the lines of the file were not indexed');
  if ((await source.stamp()) !== stamp) throw fecErrors.FecFileChanged({ path: source.path });
  const reader = source.openAt();
  try {
    yield* new EntryReader(body, { index, journals, firstDay: exercise?.start }, reader).batches();
  } finally {
    reader.close();
  }
  if ((await source.stamp()) !== stamp) throw fecErrors.FecFileChanged({ path: source.path });
}
