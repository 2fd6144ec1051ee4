/**
 * The table that a CSV file holds of a result: its list, or the first of its lists with what they list inside; the others
 * by `--table`. A cell holds one value, never a structure.
 */
import type * as z from 'zod';
import type { Language } from '../../services/kernel/errors.ts';
import { nearest } from '../../services/kernel/nearest.ts';
import { invalidInput } from '../operation/invoke.ts';
import type { Block, Blocks } from '../operation/operation.ts';
import { isList, shapeOf } from './headings.ts';
import { listOf, pick, type Row, rowsOf } from './rows.ts';

export interface CsvTable {
  readonly rows: readonly Row[];
  readonly columns: readonly string[];
  /** Names of the tables that are left out. */
  readonly others: readonly string[];
}

const DEEPEST = 6;

/** Paths of the lists of objects below the fields of a schema: `Entries`, `Entries.Lines`. */
function listsBelow(schema: z.ZodType, depth = 0): string[] {
  if (depth > DEEPEST) return [];
  return Object.entries(shapeOf(schema) ?? {}).flatMap(([name, field]) => {
    if (shapeOf(field) === undefined) return [];
    const below = listsBelow(field, depth + 1).map((path) => `${name}.${path}`);
    return isList(field) ? [name, ...below] : below;
  });
}

interface Choice {
  readonly output: z.ZodType;
  /** As `--table` names it. */
  readonly name: string | undefined;
  readonly language: Language;
}

/** Throws InvalidInput for a table that the result does not have. */
export function csvTable(result: unknown, { output, name, language }: Choice): CsvTable {
  const lists = listsBelow(output);
  const path = name === undefined ? mainOf(result, lists) : named(name, lists, language);
  const main = path === '' ? [] : path.split('.');
  const rows = unfolded(result, main, {}, true);
  const columns = [...new Set([...rows.flatMap((row) => Object.keys(row))])];
  return {
    rows,
    columns: columns.length > 0 ? columns : scalarsOf(output, main),
    others: lists.filter((list) => list !== path && !path.startsWith(`${list}.`)),
  };
}

type TableBlock = Extract<Block, { kind: 'table' }>;

/** Of tables that an operation draws itself, whose columns are no fields. */
export async function drawnTable(blocks: Blocks, { name, language }: Choice): Promise<CsvTable> {
  const tables: TableBlock[] = [];
  for await (const block of blocks) if (block.kind === 'table') tables.push(block);
  const titles = tables.map(({ title = '' }) => title);
  const chosen = tables[name === undefined ? 0 : titles.indexOf(named(name, titles, language))];
  const columns = chosen?.columns.map((column) => column.name) ?? [];
  const rows = chosen?.rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]]))) ?? [];
  return { rows, columns, others: titles.filter((title) => title !== chosen?.title) };
}

/** Fields of the table, or of the thing that it stands in. Throws InvalidInput for one that is a table. */
export function onlyFields(
  table: CsvTable,
  fields: readonly string[],
  result: unknown,
  { output, language }: Choice,
): CsvTable {
  const list = fields.find((field) => listsBelow(output).includes(field) && !table.columns.includes(field));
  if (list !== undefined && fields.length > 1)
    throw invalidInput([{ path: '--fields', code: 'table', message: `${list}: --table ${list}` }]);
  if (list !== undefined) return csvTable(result, { output, name: list, language });
  if (fields.every((field) => table.columns.includes(field))) return { ...table, columns: fields };
  return { ...table, rows: rowsOf(pick(result, fields)), columns: fields };
}

function named(name: string, lists: readonly string[], language: Language): string {
  const found = lists.find((list) => list.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const tables = lists.filter(Boolean);
  const message = tables.length === 0 ? ONE_TABLE[language] : WORDS[language](name, tables.join(', '));
  const guess = nearest(name, tables, language);
  throw invalidInput([{ path: '--table', code: 'unknown', message: guess ? `${message}. ${guess}` : message }]);
}

const WORDS = {
  en: (name: string, tables: string) => `the result has no table ${name}; its tables: ${tables}`,
  fr: (name: string, tables: string) => `le résultat n’a pas de tableau ${name} ; ses tableaux : ${tables}`,
} as const;
const ONE_TABLE = {
  en: 'the result is one table: leave it out',
  fr: 'le résultat n’est qu’un tableau : ôtez l’option',
} as const;

/** Of a page or a list its items; of one thing that is identified the thing itself; of a report its first list, unfolded. */
function mainOf(result: unknown, lists: readonly string[]): string {
  const list = listOf(result);
  if (Array.isArray(result) || list !== undefined) return list ?? '';
  const isThing = typeof result === 'object' && result !== null && 'Id' in result && lists.length > 1;
  const [first] = lists;
  if (first === undefined || isThing || first.includes('.')) return '';
  return lists.find((path) => path.startsWith(`${first}.`)) ?? first;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows at a path, each with what stands above it; what an object that is listed by nobody says is not repeated. */
function unfolded(value: unknown, path: readonly string[], above: Row, isTop: boolean): Row[] {
  if (Array.isArray(value)) return value.flatMap((item) => unfolded(item, path, above, false));
  if (!isObject(value)) return value === undefined || value === null ? [] : [{ ...above, Value: value }];
  const [name, ...rest] = path;
  if (name === undefined) return [beside(above, scalars(value))];
  return unfolded(value[name], rest, isTop ? above : beside(above, scalars(value)), isTop && isObject(value[name]));
}

/** A name that stands above already is known by the level. */
const beside = (above: Row, own: Row): Row => ({
  ...above,
  ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name in above ? `Line.${name}` : name, value])),
});

/** Nested objects as `Iban.Value`, lists of values as one text; lists of objects are tables of their own. */
function scalars(row: Row, prefix = ''): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (isObject(value)) Object.assign(flat, scalars(value, `${prefix}${name}.`));
    else if (!Array.isArray(value)) flat[prefix + name] = value;
    else if (!value.some((item) => typeof item === 'object')) flat[prefix + name] = value.join(', ');
  }
  return flat;
}

/** Columns of a table without rows. */
function scalarsOf(output: z.ZodType, path: readonly string[]): string[] {
  const schema = path.reduce<z.ZodType | undefined>((at, name) => at && shapeOf(at)?.[name], output);
  const fields = Object.entries((schema && shapeOf(schema)) ?? {});
  return fields.filter(([, field]) => shapeOf(field) === undefined).map(([name]) => name);
}
