/** Two returns of one form, or two instalments of one number, have no day in common: what was declared is declared once. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import { vatErrors } from '../errors.ts';
import { refundBeside } from './refunds.ts';
import { groups, type ProcedureRow } from './store.ts';

interface Declared {
  readonly form: string;
  readonly beginDate: PlainDate;
  readonly endDate: PlainDate;
  readonly depositNumber: number | null;
}

/** One that was rejected or cancelled declares nothing. Throws PeriodAlreadyDeclared. */
export async function refuseOverlap(
  trx: Knex.Transaction,
  folderId: number,
  { form, beginDate, endDate, depositNumber }: Declared,
): Promise<void> {
  const other = await groups(trx)
    .where({ folder_id: folderId, deposit_number: depositNumber })
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
    .first();
  if (other) throw vatErrors.PeriodAlreadyDeclared({ form, start: other.begin_date, end: other.end_date });
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
