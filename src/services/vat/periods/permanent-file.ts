/**
 * The day of VAT returns as three sources give it, side by side (D83): the folder's own file, the tax administration
 * (what its processing report says, else the legal table), the filing portal, which knows the table alone.
 */
import type { Knex } from 'knex';
import { takesOwnDay, type VatTaxpayer, vatDeadline } from '../../calendar/vat-deadline.ts';
import { getFolder } from '../../folders/folders.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import { vatErrors } from '../errors.ts';
import { type Dated, deadlinesOf, legalDay } from '../procedures/period.ts';
import { type ProcedureRow, procedures } from '../procedures/store.ts';
import { vatTaxpayerOf } from '../taxpayer.ts';

/** Manual: a day typed on a return. */
export const DEADLINE_RULES = ['DgfipProcessingReport', 'LegalTable', 'PermanentFile', 'Manual'] as const;

export interface RuledDate {
  readonly date: PlainDate;
  readonly rule: (typeof DEADLINE_RULES)[number];
}

/** A return with its three dates. What is null is not known. */
export interface ComparedReturn {
  readonly procedureId: number;
  readonly procedureGroupId: number;
  readonly form: string;
  readonly periodStartDate: PlainDate;
  readonly periodEndDate: PlainDate;
  readonly status: ProcedureRow['status'];
  readonly dgfipReceivedAt: string | null;
  readonly dgfipDeadlineDay: number | null;
  readonly dgfipDayMatchesPermanentFile: boolean | null;
  readonly dgfipDeadlineMatchesPermanentFile: boolean | null;
  readonly dgfipDeadline: RuledDate | null;
  readonly permanentFileDeadline: RuledDate | null;
  readonly teleportalDeadline: RuledDate | null;
}

export interface DayComparison {
  readonly permanentFileDeadlineDay: number | null;
  /** That of the last processing report, else that of the table. */
  readonly recommendedPermanentFileDeadlineDay: number | null;
  readonly declaration: ComparedReturn | null;
}

const FORMS: readonly string[] = ['3310CA3', '3517SCA12', '3517AGRSD'];

/**
 * Of a return, else of the most recent CA3, CA12 or farm CA12. Throws FolderNotFound, ProcedureNotFound,
 * NotSupportedProcedureType.
 */
export async function permanentFileDay(ctx: Context, folderId: number, procedureId?: number): Promise<DayComparison> {
  const taxpayer = vatTaxpayerOf(await getFolder(ctx, folderId));
  const { knex } = await ctx.db();
  const row = await returnOf(knex, folderId, procedureId);
  return {
    permanentFileDeadlineDay: taxpayer.vatDeadlineDay ?? null,
    recommendedPermanentFileDeadlineDay: (await lastAnswered(knex, folderId)) ?? legalDay(taxpayer) ?? null,
    declaration: row ? compared(row, taxpayer) : null,
  };
}

/** The day of the last processing report of a folder. */
const lastAnswered = async (knex: Knex, folderId: number): Promise<number | undefined> =>
  (
    await procedures(knex)
      .where({ folder_id: folderId })
      .whereNotNull('dgfip_deadline_day')
      .orderByRaw('dgfip_received_at desc nulls last, id desc')
      .first('dgfip_deadline_day')
  )?.dgfip_deadline_day ?? undefined;

interface Row extends Dated {
  readonly procedureId: number;
  readonly groupId: number;
  readonly form: string;
  readonly status: ProcedureRow['status'];
  readonly receivedAt: string | null;
  readonly answeredDay: number | null;
}

async function returnOf(knex: Knex, folderId: number, procedureId?: number): Promise<Row | undefined> {
  const query = knex('vat_procedure as p')
    .joinRaw('join vat_procedure_group g on g.folder_id = p.folder_id and g.id = p.group_id')
    .where({ 'p.folder_id': folderId })
    .orderByRaw('g.end_date desc, p.id desc')
    .select({
      procedureId: 'p.id',
      groupId: 'g.id',
      form: knex.raw(`coalesce(p.form, g.form_snapshot->'principal'->>'form')`),
      status: 'p.status',
      beginDate: 'g.begin_date',
      endDate: 'g.end_date',
      depositNumber: 'g.deposit_number',
      receivedAt: 'p.dgfip_received_at',
      answeredDay: 'p.dgfip_deadline_day',
    });
  if (procedureId === undefined) {
    query
      .whereNot({ 'p.status': 'Cancelled' })
      .whereRaw(`coalesce(p.form, g.form_snapshot->'principal'->>'form') = any(?)`, [[...FORMS]]);
    return query.first();
  }
  const row: Row | undefined = await query.where({ 'p.id': procedureId }).first();
  if (!row) throw vatErrors.ProcedureNotFound({ folderId, procedureId });
  if (!FORMS.includes(row.form)) throw vatErrors.NotSupportedProcedureType({ detail: row.form });
  return row;
}

function compared(row: Row, taxpayer: VatTaxpayer): ComparedReturn {
  const { form, answeredDay } = row;
  const days = { start: row.beginDate, end: row.endDate };
  const isOwn = takesOwnDay(form, days);
  const own = taxpayer.vatDeadlineDay === undefined ? undefined : vatDeadline(form, days, taxpayer);
  const legal = vatDeadline(form, days, { ...taxpayer, vatDeadlineDay: undefined });
  const { filing, day } = deadlinesOf(form, row, taxpayer, answeredDay ?? undefined);
  const answered = answeredDay !== null && isOwn ? 'DgfipProcessingReport' : undefined;
  return {
    procedureId: row.procedureId,
    procedureGroupId: row.groupId,
    form,
    periodStartDate: row.beginDate,
    periodEndDate: row.endDate,
    status: row.status,
    dgfipReceivedAt: row.receivedAt,
    dgfipDeadlineDay: day,
    dgfipDayMatchesPermanentFile: own && day !== null ? day === taxpayer.vatDeadlineDay : null,
    dgfipDeadlineMatchesPermanentFile: own && filing ? own === filing : null,
    dgfipDeadline: ruled(filing, answered ?? (legal ? 'LegalTable' : 'PermanentFile')),
    permanentFileDeadline: ruled(own, isOwn ? 'PermanentFile' : 'LegalTable'),
    teleportalDeadline: ruled(legal, 'LegalTable'),
  };
}

const ruled = (date: PlainDate | null | undefined, rule: RuledDate['rule']): RuledDate | null =>
  date ? { date, rule } : null;
