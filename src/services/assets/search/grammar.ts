/**
 * The questions of B14 and B15, read from their texts: `Property:operator:Value` filters, `Property:asc` sorts, groups.
 * Values become exact before they go anywhere; a property is one of the asset table or nothing.
 */
import { parsePlainDate } from '../../kernel/dates.ts';
import { parseAmount } from '../../kernel/money.ts';
import type { HeaderType } from '../value-sets.ts';
import { type AssetColumn, columnNamed } from './columns.ts';
import { assetQueryErrors } from './errors.ts';

export const OPERATORS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in'] as const;
export type Operator = (typeof OPERATORS)[number];

/** What a filter compares with: cents, a day, a decimal, a flag or a text, as PostgreSQL reads it; null is no value. */
export type FilterValue = string | null;

export interface AssetFilter {
  readonly column: ReadableColumn;
  readonly operator: Operator;
  readonly values: readonly FilterValue[];
}

export interface AssetSort {
  readonly column: ReadableColumn;
  readonly isDescending: boolean;
}

/** A column that is a single value, which SQL can compare. */
export type ReadableColumn = AssetColumn & { readonly sql: string };

/** Throws UnknownAssetProperty. */
export function assetColumn(property: string): AssetColumn {
  const column = columnNamed(property);
  if (!column) throw assetQueryErrors.UnknownAssetProperty({ property });
  return column;
}

/** Throws UnknownAssetProperty, AssetPropertyUnusable. */
function readable(property: string, use: string): ReadableColumn {
  const column = assetColumn(property);
  if (column.sql === undefined) throw assetQueryErrors.AssetPropertyUnusable({ property, use });
  return column as ReadableColumn;
}

const PIECE = /^\w+:\w+:/;

/**
 * Lists of a query are cut at commas: what follows one inside a value does not look like a filter and goes back to it.
 * Throws InvalidAssetFilter, InvalidAssetFilterValue, UnknownAssetProperty, AssetPropertyUnusable.
 */
export function parseFilters(pieces: readonly string[]): AssetFilter[] {
  const whole: string[] = [];
  for (const piece of pieces) {
    const last = whole.length - 1;
    if (PIECE.test(piece) || last < 0) whole.push(piece);
    else whole[last] = `${whole[last]},${piece}`;
  }
  return whole.map(parseFilter);
}

function parseFilter(filter: string): AssetFilter {
  const [, property = '', operator = '', value = ''] = /^(\w+):(\w+):(.*)$/s.exec(filter) ?? [];
  if (!isOperator(operator)) throw assetQueryErrors.InvalidAssetFilter({ filter });
  const column = readable(property, 'q');
  if (isUnordered(column.type) && !['eq', 'ne', 'in'].includes(operator))
    throw assetQueryErrors.InvalidAssetFilter({ filter });
  const values = operator === 'in' ? value.split('#') : [value];
  return { column, operator, values: values.map((one) => readValue(one, column, filter)) };
}

const isOperator = (text: string): text is Operator => (OPERATORS as readonly string[]).includes(text);
const isUnordered = (type: HeaderType): boolean => type === 'Boolean' || type === 'Enum';

/** Nothing after the last colon asks for assets that have no value. */
function readValue(text: string, column: AssetColumn, filter: string): FilterValue {
  if (text === '') return null;
  const read = READERS[column.type](text, column);
  if (read !== undefined) return read;
  throw assetQueryErrors.InvalidAssetFilterValue({ filter, property: column.name, type: column.type });
}

type Reader = (text: string, column: AssetColumn) => string | undefined;

const READERS: Readonly<Record<HeaderType, Reader>> = {
  Amount: (text) => parseAmount(text)?.toString(),
  Number: (text) => (/^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? text : undefined),
  // A day, or the date-time of clients that know no days: the hour says nothing.
  Date: (text) => parsePlainDate(text.replace(/T[\d:.]{5,16}(Z|[+-]\d\d:\d\d)?$/, '')),
  Boolean: (text) => (text === 'true' || text === 'false' ? text : undefined),
  Enum: (text, { values = [] }) => (values.includes(text) ? text : undefined),
  Text: (text) => (text.includes('\0') ? undefined : text),
};

/** Each text may hold several, comma separated (B14). Throws InvalidAssetSort, UnknownAssetProperty, AssetPropertyUnusable. */
export const parseSorts = (sorts: readonly string[]): AssetSort[] =>
  sorts
    .flatMap((sorted) => sorted.split(','))
    .map((sort) => {
      const [, property = '', order] = /^(\w+):(asc|desc)$/.exec(sort.trim()) ?? [];
      if (order === undefined) throw assetQueryErrors.InvalidAssetSort({ sort });
      return { column: readable(property, 'sort'), isDescending: order === 'desc' };
    });

/** Throws UnknownAssetProperty, AssetPropertyUnusable. */
export const parseGroups = (groups: readonly string[]): ReadableColumn[] =>
  groups.map((property) => {
    const column = readable(property, 'group');
    if (!column.isGroupable) throw assetQueryErrors.AssetPropertyUnusable({ property, use: 'group' });
    return column;
  });
