/** Refunds of a CA3 that are returns of their own, in the group of the CA3 (form 3519). */
import type { Knex } from 'knex';
import type { OpenReturn } from '../drafts/stored-return.ts';
import { CA3 } from '../return/layout.ts';
import { type ProcedureRow, procedures } from './store.ts';

export const REFUND_FORM = '3519';

/** The last return of a form for the same period; one that was rejected asks for nothing. */
const beside = (knex: Knex, { group }: Pick<OpenReturn, 'group'>, form: string): Promise<ProcedureRow | undefined> =>
  knex('vat_procedure as p')
    .joinRaw('join vat_procedure_group g on g.folder_id = p.folder_id and g.id = p.group_id')
    .where({ 'p.folder_id': group.folder_id, 'g.begin_date': group.begin_date, 'g.end_date': group.end_date })
    .whereNotIn('p.status', ['Rejected', 'Cancelled'])
    .whereRaw(`coalesce(p.form, g.form_snapshot->'principal'->>'form') = ?`, [form])
    .orderBy('p.id', 'desc')
    .first('p.*');

/** The refund that goes with a CA3. */
export const refundBeside = (knex: Knex, place: Pick<OpenReturn, 'group'>) => beside(knex, place, REFUND_FORM);

/** The CA3 that a refund goes with. */
export const returnBeside = (knex: Knex, place: Pick<OpenReturn, 'group'>) => beside(knex, place, CA3);

/** Whether no request that counts was a first one. */
export async function asksFirst(knex: Knex, folderId: number): Promise<boolean> {
  const made = await procedures(knex)
    .where({ folder_id: folderId })
    .whereNotIn('status', ['Draft', 'Rejected', 'Cancelled'])
    .whereRaw('test_mode is not true')
    .whereRaw(`coalesce(typed_boxes->'3519'->>'DI', computed_boxes->'3519'->>'DI') = 'X'`)
    .first('id');
  return made === undefined;
}
