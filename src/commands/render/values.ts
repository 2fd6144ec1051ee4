/** Values of enumerations as people read them in tables; programs read the values themselves. */
import type * as z from 'zod';
import type { Language } from '../../services/kernel/errors.ts';
import { readTable } from '../../services/kernel/package-file.ts';
import type { Cell, Column } from '../operation/operation.ts';
import { definitionOf } from '../operation/wire.ts';
import { fieldAt } from './headings.ts';

let french: ReadonlyMap<string, string> | undefined;

/** How the cells of a column are read: those of an enumeration have their word in French. */
export function valueReader({ name }: Column, output: z.ZodType | undefined, language: Language): (cell: Cell) => Cell {
  const field = language === 'fr' && output ? fieldAt(output, name.split('.')) : undefined;
  if (!field || !isChoice(field)) return (cell) => cell;
  french ??= new Map(readTable('src/commands/render/values.tsv', ['value', 'fr']).map((row) => [row.value, row.fr]));
  return (cell) => (typeof cell === 'string' ? (french?.get(cell) ?? cell) : cell);
}

function isChoice(field: z.ZodType): boolean {
  const { type, innerType } = definitionOf(field);
  return type === 'enum' || (innerType !== undefined && isChoice(innerType));
}
