/** Returns that stand, by folder and period: what is declared, and how often a folder files. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import { periodTypeOf } from '../procedures/period.ts';
import type { ProcedureRow } from '../procedures/store.ts';
import type { Rhythm, Span } from './spans.ts';

/** A return that is neither rejected nor cancelled, with what its group says. */
export interface Returned {
  readonly folderId: number;
  readonly groupId: number;
  readonly procedureId: number;
  readonly form: string;
  readonly beginDate: PlainDate;
  readonly endDate: PlainDate;
  readonly depositNumber: number | null;
  readonly status: ProcedureRow['status'];
  readonly testMode: boolean | null;
}

/** In order of folder, end and return; of periods that end on `since` or later where it is given. */
export const readReturned = async (
  knex: Knex,
  folderIds: readonly number[],
  since?: PlainDate,
): Promise<Returned[]> => {
  const query = knex('vat_procedure_group as g')
    .joinRaw('join vat_procedure p on p.folder_id = g.folder_id and p.group_id = g.id')
    .whereRaw('g.folder_id = any(?)', [[...folderIds]])
    .whereNotIn('p.status', ['Rejected', 'Cancelled'])
    .orderBy(['g.folder_id', 'g.end_date', 'p.id'])
    .select({
      folderId: 'g.folder_id',
      groupId: 'g.id',
      procedureId: 'p.id',
      form: knex.raw(`g.form_snapshot->'principal'->>'form'`),
      beginDate: 'g.begin_date',
      endDate: 'g.end_date',
      depositNumber: 'g.deposit_number',
      status: 'p.status',
      testMode: 'p.test_mode',
    });
  return since === undefined ? query : query.where('g.end_date', '>=', since);
};

/** A return of the same form, and of the same instalment, that has a day of the period. */
export const covering = (returned: readonly Returned[], form: string, span: Span): Returned | undefined =>
  returned.find(
    (one) =>
      one.form === form &&
      one.depositNumber === span.depositNumber &&
      one.beginDate <= span.endDate &&
      one.endDate >= span.beginDate,
  );

/** A folder files as often as with its last return: monthly at first, a farm yearly. `returned`: in order of end. */
export function rhythmOf(isFarm: boolean, returned: readonly Returned[]): Rhythm {
  const form = isFarm ? '3517AGRSD' : '3310CA3';
  const last = returned.findLast((one) => one.form === form);
  const type = last && periodTypeOf(last);
  if (type === 'Monthly' || type === 'Quarterly') return type;
  return isFarm ? 'Yearly' : 'Monthly';
}
