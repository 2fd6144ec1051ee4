/** What the return of the year before gives this one: cells that repeat it, and lines that only a person knows. */
import { type Cell, cellKey, isLine } from '../../../forms/cell-table.ts';
import type { CellValue, ReadDeclared, Values } from '../../../forms/declared.ts';
import { type CellRef, type Formula, roundToEuro } from '../../../forms/formula.ts';
import { ratio } from '../../../kernel/ratio.ts';
import type { Block } from './lines.ts';

/** Cells and lines of the last return kept, or else of what was declared for it. */
export type LastReturn = ReadDeclared;

export const NO_LAST_RETURN: LastReturn = { cells: new Map(), lines: new Map() };

const amountOf = (value: CellValue | undefined): bigint => (typeof value === 'bigint' ? value : 0n);

function carriedValue({ form, type, lastOf = [] }: Cell, { cells }: LastReturn): CellValue | undefined {
  const values = lastOf.flatMap((cell) => cells.get(cellKey(form, cell)) ?? []);
  if (values.length === 0) return undefined;
  return type === 'MOA' ? values.reduce<bigint>((sum, value) => sum + amountOf(value), 0n) : values[0];
}

/** Net short-term gains are spread over three years (CGI 39 quaterdecies). */
export const THIRD = ratio(1, 3);

/**
 * What was declared for a return that is not kept, with the defaults that follow from it alone: a gain of which a third was
 * brought in carries both, or the next return would bring in what is left as if nothing had been.
 */
export function withDefaults(cells: readonly Cell[], declared: LastReturn): LastReturn {
  const given = ({ form }: Cell, ref: CellRef) => declared.cells.get(cellKey(ref.form || form, ref.cell));
  const follows = (one: Cell, { refs, parameters }: Formula): boolean =>
    refs.length > 0 &&
    refs.every((ref) => typeof given(one, ref) === 'bigint') &&
    parameters.every((name) => name === 'third');
  const defaults = cells.flatMap((one): [string, CellValue][] => {
    const key = cellKey(one.form, one.cell);
    if (!one.isDefault || !one.formula || declared.cells.has(key) || !follows(one, one.formula)) return [];
    const amount = (ref: CellRef) => ratio(amountOf(given(one, ref)));
    const scope = { amount, lines: () => [], isSet: () => false, parameter: () => THIRD };
    return [[key, roundToEuro(one.formula.evaluate(scope)).numerator]];
  });
  return { ...declared, cells: new Map([...declared.cells, ...defaults]) };
}

/** What was declared for a return, with what the one before carried to it. */
export const withCarried = (cells: readonly Cell[], declared: LastReturn, before: LastReturn): LastReturn => ({
  cells: new Map([...carriedCells(cells, before), ...declared.cells]),
  lines: withBlocks(cells, declared.lines, carriedBlocks(cells, before)),
});

export const carriedCells = (cells: readonly Cell[], last: LastReturn): Values =>
  new Map(
    cells.flatMap((cell) => {
      const value = cell.lastOf && !isLine(cell) ? carriedValue(cell, last) : undefined;
      return value === undefined || value === 0n ? [] : [[cellKey(cell.form, cell.cell), value] as const];
    }),
  );

/** Names are carried, amounts that change every year are asked again. */
export function carriedBlocks(cells: readonly Cell[], last: LastReturn): Block[] {
  const blocks = new Map<string, Cell[]>();
  for (const cell of cells) {
    if (!isLine(cell) || !cell.lastOf) continue;
    const key = JSON.stringify([cell.form, cell.column]);
    blocks.set(key, [...(blocks.get(key) ?? []), cell]);
  }
  return [...blocks].flatMap(([key, own]) => {
    const [form, column] = JSON.parse(key) as [string, string];
    const lines = (last.lines.get(form) ?? []).map((line) => kept(line, own)).filter(({ size }) => size > 0);
    return lines.length === 0 ? [] : [{ form, column, lines }];
  });
}

const kept = (line: Values, cells: readonly Cell[]): Values =>
  new Map(
    cells.flatMap(({ form, cell }) => {
      const value = line.get(cellKey(form, cell));
      return value === undefined ? [] : [[cellKey(form, cell), value] as const];
    }),
  );

/**
 * Typed lines win over those found, block by block: who types the holders of a form says all of them.
 * Blocks of one form stand side by side.
 */
export function withBlocks(cells: readonly Cell[], typed: ReadDeclared['lines'], blocks: readonly Block[]) {
  const lines = new Map(typed);
  const columnOf = new Map(cells.map((cell) => [cellKey(cell.form, cell.cell), cell.column]));
  for (const { form, column, lines: found } of blocks) {
    const own = lines.get(form) ?? [];
    const isTyped = own.some((line) => [...line.keys()].some((key) => columnOf.get(key) === column));
    if (isTyped || found.length === 0) continue;
    const count = Math.max(own.length, found.length);
    lines.set(
      form,
      Array.from({ length: count }, (_, index) => new Map([...(own[index] ?? []), ...(found[index] ?? [])])),
    );
  }
  return lines;
}
