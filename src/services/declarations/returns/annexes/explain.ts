/** Where a cell of a return comes from: typed, carried, assets, accounts, other cells. */
import type { Held } from '../../../forms/allocation.ts';
import { type Cell, cellKey, isComputed } from '../../../forms/cell-table.ts';
import type { CellValue, ReadDeclared } from '../../../forms/declared.ts';
import type { Sheets } from '../../../forms/sheets.ts';
import type { Annexes } from './annexes.ts';
import { accountPart, type Part } from './origin.ts';

export const ORIGINS = [
  'Typed',
  'TypedOver',
  'Carried',
  'Assets',
  'Ledger',
  'LastYear',
  'Loans',
  'Computed',
  'Empty',
] as const;
export type OriginName = (typeof ORIGINS)[number];

export interface CellOrigin {
  readonly form: string;
  readonly cell: string;
  readonly label: string;
  readonly value: CellValue | undefined;
  readonly origin: OriginName;
  /** Of a cell that is computed, also where it was typed over. */
  readonly formula: string | undefined;
  /** Cells of the formula, whole euros. */
  readonly operands: readonly { readonly cell: string; readonly value: CellValue | undefined }[];
  /** Accounts and assets, cents. */
  readonly parts: readonly Part[];
}

export interface ExplainedReturn {
  readonly cells: readonly Cell[];
  readonly sheets: Sheets;
  readonly typed: ReadDeclared;
  readonly annexes: Annexes;
  /** Accounts by cell. */
  readonly held: Held;
  readonly rounding: { readonly form: string; readonly cell: string; readonly amount: bigint } | undefined;
}

/** Undefined for a cell that the return does not have. */
export function explainCell(filled: ExplainedReturn, form: string, code: string): CellOrigin | undefined {
  const cell = filled.cells.find((one) => one.form === form && one.cell === code);
  if (!cell) return undefined;
  const { sheets } = filled;
  const operands = (cell.formula?.refs ?? []).map((ref) => {
    const key = cellKey(ref.form || form, ref.cell);
    return { cell: key, value: sheets.values.get(key) };
  });
  const value = sheets.values.get(cellKey(form, code));
  const shared = { form, cell: code, label: cell.label, value };
  const given = givenOrigin(filled, cellKey(form, code));
  if (given && isComputed(cell))
    return { ...shared, origin: 'TypedOver', formula: cell.formula?.text, operands, parts: partsOf(filled, cell) };
  if (given) return { ...shared, origin: given, formula: undefined, operands: [], parts: [] };
  const parts = partsOf(filled, cell);
  return { ...shared, origin: originOf(cell, parts), formula: cell.formula?.text, operands, parts };
}

function givenOrigin({ typed, annexes }: ExplainedReturn, key: string): OriginName | undefined {
  if (typed.cells.has(key)) return 'Typed';
  return annexes.carried.has(key) ? 'Carried' : undefined;
}

function partsOf({ annexes, held, rounding }: ExplainedReturn, { form, cell, formula }: Cell): Part[] {
  const key = cellKey(form, cell);
  const found = annexes.found.get(key)?.parts;
  const accounts = (held.get(key) ?? []).map(({ row, amount }) => accountPart(row, amount));
  const readings = (formula?.parameters ?? []).flatMap((name) => annexes.readings[name]?.parts ?? []);
  const moved =
    rounding?.form === form && rounding.cell === cell
      ? [{ kind: 'rounding', name: key, label: '', amount: rounding.amount * 100n } as const]
      : [];
  return [...(found ?? accounts), ...readings, ...moved];
}

function originOf({ formula }: Cell, parts: readonly Part[]): OriginName {
  const kinds = new Set(parts.map(({ kind }) => kind));
  if (formula && formula.refs.length > 0) return 'Computed';
  if (kinds.has('asset')) return 'Assets';
  if (kinds.has('loan')) return 'Loans';
  if (kinds.has('account')) return 'Ledger';
  return formula ? 'Computed' : 'Empty';
}
