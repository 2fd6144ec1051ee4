/** Headings and alignment of columns, said beside the fields of the output (see operation/wire.ts). */
import type * as z from 'zod';
import type { Language } from '../../services/kernel/errors.ts';
import type { Column } from '../operation/operation.ts';
import { definitionOf, type FieldFacts, facts } from '../operation/wire.ts';
import { inWords } from './in-words.ts';

type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * The field a column shows: `Iban.Value` reaches inside; the fields of the rows that an object lists are its own, then
 * those of the objects that it holds.
 */
export function fieldAt(schema: z.ZodType, path: readonly string[]): z.ZodType | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  const shape = shapeOf(schema);
  const own = shape?.[name];
  if (own) return fieldAt(own, rest);
  const inside = Object.values(shape ?? {}).sort((a, b) => Number(isList(b)) - Number(isList(a)));
  for (const field of inside) {
    const found = fieldAt(field, path);
    if (found) return found;
  }
  return undefined;
}

/** The fields of an object, of the items of a list, of what may be null. */
export function shapeOf(schema: z.ZodType): Shape | undefined {
  const { shape, element, innerType, options } = definitionOf(schema);
  if (shape) return shape;
  const inside = element ?? innerType;
  if (inside) return shapeOf(inside);
  return options && Object.assign({}, ...options.map((option) => shapeOf(option) ?? {}));
}

export function isList(schema: z.ZodType): boolean {
  const { element, innerType } = definitionOf(schema);
  return element !== undefined || (innerType !== undefined && isList(innerType));
}

const factsAt = (output: z.ZodType | undefined, name: string) => {
  const field = output && fieldAt(output, name.split('.'));
  return field && factsOf(field);
};

/** What may be null is headed as what it holds. */
function factsOf(field: z.ZodType): Pick<FieldFacts, 'fr' | 'column'> {
  const { innerType } = definitionOf(field);
  return { ...(innerType && factsOf(innerType)), ...facts.get(field) };
}

const IDENTIFIER = /(^|[a-z])Ids?$/;

/** What the program calls a thing: documents for people leave it out. */
export const isIdentifier = (name: string): boolean => IDENTIFIER.test(name);

/** `Iban.Value`, `start-balance`; `No.`, `Add-back` and what has spaces are words already. */
const FIELD_PATH = /^(\w+(\.\w+)*|[a-z]+(-[a-z]+)+)$/;

/** Words that are written in capitals. */
const CAPITALS = /\b(bic|iban|naf|siren|siret|vat)\b/gi;

/** What a person reads above a column: what is words already stays as it is. */
export function heading({ name, fr }: Column, output: z.ZodType | undefined, language: Language): string {
  const said = language === 'fr' ? (fr ?? factsAt(output, name)?.fr) : undefined;
  const own = name.split('.').at(-1) ?? name;
  return said ?? (FIELD_PATH.test(name) ? inWords(own).replace(CAPITALS, (word) => word.toUpperCase()) : name);
}

/** How the column of a field is aligned and its values written. */
export const columnType = (name: string, output: z.ZodType | undefined): Column['type'] =>
  factsAt(output, name)?.column;
