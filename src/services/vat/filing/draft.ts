/** Everything that the file of a return is made of: its boxes as forms, its period, who it is about and who writes it. */
import { getCompany } from '../../folders/companies.ts';
import { getFolder } from '../../folders/folders.ts';
import type { Company, Folder } from '../../folders/store.ts';
import { type Edition, vatEditionOf } from '../../forms/vat-boxes.ts';
import {
  type BoxValue,
  type FilledForms,
  type FormBoxes,
  fillForms,
  type Scalar,
  type VatFacts,
} from '../../forms/vat-sheets.ts';
import type { Context } from '../../operation/context.ts';
import { getGroup, type ProcedureGroup } from '../procedures/groups.ts';
import type { ProcedureItem } from '../procedures/procedure-item.ts';
import { getProcedure } from '../procedures/procedures.ts';
import { IDENTIFICATION } from '../procedures/seeds.ts';
import { type FrozenForm, frozenForms, groups, type StoredBoxes } from '../procedures/store.ts';
import { factsOf } from '../return/fill-return.ts';
import type { PreviousProcedure } from '../return/inputs.ts';

export interface VatDraft {
  readonly folder: Folder;
  readonly company: Company;
  readonly procedure: ProcedureItem;
  readonly group: ProcedureGroup;
  /** Without the identification. */
  readonly forms: FilledForms;
  /** What was typed of T-IDENTIF: accounts, amounts, events. */
  readonly identification: FormBoxes;
  readonly facts: VatFacts;
  readonly millesimeOf: (form: string) => number;
}

/** Throws FolderNotFound, ProcedureNotFound. */
export async function draftOf(ctx: Context, folderId: number, procedureId: number): Promise<VatDraft> {
  const folder = await getFolder(ctx, folderId);
  const procedure = await getProcedure(ctx, folderId, procedureId);
  const group = await getGroup(ctx, folderId, procedure.groupId);
  const frozen = frozenForms(group.formSnapshot);
  const { beginDate: startDate, endDate } = group;
  const facts = factsOf({ startDate, endDate }, await returnsBefore(ctx, folderId), editionOf(frozen));
  const { [IDENTIFICATION]: identification = {}, ...boxes } = procedure.boxes ?? {};
  return {
    folder,
    procedure,
    group,
    facts,
    company: await getCompany(ctx, folder.companyId),
    forms: fillForms(new Map(Object.entries(boxes).map(([form, zones]) => [form, boxesFrom(zones)])), facts),
    identification: boxesFrom(identification),
    millesimeOf: (form) => millesimeIn(frozen, form),
  };
}

/** A form that was not frozen with the group goes by the year of the principal one. */
const millesimeIn = (frozen: readonly FrozenForm[], form: string): number =>
  (frozen.find((one) => one.form === form) ?? frozen[0])?.millesime ?? 0;

/** Each form as it was frozen. */
function editionOf(frozen: readonly FrozenForm[]): Edition {
  const [principal] = frozen;
  const own = frozen.map(({ form, millesime }) => [form, vatEditionOf(millesime).get(form) ?? new Map()] as const);
  return new Map([...vatEditionOf(principal?.millesime ?? 0), ...own]);
}

export const boxesFrom = (zones: StoredBoxes[string]): Map<string, BoxValue> =>
  new Map(Object.entries(zones).map(([zone, value]) => [zone, boxFrom(value)]));

const boxFrom = (value: unknown): BoxValue => (Array.isArray(value) ? value.map(scalarFrom) : scalarFrom(value));
const scalarFrom = (value: unknown): Scalar => (typeof value === 'number' ? BigInt(value) : String(value ?? ''));

const COUNTING = ['Sending', 'SendUncertain', 'Sent', 'Transmitted', 'Accepted'];

/** Returns of the folder that were filed, for what they carry. */
async function returnsBefore(ctx: Context, folderId: number): Promise<PreviousProcedure[]> {
  const { knex } = await ctx.db();
  const rows = await groups(knex)
    .joinRaw(
      'join vat_procedure p on p.folder_id = vat_procedure_group.folder_id and p.group_id = vat_procedure_group.id',
    )
    .where('vat_procedure_group.folder_id', folderId)
    .whereIn('p.status', COUNTING)
    .select('form_snapshot', 'begin_date', 'end_date', 'p.status', 'p.typed_boxes', 'p.computed_boxes');
  return rows.map((row) => {
    const { form } = row.form_snapshot.principal;
    const zones = Object.assign({}, row.computed_boxes?.[form], row.typed_boxes[form]);
    return {
      form,
      startDate: row.begin_date,
      endDate: row.end_date,
      status: row.status,
      boxes: boxesFrom(zones),
      declaredLines: [],
    };
  });
}
