/** Returns that stand, by folder and period: what is declared, and how often a folder files. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import { isSameInstalment, periodTypeOf } from '../procedures/period.ts';
import type { Rhythm, Span } from './spans.ts';

/** A return that is neither rejected nor cancelled, with what its group says. */
export interface Returned {
  readonly folderId: number;
  readonly procedureId: number;
  readonly form: string;
  readonly beginDate: PlainDate;
  readonly endDate: PlainDate;
  readonly depositNumber: number | null;
  /** It left, and not as a test. */
  readonly isFiled: boolean;
}

export interface Since {
  /** Last day of the period, of a quarter at most. */
  readonly calendar: PlainDate;
  /** The same of longer ones. */
  readonly others: PlainDate;
}

const LONGEST_QUARTER = 92;

/** In order of folder, end and return; all of them, or those of periods that end on a day or later. */
export async function readReturned(knex: Knex, folderIds: readonly number[], since?: Since): Promise<Returned[]> {
  const query = knex('vat_procedure_group as g')
    .joinRaw('join vat_procedure p on p.folder_id = g.folder_id and p.group_id = g.id')
    .whereRaw('g.folder_id = any(?)', [[...folderIds]])
    .whereNotIn('p.status', ['Rejected', 'Cancelled'])
    .orderBy(['g.folder_id', 'g.end_date', 'p.id'])
    .select({
      folderId: 'g.folder_id',
      procedureId: 'p.id',
      form: knex.raw(`coalesce(p.form, g.form_snapshot->'principal'->>'form')`),
      beginDate: 'g.begin_date',
      endDate: 'g.end_date',
      depositNumber: 'g.deposit_number',
      isFiled: knex.raw(`p.status in ('Sent', 'Transmitted', 'Accepted') and p.test_mode is not true`),
    });
  if (since) {
    query
      .where('g.end_date', '>=', since.others)
      .whereRaw('(g.end_date >= ? or g.end_date - g.begin_date > ?)', [since.calendar, LONGEST_QUARTER]);
  }
  return query;
}

/** Whether a return is of the form, and of the same instalment, and has a day of the period. */
export const isOf = (one: Returned, form: string, span: Span): boolean =>
  one.form === form &&
  one.beginDate <= span.endDate &&
  one.endDate >= span.beginDate &&
  isSameInstalment(form, one, span);

/** The first return of a form and a period. */
export const covering = (returned: readonly Returned[], form: string, span: Span): Returned | undefined =>
  returned.find((one) => isOf(one, form, span));

/** A folder files as often as with its last return: monthly at first, a farm yearly. `returned`: in order of end. */
export function rhythmOf(isFarm: boolean, returned: readonly Returned[]): Rhythm {
  const form = isFarm ? '3517AGRSD' : '3310CA3';
  const last = returned.findLast((one) => one.form === form);
  const type = last && periodTypeOf(last);
  if (type === 'Monthly' || type === 'Quarterly') return type;
  return isFarm ? 'Yearly' : 'Monthly';
}
