/** One asset of a list (B6), under the names of the specification: the columns of the table, and what is no single value. */
import { dayNumber } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { privateShares } from '../amortization.ts';
import type { Asset } from '../asset.ts';
import { type Exercise, exerciseAt } from '../engine/calendar.ts';
import { retirementShown } from '../fixed-asset.ts';
import { type Association, NOT_ASSOCIATED } from '../register/association.ts';
import type { FolderBasis } from '../register/basis.ts';
import { bookOf } from '../register/figures.ts';
import { euros } from '../wire-number.ts';
import { ASSET_COLUMNS, type AssetColumn } from './columns.ts';

export type AssetItem = Readonly<Record<string, unknown>> & ReturnType<typeof partsOf>;

/** Columns of the table, under their names. */
export interface ItemRow extends Readonly<Record<string, unknown>> {
  readonly Id: number;
}

const READ = ASSET_COLUMNS.filter(({ sql }) => sql !== undefined);

export const ITEM_SELECT = READ.map(({ name, sql }) => `(${sql}) as "${name}"`).join(', ');

/** Not in B6: returned when `extends` asks for it. */
const EXTENDED = new Set(['Status']);

export interface ItemSurroundings {
  readonly basis: FolderBasis;
  readonly window: Exercise;
  readonly associations: ReadonlyMap<number, Association>;
  readonly extends: readonly string[];
}

export function toItem(row: ItemRow, asset: Asset, around: ItemSurroundings): AssetItem {
  const columns = READ.filter(({ name }) => !EXTENDED.has(name) || around.extends.includes(name));
  return {
    ...Object.fromEntries(columns.map((column) => [column.name, wireValue(column, row)])),
    ...partsOf(asset, around),
  };
}

function wireValue({ name, type }: AssetColumn, row: ItemRow): unknown {
  const value = row[name] ?? null;
  if (value === null) return null;
  if (type === 'Amount') return euros(value as Cents);
  return type === 'Number' ? Number(value) : value;
}

/** What the asset itself shows of the same, at the end of the period. */
function partsOf(asset: Asset, { basis, window: { end }, associations }: ItemSurroundings) {
  const book = bookOf(asset, basis, [end]);
  const last = Math.min(exerciseAt(book.calendar, dayNumber(end)), book.calendar.ends.length - 1);
  const { privatePortion, octies151 } = privateShares(asset, { ...book, first: last, last });
  return {
    association: associations.get(asset.id) ?? NOT_ASSOCIATED,
    details: asset.details,
    retirement: retirementShown(asset, book, end),
    quantityUnit: asset.quantityUnit,
    quantityValue: asset.quantityValue,
    privatePortion,
    octies151,
  };
}
