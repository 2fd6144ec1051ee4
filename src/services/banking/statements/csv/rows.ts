/** The rows of a CSV: its delimiter is the one by which most of its lines have the same number of columns. */
import { parse } from 'csv-parse/sync';
import { CsvText } from './csv-text.ts';
import { type Guess, guessMapping, MOST_SEEN } from './guess.ts';
import { DELIMITERS } from './mapping.ts';

type Delimiter = (typeof DELIMITERS)[number];
type Row = readonly string[];

/** Characters of one row: a quote that does not end is no row. */
const MOST_RECORD = 100_000;
/** Bytes that are cut into rows at a time; more where no row ends in them. */
const BLOCK = 8 * 1024;

/** Cells are trimmed; quotes that do not pair are text, as some banks write them. */
const READING = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: MOST_RECORD,
} as const;

/** How rows are distinguished; the line break of the first one is that of all. */
interface Form {
  readonly delimiter: Delimiter;
  readonly lineBreak: string;
}

/** Where rows that follow each other stand in a text. */
export interface Block extends Form {
  readonly from: number;
  readonly to: number;
}

/** All rows of a text, a block at a time. Throws on a row that does not end. */
export function* blocksOf(text: CsvText, delimiter: Delimiter): Generator<Block & { readonly rows: readonly Row[] }> {
  const form = { delimiter, lineBreak: lineBreakOf(text.slice(0, 2 * MOST_RECORD), delimiter) };
  for (let from = 0, width = BLOCK; from < text.size; ) {
    const bytes = text.slice(from, from + width);
    const { rows, size } = cutRows(bytes, form, from + bytes.length === text.size);
    if (size === 0 && width > 2 * MOST_RECORD) throw new RangeError('a row does not end');
    if (size > 0) yield { from, to: from + size, ...form, rows };
    from += size;
    width = size > 0 ? BLOCK : 2 * width;
  }
}

/** The rows of a block again. */
export const rowsIn = (text: CsvText, block: Block): readonly Row[] => parsed(text.slice(block.from, block.to), block);

const parsed = (bytes: Buffer, { delimiter, lineBreak }: Form): readonly Row[] =>
  parse(bytes, { ...READING, delimiter, record_delimiter: lineBreak });

/** What the first row ends with. */
function lineBreakOf(bytes: Buffer, delimiter: Delimiter): string {
  let found = '\n';
  const note = (_: unknown, { bytes: end }: { readonly bytes: number }) => {
    found = /\r\n$|[\r\n]$/.exec(bytes.toString('latin1', 0, end))?.[0] ?? found;
    return null;
  };
  parse(bytes, { ...READING, delimiter, to: 1, on_record: note });
  return found;
}

interface Cut {
  readonly rows: readonly Row[];
  /** Bytes that they take. */
  readonly size: number;
}

/** The rows of some bytes; unless these are the last of a text, to their last line break, which a quote may hold. */
function cutRows(bytes: Buffer, form: Form, isLast: boolean): Cut {
  const end = bytes.lastIndexOf(form.lineBreak);
  if (end < 0 && !isLast) return { rows: [], size: 0 };
  const size = isLast ? bytes.length : end + form.lineBreak.length;
  try {
    return { rows: parsed(bytes.subarray(0, size), form), size };
  } catch (error) {
    if (isLast) throw error;
    return rowsBeforeQuote(bytes, form);
  }
}

/** The rows before one that the end of the bytes cuts; slower, since each says where it ends. */
function rowsBeforeQuote(bytes: Buffer, { delimiter, lineBreak }: Form): Cut {
  const rows: Row[] = [];
  let size = 0;
  const note = (cells: string[], { bytes: end }: { readonly bytes: number }) => {
    if (end < bytes.length) [size] = [end, rows.push(cells)];
    return null;
  };
  try {
    parse(bytes, { ...READING, delimiter, record_delimiter: lineBreak, on_record: note });
  } catch {
    // What cannot be read is the row that is cut, or one that the next block begins with.
  }
  return { rows, size };
}

/** The mapping of the first delimiter by which columns can be recognised; undefined for text that is no bank's CSV. */
export function guessOf(text: CsvText): Guess | undefined {
  for (const delimiter of DELIMITERS) {
    const guess = guessMapping(firstRows(text, delimiter), delimiter);
    if (guess) return guess;
  }
  return undefined;
}

/** None where a row does not end. */
function firstRows(text: CsvText, delimiter: Delimiter): readonly Row[] {
  const found: Row[] = [];
  try {
    for (const { rows } of blocksOf(text, delimiter)) {
      found.push(...rows);
      if (found.length >= MOST_SEEN) break;
    }
    return found;
  } catch {
    return [];
  }
}

export const isBankCsv = (head: Uint8Array): boolean => guessOf(CsvText.of(head)) !== undefined;
