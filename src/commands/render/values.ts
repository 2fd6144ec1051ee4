/** Values of enumerations as people read them in tables; programs read the values themselves. */
import type * as z from 'zod';
import type { Language } from '../../services/kernel/errors.ts';
import { readTable } from '../../services/kernel/package-file.ts';
import type { Cell, Column } from '../operation/operation.ts';
import { definitionOf } from '../operation/wire.ts';
import { fieldAt, heading } from './headings.ts';
import { inWords } from './in-words.ts';

let french: ReadonlyMap<string, string> | undefined;

/** How the cells of a row are read: the value beside the name of a field is one of that field. */
export function rowReader(
  columns: readonly Column[],
  output: z.ZodType | undefined,
  language: Language,
): (row: readonly Cell[]) => Cell[] {
  const readers = columns.map((column) => valueReader(column, output, language));
  const readerOf = (row: readonly Cell[], index: number) =>
    columns[index - 1]?.isOfNames ? valueReader({ name: String(row[index - 1]) }, output, language) : readers[index];
  return (row) => row.map((cell, index) => readerOf(row, index)?.(cell));
}

/** How the cells of a column are read: those of an enumeration have their word in French, `Kind.Set` one of the field alone. */
export function valueReader(column: Column, output: z.ZodType | undefined, language: Language): (cell: Cell) => Cell {
  const { name, isOfNames } = column;
  if (isOfNames) return (cell) => heading({ name: String(cell) }, output, language);
  const field = language === 'fr' && output ? fieldAt(output, name.split('.')) : undefined;
  if (!field || !isChoice(field)) return (cell) => cell;
  const own = name.split('.').at(-1);
  return (cell) => (typeof cell === 'string' ? (frenchOf(`${own}.${cell}`) ?? frenchOf(cell) ?? cell) : cell);
}

/** A value as a sentence has it: `ToSend` is "To send" or "À envoyer". */
export const valueInWords = (value: string, language: Language): string =>
  rateInWords(value, language) ?? (language === 'fr' ? frenchOf(value) : undefined) ?? inWords(value);

/** `_5_5` is "5,5 %". */
function rateInWords(value: string, language: Language): string | undefined {
  const [, whole, decimals] = /^_(\d+)(?:_(\d+))?$/.exec(value) ?? [];
  if (whole === undefined) return undefined;
  return `${[whole, decimals].filter(Boolean).join(language === 'fr' ? ',' : '.')} %`;
}

function frenchOf(value: string): string | undefined {
  french ??= new Map(readTable('src/commands/render/values.tsv', ['value', 'fr']).map((row) => [row.value, row.fr]));
  return french.get(value);
}

function isChoice(field: z.ZodType): boolean {
  const { type, innerType } = definitionOf(field);
  return type === 'enum' || (innerType !== undefined && isChoice(innerType));
}
