/** The shares that a framing grid looks at: those of a return, and of returns that count since a first day. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import { findAccounts } from '../../ledger/accounts.ts';
import type { AccountBalance } from '../../ledger/balances.ts';
import type { Context } from '../../operation/context.ts';
import { decodeExact } from '../drafts/exact-json.ts';
import { type ShareRow, shareOf } from '../drafts/share-store.ts';
import type { OpenReturn } from '../drafts/stored-return.ts';
import type { PeriodShare } from '../engine/model.ts';
import { vatErrors } from '../errors.ts';
import { type CellRow, type FramingGrid, isOfAddedRow, readCells } from './cell-store.ts';
import type { GridAccount } from './grid.ts';

export interface Wanted {
  readonly grid: FramingGrid;
  /** That of the return unless given. */
  readonly startDate?: PlainDate | undefined;
  /** Of an account that the books do not bring into the grid, to be typed. */
  readonly addedRow?: string | undefined;
}

export interface OpenFraming {
  readonly folderId: number;
  readonly procedureId: number;
  readonly startDate: PlainDate;
  readonly endDate: PlainDate;
  readonly accounts: ReadonlyMap<string, GridAccount>;
  /** Typed ones of the grid. */
  readonly cells: readonly CellRow[];
  /** Identifiers of rows that stand in the grid whether the books bring them or not. */
  readonly addedRows: readonly string[];
  readonly isDraft: boolean;
  /** Those of the VAT accounts over the period of a return that left Draft. */
  readonly keptBalances: readonly AccountBalance[] | null;
}

/** Throws PeriodInvalid when it would start after the return. */
export async function openFraming(
  ctx: Context,
  { folder: { id: folderId }, procedure, group }: OpenReturn,
  wanted: Wanted,
): Promise<OpenFraming> {
  const { id: procedureId, status, framing_balances: kept } = procedure;
  const { begin_date: begin, end_date: endDate } = group;
  const startDate = wanted.startDate ?? begin;
  if (startDate > begin) throw startsAfter(startDate, begin);
  const accounts = (await findAccounts(ctx, folderId)).map(({ id, number, label }): [string, GridAccount] => [
    number,
    { accountId: id, accountNumber: number, label },
  ]);
  const typed = await readCells((await ctx.db()).knex, folderId, procedureId);
  const cells = typed.filter((cell) => cell.grid === wanted.grid && cell.start_date === startDate);
  const addedRows = [wanted.addedRow, ...cells.filter(isOfAddedRow).map(({ row_id }) => row_id)].filter(
    (id) => id !== undefined,
  );
  const isDraft = status === 'Draft';
  const keptBalances = isDraft || startDate !== begin ? null : decodeExact<AccountBalance[] | null>(kept);
  return {
    folderId,
    procedureId,
    startDate,
    endDate,
    accounts: new Map(accounts),
    cells,
    addedRows,
    isDraft,
    keptBalances,
  };
}

const startsAfter = (startDate: PlainDate, begin: PlainDate) =>
  vatErrors.PeriodInvalid({
    detail: {
      en: `StartDate ${startDate} is after ${begin}, the first day of the return`,
      fr: `StartDate ${startDate} est après le ${begin}, premier jour de la déclaration`,
    },
  });

export interface FramedShare {
  readonly share: PeriodShare;
  /** Its base counts: it is of the period, stands in the books, and is not counted with a later return. */
  readonly isOfPeriod: boolean;
  /** Of the return itself, not of one before it. */
  readonly isOwn: boolean;
}

/** The return that is framed, and those that count before it since the first day; in order of their periods. */
export const framedReturns = (knex: Knex, { folderId, procedureId, startDate, endDate }: OpenFraming) =>
  knex('vat_procedure as p')
    .joinRaw('join vat_procedure_group g on g.folder_id = p.folder_id and g.id = p.group_id')
    .where({ 'p.folder_id': folderId })
    .where((own) =>
      own.where('p.id', procedureId).orWhereRaw(
        `(p.status not in ('Draft', 'Rejected', 'Cancelled') and p.test_mode is not true
            and g.begin_date >= ? and g.end_date < ?)`,
        [startDate, endDate],
      ),
    )
    .orderBy(['g.begin_date', 'p.id']);

/** In the order of returns, then of their shares. */
export async function framedShares(ctx: Context, opened: OpenFraming): Promise<FramedShare[]> {
  const { knex } = await ctx.db();
  const { procedureId, startDate, endDate } = opened;
  const rows: ShareRow[] = await framedReturns(knex, opened)
    .joinRaw('join vat_share s on s.folder_id = p.folder_id and s.procedure_id = p.id and not s.is_left_out')
    .orderBy('s.position')
    .select('s.*');
  const last = new Map(rows.map((row) => [keyOf(row), row]));
  return rows.map((row) => {
    const stands = last.get(keyOf(row)) === row && !isTakenBack(row);
    const isOfPeriod = stands && row.entry_date >= startDate && row.entry_date <= endDate;
    return { share: shareOf(row), isOfPeriod, isOwn: row.procedure_id === procedureId };
  });
}

/** An operation counts as the last of its returns knew it: entries change behind those that were filed before. */
const keyOf = ({ entry_id, line_id, side, rate, category }: ShareRow): string =>
  [entry_id, line_id, side, rate, category].join(' ');

/** All that was declared of what bears tax, with nothing to come: the line left the books, or bears another rate. */
const isTakenBack = (row: ShareRow): boolean =>
  row.tax_cents !== 0n &&
  row.declared_tax_cents !== 0n &&
  row.declared_tax_cents + row.declare_tax_cents === 0n &&
  row.deferred_tax_cents === 0n;
