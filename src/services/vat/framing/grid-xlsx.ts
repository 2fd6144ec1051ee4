/** A framing grid as a workbook: what the books hold as numbers, sums, theory and gaps as formulas over them. */
import { Calculated, type Sheet, writeXlsx } from '../../documents/xlsx.ts';
import type { Labels, Language } from '../../kernel/errors.ts';
import { formatAmount } from '../../kernel/money.ts';
import { FileResult } from '../../kernel/stream.ts';
import { rowNow, staleReason } from './cell-store.ts';
import type { Grid, GridRow } from './grid.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const GRID_FORMATS = ['xlsx'] as const;

/** `name`: of the file, without its end. */
export const gridFile = (grid: Grid, name: string, language: Language): FileResult =>
  new FileResult(`${name}.xlsx`, TYPE, writeXlsx(sheetsOf(grid, language)));

const sheetsOf = (grid: Grid, language: Language): Sheet[] => [
  gridSheet(grid, language),
  messagesSheet(grid, language),
  ...(grid.cells.length > 0 ? [cellsSheet(grid, language)] : []),
];

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

const CELL_COLUMNS: readonly (Labels & { readonly width: number; readonly isAmount?: boolean })[] = [
  { fr: 'Ligne', en: 'Row', width: 40 },
  { fr: 'Colonne', en: 'Column', width: 18 },
  { fr: 'Saisi', en: 'Typed', width: 18, isAmount: true },
  { fr: 'Calculé à la saisie', en: 'Computed when typed', width: 18, isAmount: true },
  { fr: 'Calculé', en: 'Computed', width: 18, isAmount: true },
  { fr: 'Périmé', en: 'Stale', width: 18 },
  { fr: 'Justification', en: 'Comment', width: 60 },
  { fr: 'Par', en: 'By', width: 20 },
  { fr: 'Saisi le', en: 'Typed at', width: 24 },
];

/** What was typed over the books; the grid shows it in place. */
const cellsSheet = ({ cells, columns }: Grid, language: Language): Sheet => ({
  name: language === 'fr' ? 'Saisies' : 'Typed',
  columns: CELL_COLUMNS.map(({ fr, en, ...column }) => ({ header: { fr, en }[language], ...column })),
  rows: cells.map((cell) => {
    const now = rowNow(cell)?.[cell.column_id];
    return [
      cell.row_id,
      columns.find(({ identifier }) => identifier === cell.column_id)?.label[language],
      formatAmount(cell.typed_cents),
      formatAmount(cell.computed_cents),
      now === undefined ? undefined : formatAmount(now),
      staleReason(cell) ?? undefined,
      cell.comment,
      cell.typed_by ?? undefined,
      cell.typed_at,
    ];
  }),
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
