/**
 * Streams the entries of a file into a table of entries and a table of lines, by COPY. A batch is copied while the next
 * one is read, so that the file and the server work at the same time; memory is that of two batches.
 */
import type { Knex } from 'knex';
import { encodeRow } from '../../db/copy-text.ts';
import type { Database } from '../../db/database.ts';
import type { FecEntry, FecLedger, FecLine } from '../fec/read.ts';
import type { FileChart } from './chart-of-file.ts';

/** Lines of a batch: large enough for a statement to cost little, small enough to hold two of. */
const BATCH_LINES = 20_000;

const ENTRY_COLUMNS = [
  'folder_id',
  'id',
  'exercise_id',
  'journal_id',
  'rank',
  'entry_date',
  'validation_date',
  'number',
] as const;

const LINE_COLUMNS = [
  'folder_id',
  'id',
  'entry_id',
  'rank',
  'exercise_id',
  'journal_id',
  'account_id',
  'sub_account_id',
  'entry_date',
  'doc_date',
  'letter_date',
  'debit_cents',
  'credit_cents',
  'currency_cents',
  'label',
  'doc_ref',
  'letter',
  'currency',
  'extra',
] as const;

export interface LoadTarget {
  readonly entryTable: string;
  readonly lineTable: string;
  readonly folderId: number;
  readonly exerciseId: number;
  /** Identifiers of the first entry and of the first line; the others follow in file order. */
  readonly first: { readonly entryId: number; readonly lineId: number };
}

/** Rows in COPY text, waiting to be sent. */
interface Batch {
  entries: string;
  lines: string;
  lineCount: number;
}

const emptyBatch = (): Batch => ({ entries: '', lines: '', lineCount: 0 });

/**
 * `onBatch` is told how many lines were read so far; what it throws stops the load.
 * Returns the names of the columns beyond the legal ones that a line fills.
 */
export async function loadEntries(
  db: Database,
  trx: Knex.Transaction,
  ledger: FecLedger,
  chart: FileChart,
  target: LoadTarget,
  onBatch: (lines: number) => void,
): Promise<readonly string[]> {
  const rows = new RowWriter(chart, target);
  let batch = emptyBatch();
  let done = 0;
  let sending: Promise<void> = Promise.resolve();
  const send = async (): Promise<void> => {
    await sending;
    done += batch.lineCount;
    onBatch(done);
    sending = copyBatch(db, trx, target, batch);
    sending.catch(() => {}); // reported by the next await
    batch = emptyBatch();
  };
  try {
    for await (const entries of ledger.batches()) {
      for (const entry of entries) rows.add(entry, batch);
      if (batch.lineCount >= BATCH_LINES) await send();
    }
    await send();
    await sending;
    return [...rows.extraColumns];
  } finally {
    await sending.catch(() => {}); // the transaction must not be ended under a COPY
  }
}

async function copyBatch(db: Database, trx: Knex.Transaction, target: LoadTarget, batch: Batch): Promise<void> {
  await copyText(db, trx, target.entryTable, ENTRY_COLUMNS, batch.entries);
  await copyText(db, trx, target.lineTable, LINE_COLUMNS, batch.lines);
}

async function copyText(
  db: Database,
  trx: Knex.Transaction,
  table: string,
  columns: readonly string[],
  text: string,
): Promise<void> {
  if (text === '') return;
  const writer = await db.openCopy(table, columns, trx);
  writer.writeText(text);
  await writer.end();
}

class RowWriter {
  readonly extraColumns = new Set<string>();
  readonly #chart: FileChart;
  readonly #target: LoadTarget;
  #nextLineId: number;

  constructor(chart: FileChart, target: LoadTarget) {
    this.#chart = chart;
    this.#target = target;
    this.#nextLineId = target.first.lineId;
  }

  add(entry: FecEntry, batch: Batch): void {
    const { folderId, exerciseId, first } = this.#target;
    const id = first.entryId + entry.index;
    const journalId = this.#chart.journalIds[entry.journalIndex];
    if (entry.lines[0]?.rank === 0) {
      const { index, date, validationDate, number } = entry;
      batch.entries += encodeRow([folderId, id, exerciseId, journalId, index, date, validationDate, number]);
    }
    for (const line of entry.lines) batch.lines += this.#line(line, id);
    batch.lineCount += entry.lines.length;
  }

  #line(line: FecLine, entryId: number): string {
    const { journalIds, accountIds, subAccountIds, blankAccountId } = this.#chart;
    return encodeRow([
      this.#target.folderId,
      this.#nextLineId++,
      entryId,
      line.rank + 1,
      this.#target.exerciseId,
      journalIds[line.journalIndex],
      line.accountIndex === null ? blankAccountId : accountIds[line.accountIndex],
      line.subAccountIndex === null ? null : subAccountIds[line.subAccountIndex],
      line.entryDate,
      line.documentDate,
      line.lettering === '' ? null : line.letteringDate,
      line.debit,
      line.credit,
      line.currencyAmount,
      line.label,
      line.documentReference,
      line.lettering || null,
      line.currency || null,
      this.#extra(line),
    ]);
  }

  /** Columns of the cash forms and those beyond the legal ones, as JSON; null when none is filled. */
  #extra(line: FecLine): string | null {
    if (!line.extra?.size && line.settlementMode === undefined) return null;
    for (const column of line.extra?.keys() ?? []) this.extraColumns.add(column);
    const filled = [...(line.extra ?? []), ...CASH_COLUMNS.map(([column, read]) => [column, read(line)])].filter(
      ([, value]) => value,
    );
    return filled.length === 0 ? null : JSON.stringify(Object.fromEntries(filled));
  }
}

/** Columns of the cash forms, stored under their legal names. */
const CASH_COLUMNS: readonly (readonly [string, (line: FecLine) => string | null | undefined])[] = [
  ['DateRglt', (line) => line.settlementDate],
  ['ModeRglt', (line) => line.settlementMode],
  ['NatOp', (line) => line.operationNature],
  ['IdClient', (line) => line.clientId],
];
