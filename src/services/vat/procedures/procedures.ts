/** Returns of a folder, one by one. */
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import { openReturn } from '../drafts/draft.ts';
import { notDraft } from '../drafts/stored-return.ts';
import { bumpWatch } from '../drafts/watch.ts';
import { vatErrors } from '../errors.ts';
import { getGroup } from './groups.ts';
import { checkWindow } from './period.ts';
import type { ProcedureItem } from './procedure-item.ts';
import { REFUND_FORM } from './refunds.ts';
import { type FrozenForm, frozenForms, type ProcedureRow, procedures, type Template } from './store.ts';
import { type SeenTemplate, seenToday, servingOn, templateOf } from './templates.ts';

/** A draft is brought up to date with the books first. Throws FolderNotFound, ProcedureNotFound. */
export async function getProcedure(ctx: Context, folderId: number, procedureId: number): Promise<ProcedureItem> {
  const opened = await openReturn(ctx, folderId, procedureId);
  const group = await getGroup(ctx, folderId, opened.group.id);
  const item = group.procedures.find(({ id }) => id === procedureId);
  if (!item) throw vatErrors.ProcedureNotFound({ folderId, procedureId });
  return item;
}

interface Period {
  readonly beginDate: PlainDate;
  readonly endDate: PlainDate;
}

/** The periods of the returns that are drafts. */
export const draftPeriods = async (ctx: Context, folderId: number): Promise<Period[]> =>
  (await ctx.db())
    .knex('vat_procedure as p')
    .joinRaw('join vat_procedure_group g on g.folder_id = p.folder_id and g.id = p.group_id')
    .where({ 'p.folder_id': folderId, 'p.status': 'Draft' })
    .distinct({ beginDate: 'g.begin_date', endDate: 'g.end_date' });

/** First and last day of a return. Throws FolderNotFound, ProcedureNotFound. */
export async function procedurePeriod(ctx: Context, folderId: number, procedureId: number): Promise<Period> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  const { group_id } = await stored(knex, folderId, procedureId);
  const { beginDate, endDate } = await getGroup(ctx, folderId, group_id);
  return { beginDate, endDate };
}

async function stored(knex: Knex, folderId: number, procedureId: number): Promise<ProcedureRow> {
  const row = await procedures(knex).where({ folder_id: folderId, id: procedureId }).first();
  if (!row) throw vatErrors.ProcedureNotFound({ folderId, procedureId });
  return row;
}

/** Statuses in which a return may go. */
const DELETABLE: readonly string[] = ['Draft', 'Rejected'];

/** Throws FolderNotFound, ProcedureNotFound, ProcedureNotInDraftStatus. */
export async function deleteProcedure(ctx: Context, folderId: number, procedureId: number): Promise<void> {
  await getFolder(ctx, folderId);
  await (await ctx.db()).transaction(async (trx) => {
    const key = { folder_id: folderId, id: procedureId };
    const row = await procedures(trx).where(key).forUpdate().first();
    if (!row) throw vatErrors.ProcedureNotFound({ folderId, procedureId });
    if (!DELETABLE.includes(row.status)) throw notDraft(row);
    await procedures(trx).where(key).delete();
    if (row.form === REFUND_FORM) await withdrawRequest(trx, row);
  });
}

/** Nothing is asked any more with the return that it went with. */
async function withdrawRequest(trx: Knex.Transaction, { folder_id, group_id }: ProcedureRow): Promise<void> {
  await procedures(trx).where({ folder_id, group_id, status: 'Draft' }).update({ refund: null });
  await bumpWatch(trx, folder_id);
}

export interface ExistingQuery {
  readonly startDate: PlainDate;
  readonly endDate: PlainDate;
  /** Forms, such as `3310CA3`. */
  readonly forms: readonly string[];
}

export interface ExistingReturns {
  readonly draftForms: readonly string[];
  readonly sentForms: readonly string[];
}

const SENT: readonly string[] = ['Sending', 'SendUncertain', 'Sent', 'Transmitted', 'Accepted'];

/** Which of the forms have a draft, or were sent, for a period with a day in the window. Throws FolderNotFound, PeriodInvalid. */
export async function existingReturns(ctx: Context, folderId: number, query: ExistingQuery): Promise<ExistingReturns> {
  checkWindow({ beginDate: query.startDate, endDate: query.endDate });
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  const rows: readonly { readonly form: string; readonly status: string }[] = await knex('vat_procedure as p')
    .joinRaw('join vat_procedure_group g on g.folder_id = p.folder_id and g.id = p.group_id')
    .where('p.folder_id', folderId)
    .where('g.begin_date', '<=', query.endDate)
    .where('g.end_date', '>=', query.startDate)
    .select('p.status', knex.raw(`coalesce(p.form, g.form_snapshot->'principal'->>'form') as form`));
  const having = (statuses: readonly string[]) =>
    query.forms.filter((form) => rows.some((row) => row.form === form && statuses.includes(row.status)));
  return { draftForms: having(['Draft']), sentForms: having(SENT) };
}

export interface TemplateQuery {
  readonly procedureId: number;
  readonly beginDate?: PlainDate | undefined;
  readonly endDate?: PlainDate | undefined;
}

/**
 * The forms of a return as they were frozen, principal first; the newest that serve `endDate` where it is given. Throws
 * FolderNotFound, ProcedureNotFound, FormTemplateNotFound, PeriodInvalid.
 */
export async function procedureTemplates(
  ctx: Context,
  folderId: number,
  { procedureId, ...window }: TemplateQuery,
): Promise<SeenTemplate[]> {
  checkWindow(window);
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  const { group_id } = await stored(knex, folderId, procedureId);
  const frozen = frozenForms((await getGroup(ctx, folderId, group_id)).formSnapshot);
  return (await formsOf(knex, frozen, window.endDate)).map(seenToday(ctx));
}

async function formsOf(knex: Knex, frozen: readonly FrozenForm[], endDate?: PlainDate): Promise<Template[]> {
  if (endDate === undefined) return Promise.all(frozen.map((form) => templateOf(knex, form)));
  const forms = frozen.map(({ form }) => form);
  const serving = await servingOn(knex, forms, endDate);
  return forms.map((form) => {
    const found = serving.get(form);
    if (!found) throw vatErrors.FormTemplateNotFound({ template: `${form} ${endDate}` });
    return found;
  });
}
