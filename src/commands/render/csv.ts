/** A table as CSV: for programs under the names of the fields, for people with headings in their language. */
import type * as z from 'zod';
import { writeCsv } from '../../services/documents/csv.ts';
import type { Cell } from '../operation/operation.ts';
import type { CsvTable } from './csv-table.ts';
import { columnType, heading, isIdentifier } from './headings.ts';
import type { Rendering } from './render.ts';
import type { Row } from './rows.ts';
import { valueReader } from './values.ts';

type Table = Pick<CsvTable, 'rows' | 'columns'>;

export function csvOf(table: Table, how: Rendering, output: z.ZodType): AsyncGenerator<Uint8Array> {
  if (how.excel) return excelCsv(how.fields ? table : withoutIdentifiers(table), how, output);
  return writeCsv(table.columns, cellsOf(table));
}

function* cellsOf({ rows, columns }: Table): Generator<unknown[]> {
  for (const row of rows) yield columns.map((name) => row[name]);
}

/** People look for the number of an account, never for what the program calls it. */
function withoutIdentifiers(table: Table): Table {
  const columns = table.columns.filter((name) => !isIdentifier(name));
  return columns.length > 0 ? { ...table, columns } : table;
}

const DECIMAL = /^-?\d+\.\d+$/;

/** Decimal commas in the columns of numbers. */
function excelCsv({ rows, columns }: Table, { screen }: Rendering, output: z.ZodType): AsyncGenerator<Uint8Array> {
  const isNumber = columns.map((name) => ['amount', 'number'].includes(columnType(name, output) ?? ''));
  const local = (value: unknown, index: number) => {
    const isDecimal = (isNumber[index] || typeof value === 'number') && DECIMAL.test(String(value));
    return isDecimal ? String(value).replace('.', ',') : value;
  };
  const readers = columns.map((name) => valueReader({ name }, output, screen.language));
  const written = function* (of: readonly Row[]) {
    for (const row of of) yield columns.map((name, index) => local(readers[index]?.(row[name] as Cell), index));
  };
  const headings = columns.map((name) => heading({ name }, output, screen.language));
  return writeCsv(headings, written(rows), { excel: true });
}
