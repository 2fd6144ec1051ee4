/** Draws the entries of a checked FEC, whole and in order of their first line, in batches of bounded size. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { PlacedReader } from './byte-source.ts';
import type { ByteTable } from './byte-table.ts';
import type { FecBody } from './check.ts';
import { COLUMN } from './columns.ts';
import { toPlainDate, toPlainDateOrNull } from './day.ts';
import { decoderOf } from './encoding.ts';
import type { Entries } from './entries.ts';
import type { FecJournal } from './ledger-book.ts';
import type { LineIndex } from './line-index.ts';
import { MemoryBudget } from './memory.ts';
import { PlacedRecords } from './placed-records.ts';
import { Row } from './row.ts';
import { type FecLine, RowValues } from './row-values.ts';
import { TupleTable } from './tuple-table.ts';

export interface FecEntry {
  /** Rank of the entry in the file, from 0, by its first line. */
  readonly index: number;
  /** Tells the entry from the others of the file, and stays the same when the file is read again. */
  readonly key: string;
  /** Journal, number and date are those of the first line. */
  readonly journalIndex: number;
  readonly journalCode: string;
  readonly number: string;
  readonly date: PlainDate;
  readonly label: string;
  readonly documentReference: string;
  /** Latest of its lines; null when one of them is a draft. */
  readonly validationDate: PlainDate | null;
  readonly isOpening: boolean;
  /** Lines of the whole entry. */
  readonly lineCount: number;
  /** All lines; of an entry of more than 5,000 lines, those that follow the last part given (see `lines[0].rank`). */
  readonly lines: readonly FecLine[];
}

/** A longer entry comes in parts. */
const PART_LINES = 5_000;
const PART_BYTES = 4 * 1024 * 1024;
/** A batch holds about as much, or one part: what is soon forgotten costs the garbage collector nothing. */
const BATCH_LINES = 500;

/** What a check of the file found and its reading goes on from; `firstDay`: of the exercise, when it is known. */
interface EntrySources {
  readonly index: LineIndex;
  readonly journals: readonly FecJournal[];
  readonly firstDay: PlainDate | undefined;
}

export class EntryReader {
  readonly #body: FecBody;
  readonly #index: LineIndex;
  readonly #journals: readonly FecJournal[];
  readonly #firstDay: PlainDate | undefined;
  readonly #records: PlacedRecords;
  readonly #row: Row;
  readonly #values: RowValues;
  readonly #fields: Int32Array;
  /** Journals and numbers of the entries given so far. */
  readonly #keys: TupleTable;

  constructor(body: FecBody, { index, journals, firstDay }: EntrySources, reader: PlacedReader) {
    const { layout } = body.scan;
    if (layout === undefined) throw new Error('a body without a header');
    this.#body = body;
    this.#index = index;
    this.#journals = journals;
    this.#firstDay = firstDay;
    this.#row = new Row(body.separator, body.encoding);
    this.#records = new PlacedRecords(reader, this.#row, index);
    this.#values = new RowValues(this.#row, layout, decoderOf(body.encoding));
    this.#fields = layout.fields;
    this.#keys = new TupleTable(new MemoryBudget(Number.POSITIVE_INFINITY)); // no larger than what the check held
  }

  *batches(): Generator<readonly FecEntry[]> {
    let batch: FecEntry[] = [];
    let lines = 0;
    let bytes = 0;
    for (const { entry, weight } of this.#parts()) {
      batch.push(entry);
      lines += entry.lines.length;
      bytes += weight;
      if (lines < BATCH_LINES && bytes < PART_BYTES) continue;
      yield batch;
      batch = [];
      lines = 0;
      bytes = 0;
    }
    if (batch.length > 0) yield batch;
  }

  /** Whole entries, or parts of long ones, with the bytes that they were read from. */
  *#parts(): Generator<{ entry: FecEntry; weight: number }> {
    const { entries } = this.#body;
    const order = linesByEntry(this.#index, entries);
    let at = 0;
    for (let index = 0; index < entries.groups.size; index++) {
      const lineCount = entries.groups.lineCounts.values[index] as number;
      let head: FecEntry | undefined;
      for (let rank = 0; rank < lineCount; ) {
        const { lines, weight } = this.#readLines(order, at, rank, lineCount);
        head = head ? { ...head, lines } : this.#entryOf(index, lineCount, lines);
        yield { entry: head, weight };
        at += lines.length;
        rank += lines.length;
      }
    }
  }

  /** The next lines of an entry, as many as a part may hold. */
  #readLines(order: Int32Array, from: number, rank: number, lineCount: number): { lines: FecLine[]; weight: number } {
    const lines: FecLine[] = [];
    let weight = 0;
    while (rank + lines.length < lineCount && lines.length < PART_LINES && weight < PART_BYTES) {
      const at = order[from + lines.length] as number;
      weight += this.#records.read(at);
      lines.push(this.#lineOf(at, rank + lines.length));
    }
    return { lines, weight };
  }

  #lineOf(at: number, rank: number): FecLine {
    const { tables, accounts, letterings } = this.#body.scan;
    const account = this.#idOf(tables.accounts, COLUMN.CompteNum);
    const auxiliary = this.#idOf(tables.auxiliaries, COLUMN.CompAuxNum);
    const letter = this.#idOf(tables.letters, COLUMN.EcritureLet);
    const isSubAccount = account !== null && auxiliary !== null;
    return this.#values.read({
      line: this.#index.line(at),
      rank,
      journalIndex: this.#idOf(tables.journals, COLUMN.JournalCode) ?? this.#blankJournal,
      accountIndex: account,
      subAccountIndex: isSubAccount ? accounts.subAccounts.idOf(account, auxiliary, 0) : null,
      letteringIndex: letter === null ? null : letterings.groups.idOf(account ?? -1, auxiliary ?? -1, letter),
    });
  }

  get #blankJournal(): number {
    return this.#journals.findIndex(({ code }) => code === '');
  }

  /** Integer of the text of a column; null when it is blank. */
  #idOf(table: ByteTable, column: number): number | null {
    const field = this.#fields[column] as number;
    const { bytes, starts, ends } = this.#row;
    if (this.#row.isBlank(field)) return null;
    return table.idOf(bytes, starts[field] as number, ends[field] as number);
  }

  #entryOf(index: number, lineCount: number, lines: readonly FecLine[]): FecEntry {
    const { scan, entries } = this.#body;
    const journal = this.#journals[entries.journalOf(index)];
    const label = lines[0]?.label ?? '';
    const documentReference = lines[0]?.documentReference ?? '';
    const date = toPlainDate(entries.dateOf(index));
    const saysNouveau = /nouveau/i.test(label) || /nouveau/i.test(documentReference);
    const isFirstDay = !scan.openings.hasOpeningJournal && date === this.#firstDay;
    return {
      index,
      key: this.#keyOf(index),
      journalIndex: entries.journalOf(index),
      journalCode: journal?.code ?? '',
      number: scan.tables.text(scan.tables.numbers, entries.numberOf(index)),
      date,
      label,
      documentReference,
      validationDate: toPlainDateOrNull(entries.groups.validDates.values[index] as number),
      isOpening: journal?.type === 'opening' || (isFirstDay && saysNouveau),
      lineCount,
      lines,
    };
  }

  /**
   * Journal and number, so that a corrected date or another grouping leaves the key; the date too for the second entry
   * of that journal and number and those after. Parts are separated by a tab, which no field can hold.
   */
  #keyOf(index: number): string {
    const { entries, scan } = this.#body;
    const journal = entries.journalOf(index);
    const journalCode = scan.tables.text(scan.tables.journals, journal);
    if (entries.grouping === 'running-balance') return `${journalCode}\t#${entries.rankOf(index)}`;
    const number = entries.numberOf(index);
    const key = `${journalCode}\t${scan.tables.text(scan.tables.numbers, number)}`;
    const known = this.#keys.size;
    const isFirst = this.#keys.idOf(journal, number, 0) === known;
    return isFirst ? key : `${key}\t${toPlainDate(entries.dateOf(index))}`;
  }
}

/** Lines of the index, entry after entry, in file order within each. */
function linesByEntry(index: LineIndex, entries: Entries): Int32Array {
  const isCut = entries.grouping === 'running-balance';
  const next = new Int32Array(entries.groups.size);
  for (let entry = 1; entry < next.length; entry++) {
    next[entry] = (next[entry - 1] as number) + (entries.groups.lineCounts.values[entry - 1] as number);
  }
  const order = new Int32Array(index.size);
  for (let at = 0; at < index.size; at++) {
    const entry = entries.entryOf(isCut ? index.cut(at) : index.group(at));
    const place = next[entry] as number;
    next[entry] = place + 1;
    order[place] = at;
  }
  return order;
}
