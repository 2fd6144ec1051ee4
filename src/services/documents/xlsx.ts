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
    let waiting = 0;
    for await (const row of rows) {
      addRow(sheet, row);
      waiting += 1;
      if (waiting % ROWS_A_TURN === 0) await setImmediate();
    }
    (sheet as unknown as { commit(): void }).commit();
  }
  await book.commit();
}

/** What compresses the rows works between turns of the event loop: without any, rows would pile up before it. */
const ROWS_A_TURN = 100;

/** One object each: the library knows a style that it has seen by its identity. */
const AMOUNT_STYLE = { numFmt: '#,##0.00' };
const DAY_STYLE = { numFmt: 'dd/mm/yyyy' };

function addRow(sheet: ReturnType<Workbook['addWorksheet']>, values: readonly unknown[]): void {
  const row = sheet.addRow([]);
  values.forEach((value, index) => {
    if (value === null || value === undefined) return;
    const cell = row.getCell(index + 1);
    cell.value = cellValue(value);
    if (typeof value === 'string' && typeof cell.value !== 'string') {
      cell.style = typeof cell.value === 'number' ? AMOUNT_STYLE : DAY_STYLE;
    }
  });
  (row as unknown as { commit(): void }).commit();
}

function cellValue(value: unknown): string | number | boolean | Date {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // Excel keeps 15 digits: an amount of 13 figures and 2 decimals is still exact there.
  if (AMOUNT.test(text)) return Number(text);
  if (DAY.test(text)) return new Date(`${text}T00:00:00Z`);
  return text;
}
