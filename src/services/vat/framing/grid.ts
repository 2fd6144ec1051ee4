/** A framing grid: what the books hold beside what returns declare, by section, category, account and line. */
import type { Labels } from '../../kernel/errors.ts';
import { type Cents, formatAmount } from '../../kernel/money.ts';
import type { Category } from '../categories.ts';
import type { VatCategory, VatRate } from '../engine/model.ts';
import type { CellRow } from './cell-store.ts';

export const GRID_LEVELS = ['Section', 'Category', 'Account', 'Line'] as const;
export type GridLevel = (typeof GRID_LEVELS)[number];

export interface GridAccount {
  readonly accountId: number | null;
  readonly accountNumber: string;
  readonly label: string;
}

/** Of a row over which amounts may be typed. */
export interface Edits {
  /** Columns that may be typed; none once the return left Draft. */
  readonly columns: readonly string[];
  /** From the books alone. */
  readonly computed: Figures;
  readonly typed: Figures;
  /** Why, a line for each cell. */
  readonly comment: string | null;
}

/** What one category has of a row. */
export interface CategoryPart {
  readonly id: string;
  readonly category: Category;
  readonly cells: GridRow['cells'];
}

/** What amounts typed into a row count as, and may count as instead in another row of its section. */
export interface TypedAs {
  readonly rate: VatRate;
  readonly category: VatCategory;
  readonly available: readonly Category[];
}

export interface GridRow {
  readonly id: string;
  readonly level: GridLevel;
  readonly label: Labels;
  readonly account: GridAccount | null;
  /** Decimal text by column, from what is typed where something is; a column that means nothing for the row is left out. */
  readonly cells: Readonly<Record<string, string>>;
  readonly children: readonly GridRow[];
  readonly edits?: Edits;
  /** A person added it: the books bring nothing into it. */
  readonly isAdded?: boolean;
  /** A person may add rows of accounts under it. */
  readonly takesAccounts?: boolean;
  readonly typedAs?: TypedAs;
  /** Sums to the row, in the columns that it has. */
  readonly breakdown?: readonly CategoryPart[];
}

export interface GridColumn {
  readonly identifier: string;
  readonly label: Labels;
}

export interface Grid {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  readonly messages: readonly Labels[];
  /** Those that people typed. */
  readonly cells: readonly CellRow[];
}

/** At any level. */
export function findRow(rows: readonly GridRow[], id: string): GridRow | undefined {
  for (const row of rows) {
    const found = row.id === id ? row : findRow(row.children, id);
    if (found) return found;
  }
  return undefined;
}

export const column = (identifier: string, fr: string, en: string): GridColumn => ({ identifier, label: { fr, en } });

/** Amounts of a row, in cents. */
export type Figures = Readonly<Record<string, Cents>>;

export const cellsOf = (figures: Figures): Record<string, string> =>
  Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, formatAmount(amount)]));

export const added = (all: readonly Figures[]): Figures => {
  const sums: Record<string, Cents> = {};
  for (const figures of all)
    for (const [name, amount] of Object.entries(figures)) sums[name] = (sums[name] ?? 0n) + amount;
  return sums;
};
