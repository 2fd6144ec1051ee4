import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { loadExcel, type Workbook } from './excel.ts';

export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>;
}

export interface SheetColumn {
  readonly header: string;
  readonly width?: number;
  /** Its numbers are amounts whatever decimals the currency has; elsewhere `1234` may be the code of something. */
  readonly isAmount?: boolean;
}

/** A number that the spreadsheet computes; `result` is shown by programs that do not. */
export class Calculated {
  readonly formula: string;
  readonly result: number;

  constructor(formula: string, result: number) {
    this.formula = formula;
    this.result = result;
  }
}

const AMOUNT = /^-?(?:0|[1-9]\d*)(?:\.(\d{1,6}))?$/;
/** Decimals that show an amount where no column says so: those of currencies, but none. */
const TELLING = [2, 3];
/** Excel keeps no more. */
const MOST_DIGITS = 15;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Streams a workbook: frozen bold header, filter, real numbers and dates. Text is never a formula: it is written as
 * text, whatever its first character.
 */
export async function* writeXlsx(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const exceljs = await loadExcel();
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
      addRow(sheet, row, columns);
      written += 1;
      if (written % ROWS_A_TURN === 0) await keepPace(sheet);
    }
    sheet.commit();
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
  (pipe as PassThrough & { readonly _writableState: { readonly length: number } })._writableState.length;

export const ROWS_A_TURN = 100;

/** One object each: the library knows again a style that it has seen, and works every other one out anew. */
const STYLES = {
  string: {},
  number: {},
  boolean: {},
  day: { numFmt: 'dd/mm/yyyy' },
} as const;

/** By number of decimals. */
const AMOUNT_STYLES = ['', '.0', '.00', '.000', '.0000', '.00000', '.000000'].map((decimals) => ({
  numFmt: `#,##0${decimals}`,
}));

type Style = (typeof STYLES)[keyof typeof STYLES] | (typeof AMOUNT_STYLES)[number];

function addRow(
  sheet: ReturnType<Workbook['addWorksheet']>,
  values: readonly unknown[],
  columns: readonly SheetColumn[],
): void {
  const row = sheet.addRow([]);
  values.forEach((value, index) => {
    if (value === null || value === undefined) return;
    const [written, style] = cellOf(value, columns[index]?.isAmount === true);
    const cell = row.getCell(index + 1);
    cell.value = written;
    cell.style = style;
  });
  row.commit();
}

type Written = string | number | boolean | Date | { readonly formula: string; readonly result: number };

function cellOf(value: unknown, isAmount: boolean): readonly [Written, Style] {
  if (value instanceof Calculated) return [{ formula: value.formula, result: value.result }, STYLES.number];
  if (typeof value === 'number') return [value, STYLES.number];
  if (typeof value === 'boolean') return [value, STYLES.boolean];
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const amount = amountStyle(text, isAmount);
  if (amount) return [Number(text), amount];
  if (DAY.test(text)) return [new Date(`${text}T00:00:00Z`), STYLES.day];
  return [text, STYLES.string];
}

/** How an amount is shown; undefined for what is none, or would not be exact. */
function amountStyle(text: string, isAmount: boolean): Style | undefined {
  const found = AMOUNT.exec(text);
  if (!found) return undefined;
  const decimals = found[1]?.length ?? 0;
  const digits = text.replace(/\D/g, '').replace(/^0+/, '').length;
  return digits <= MOST_DIGITS && (isAmount || TELLING.includes(decimals)) ? AMOUNT_STYLES[decimals] : undefined;
}
