/** The JSON content of a return, form by form, cells in the order of their table so that two builds give the same bytes. */

import { closesWithTheYear, type Exercise, type Period } from '../calendar/periods.ts';
import { dayParts, type PlainDate } from '../kernel/dates.ts';
import { type Cell, type CellType, cellKey, isLine } from './cell-table.ts';
import type { Finding } from './controls.ts';
import type { CellValue, Values } from './declared.ts';
import type { Sheets } from './sheets.ts';

/** Integers are whole euros; texts are days (yyyyMMdd), ticks, codes and free texts. */
export type ContentValue = number | string;

export interface FormContent {
  readonly form: string;
  /** Last two digits of the year of the form. */
  readonly millesime: string;
  readonly exerciseStart: PlainDate;
  readonly exerciseEnd: PlainDate;
  readonly cells: Readonly<Record<string, ContentValue>>;
  readonly repeated: readonly Readonly<Record<string, ContentValue>>[];
  readonly warnings: readonly string[];
  readonly unmapped: readonly string[];
}

/** Forms of a year are out for closings of 31 December before it, and serve until the next 30 December. */
export function millesimeOf(exercise: Exercise): string {
  const { year } = dayParts(exercise.end);
  return String(closesWithTheYear(exercise) ? year + 1 : year).slice(-2);
}

export interface ContentInput {
  readonly cells: readonly Cell[];
  readonly sheets: Sheets;
  /** What the return covers. */
  readonly period: Period;
  readonly millesime: string;
  readonly findings: readonly Finding[];
}

/** One content per form, in the order of the tables. Zero amounts are left out. */
export function formContents({ cells, sheets, period, millesime, findings }: ContentInput): FormContent[] {
  return [...new Set(cells.map(({ form }) => form))].map((form) => {
    const own = cells.filter((cell) => cell.form === form);
    const lines = sideBySide(own, sheets.lines.get(form) ?? []);
    const filled = rowOf(own, sheets.values);
    const nil = Object.keys(filled).length === 0 && lines.length === 0 ? nilTick(own) : {};
    return {
      form,
      millesime,
      exerciseStart: period.start,
      exerciseEnd: period.end,
      cells: { ...filled, ...nil },
      repeated: lines,
      unmapped: [],
      warnings: findings.filter(({ about }) => about === form).map(({ code, message }) => `${code} ${message.en}`),
    };
  });
}

type Line = Readonly<Record<string, ContentValue>>;

/** The tables of a form that repeat are numbered apart: the first line of each is line 1 of the form. */
function sideBySide(cells: readonly Cell[], lines: readonly Values[]): Line[] {
  const columns = [...new Set(cells.filter(isLine).map(({ column }) => column))];
  const tables = columns.map((column) => {
    const own = cells.filter((cell) => cell.column === column);
    return lines.map((line) => rowOf(own, line)).filter((row) => Object.keys(row).length > 0);
  });
  const count = Math.max(0, ...tables.map(({ length }) => length));
  return Array.from({ length: count }, (_, index) => Object.assign({}, ...tables.map((table) => table[index])));
}

const rowOf = (cells: readonly Cell[], values: Values): Record<string, ContentValue> =>
  Object.fromEntries(
    cells.flatMap(({ form, cell }) => {
      const value = values.get(cellKey(form, cell));
      return value === undefined || value === 0n ? [] : [[cell, written(value)] as const];
    }),
  );

const written = (value: CellValue): ContentValue => (typeof value === 'bigint' ? Number(value) : value);

const nilTick = (cells: readonly Cell[]): Record<string, string> =>
  Object.fromEntries(cells.filter(({ column }) => column === 'tick').map(({ cell }) => [cell, 'X']));

/** How a cell is sent: free texts and names have elements of their own, everything else is a value. */
export type KindOf = (form: string, cell: string) => 'value' | 'text' | 'name' | 'place';

const KINDS: Readonly<Partial<Record<CellType, ReturnType<KindOf>>>> = { FTX: 'text', NAD: 'name', LOC: 'place' };

export function kindsOf(cells: readonly Cell[]): KindOf {
  const types = new Map(cells.map(({ form, cell, type }) => [cellKey(form, cell), type]));
  return (form, cell) => KINDS[types.get(cellKey(form, cell)) ?? 'MOA'] ?? 'value';
}
