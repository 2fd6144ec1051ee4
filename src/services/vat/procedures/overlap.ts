/** Two returns of one form have no day in common: what was declared is declared once. Instalments of a year share its days. */
import type { Knex } from 'knex';
import { vatErrors } from '../errors.ts';
import { type Dated, isSameInstalment } from './period.ts';
import { refundBeside } from './refunds.ts';
import { groups, type ProcedureRow } from './store.ts';

interface Declared extends Dated {
  readonly form: string;
}

/** One that was rejected or cancelled declares nothing. Throws PeriodAlreadyDeclared. */
export async function refuseOverlap(
  trx: Knex.Transaction,
  folderId: number,
  { form, ...period }: Declared,
): Promise<void> {
  const { beginDate, endDate } = period;
  const others = await groups(trx)
    .where({ folder_id: folderId })
    .where('begin_date', '<=', endDate)
    .where('end_date', '>=', beginDate)
    .whereRaw(`form_snapshot->'principal'->>'form' = ?`, [form])
    .whereExists((held) =>
      held
        .select('id')
        .from('vat_procedure')
        .whereRaw(
          `vat_procedure.folder_id = vat_procedure_group.folder_id and vat_procedure.group_id = vat_procedure_group.id
           and vat_procedure.form is null
           and vat_procedure.status not in ('Rejected', 'Cancelled')`,
        ),
    )
    .orderBy('begin_date')
    .select('begin_date', 'end_date', 'deposit_number');
  const other = others
    .map((row) => ({ beginDate: row.begin_date, endDate: row.end_date, depositNumber: row.deposit_number }))
    .find((one) => isSameInstalment(form, one, period));
  if (other) throw vatErrors.PeriodAlreadyDeclared({ form, start: other.beginDate, end: other.endDate });
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
  if (await refundBeside(trx, { group }))
    throw vatErrors.PeriodAlreadyDeclared({ form, start: beginDate, end: endDate });
}
