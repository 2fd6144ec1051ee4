/**
 * Streams the entries of a file into a table of entries and a table of lines, by COPY: the entries first, whose heads
 * the check left in memory, so that lines are sent as they are read. Reading goes a little ahead of sending: the file
 * and the server work at the same time, and memory is bounded.
 */
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Knex } from 'knex';
import { type CopyWriter, openCopy } from '../../db/copy.ts';
import { encodeRow } from '../../db/copy-text.ts';
import { foldText } from '../../db/fold-text.ts';
import type { FecEntry } from '../fec/entry-reader.ts';
import type { FecLedger } from '../fec/read.ts';
import type { FecLine } from '../fec/row-values.ts';
import type { FileChart } from './chart-of-file.ts';
import type { ExerciseKey } from './difference.ts';

const ENTRY_COLUMNS = [
  ...['folder_id', 'id', 'exercise_id', 'journal_id', 'rank', 'entry_date', 'validation_date', 'number'],
];

const LINE_COLUMNS = [
  ...['folder_id', 'id', 'entry_id', 'rank', 'exercise_id', 'journal_id', 'account_id', 'sub_account_id', 'entry_date'],
  ...['doc_date', 'letter_date', 'debit_cents', 'credit_cents', 'currency_cents', 'label', 'doc_ref', 'letter'],
  ...['currency', 'extra', 'search_text'],
];

/** Rows in COPY text. */
interface Piece {
  readonly bytes: Buffer;
  readonly rows: number;
}

/** Rows of a piece: few enough for sending never to wait long for reading. */
const PIECE_ROWS = 500;
/** Pieces read ahead. */
const AHEAD = 20;
/** Rows of one statement: the server keeps them at hand to check their references. */
const STATEMENT_ROWS = 100_000;

export interface LoadTarget extends ExerciseKey {
  readonly chart: FileChart;
  readonly entryTable: string;
  readonly lineTable: string;
  /** Identifiers of the first entry and of the first line; the others follow in file order. */
  readonly first: { readonly entryId: number; readonly lineId: number };
}

/**
 * `onLines` receives how many lines were sent so far; what it throws stops the load.
 * Returns the names of the columns beyond the legal ones that a line fills.
 */
export async function loadEntries(
  trx: Knex.Transaction,
  ledger: FecLedger,
  target: LoadTarget,
  onLines: (lines: number) => void,
): Promise<readonly string[]> {
  const rows = new RowWriter(target.chart, target);
  const copy = (table: string, columns: readonly string[]) => () => openCopy(trx, table, columns);
  await send(copy(target.entryTable, ENTRY_COLUMNS), inPieces([rows.entries(ledger)]), () => {});
  await send(copy(target.lineTable, LINE_COLUMNS), inPieces(rows.lines(ledger)), onLines);
  return [...rows.extraColumns];
}

/** Sends pieces as statements of bounded length. */
async function send(
  open: () => Promise<CopyWriter>,
  pieces: AsyncIterable<Piece>,
  onRows: (rows: number) => void,
): Promise<void> {
  let writer: CopyWriter | undefined;
  let sent = 0;
  let due = STATEMENT_ROWS;
  try {
    for await (const { bytes, rows } of Readable.from(pieces, { highWaterMark: AHEAD }) as AsyncIterable<Piece>) {
      onRows(sent);
      writer ??= await open();
      writer.writeText(bytes);
      if (writer.full) await writer.drained();
      sent += rows;
      if (sent < due) continue;
      due += STATEMENT_ROWS;
      const full = writer;
      writer = undefined;
      await full.end();
    }
  } catch (error) {
    await writer?.abort((error as Error).message);
    throw error;
  }
  await writer?.end();
  onRows(sent);
}

/** Gathers rows; between two pieces the process takes its turn at sending. */
async function* inPieces(batches: AsyncIterable<Iterable<string>> | Iterable<Iterable<string>>): AsyncGenerator<Piece> {
  let text = '';
  let count = 0;
  for await (const batch of batches) {
    for (const row of batch) {
      text += row;
      if (++count < PIECE_ROWS) continue;
      yield { bytes: Buffer.from(text), rows: count };
      text = '';
      count = 0;
      await turn();
    }
  }
  if (count > 0) yield { bytes: Buffer.from(text), rows: count };
}

class RowWriter {
  readonly extraColumns = new Set<string>();
  readonly #chart: FileChart;
  readonly #target: LoadTarget;
  #nextLineId: number;
  /** The lines of an entry say mostly the same. */
  #text = '';
  #foldedText: string | null = '';

  constructor(chart: FileChart, target: LoadTarget) {
    this.#chart = chart;
    this.#target = target;
    this.#nextLineId = target.first.lineId;
  }

  *entries(ledger: FecLedger): Generator<string> {
    const { folderId, exerciseId, first } = this.#target;
    for (const { index, journalIndex, date, validationDate, number } of ledger.heads()) {
      const journalId = this.#chart.journalIds[journalIndex];
      yield encodeRow([folderId, first.entryId + index, exerciseId, journalId, index, date, validationDate, number]);
    }
  }

  async *lines(ledger: FecLedger): AsyncGenerator<Iterable<string>> {
    for await (const entries of ledger.batches()) yield this.#linesOf(entries);
  }

  *#linesOf(entries: readonly FecEntry[]): Generator<string> {
    const { entryId } = this.#target.first;
    for (const { index, lines } of entries) {
      for (const line of lines) yield this.#line(line, this.#nextLineId++, entryId + index);
    }
  }

  #line(line: FecLine, id: number, entryId: number): string {
    const { journalIds, accountIds, subAccountIds, blankAccountId } = this.#chart;
    return encodeRow([
      this.#target.folderId,
      id,
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
      this.#folded(`${line.label} ${line.documentReference}`),
    ]);
  }

  #folded(text: string): string | null {
    if (text !== this.#text) {
      this.#text = text;
      this.#foldedText = foldText(text);
    }
    return this.#foldedText;
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
