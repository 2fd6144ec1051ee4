/** People type amounts over those of a framing grid, on a draft; what they typed stays until they take it back. */
import { camelRow } from '../../db/rows.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { findAccounts } from '../../ledger/accounts.ts';
import type { Context } from '../../operation/context.ts';
import { within } from '../../operation/within.ts';
import { openReturn } from '../drafts/draft.ts';
import { encodeExact } from '../drafts/exact-json.ts';
import { lockDraft, type OpenReturn, readReturn } from '../drafts/stored-return.ts';
import { vatErrors } from '../errors.ts';
import { accountOfRow } from './added-row.ts';
import {
  type CellRow,
  type FramingGrid,
  framingCells,
  readCells,
  rowNow,
  staleReason,
  type TypedCell,
} from './cell-store.ts';
import { findRow } from './grid.ts';
import { gridOf } from './grids.ts';

export interface CellPlace {
  readonly grid: FramingGrid;
  /** First day of the grid; that of the return unless given. */
  readonly startDate?: PlainDate | undefined;
  readonly rowIdentifier: string;
  readonly columnIdentifier: string;
}

export interface CellTyped extends CellPlace {
  readonly amount: Cents;
  readonly comment: string;
  /** The row is to be added when the books do not bring it. */
  readonly addRow?: boolean | undefined;
}

/**
 * Types one cell, or types it again. Throws FolderNotFound, ProcedureNotFound, ProcedureNotInDraftStatus, PeriodInvalid,
 * FramingCellNotFound, FramingCellComputed, FramingRowInvalid, LedgerPeriodInvalid.
 */
export const setCell = (ctx: Context, folderId: number, procedureId: number, cell: CellTyped): Promise<TypedCell> =>
  onDraft(ctx, folderId, procedureId, async (inside) => {
    const opened = await openReturn(inside, folderId, procedureId);
    if (cell.addRow) await refuseRow(inside, opened, cell);
    const { computed, isAdded } = await computedRow(inside, opened, cell);
    const row: CellRow = {
      ...keyOf(opened, cell),
      typed_cents: cell.amount,
      is_added: isAdded,
      computed_cents: computed[cell.columnIdentifier] ?? 0n,
      row_now: encodeExact(computed),
      comment: cell.comment,
      typed_at: ctx.clock.now(),
      typed_by: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    };
    const { knex } = await inside.db();
    const [written] = await framingCells(knex).insert(row).onConflict(KEY).merge().returning('*');
    return cellOf(written ?? row);
  });

/** Takes one back. Throws FolderNotFound, ProcedureNotFound, ProcedureNotInDraftStatus, FramingCellNotTyped. */
export const unsetCell = (ctx: Context, folderId: number, procedureId: number, cell: CellPlace): Promise<void> =>
  onDraft(ctx, folderId, procedureId, async (inside) => {
    const { knex } = await inside.db();
    const key = keyOf(await readReturn(inside, folderId, procedureId), cell);
    if ((await framingCells(knex).where(key).delete()) === 0)
      throw vatErrors.FramingCellNotTyped({
        folderId,
        procedureId,
        row: cell.rowIdentifier,
        column: cell.columnIdentifier,
      });
  });

/** Throws FolderNotFound, ProcedureNotFound. */
export async function listCells(ctx: Context, folderId: number, procedureId: number): Promise<TypedCell[]> {
  await openReturn(ctx, folderId, procedureId);
  return (await readCells((await ctx.db()).knex, folderId, procedureId)).map(cellOf);
}

const KEY = ['folder_id', 'procedure_id', 'grid', 'start_date', 'row_id', 'column_id'] as const;

const keyOf = ({ folder, procedure, group }: OpenReturn, { grid, startDate, ...cell }: CellPlace) => ({
  folder_id: folder.id,
  procedure_id: procedure.id,
  grid,
  start_date: startDate ?? group.begin_date,
  row_id: cell.rowIdentifier,
  column_id: cell.columnIdentifier,
});

/** In one transaction, which holds the draft. */
const onDraft = async <T>(
  ctx: Context,
  folderId: number,
  procedureId: number,
  work: (inside: Context) => Promise<T>,
): Promise<T> =>
  (await ctx.db()).transaction(async (trx) => {
    const inside = within(ctx, trx);
    await readReturn(inside, folderId, procedureId);
    await lockDraft(trx, folderId, procedureId);
    return work(inside);
  });

/** Throws FramingRowInvalid unless the row names an account of the folder, and a place of the grid. */
async function refuseRow(ctx: Context, { folder }: OpenReturn, { grid, rowIdentifier: row }: CellPlace): Promise<void> {
  const number = accountOfRow(grid, row);
  const accounts = number === undefined ? [] : await findAccounts(ctx, folder.id, { numbers: [number] });
  if (accounts.length === 0) throw vatErrors.FramingRowInvalid({ grid, row });
}

/** What the books give for the row of a cell that may be typed. */
async function computedRow(ctx: Context, opened: OpenReturn, cell: CellTyped) {
  const { rowIdentifier, columnIdentifier } = cell;
  const row = findRow(
    (await gridOf(ctx, opened, { ...cell, addedRow: cell.addRow ? rowIdentifier : undefined })).rows,
    rowIdentifier,
  );
  const named = { grid: cell.grid, row: rowIdentifier, column: columnIdentifier };
  const place = { folderId: opened.folder.id, procedureId: opened.procedure.id };
  if (!row || !Object.hasOwn(row.cells, columnIdentifier)) throw vatErrors.FramingCellNotFound({ ...named, ...place });
  if (!row.edits?.columns.includes(columnIdentifier)) throw vatErrors.FramingCellComputed(named);
  return { computed: row.edits.computed, isAdded: row.isAdded === true };
}

function cellOf(row: CellRow): TypedCell {
  const { row_now: _, ...stored } = row;
  return {
    ...camelRow(stored),
    currentCents: rowNow(row)?.[row.column_id] ?? null,
    staleReason: staleReason(row),
  };
}
