/** A framing grid as a workbook: what the books hold as numbers, sums, theory and gaps as formulas over them. */
import { Calculated, type Sheet, writeXlsx } from '../../documents/xlsx.ts';
import type { Language } from '../../kernel/errors.ts';
import { FileResult } from '../../kernel/stream.ts';
import type { Grid, GridRow } from './grid.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const GRID_FORMATS = ['xlsx'] as const;

/** `name`: of the file, without its end. */
export const gridFile = (grid: Grid, name: string, language: Language): FileResult =>
  new FileResult(`${name}.xlsx`, TYPE, writeXlsx([gridSheet(grid, language), messagesSheet(grid, language)]));

interface Placed {
  readonly row: GridRow;
  readonly depth: number;
  /** On the sheet; the first holds the headings. */
  readonly at: number;
}

function gridSheet(grid: Grid, language: Language): Sheet {
  const placed = flattened(grid.rows);
  const names = grid.columns.map(({ identifier }) => identifier);
  const rows = new Map(placed.map(({ row, at }) => [row.id, at]));
  return {
    name: language === 'fr' ? 'Cadrage' : 'Framing',
    columns: [
      { header: language === 'fr' ? 'Ligne' : 'Row', width: 60 },
      ...grid.columns.map(({ identifier, label }) => ({
        header: label[language],
        width: 18,
        isAmount: identifier !== 'Rate',
      })),
    ],
    rows: placed.map(({ row, depth, at }) => [
      '  '.repeat(depth) + row.label[language],
      ...names.map((name) => cellOf(name, { row, at, names, rows })),
    ]),
  };
}

const messagesSheet = (grid: Grid, language: Language): Sheet => ({
  name: language === 'fr' ? 'Écarts' : 'Gaps',
  columns: [{ header: language === 'fr' ? 'Écart' : 'Gap', width: 110 }],
  rows: grid.messages.map((message) => [message[language]]),
});

function flattened(rows: readonly GridRow[]): Placed[] {
  const placed: Placed[] = [];
  const add = (row: GridRow, depth: number) => {
    placed.push({ row, depth, at: placed.length + 2 });
    for (const child of row.children) add(child, depth + 1);
  };
  for (const row of rows) add(row, 0);
  return placed;
}

interface Place {
  readonly row: GridRow;
  readonly at: number;
  readonly names: readonly string[];
  readonly rows: ReadonlyMap<string, number>;
}

/** Levels whose figures are the sums of those under them; under an account stand the lines behind its gap alone. */
const SUMS: readonly GridRow['level'][] = ['Section', 'Category'];

/** Of a function of Excel. */
const MOST_ARGUMENTS = 255;

function cellOf(name: string, { row, at, names, rows }: Place): unknown {
  const value = row.cells[name];
  if (value === undefined) return undefined;
  if (name === 'Rate') return Number(value);
  const cell = (column: string, line = at) => `${columnOf(names.indexOf(column))}${line}`;
  if (SUMS.includes(row.level) && row.children.length > 0 && row.children.length <= MOST_ARGUMENTS) {
    const parts = row.children.map((child) => cell(name, rows.get(child.id)));
    return new Calculated(`SUM(${parts.join(',')})`, Number(value));
  }
  const has = (...columns: readonly string[]) => columns.every((column) => row.cells[column] !== undefined);
  // Without a base there is no theory: what the books hold stands for it.
  if (name === 'TheoreticalVat' && has('Base', 'Rate') && row.cells.Base !== '0.00')
    return new Calculated(`ROUND(${cell('Base')}*${cell('Rate')}/100,2)`, Number(value));
  if (name === 'Gap' && has('AccountedVat', 'TheoreticalVat'))
    return new Calculated(`${cell('AccountedVat')}-${cell('TheoreticalVat')}`, Number(value));
  if (name === 'Closing') return new Calculated(`${cell('Opening')}+${cell('Debit')}-${cell('Credit')}`, Number(value));
  return value;
}

/** After the labels. */
const columnOf = (index: number): string => String.fromCharCode('B'.charCodeAt(0) + index);
