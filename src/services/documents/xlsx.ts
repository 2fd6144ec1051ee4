import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Workbook } from 'exceljs';

export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>;
}

export interface SheetColumn {
  readonly header: string;
  readonly width?: number;
}

const AMOUNT = /^-?\d{1,13}\.\d{2}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Streams a workbook: frozen bold header, filter, real numbers and dates. Text is never a formula: it is written as
 * text, whatever its first character.
 */
export async function* writeXlsx(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const { default: exceljs } = await import('exceljs');
  const stream = new PassThrough();
  const book = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  const writing = writeSheets(book, sheets).catch((error: Error) => stream.destroy(error));
  for await (const chunk of stream) yield chunk as Uint8Array;
  await writing;
}

async function writeSheets(book: Workbook & { commit(): Promise<void> }, sheets: readonly Sheet[]): Promise<void> {
  for (const { name, columns, rows } of sheets) {
    const sheet = book.addWorksheet(name.replace(/[[\]*?:/\\]/g, ' ').slice(0, 31), {
      views: [{ state: 'frozen', ySplit: 1 }],
    });
    sheet.columns = columns.map(({ header, width = Math.max(12, header.length + 2) }) => ({ header, width }));
    sheet.getRow(1).font = { bold: true };
    sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: Math.max(1, columns.length) } };
    let written = 0;
    for await (const row of rows) {
      addRow(sheet, row);
      written += 1;
      if (written % ROWS_A_TURN === 0) await keepPace(sheet);
    }
    (sheet as unknown as { commit(): void }).commit();
  }
  await book.commit();
}

/** Bytes that may wait to be compressed. */
const WAITING_BYTES = 1024 * 1024;

/** The library writes without asking whether the compression keeps up: its pipe is asked here, every so many rows. */
export async function keepPace(sheet: object): Promise<void> {
  await setImmediate();
  const { pipes } = (sheet as { readonly stream: { readonly pipes: readonly PassThrough[] } }).stream;
  for (const pipe of pipes) if (waitingBytes(pipe) > WAITING_BYTES) await once(pipe, 'drain');
}

/** The pipe is one of an older library, which has no public count of what waits in it. */
const waitingBytes = (pipe: PassThrough): number =>
  (pipe as unknown as { readonly _writableState: { readonly length: number } })._writableState.length;

export const ROWS_A_TURN = 100;

/** One object each: the library knows again a style that it has seen, and works every other one out anew. */
const STYLES = {
  string: {},
  number: {},
  boolean: {},
  amount: { numFmt: '#,##0.00' },
  day: { numFmt: 'dd/mm/yyyy' },
} as const;

function addRow(sheet: ReturnType<Workbook['addWorksheet']>, values: readonly unknown[]): void {
  const row = sheet.addRow([]);
  values.forEach((value, index) => {
    if (value === null || value === undefined) return;
    const [written, kind] = cellOf(value);
    const cell = row.getCell(index + 1);
    cell.value = written;
    cell.style = STYLES[kind];
  });
  (row as unknown as { commit(): void }).commit();
}

function cellOf(value: unknown): readonly [string | number | boolean | Date, keyof typeof STYLES] {
  if (typeof value === 'number') return [value, 'number'];
  if (typeof value === 'boolean') return [value, 'boolean'];
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // Excel keeps 15 digits: an amount of 13 figures and 2 decimals is still exact there.
  if (AMOUNT.test(text)) return [Number(text), 'amount'];
  if (DAY.test(text)) return [new Date(`${text}T00:00:00Z`), 'day'];
  return [text, 'string'];
}
