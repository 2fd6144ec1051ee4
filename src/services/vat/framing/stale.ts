/** Typed cells under which the books changed, as the validation of a return lists them. */
import type { Knex } from 'knex';
import { groupBy } from '../../kernel/group-by.ts';
import type { Cents } from '../../kernel/money.ts';
import { type CellRow, type FramingGrid, readCells, rowNow, type StaleReason, staleReason } from './cell-store.ts';
import type { Figures } from './grid.ts';

export interface StaleAdjustment {
  readonly rowIdentifier: string;
  /** Empty for a balance, which is of no rate and no category. */
  readonly vatRate: string;
  readonly category: string;
  readonly generatedTaxExcludedAmount: Cents;
  readonly generatedVatAmount: Cents;
  readonly effectiveTaxExcludedAmount: Cents;
  readonly effectiveVatAmount: Cents;
  readonly reason: StaleReason;
}

export interface StaleAdjustments {
  /** By row of which a cell is stale. */
  readonly staleAdjustments: readonly StaleAdjustment[];
  /** A grid with typed cells cannot be computed. */
  readonly staleAdjustmentsUnverifiable: boolean;
}

export async function staleAdjustments(db: Knex, folderId: number, procedureId: number): Promise<StaleAdjustments> {
  const cells = await readCells(db, folderId, procedureId);
  const rows = groupBy(cells, ({ grid, start_date, row_id }) => `${grid} ${start_date} ${row_id}`);
  return {
    staleAdjustments: [...rows.values()].flatMap(staleRow),
    staleAdjustmentsUnverifiable: cells.some((cell) => rowNow(cell) === undefined),
  };
}

/** Base and tax of a row; that of an account is its closing balance. */
const AMOUNTS: Readonly<Record<FramingGrid, (figures: Figures) => readonly [base: Cents, tax: Cents]>> = {
  ByRate: ({ Base = 0n, AccountedVat = 0n }) => [Base, AccountedVat],
  ByAccount: ({ Opening = 0n, Debit = 0n, Credit = 0n }) => [0n, Opening + Debit - Credit],
};

function staleRow(cells: readonly CellRow[]): StaleAdjustment[] {
  const stale = cells.find(staleReason);
  const reason = stale && staleReason(stale);
  if (!stale || !reason) return [];
  const generated = rowNow(stale) ?? {};
  const typed = Object.fromEntries(cells.map(({ column_id, typed_cents }) => [column_id, typed_cents]));
  const [generatedTaxExcludedAmount, generatedVatAmount] = AMOUNTS[stale.grid](generated);
  const [effectiveTaxExcludedAmount, effectiveVatAmount] = AMOUNTS[stale.grid]({ ...generated, ...typed });
  const [, vatRate = '', category = ''] = stale.row_id.split(' ');
  return [
    {
      rowIdentifier: stale.row_id,
      vatRate,
      category,
      generatedTaxExcludedAmount,
      generatedVatAmount,
      effectiveTaxExcludedAmount,
      effectiveVatAmount,
      reason,
    },
  ];
}
