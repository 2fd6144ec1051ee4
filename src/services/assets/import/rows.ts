/** The rows of a CSV or XLSX file, as text, within bounds of size, rows and columns. */
import { open, readFile, stat } from 'node:fs/promises';
import { loadExcel } from '../../documents/excel.ts';
import { inflatedSize } from '../../documents/zip-size.ts';
import { type Labels, TaxopsError } from '../../kernel/errors.ts';
import type { InputFile } from '../../kernel/stream.ts';
import { assetImportErrors } from './errors.ts';
import { NO_SHEET, NOT_TEXT, unreadable, whyUnreadable } from './unreadable.ts';

export interface SheetRow {
  /** Line of the file, or row of the first sheet, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const MOST_BYTES = 20 * 1024 * 1024;
/** Of a workbook once unpacked. */
const MOST_INFLATED = 200 * 1024 * 1024;
const MOST_ROWS = 20_000;
const MOST_CELLS = 200;
const MOST_CELL = 10_000;

/** Every row that has at least one cell filled. Throws FileUnreadable, AssetFileTooLarge, AssetFileUnreadable. */
export async function readRows(file: InputFile): Promise<readonly SheetRow[]> {
  const rows = await readSheet(file).catch((error: Error) => {
    throw error instanceof TaxopsError ? error : whyUnreadable(file, error);
  });
  return rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
}

async function readSheet(file: InputFile): Promise<SheetRow[]> {
  const { size } = await stat(file.path);
  if (size > MOST_BYTES) throw tooLarge(file, MOST_BYTES / 1024 / 1024, 'MiB');
  return (await isZip(file.path)) ? readWorkbook(file) : readCsv(file);
}

const UNITS = {
  MiB: { en: 'MiB', fr: 'Mio' },
  inflated: { en: 'MiB unpacked', fr: 'Mio une fois décompressé' },
  rows: { en: 'rows', fr: 'lignes' },
  columns: { en: 'columns', fr: 'colonnes' },
} satisfies Record<string, Labels>;

const tooLarge = ({ name }: InputFile, most: number, unit: keyof typeof UNITS) =>
  assetImportErrors.AssetFileTooLarge({ name, most, unit: UNITS[unit] });

const ZIP = Buffer.from('PK\x03\x04', 'latin1');

async function isZip(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.equals(ZIP);
  } finally {
    await handle.close();
  }
}

async function readCsv(file: InputFile): Promise<SheetRow[]> {
  const { parse } = await import('csv-parse/sync');
  const text = decode(await readFile(file.path));
  if (text.includes('\0')) throw unreadable(file, NOT_TEXT);
  const rows: SheetRow[] = [];
  parse(text, {
    bom: true,
    delimiter: delimiterOf(text),
    on_record: (cells: string[], { lines }) => {
      rows.push({ line: lines, cells });
      return null;
    },
    trim: true,
    skip_empty_lines: true,
    max_record_size: MOST_CELL * 10,
    to: MOST_ROWS + 1,
    relax_column_count_less: true,
  });
  if (rows.length > MOST_ROWS) throw tooLarge(file, MOST_ROWS, 'rows');
  return rows;
}

/** UTF-8, or Windows-1252 as older spreadsheets write it. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The one the header has most of. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1);
  const count = (sign: string) => header.split(sign).length;
  return [';', ',', '\t'].sort((a, b) => count(b) - count(a))[0] ?? ';';
}

/** The first sheet. */
async function readWorkbook(file: InputFile): Promise<SheetRow[]> {
  const bytes = await readFile(file.path);
  if (inflatedSize(bytes, MOST_INFLATED) > MOST_INFLATED) throw tooLarge(file, MOST_INFLATED / 1024 / 1024, 'inflated');
  const exceljs = await loadExcel();
  const book = new exceljs.Workbook();
  await book.xlsx.load(new Uint8Array(bytes).buffer);
  const [sheet] = book.worksheets;
  if (!sheet) throw unreadable(file, NO_SHEET);
  if (sheet.rowCount > MOST_ROWS) throw tooLarge(file, MOST_ROWS, 'rows');
  if (sheet.columnCount > MOST_CELLS) throw tooLarge(file, MOST_CELLS, 'columns');
  const rows: SheetRow[] = [];
  sheet.eachRow((row, line) => {
    const cells = Array.from({ length: sheet.columnCount }, (_, index) => textOf(row.getCell(index + 1).value));
    rows.push({ line, cells });
  });
  return rows;
}

/** What spreadsheets keep and show of a number: 0.1 + 0.2 is 0.3 there. */
const EXCEL_DIGITS = 15;

/** A cell of a workbook as it would read in CSV: a formula is its last result; a date, which has no zone there, its day. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'number') return String(Number(value.toPrecision(EXCEL_DIGITS)));
  if (typeof value !== 'object') return String(value).trim();
  const { result, text, richText } = value as { result?: unknown; text?: unknown; richText?: { text: string }[] };
  if (richText)
    return richText
      .map((part) => part.text)
      .join('')
      .trim();
  return textOf(result ?? text);
}
