/** The rows of a CSV: its delimiter is the one by which most of its lines have the same number of columns. */
import { parse } from 'csv-parse/sync';
import { type Guess, guessMapping } from './guess.ts';
import { DELIMITERS } from './mapping.ts';

type Delimiter = (typeof DELIMITERS)[number];

/** Cells are trimmed; quotes that do not pair are text, as some banks write them. Throws on a quote without end. */
export const rowsOf = (text: string, delimiter: Delimiter): string[][] =>
  parse(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: MOST_RECORD,
  }) as string[][];

/** Characters of one row: a quote that does not end is no row. */
const MOST_RECORD = 100_000;

/** The mapping of the first delimiter by which columns can be told; undefined for text that is no bank's CSV. */
export function guessOf(text: string): Guess | undefined {
  for (const delimiter of DELIMITERS) {
    if (!text.includes(delimiter)) continue;
    const guess = guessMapping(readable(text, delimiter), delimiter);
    if (guess) return guess;
  }
  return undefined;
}

function readable(text: string, delimiter: Delimiter): string[][] {
  try {
    return rowsOf(text, delimiter);
  } catch {
    return [];
  }
}

export const isBankCsv = (head: Uint8Array): boolean => guessOf(decoderOf(head).decode(head)) !== undefined;

/** UTF-8 where the bytes are, else what Windows programs write. */
export function decoderOf(bytes: Uint8Array) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return new TextDecoder('utf-8');
  } catch {
    return new TextDecoder('windows-1252');
  }
}
