/**
 * Tables as a workbook, streamed: one sheet per table, real numbers and days, frozen header, filter; totals are formulas
 * that follow the filter. Text is written as text: nothing of it is ever run.
 */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Row, Workbook, Worksheet } from 'exceljs';
import {
  cellForPeople,
  type DocumentTable,
  sectionsOf,
  type TableColumn,
  type TableDocument,
  type TableRow,
  TOTAL_WORDS,
} from './table.ts';

type Writer = Workbook & { commit(): Promise<void> };
type SheetWriter = Worksheet & { commit(): void };

/** Bytes that may wait for the reader. */
const WAITING_BYTES = 1024 * 1024;

export async function* tableXlsx(document: TableDocument): AsyncGenerator<Uint8Array> {
  const { default: exceljs } = await import('exceljs');
  const stream = new PassThrough({ highWaterMark: WAITING_BYTES });
  const book: Writer = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  book.created = new Date(document.createdAt);
  book.title = document.title;
  const writing = writeSheets(book, document, stream).catch((error: Error) => stream.destroy(error));
  for await (const chunk of stream) yield chunk as Uint8Array;
  await writing;
}

async function writeSheets(book: Writer, document: TableDocument, stream: PassThrough): Promise<void> {
  for (const table of document.tables) {
    const sheet = openSheet(book, table, document);
    await writeRows(sheet, table, document, stream);
    sheet.commit();
  }
  await book.commit();
}

const FORMATS: Readonly<Record<TableColumn['type'], string | undefined>> = {
  amount: '#,##0.00',
  day: 'dd/mm/yyyy',
  number: undefined,
  flag: undefined,
  text: undefined,
};

function openSheet(book: Writer, { name, columns }: DocumentTable, { title, lines }: TableDocument): SheetWriter {
  const sheet = book.addWorksheet(name.replace(/[[\]*?:/\\]/g, ' ').slice(0, 31), {
    views: [{ state: 'frozen', ySplit: 1 }],
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
    headerFooter: { oddHeader: `&L${inHeader(lines.join(' - '))}&C${inHeader(title)}`, oddFooter: '&RPage &P / &N' },
  }) as SheetWriter;
  sheet.columns = columns.map(({ header, type, weight }) => ({
    header,
    width: Math.max(8 + weight * 4, header.length + 2),
    ...(FORMATS[type] && { style: { numFmt: FORMATS[type] } }),
  }));
  sheet.getRow(1).font = { bold: true };
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: Math.max(1, columns.length) } };
  return sheet;
}

/** `&` begins a code there; Excel takes 255 characters in all. */
const inHeader = (text: string): string => text.replaceAll('&', '&&').slice(0, 100);

async function writeRows(
  sheet: SheetWriter,
  { columns, batches }: DocumentTable,
  { language }: TableDocument,
  stream: PassThrough,
): Promise<void> {
  const writers = columns.map((column) => cellWriter(column, language));
  let last = 1;
  for await (const section of sectionsOf(batches)) {
    if (section.name !== '') last = bold(sheet.addRow([section.name]));
    const first = last + 1;
    for await (const rows of section.rows) {
      for (const row of rows) sheet.addRow(values(row, writers)).commit();
      last += rows.length;
      if (stream.writableNeedDrain) await once(stream, 'drain');
    }
    if (section.name !== '') last = bold(sheet.addRow(subtotals(columns, first, last, section.name)));
  }
  if (last > 1 && columns.some(({ isSummed }) => isSummed))
    bold(sheet.addRow(subtotals(columns, 2, last, TOTAL_WORDS[language].total)));
}

function bold(row: Row): number {
  row.font = { bold: true };
  row.commit();
  return row.number;
}

type CellWriter = (text: string) => string | number | boolean | Date;

/** Excel keeps 15 digits: an amount of 13 figures and 2 decimals is still exact there. */
function cellWriter(column: TableColumn, language: TableDocument['language']): CellWriter {
  const writers: Readonly<Record<TableColumn['type'], CellWriter>> = {
    amount: (cents) => Number(cents) / 100,
    number: Number,
    day: (text) => new Date(`${text}T00:00:00Z`),
    flag: (text) => text === 't',
    text: column.valueLabel
      ? (text) => cellForPeople(text, column, language)
      : (text) => text.slice(0, MOST_CHARACTERS),
  };
  return writers[column.type];
}

/** Excel refuses a workbook with a longer cell. */
const MOST_CHARACTERS = 32_767;

const values = (row: TableRow, writers: readonly CellWriter[]): unknown[] =>
  row.map((text, index) => (text === '' ? null : writers[index]?.(text)));

/** SUBTOTAL leaves out other subtotals and filtered rows. */
const subtotals = (columns: readonly TableColumn[], first: number, last: number, title: string): unknown[] =>
  columns.map(({ isSummed, type }, index) => {
    if (isSummed) return { formula: `SUBTOTAL(9,${letters(index)}${first}:${letters(index)}${last})` };
    return index === columns.findIndex((column) => column.type === 'text') && type === 'text' ? title : null;
  });

/** 0 is A, 26 is AA. */
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
