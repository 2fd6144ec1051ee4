/** The other options of a query: order, properties, what is expanded, page. */
import { odataErrors, unexpected } from './errors.ts';
import type { Expression } from './expression.ts';
import { FAMILY_OF } from './expression.ts';
import type { EntityType, Navigation } from './model.ts';
import { type FoundProperty, findNavigation, findProperty, unknownName } from './names.ts';
import { type PageStart, readToken } from './page-token.ts';
import { parseFilter } from './parse-filter.ts';

/** Options as they are written, without their $. */
export interface QueryText {
  readonly filter?: string | undefined;
  readonly orderby?: string | undefined;
  readonly select?: string | undefined;
  readonly expand?: string | undefined;
  readonly top?: number | undefined;
  readonly skip?: number | undefined;
  readonly skiptoken?: string | undefined;
  readonly count?: boolean | undefined;
}

export interface OrderKey extends FoundProperty {
  readonly direction: 'asc' | 'desc';
}

export interface Query {
  readonly filter: Expression | undefined;
  readonly order: readonly OrderKey[];
  /** Undefined: all of them. */
  readonly select: ReadonlySet<string> | undefined;
  readonly expand: readonly Navigation[];
  /** Undefined: as many as there are, page by page. */
  readonly top: number | undefined;
  readonly skip: number;
  /** As it is written, for the link to the next page. */
  readonly orderby: string | undefined;
  /** The page begins after the row that was ordered by these. */
  readonly after: PageStart | undefined;
  readonly count: boolean;
}

export const OPTION_LIMITS = { bytes: 2048, orderKeys: 8 } as const;

/** Throws the errors of `parseFilter`. */
export const parseQuery = (text: QueryText, entity: EntityType): Query => ({
  filter: text.filter === undefined || text.filter.trim() === '' ? undefined : parseFilter(text.filter, entity),
  order: parseOrder(text.orderby, entity),
  select: parseSelect(text.select, entity),
  expand: items('$expand', text.expand).map(({ value, position }) =>
    findNavigation(entity, value, { option: '$expand', position }),
  ),
  top: text.top,
  skip: text.skip ?? 0,
  orderby: text.orderby,
  after: text.skiptoken === undefined ? undefined : readToken(text.skiptoken, text.orderby),
  count: text.count ?? false,
});

interface Item {
  readonly value: string;
  /** From 1. */
  readonly position: number;
}

/** The parts of a list between commas, without the blanks around them. */
function items(option: string, text: string | undefined): Item[] {
  if (text === undefined || text.trim() === '') return [];
  if (Buffer.byteLength(text) > OPTION_LIMITS.bytes) throw tooLarge(option, `${OPTION_LIMITS.bytes} bytes`);
  let at = 0;
  return text.split(',').map((part) => {
    const position = at + part.length - part.trimStart().length + 1;
    at += part.length + 1;
    return { value: part.trim(), position };
  });
}

const tooLarge = (option: string, limit: string) => odataErrors.ODataTooLarge({ option, limit });

function parseOrder(text: string | undefined, entity: EntityType): OrderKey[] {
  const option = '$orderby';
  const keys = items(option, text);
  if (keys.length > OPTION_LIMITS.orderKeys) throw tooLarge(option, `${OPTION_LIMITS.orderKeys} properties`);
  return keys.map(({ value, position }) => {
    const [name = '', direction = 'asc', ...more] = value.split(/\s+/);
    const found = findProperty(entity, name, { option, position });
    if ((direction === 'asc' || direction === 'desc') && more.length === 0) return { ...found, direction };
    throw unexpected(option, position, value.slice(name.length).trim(), 'direction');
  });
}

function parseSelect(text: string | undefined, entity: EntityType): ReadonlySet<string> | undefined {
  const chosen = items('$select', text);
  if (chosen.length === 0 || chosen.some(({ value }) => value === '*')) return undefined;
  const known = [...entity.properties, ...entity.navigations, ...entity.structures.map((name) => ({ name }))];
  for (const { value, position } of chosen) {
    if (!known.some(({ name }) => name === value)) throw unknownName(value, known, { option: '$select', position });
  }
  return new Set(chosen.map(({ value }) => value));
}

/** What rows are ordered by. */
export interface SortKey {
  readonly sql: string;
  readonly direction: 'asc' | 'desc';
  readonly isNullable: boolean;
}

export const sortKey = ({ property, navigation, direction }: OrderKey): SortKey => ({
  sql: property.column + (FAMILY_OF[property.type] === 'text' ? ' collate "C"' : ''),
  direction,
  isNullable: property.isNullable || navigation !== undefined,
});

/** Columns that are never null, upwards. */
export const tieKey = (column: string): SortKey => ({ sql: column, direction: 'asc', isNullable: false });

/** SQL of a sort key; nulls come first upwards and last downwards, as OData has it. */
export const orderSql = ({ sql, direction, isNullable }: SortKey): string =>
  `${sql} ${direction}${isNullable ? ` nulls ${direction === 'asc' ? 'first' : 'last'}` : ''}`;
