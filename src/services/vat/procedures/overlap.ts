/** Two returns of one form have no day in common: what was declared is declared once. Instalments of a year share its days. */
import type { Knex } from 'knex';
import { vatErrors } from '../errors.ts';
import { type Dated, isSameInstalment } from './period.ts';
import { refundBeside } from './refunds.ts';
import { groups, type ProcedureRow } from './store.ts';

interface Declared extends Dated {
  readonly form: string;
}

interface Other extends Dated {
  readonly procedureId: number;
}

/** One that was rejected or cancelled declares nothing. Throws PeriodAlreadyDeclared. */
export async function refuseOverlap(
  trx: Knex.Transaction,
  folderId: number,
  { form, ...period }: Declared,
): Promise<void> {
  const { beginDate, endDate } = period;
  const others: Other[] = await trx('vat_procedure_group as g')
    .joinRaw('join vat_procedure p on p.folder_id = g.folder_id and p.group_id = g.id and p.form is null')
    .where('g.folder_id', folderId)
    .where('g.begin_date', '<=', endDate)
    .where('g.end_date', '>=', beginDate)
    .whereRaw(`g.form_snapshot->'principal'->>'form' = ?`, [form])
    .whereNotIn('p.status', ['Rejected', 'Cancelled'])
    .orderBy(['g.begin_date', 'p.id'])
    .select('p.id as procedureId', 'g.begin_date as beginDate', 'g.end_date as endDate')
    .select('g.deposit_number as depositNumber');
  const other = others.find((one) => isSameInstalment(form, one, period));
  if (!other) return;
  const { procedureId, beginDate: start, endDate: end } = other;
  throw vatErrors.PeriodAlreadyDeclared({ folderId, procedureId, form, start, end });
}

/** One that was rejected declares again where no other took its place meanwhile. Throws PeriodAlreadyDeclared. */
export async function refuseReplaced(
  trx: Knex.Transaction,
  { folder_id, group_id, form }: ProcedureRow,
): Promise<void> {
  const group = await groups(trx).where({ folder_id, id: group_id }).first();
  if (!group) return;
  const { begin_date: beginDate, end_date: endDate, deposit_number: depositNumber } = group;
  const declared = { form: form ?? group.form_snapshot.principal.form, beginDate, endDate, depositNumber };
  if (form === null) return refuseOverlap(trx, folder_id, declared);
  const before = await refundBeside(trx, { group });
  if (!before) return;
  const place = { folderId: folder_id, procedureId: before.id };
  throw vatErrors.PeriodAlreadyDeclared({ ...place, form, start: beginDate, end: endDate });
}
