/**
 * The VAT that returns declared of an exercise, read from where they are stored: a liasse compares it with the ledger
 * (A13) and knows nothing else of VAT.
 */

import { addDays, type PlainDate } from '../../kernel/dates.ts';
import type { Exercise } from '../../ledger/exercises.ts';
import type { Context } from '../../operation/context.ts';
import type { DeclaredVat } from '../returns/annexes/annexes.ts';

/** Zones of the gross tax due, and of the tax deducted on goods and services. */
const ZONES: Readonly<Record<string, readonly [gross: string, deducted: string]>> = {
  '3310CA3': ['GH', 'HB'],
  '3517SCA12': ['GC', 'HC'],
};

interface Row {
  readonly form: string;
  readonly begin_date: PlainDate;
  readonly end_date: PlainDate;
  readonly boxes: Readonly<Record<string, unknown>>;
}

/** Whole euros; undefined unless the returns that were sent cover every day of the exercise. */
export async function declaredVat(
  ctx: Context,
  folderId: number,
  { start, end }: Pick<Exercise, 'start' | 'end'>,
): Promise<DeclaredVat | undefined> {
  const { knex } = await ctx.db();
  const { rows }: { rows: Row[] } = await knex.raw(
    `select form, begin_date, end_date, coalesce(computed -> form, '{}') || coalesce(typed -> form, '{}') as boxes
     from (select coalesce(p.form, g.form_snapshot #>> '{principal,form}') as form, g.begin_date, g.end_date,
         p.computed_boxes as computed, p.typed_boxes as typed
       from vat_procedure p join vat_procedure_group g on (g.folder_id, g.id) = (p.folder_id, p.group_id)
       where p.folder_id = :folderId and p.status not in ('Draft', 'Rejected', 'Cancelled') and p.test_mode is not true
         and g.begin_date >= :start and g.end_date <= :end) sent
     where form = any(:forms) order by begin_date`,
    { folderId, start, end, forms: Object.keys(ZONES) },
  );
  return covers(rows, start, end) ? { gross: sumOf(rows, 0), deducted: sumOf(rows, 1) } : undefined;
}

function covers(rows: readonly Row[], start: string, end: string): boolean {
  let next = start;
  for (const { begin_date, end_date } of rows) if (begin_date <= next && end_date >= next) next = addDays(end_date, 1);
  return next > end;
}

const sumOf = (rows: readonly Row[], place: 0 | 1): bigint =>
  rows.reduce((sum, { form, boxes }) => {
    const value = boxes[ZONES[form]?.[place] ?? ''];
    return typeof value === 'number' ? sum + BigInt(value) : sum;
  }, 0n);
