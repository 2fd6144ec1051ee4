/** The returns of a folder that count, and the days that none of them declared. */
import type { Knex } from 'knex';
import type { BoxValue, FilledForms, Scalar } from '../../forms/vat-sheets.ts';
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import type { Window } from '../books/entries.ts';
import { filledBoxes } from '../procedures/procedure-item.ts';
import type { FormSnapshot, ProcedureRow, StoredBoxes } from '../procedures/store.ts';
import type { PreviousProcedure } from '../return/inputs.ts';
import { CA3, CA12 } from '../return/layout.ts';

/** Drafts, what was rejected or cancelled, and deposits in test mode count for nothing. */
export const COUNTS = `p.status not in ('Draft', 'Rejected', 'Cancelled') and p.test_mode is not true`;

interface CountedRow extends Pick<ProcedureRow, 'status' | 'typed_boxes' | 'computed_boxes' | 'form'> {
  begin_date: PlainDate;
  end_date: PlainDate;
  form_snapshot: FormSnapshot;
}

/** Returns that count, of every form, by period. Their lines are read with the entries that they are about. */
export async function countedReturns(knex: Knex, folderId: number): Promise<PreviousProcedure[]> {
  const rows: CountedRow[] = await knex('vat_procedure as p')
    .joinRaw('join vat_procedure_group g on g.folder_id = p.folder_id and g.id = p.group_id')
    .where('p.folder_id', folderId)
    .whereRaw(COUNTS)
    .orderBy(['g.end_date', 'p.id'])
    .select('p.status', 'p.typed_boxes', 'p.computed_boxes', 'p.form')
    .select('g.begin_date', 'g.end_date', 'g.form_snapshot');
  return rows.map((row) => {
    const form = row.form ?? row.form_snapshot.principal.form;
    const boxes = filledBoxes({ computedBoxes: row.computed_boxes, typedBoxes: row.typed_boxes });
    return {
      form,
      startDate: row.begin_date,
      endDate: row.end_date,
      status: row.status,
      boxes: sheetsOf(boxes ?? {}).get(form) ?? new Map(),
      declaredLines: [],
    };
  });
}

/** Stored boxes as the forms compute with them: whole euros are big integers. */
export const sheetsOf = (boxes: StoredBoxes): FilledForms =>
  new Map(
    Object.entries(boxes).map(([form, zones]) => [
      form,
      new Map(Object.entries(zones).map(([zone, value]) => [zone, boxOf(value)])),
    ]),
  );

const boxOf = (value: unknown): BoxValue => (Array.isArray(value) ? value.map(scalarOf) : scalarOf(value));
const scalarOf = (value: unknown): Scalar => (typeof value === 'number' ? BigInt(value) : String(value));

/** Boxes as they are stored. */
export const storedBoxes = (forms: FilledForms): StoredBoxes =>
  Object.fromEntries([...forms].map(([form, zones]) => [form, Object.fromEntries([...zones].map(storedZone))]));

const storedZone = ([zone, value]: [string, BoxValue]): [string, unknown] => [zone, storedValue(value)];
const storedScalar = (value: Scalar) => (typeof value === 'bigint' ? Number(value) : value);
export const storedValue = (value: BoxValue): unknown =>
  typeof value === 'object' ? value.map(storedScalar) : storedScalar(value);

const MAIN: readonly string[] = [CA3, CA12];

/** What a return is about: its period, with the earlier days since the first day of all that no return declared. */
export function undeclaredWindows(
  period: Window,
  previous: readonly PreviousProcedure[],
  firstDay: PlainDate,
): Window[] {
  const declared = previous
    .filter(({ form, startDate }) => MAIN.includes(form) && startDate < period.startDate)
    .sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
  const gaps: Window[] = [];
  let next = firstDay;
  for (const { startDate, endDate } of declared) {
    if (startDate > next) gaps.push({ startDate: next, endDate: addDays(startDate, -1) });
    if (endDate >= next) next = addDays(endDate, 1);
  }
  if (next < period.startDate) gaps.push({ startDate: next, endDate: addDays(period.startDate, -1) });
  return [...gaps, period];
}
