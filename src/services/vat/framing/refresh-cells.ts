/** What the books give under the cells that people typed, noted whenever a draft is computed. */
import type { Knex } from 'knex';
import { TaxopsError } from '../../kernel/errors.ts';
import { groupBy } from '../../kernel/group-by.ts';
import type { Context } from '../../operation/context.ts';
import { within } from '../../operation/within.ts';
import { encodeExact } from '../drafts/exact-json.ts';
import type { OpenReturn } from '../drafts/stored-return.ts';
import { type CellRow, framingCells, readCells } from './cell-store.ts';
import { type Figures, findRow } from './grid.ts';
import { gridOf } from './grids.ts';

/** In the transaction of the caller, after the shares of the draft are written. */
export async function refreshCells(ctx: Context, trx: Knex.Transaction, opened: OpenReturn): Promise<void> {
  const cells = await readCells(trx, opened.folder.id, opened.procedure.id);
  for (const own of groupBy(cells, ({ grid, start_date }) => `${grid} ${start_date}`).values())
    await refreshGrid(within(ctx, trx), trx, { opened, cells: own });
}

async function refreshGrid(
  ctx: Context,
  trx: Knex.Transaction,
  { opened, cells }: { readonly opened: OpenReturn; readonly cells: readonly CellRow[] },
): Promise<void> {
  const figuresOf = await rowFigures(ctx, opened, cells[0]);
  for (const { row_now, typed_cents, computed_cents, comment, typed_at, typed_by, ...key } of cells)
    await framingCells(trx)
      .where(key)
      .whereRaw('row_now is distinct from ?::jsonb', [figuresOf(key.row_id)])
      .update({ row_now: figuresOf(key.row_id) });
}

/** The stored figures of a row; empty when there is none; null when the grid cannot be computed any more. */
async function rowFigures(
  ctx: Context,
  opened: OpenReturn,
  first: CellRow | undefined,
): Promise<(rowId: string) => string | null> {
  if (!first) return () => null;
  try {
    const { rows } = await gridOf(ctx, opened, { grid: first.grid, startDate: first.start_date });
    return (rowId) => encodeExact(findRow(rows, rowId)?.edits?.computed ?? ({} satisfies Figures));
  } catch (error) {
    // Its exercise is gone or has other days, or the period of the return has: the report calls it unverifiable.
    if (error instanceof TaxopsError) return () => null;
    throw error;
  }
}
