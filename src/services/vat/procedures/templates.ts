/** The dated layout of each form. A template that a return uses never changes: a change of it is its next version. */
import type { Knex } from 'knex';
import { camelRow } from '../../db/rows.ts';
import { today } from '../../kernel/clock.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import { vatErrors } from '../errors.ts';
import { checkWindow, servingWindow } from './period.ts';
import { boxesOf, formNames, seedForms } from './seeds.ts';
import { type FrozenForm, type Template, type TemplateRow, templates } from './store.ts';

export interface TemplateFilter {
  readonly type?: Template['type'] | undefined;
  /** Those that are no draft and serve today, or in the window where one is given. */
  readonly activeOnly?: boolean | undefined;
  readonly beginDate?: PlainDate | undefined;
  readonly endDate?: PlainDate | undefined;
}

export interface SeenTemplate extends Template {
  /** Serves no period that ends today or later. */
  readonly expired: boolean;
}

/** A template as callers see it today. */
export const seenToday =
  (ctx: Context) =>
  (template: Template): SeenTemplate => ({
    ...template,
    expired: template.periodEndDate !== null && template.periodEndDate < today(ctx),
  });

/** By form, millésime and version. Throws PeriodInvalid. */
export async function listTemplates(ctx: Context, filter: TemplateFilter = {}): Promise<SeenTemplate[]> {
  const serving = servingWindow(ctx, filter);
  const { knex } = await ctx.db();
  await seedForms(knex, ctx);
  const query = templates(knex).where({ is_deleted: false }).orderBy(['form', 'millesime', 'form_version']);
  if (filter.type) query.where({ type: filter.type });
  if (filter.activeOnly) query.where({ is_draft: false });
  whereServing(query, serving.beginDate, serving.endDate);
  return (await query).map((row) => seenToday(ctx)(camelRow(row)));
}

function whereServing(query: Knex.QueryBuilder, from?: PlainDate, to?: PlainDate): void {
  if (to) query.where('form_activation_date', '<=', to);
  if (from) query.where((open) => open.whereNull('period_end_date').orWhere('period_end_date', '>=', from));
}

/** Throws FormTemplateNotFound. */
export async function getTemplate(ctx: Context, id: number): Promise<SeenTemplate> {
  const { knex } = await ctx.db();
  await seedForms(knex, ctx);
  const row = await templates(knex).where({ id, is_deleted: false }).first();
  if (!row) throw vatErrors.FormTemplateNotFound({ template: id });
  return seenToday(ctx)(camelRow(row));
}

/** The newest template of each form that serves a period, by form. */
export async function servingOn(
  knex: Knex,
  forms: readonly string[],
  endDate: PlainDate,
): Promise<Map<string, Template>> {
  const query = templates(knex)
    .whereIn('form', [...forms])
    .where({ is_draft: false, is_deleted: false })
    .orderBy(['form', 'millesime', 'form_version']);
  whereServing(query, endDate, endDate);
  return new Map((await query).map((row) => [row.form, camelRow(row)]));
}

/** When a template serves. */
export type FormDays = FrozenForm & Pick<Template, 'formActivationDate' | 'periodEndDate'>;

/** Of the templates that are no drafts, oldest first. */
export const readFormDays = async (knex: Knex): Promise<FormDays[]> =>
  (
    await templates(knex)
      .where({ is_draft: false, is_deleted: false })
      .orderBy(['form', 'millesime', 'form_version'])
      .select('form', 'millesime', 'form_version', 'form_activation_date', 'period_end_date')
  ).map((row) => camelRow(row));

/** The same choice as `servingOn`, of what was read, in the order of the forms; those without a template are left out. */
export const servingAmong = (all: readonly FormDays[], forms: readonly string[], endDate: PlainDate): FrozenForm[] =>
  forms.flatMap((form) => {
    const found = all.findLast(
      (one) =>
        one.form === form &&
        one.formActivationDate <= endDate &&
        (one.periodEndDate === null || one.periodEndDate >= endDate),
    );
    return found ? [{ form, millesime: found.millesime, formVersion: found.formVersion }] : [];
  });

/** Throws FormTemplateNotFound. */
export async function templateOf(knex: Knex, { form, millesime, formVersion }: FrozenForm): Promise<Template> {
  const row = await templates(knex).where({ form, millesime, form_version: formVersion }).first();
  if (!row) throw vatErrors.FormTemplateNotFound({ template: `${form} ${millesime} v${formVersion}` });
  return camelRow(row);
}

export interface TemplateInput {
  readonly name: string;
  readonly periodBeginDate: PlainDate;
  readonly periodEndDate: PlainDate | null;
  readonly content: string;
  readonly type: Template['type'];
  readonly isDraft: boolean;
  readonly declaredAmountField?: string | null | undefined;
  readonly paidAmountField?: string | null | undefined;
  readonly form?: string | undefined;
  readonly millesime?: number | undefined;
  readonly formVersion?: number | undefined;
  readonly formActivationDate?: PlainDate | undefined;
}

/** What identifies a template, where its input leaves it out. */
type Identity = Pick<Template, 'form' | 'millesime' | 'formVersion'>;

function rowOf(
  input: TemplateInput,
  { form, millesime, formVersion }: Identity,
): Omit<TemplateRow, 'id' | 'created_at'> {
  checkWindow({ beginDate: input.periodBeginDate, endDate: input.periodEndDate ?? undefined });
  checkContent(input.content, form, millesime);
  return {
    form,
    millesime,
    form_version: formVersion,
    name: input.name,
    period_begin_date: input.periodBeginDate,
    period_end_date: input.periodEndDate,
    form_activation_date: input.formActivationDate ?? input.periodBeginDate,
    content: input.content,
    type: input.type,
    is_draft: input.isDraft,
    is_deleted: false,
    declared_amount_field: input.declaredAmountField ?? null,
    paid_amount_field: input.paidAmountField ?? null,
  };
}

/** Throws FormTemplateInvalid, BoxUnknown. */
function checkContent(content: string, form: string, millesime: number): void {
  const zones = new Set(boxesOf(form, millesime).map(({ zone }) => zone));
  const unknown = zonesOf(content).filter((zone) => zone !== '' && !zones.has(zone));
  if (unknown.length > 0) throw vatErrors.BoxUnknown({ boxes: unknown.map((zone) => `${form}.${zone}`).join(', ') });
}

function zonesOf(content: string): string[] {
  const rows = rowsOf(content);
  if (!Array.isArray(rows)) throw vatErrors.FormTemplateInvalid({ detail: 'Rows' });
  return rows.map((row: unknown) => {
    const zone = typeof row === 'object' && row !== null && 'Zone' in row ? row.Zone : undefined;
    if (typeof zone !== 'string') throw vatErrors.FormTemplateInvalid({ detail: 'Rows[].Zone' });
    return zone;
  });
}

function rowsOf(content: string): unknown {
  try {
    const parsed: unknown = JSON.parse(content);
    return typeof parsed === 'object' && parsed !== null && 'Rows' in parsed ? parsed.Rows : undefined;
  } catch {
    throw vatErrors.FormTemplateInvalid({ detail: 'JSON' });
  }
}

/** The form is that which the name begins with, unless given. */
function formOf({ form, name }: TemplateInput): string {
  const found = form ?? [...formNames()].find(([, known]) => name.startsWith(known))?.[0];
  if (found === undefined) throw vatErrors.FormTemplateInvalid({ detail: 'FormCode' });
  return found;
}

/** Millésime: the year of its first day unless given. Throws PeriodInvalid, FormTemplateInvalid, BoxUnknown, FormTemplateTaken. */
export async function createTemplate(ctx: Context, input: TemplateInput): Promise<SeenTemplate> {
  const { knex } = await ctx.db();
  await seedForms(knex, ctx);
  const millesime = input.millesime ?? Number(input.periodBeginDate.slice(2, 4));
  const form = formOf(input);
  const formVersion = input.formVersion ?? (await nextVersion(knex, form, millesime));
  return insert(knex, ctx, rowOf(input, { form, millesime, formVersion }));
}

async function nextVersion(knex: Knex, form: string, millesime: number): Promise<number> {
  const last = await templates(knex).where({ form, millesime }).max({ version: 'form_version' }).first();
  return Number(last?.version ?? 0) + 1;
}

async function insert(knex: Knex, ctx: Context, row: Omit<TemplateRow, 'id' | 'created_at'>): Promise<SeenTemplate> {
  const [made] = await templates(knex)
    .insert({ ...row, created_at: ctx.clock.now() })
    .onConflict(['form', 'millesime', 'form_version'])
    .ignore()
    .returning('*');
  if (!made) throw taken(row);
  return seenToday(ctx)(camelRow(made));
}

const taken = ({ form, millesime, form_version }: Pick<TemplateRow, 'form' | 'millesime' | 'form_version'>) =>
  vatErrors.FormTemplateTaken({ form, millesime, version: form_version });

/**
 * Changes it in place, or makes the next version when a return uses it. Throws FormTemplateNotFound, PeriodInvalid,
 * FormTemplateInvalid, BoxUnknown, FormTemplateTaken.
 */
export async function updateTemplate(ctx: Context, id: number, input: TemplateInput): Promise<SeenTemplate> {
  const before = await getTemplate(ctx, id);
  return (await ctx.db()).transaction(async (trx) => {
    await trx.raw('lock table vat_procedure_group in share row exclusive mode');
    const { form, millesime } = { form: input.form ?? before.form, millesime: input.millesime ?? before.millesime };
    if (await isUsed(trx, before)) {
      return insert(trx, ctx, rowOf(input, { form, millesime, formVersion: await nextVersion(trx, form, millesime) }));
    }
    const row = rowOf(input, { form, millesime, formVersion: input.formVersion ?? before.formVersion });
    const { form_version } = row;
    if (await templates(trx).where({ form, millesime, form_version }).whereNot({ id }).first()) throw taken(row);
    const [changed] = await templates(trx).where({ id }).update(row).returning('*');
    return seenToday(ctx)(camelRow(changed as TemplateRow));
  });
}

/** Whether the snapshot of some group holds it. */
async function isUsed(knex: Knex, { form, millesime, formVersion }: Template): Promise<boolean> {
  const frozen = JSON.stringify({ form, millesime, formVersion });
  const found = await knex('vat_procedure_group')
    .whereRaw(
      `form_snapshot->'principal' @> ?::jsonb or form_snapshot->'identification' @> ?::jsonb or form_snapshot->'annexes' @> ?::jsonb`,
      [frozen, frozen, `[${frozen}]`],
    )
    .first('id');
  return found !== undefined;
}
