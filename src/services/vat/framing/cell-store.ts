/** Cells of framing grids that people typed, as they are stored, and which of them are stale. */
import type { Knex } from 'knex';
import type { Camel } from '../../db/rows.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { decodeExact } from '../drafts/exact-json.ts';
import type { Figures } from './grid.ts';

export const FRAMING_GRIDS = ['ByRate', 'ByAccount'] as const;
export type FramingGrid = (typeof FRAMING_GRIDS)[number];

export interface CellRow {
  folder_id: number;
  procedure_id: number;
  grid: FramingGrid;
  /** First day of the grid. */
  start_date: PlainDate;
  row_id: string;
  column_id: string;
  typed_cents: Cents;
  /** Its row was not of the books when it was typed: a person added it. */
  is_added: boolean;
  /** What the books gave when it was typed. */
  computed_cents: Cents;
  /** Of `exact-json.ts`: Figures of its row as the draft was last computed. */
  row_now: unknown;
  comment: string;
  typed_at: string;
  typed_by: string | null;
}

export type TypedCell = Omit<Camel<CellRow>, 'rowNow'> & {
  /** What the books give now; null when the row is gone or its grid cannot be computed. */
  readonly currentCents: Cents | null;
  readonly staleReason: StaleReason | null;
};

export const framingCells = (db: Knex) => db<CellRow>('vat_framing_cell');

/** In the order of grids, days, rows and columns. */
export const readCells = (db: Knex, folderId: number, procedureId: number): Promise<CellRow[]> =>
  framingCells(db)
    .where({ folder_id: folderId, procedure_id: procedureId })
    .orderBy(['grid', 'start_date', 'row_id', 'column_id']);

export const STALE_REASONS = ['AddedSinceGeneration', 'GeneratedChanged', 'RowGone'] as const;
export type StaleReason = (typeof STALE_REASONS)[number];

export const isOfAddedRow = ({ is_added: isAdded }: CellRow): boolean => isAdded;

/** What the books give for its row; undefined when its grid cannot be computed. */
export const rowNow = ({ row_now }: CellRow): Figures | undefined =>
  row_now === null ? undefined : decodeExact<Figures>(row_now);

/** Null while the books give what they gave when it was typed. */
export function staleReason(cell: CellRow): StaleReason | null {
  const now = rowNow(cell);
  if (!now || now[cell.column_id] === cell.computed_cents) return null;
  return now[cell.column_id] === undefined ? 'RowGone' : 'GeneratedChanged';
}
