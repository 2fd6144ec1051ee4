/** Which columns an export shows, and how each is written. */
import type { CellType, TableColumn } from '../../documents/table.ts';
import type { Language } from '../../kernel/errors.ts';
import { ASSET_COLUMNS, type AssetColumn } from '../search/columns.ts';
import { assetQueryErrors } from '../search/errors.ts';
import { assetColumn } from '../search/grammar.ts';
import { valueLabel } from '../search/value-labels.ts';
import type { HeaderType } from '../value-sets.ts';

export interface ChosenColumns {
  /** Those wanted, in order; the default ones when there is none. */
  readonly columns: readonly string[];
  /** More of them, after. */
  readonly extends: readonly string[];
  readonly withAnalytics: boolean;
}

/** Axes as `Site: Paris 60, Lyon 40; Projet: A 100`. */
const ANALYTICS = `(select string_agg(axis->>'axisName' || ': ' || (
    select coalesce(string_agg(concat_ws(' ', tag->>'tagName', tag->>'value'), ', '), '')
    from jsonb_array_elements(axis->'tags') tag), '; ')
  from jsonb_array_elements(a.details->'analytics') axis)`;

/** Throws UnknownAssetProperty, AssetPropertyUnusable. */
export function chooseColumns({ columns, extends: more, withAnalytics }: ChosenColumns): readonly AssetColumn[] {
  const chosen = columns.length > 0 ? columns.map(assetColumn) : ASSET_COLUMNS.filter(({ isDefault }) => isDefault);
  const analytics = withAnalytics ? [assetColumn('Analytics')] : [];
  const all = [...new Set([...chosen, ...more.map(assetColumn), ...analytics])];
  const unreadable = all.find((column) => sqlOf(column) === undefined);
  if (unreadable) throw assetQueryErrors.AssetPropertyUnusable({ property: unreadable.name, use: 'columns' });
  return all;
}

const sqlOf = ({ name, sql }: AssetColumn): string | undefined => (name === 'Analytics' ? ANALYTICS : sql);

export const cellOf = (column: AssetColumn): string => sqlOf(column) ?? 'null';

export const CELL_TYPES: Readonly<Record<HeaderType, CellType>> = {
  Amount: 'amount',
  Number: 'number',
  Date: 'day',
  Boolean: 'flag',
  Enum: 'text',
  Text: 'text',
};

const WEIGHTS: Readonly<Record<CellType, number>> = { amount: 2, number: 1.2, day: 1.7, flag: 1, text: 2 };

export const tableColumn = (column: AssetColumn, language: Language): TableColumn => ({
  name: column.name,
  header: column.label[language],
  type: CELL_TYPES[column.type],
  weight: column.name === 'Name' ? 4 : WEIGHTS[CELL_TYPES[column.type]],
  isSummed: column.isSummable,
  ...(column.values && { valueLabel: (value: string) => valueLabel(value, language) }),
});
