/** The forms of a return as they were frozen, and which of them a newer edition serves by now. */
import type { Context } from '../../operation/context.ts';
import { procedurePeriod, procedureTemplates } from './procedures.ts';
import { type SeenTemplate, servingOn } from './templates.ts';

export interface NewerVersion {
  readonly form: string;
  /** What is newer. */
  readonly kind: 'Millesime' | 'FormVersion';
  readonly frozen: SeenTemplate;
  readonly latest: { readonly millesime: number; readonly formVersion: number };
}

export interface FrozenForms {
  /** Principal first. */
  readonly forms: readonly SeenTemplate[];
  readonly newer: readonly NewerVersion[];
}

/** Throws FolderNotFound, ProcedureNotFound, FormTemplateNotFound. */
export async function frozenForms(ctx: Context, folderId: number, procedureId: number): Promise<FrozenForms> {
  const forms = await procedureTemplates(ctx, folderId, { procedureId });
  const { endDate } = await procedurePeriod(ctx, folderId, procedureId);
  const { knex } = await ctx.db();
  const names = forms.map(({ form }) => form);
  const serving = await servingOn(knex, names, endDate);
  const newer = forms.flatMap((frozen) => {
    const latest = serving.get(frozen.form);
    const kind = latest && newerKind(frozen, latest);
    return latest && kind ? [{ form: frozen.form, kind, frozen, latest }] : [];
  });
  return { forms, newer };
}

type Dated = NewerVersion['latest'];

function newerKind(frozen: Dated, latest: Dated): NewerVersion['kind'] | undefined {
  if (latest.millesime > frozen.millesime) return 'Millesime';
  return latest.millesime === frozen.millesime && latest.formVersion > frozen.formVersion ? 'FormVersion' : undefined;
}
