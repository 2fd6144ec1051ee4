/** Computed cells that a person typed over, which the settings of a period may allow. */
import type { Labels } from '../kernel/errors.ts';
import { type Cell, cellKey, isComputed } from './cell-table.ts';
import type { Finding } from './controls.ts';
import type { CellValue, Declared, ReadDeclared } from './declared.ts';
import type { Sheets } from './sheets.ts';

/** Every form with its computed cells open to typing. */
export const openToTyping = (declared: Declared): Declared =>
  Object.fromEntries(Object.entries(declared).map(([form, given]) => [form, { ...given, mayTypeOver: true }]));

const typedOver = (cells: readonly Cell[], { cells: typed }: ReadDeclared): Cell[] =>
  cells.filter((cell) => isComputed(cell) && typed.has(cellKey(cell.form, cell.cell)));

export interface TwoFills {
  readonly sheets: Sheets;
  /** L28: one warning per cell typed over, with what it would hold. */
  readonly findings: readonly Finding[];
}

/** Fills once; and once more without what was typed over computed cells, to say what these would hold. */
export function fillTypedOver(
  cells: readonly Cell[],
  declared: ReadDeclared,
  fill: (declared: ReadDeclared) => Sheets,
): TwoFills {
  const over = typedOver(cells, declared);
  const sheets = fill(declared);
  if (over.length === 0) return { sheets, findings: [] };
  const computed = fill(withoutTypedOver(cells, declared)).values;
  const findings = over.map(({ form, cell, label }): Finding => {
    const key = cellKey(form, cell);
    return {
      code: 'L28',
      level: 'warning',
      about: form,
      message: saying(`${key} (${label})`, declared.cells.get(key), computed.get(key)),
    };
  });
  return { sheets, findings };
}

const saying = (name: string, typed: CellValue | undefined, computed: CellValue = 0n): Labels => ({
  en: `${name}: ${typed} was typed over the computed ${computed}`,
  fr: `${name} : ${typed} a été saisi à la place de ${computed}, calculé`,
});

/** What was declared, computed cells left to their formula or accounts. */
export function withoutTypedOver(cells: readonly Cell[], declared: ReadDeclared): ReadDeclared {
  const over = new Set(typedOver(cells, declared).map(({ form, cell }) => cellKey(form, cell)));
  return { ...declared, cells: new Map([...declared.cells].filter(([key]) => !over.has(key))) };
}
