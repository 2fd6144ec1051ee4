import { stringify } from 'csv-stringify';

export interface CsvForm {
  /** Semicolons and a byte-order mark: what French Excel opens without asking. */
  readonly excel?: boolean;
}

/**
 * Writes rows as RFC 4180 CSV. Text that a spreadsheet would run as a formula (`=`, `+`, `-`, `@` or their full-width
 * forms, tab, return at its start) is written behind an apostrophe, unless it is a number: bank labels come from strangers.
 */
export async function* writeCsv(
  columns: readonly string[],
  rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>,
  { excel = false }: CsvForm = {},
): AsyncGenerator<Uint8Array> {
  const stringifier = stringify({
    delimiter: excel ? ';' : ',',
    bom: excel,
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/, // a lone line feed is no delimiter to the library, but it is one to readers
  });
  const feeding = feed(stringifier, columns, rows);
  for await (const chunk of stringifier) yield chunk as Uint8Array;
  await feeding;
}

async function feed(
  stringifier: ReturnType<typeof stringify>,
  columns: readonly string[],
  rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>,
): Promise<void> {
  try {
    stringifier.write([...columns]);
    for await (const row of rows) {
      if (!stringifier.write(row.map(safeCell))) await new Promise((resume) => stringifier.once('drain', resume));
    }
    stringifier.end();
  } catch (error) {
    stringifier.destroy(error as Error);
  }
}

const FORMULA = /^[=+\-@＝＋－＠\t\r]/;
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/** A cell as CSV and workbooks may hold it: plain values, with formulas made harmless. */
export function safeCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** A cell between delimiters: quoted when it holds one of them, a quote or a line end. */
export const csvCell = (text: string, delimiter: string): string =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
