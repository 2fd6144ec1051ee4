/**
 * Rows of annexes that start, move and end: every form whose cells of column `end` name accounts and add the others up.
 * The longest prefix among the rows of a form takes an account.
 */
import { type Cell, cellKey, isLine } from '../../../forms/cell-table.ts';
import { grip } from '../../../forms/ledger-rule.ts';

export interface Row {
  /** Unique among the rows of a return. */
  readonly name: string;
  readonly form: string;
  readonly end: Cell;
  /** Side of its balance: assets in debit, amortization and provisions in credit. */
  readonly side: 'D' | 'C';
  /** Cells by column: `start`, `increase`, `charge`, … */
  readonly cells: ReadonlyMap<string, Cell>;
}

const nameOf = ({ form, label }: Pick<Cell, 'form' | 'label'>): string => `${form} ${label}`;

export function rowsOf(cells: readonly Cell[]): Row[] {
  const ends = cells.filter(({ column, rules, formula }) => column === 'end' && rules && formula);
  const rows = new Map(ends.map((end) => [nameOf(end), new Map<string, Cell>()]));
  for (const cell of cells) if (!isLine(cell)) rows.get(nameOf(cell))?.set(cell.column, cell);
  return ends.map((end) => {
    const side = end.rules?.[0]?.side === 'D' ? 'D' : 'C';
    return { name: nameOf(end), form: end.form, end, side, cells: rows.get(nameOf(end)) ?? new Map() };
  });
}

/** The row that takes an account, among rows of one form. */
export function rowFor(rows: readonly Row[], account: string): Row | undefined {
  const row = { account, balance: 1n };
  const lengths = rows.map(({ end }) => Math.max(0, ...(end.rules ?? []).map((rule) => grip(rule, row))));
  const longest = Math.max(0, ...lengths);
  return longest === 0 ? undefined : rows[lengths.indexOf(longest)];
}

/** The account that amortizes an account of class 2: 28182 for 2182. */
export const amortizationAccount = (account: string): string => `28${account.slice(1)}`;

export const rowKey = (row: Row, column: string): string | undefined => {
  const cell = row.cells.get(column);
  return cell && cellKey(cell.form, cell.cell);
};
