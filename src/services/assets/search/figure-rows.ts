/** The rows that a question is about: assets beside their figures over a kept window. One meaning for lists and exports. */
import type { Knex } from 'knex';
import type { Exercise } from '../engine/calendar.ts';
import type { HeaderType } from '../value-sets.ts';
import type { AssetFilter, AssetSort, FilterValue, Operator } from './grammar.ts';

export interface AssetQuestion {
  readonly folderId: number;
  readonly window: Exercise;
  readonly filters: readonly AssetFilter[];
  /** A further condition, in SQL of ours. */
  readonly only?: string;
  /** Those that have an alert, and whether they are wanted or the others. */
  readonly alerted?: { readonly hasAlert: boolean; readonly ids: readonly number[] };
}

const FROM = `asset_figure f
  join asset a on a.folder_id = f.folder_id and a.id = f.asset_id
  left join asset_component_group g on g.folder_id = a.folder_id and g.id = a.component_group_id
  left join account c on c.folder_id = f.folder_id and c.number = f.account
  left join (select part.parent_id, sum(part.acquisition_cents)::bigint as cents from asset part
    where part.folder_id = ? and part.parent_id is not null and part.books_from <= ? group by part.parent_id) p
    on p.parent_id = a.id`;

/**
 * Rule C21: assets that are not in the period (sold before it, grouped into another, bought after it) are left out,
 * unless a filter names IsActiveInPeriod.
 */
export function figureRows(knex: Knex, { folderId, window, filters, alerted, only }: AssetQuestion): Knex.QueryBuilder {
  const query = knex
    .from(knex.raw(FROM, [folderId, window.end]))
    .where({ 'f.folder_id': folderId, 'f.start_date': window.start, 'f.end_date': window.end });
  if (!filters.some(({ column }) => column.name === 'IsActiveInPeriod')) query.whereRaw('f.is_active');
  if (only !== undefined) query.whereRaw(only);
  if (alerted)
    query.whereRaw(`${alerted.hasAlert ? '' : 'not '}(f.asset_id = any(?::integer[]))`, [bound(alerted.ids)]);
  for (const filter of filters) query.whereRaw(...condition(filter));
  return query;
}

const CASTS: Readonly<Record<HeaderType, string>> = {
  Amount: 'bigint',
  Number: 'numeric',
  Date: 'date',
  Boolean: 'boolean',
  Enum: 'text',
  Text: 'text',
};

const SYMBOLS: Readonly<Record<Exclude<Operator, 'in'>, string>> = {
  eq: 'is not distinct from',
  ne: 'is distinct from',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};

function condition({ column, operator, values }: AssetFilter): [sql: string, bindings: Knex.RawBinding[]] {
  const cast = CASTS[column.type];
  const [value = null] = values;
  if (operator === 'in') return among(column.sql, cast, values);
  return [`(${column.sql}) ${SYMBOLS[operator]} ?::${cast}`, [value]];
}

function among(sql: string, cast: string, values: readonly FilterValue[]): [string, Knex.RawBinding[]] {
  const given = values.filter((value) => value !== null);
  const orAbsent = given.length < values.length ? ` or (${sql}) is null` : '';
  return [`((${sql}) = any(?::${cast}[])${orAbsent})`, [bound(given)]];
}

/** A whole list as one value: knex's types know only lists of values. */
const bound = (list: readonly unknown[]): Knex.RawBinding => list as unknown as Knex.RawBinding;

/** Texts sort as people read them, accents and cases together; absent values come last. Ties keep the order of creation. */
export function inOrder(query: Knex.QueryBuilder, sorts: readonly AssetSort[]): Knex.QueryBuilder {
  for (const { column, isDescending } of sorts) {
    const collation = column.type === 'Text' ? ' collate "und-x-icu"' : '';
    query.orderByRaw(`(${column.sql})${collation} ${isDescending ? 'desc' : 'asc'} nulls last`);
  }
  return query.orderByRaw('a.id');
}
