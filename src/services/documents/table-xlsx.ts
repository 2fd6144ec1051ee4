/**
 * Tables as a workbook, streamed: one sheet per table, real numbers and days, frozen header, filter; totals are formulas
 * that follow the filter. Text is written as text: nothing of it is ever run.
 */
import { PassThrough } from 'node:stream';
import { loadExcel, type Row, type Style, type Workbook, type Worksheet } from './excel.ts';
import {
  cellForPeople,
  type DocumentTable,
  sectionsOf,
  type TableColumn,
  type TableDocument,
  type TableRow,
  TOTAL_WORDS,
} from './table.ts';
import { keepPace, ROWS_A_TURN } from './xlsx.ts';

type Writer = Workbook & { commit(): Promise<void> };

export async function* tableXlsx(document: TableDocument): AsyncGenerator<Uint8Array> {
  const exceljs = await loadExcel();
  const stream = new PassThrough();
  const book: Writer = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  book.created = new Date(document.createdAt);
  book.title = document.title;
  const writing = writeSheets(book, document).catch((error: Error) => stream.destroy(error));
  for await (const chunk of stream) yield chunk as Uint8Array;
  await writing;
}

async function writeSheets(book: Writer, document: TableDocument): Promise<void> {
  const names = sheetNames(document.tables);
  for (const [index, table] of document.tables.entries()) {
    const sheet = openSheet(book, { ...table, name: names[index] ?? '' }, document);
    await writeRows(sheet, table, document);
    sheet.commit();
  }
  await book.commit();
}

/** Title, firm, folder and period, an empty row, then the header. */
const headerRow = ({ lines }: TableDocument): number => lines.length + 3;

function openSheet(book: Writer, { name, columns }: DocumentTable, document: TableDocument): Worksheet {
  const row = headerRow(document);
  const sheet = book.addWorksheet(name, {
    views: [{ state: 'frozen', ySplit: row }],
    pageSetup: {
      orientation: 'landscape',
      paperSize: A4,
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: `${row}:${row}`,
    },
    headerFooter: { oddFooter: '&RPage &P / &N' },
  });
  sheet.columns = columns.map((column) => ({ width: widthOf(column) }));
  for (const text of [document.title, ...document.lines]) bold(sheet.addRow([text]));
  sheet.addRow([]).commit();
  writeHeader(sheet.addRow(columns.map(({ header }) => header)), columns);
  sheet.autoFilter = { from: { row, column: 1 }, to: { row, column: Math.max(1, columns.length) } };
  return sheet;
}

/** A heading stands over its figures. */
function writeHeader(row: Row, columns: readonly TableColumn[]): void {
  row.eachCell((cell, at) => {
    cell.style = HEADERS[columns[at - 1]?.type ?? 'text'];
  });
  row.commit();
}

const A4 = 9;

/** In characters: room for a header beside the button of its filter, for any amount, and for most labels on one line. */
const widthOf = ({ header, type, weight }: TableColumn): number =>
  Math.max(8 + weight * (type === 'text' ? 8 : 4), header.length + 4);

/** Excel takes 31 characters, none of some, and no name twice, whatever its case. */
export function sheetNames(tables: readonly { readonly name: string }[]): readonly string[] {
  const taken = new Set<string>();
  return tables.map(({ name }, index) => {
    const plain = name
      .replace(/[[\]*?:/\\]/g, ' ')
      .slice(0, 31)
      .trim();
    const free = taken.has(plain.toLowerCase()) ? `${plain.slice(0, 27)} ${index + 1}` : plain;
    taken.add(free.toLowerCase());
    return free;
  });
}

async function writeRows(
  sheet: Worksheet,
  { columns, batches }: DocumentTable,
  document: TableDocument,
): Promise<void> {
  const { language } = document;
  const writers = columns.map((column) => cellWriter(column, language));
  const header = headerRow(document);
  let last = header;
  for await (const section of sectionsOf(batches)) {
    if (section.name !== '') last = bold(sheet.addRow([section.name]));
    const first = last + 1;
    for await (const rows of section.rows) {
      await writeBatch(sheet, rows, writers);
      last += rows.length;
    }
    if (section.name !== '') last = bold(sheet.addRow(subtotals(columns, first, last, section.name)));
  }
  if (last > header && columns.some(({ isSummed }) => isSummed))
    bold(sheet.addRow(subtotals(columns, header + 1, last, TOTAL_WORDS[language].total)));
}

async function writeBatch(sheet: Worksheet, rows: readonly TableRow[], writers: readonly CellWriter[]): Promise<void> {
  for (const [index, row] of rows.entries()) {
    writeRow(sheet.addRow([]), row, writers);
    if (index % ROWS_A_TURN === 0) await keepPace(sheet);
  }
}

function writeRow(written: Row, row: TableRow, writers: readonly CellWriter[]): void {
  for (const [index, { value, style, room }] of writers.entries()) {
    const text = row[index];
    if (!text) continue;
    const cell = written.getCell(index + 1);
    cell.value = value(text);
    cell.style = style;
    if (text.length > room) written.height = Math.max(written.height ?? 0, LINE * Math.ceil(text.length / room));
  }
  written.commit();
}

function bold(row: Row): number {
  row.eachCell((cell) => {
    cell.style = typeof cell.value === 'string' ? BOLD : BOLD_AMOUNT;
  });
  row.commit();
  return row.number;
}

/** One object each: the library knows again a style that it has seen, and works every other one out anew. */
const STYLES: Readonly<Record<TableColumn['type'], Partial<Style>>> = {
  amount: { numFmt: '#,##0.00' },
  day: { numFmt: 'dd/mm/yyyy' },
  number: {},
  flag: {},
  text: { alignment: { horizontal: 'left', wrapText: true, vertical: 'top', indent: 1 } }, // apart from the figures before it
};

/** A font that says no name nor size is any other one to programs that are not Excel. */
const BOLD: Partial<Style> = { font: { bold: true, name: 'Calibri', size: 11, family: 2 } };
const ON_THE_LEFT: Partial<Style> = { ...BOLD, alignment: { horizontal: 'left', indent: 1 } };
const ON_THE_RIGHT: Partial<Style> = { ...BOLD, alignment: { horizontal: 'right' } };
const HEADERS: Readonly<Record<TableColumn['type'], Partial<Style>>> = {
  amount: ON_THE_RIGHT,
  day: ON_THE_RIGHT,
  number: ON_THE_RIGHT,
  flag: ON_THE_LEFT,
  text: ON_THE_LEFT,
};
const BOLD_AMOUNT: Partial<Style> = { ...BOLD, numFmt: '#,##0.00' };

interface CellWriter {
  readonly value: (text: string) => string | number | boolean | Date;
  readonly style: Partial<Style>;
  /** Characters beyond which a text goes on below: Excel finds the height of its row by itself, other programs do not. */
  readonly room: number;
}

/** Characters that the indent of a text and the edge of its cell take. */
const INDENT = 3;

/** Height of a line, in points. */
const LINE = 15;

/** Excel keeps 15 digits: an amount of 13 figures and 2 decimals is still exact there. */
function cellWriter(column: TableColumn, language: TableDocument['language']): CellWriter {
  const values: Readonly<Record<TableColumn['type'], CellWriter['value']>> = {
    amount: (cents) => Number(cents) / 100,
    number: Number,
    day: (text) => new Date(`${text}T00:00:00Z`),
    flag: (text) => text === 't',
    text: column.valueLabel
      ? (text) => cellForPeople(text, column, language)
      : (text) => text.slice(0, MOST_CHARACTERS),
  };
  const room = column.type === 'text' ? widthOf(column) - INDENT : Number.POSITIVE_INFINITY;
  return { value: values[column.type], style: STYLES[column.type], room };
}

/** Excel refuses a workbook with a longer cell. */
const MOST_CHARACTERS = 32_767;

/** SUBTOTAL leaves out other subtotals and filtered rows. */
const subtotals = (columns: readonly TableColumn[], first: number, last: number, title: string): unknown[] =>
  columns.map(({ isSummed, type }, index) => {
    if (isSummed) return { formula: `SUBTOTAL(9,${letters(index)}${first}:${letters(index)}${last})` };
    return index === columns.findIndex((column) => column.type === 'text') && type === 'text' ? title : null;
  });

/** 0 is A, 26 is AA. */
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
