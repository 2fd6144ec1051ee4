/** Rows of a framing grid with what people typed over the amounts of the books. */
import type { Labels } from '../../kernel/errors.ts';
import { formatAmount } from '../../kernel/money.ts';
import { type CellRow, rowNow, staleReason } from './cell-store.ts';
import type { OpenFraming } from './framed-shares.ts';
import type { Edits, Figures, Grid, GridColumn } from './grid.ts';

interface TypedRow {
  /** Of the books, those typed over them. */
  readonly figures: Figures;
  readonly edits: Edits;
}

/** `columns`: those that may be typed while the return is a draft. */
export function typedRow(
  { cells, isDraft }: Pick<OpenFraming, 'cells' | 'isDraft'>,
  id: string,
  computed: Figures,
  columns: readonly string[],
): TypedRow {
  const own = cells.filter((cell) => cell.row_id === id);
  const typed = Object.fromEntries(own.map(({ column_id, typed_cents }) => [column_id, typed_cents]));
  const comment = own.map((one) => `${one.column_id}: ${one.comment}`).join('\n') || null;
  return { figures: { ...computed, ...typed }, edits: { columns: isDraft ? columns : [], computed, typed, comment } };
}

/** The grid with its typed cells; each that is stale has a message. */
export const withTypedCells = (grid: Omit<Grid, 'cells'>, { cells }: Pick<OpenFraming, 'cells'>): Grid => ({
  ...grid,
  cells,
  messages: [...grid.messages, ...cells.filter(staleReason).map((cell) => staleMessage(cell, grid.columns))],
});

function staleMessage(cell: CellRow, columns: readonly GridColumn[]): Labels {
  const label = columns.find(({ identifier }) => identifier === cell.column_id)?.label;
  const now = rowNow(cell)?.[cell.column_id];
  const [typed, computed] = [formatAmount(cell.typed_cents), formatAmount(cell.computed_cents)];
  const fr = now === undefined ? 'la ligne n’existe plus' : `le calcul donne maintenant ${formatAmount(now)}`;
  const en = now === undefined ? 'the row is gone' : `${formatAmount(now)} is computed now`;
  return {
    fr: `${cell.row_id}, ${label?.fr} : ${typed} saisi au lieu de ${computed} calculé ; ${fr}.`,
    en: `${cell.row_id}, ${label?.en}: ${typed} was typed over ${computed}; ${en}.`,
  };
}
