/** A group: one period of a folder, the forms that serve it, and its returns. */
import type { Knex } from 'knex';
import { type Camel, camelRow } from '../../db/rows.ts';
import { getFolder } from '../../folders/folders.ts';
import { type Folder, folders } from '../../folders/store.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { draftDays } from '../../ledger/entries.ts';
import { visibleFolders } from '../../operation/actor.ts';
import type { Context } from '../../operation/context.ts';
import { vatErrors } from '../errors.ts';
import { vatTaxpayerOf } from '../taxpayer.ts';
import { pdfNames } from './pdf-store.ts';
import { checkWindow, type Deadlines, deadlinesOf, type PeriodType, periodTypeOf } from './period.ts';
import { type ItemFacts, itemOf, type ProcedureItem } from './procedure-item.ts';
import {
  definitions,
  type FrozenForm,
  type GroupCategory,
  type GroupRow,
  groups,
  type ProcedureRow,
  type ProcedureType,
  procedures,
  type TemplateRow,
  templates,
} from './store.ts';

export interface ProcedureGroup extends Omit<Camel<GroupRow>, 'createdAt'> {
  readonly formType: ProcedureType;
  readonly periodType: PeriodType;
  readonly deadlines: Deadlines;
  readonly procedures: readonly ProcedureItem[];
}

export interface GroupFilter {
  readonly ids?: readonly number[] | undefined;
  readonly category?: GroupCategory | undefined;
  /** Groups of which the period has a day in this window. */
  readonly beginDate?: PlainDate | undefined;
  readonly endDate?: PlainDate | undefined;
}

/** By period, then identifier. Throws FolderNotFound. */
export async function listGroups(ctx: Context, folderId: number, filter: GroupFilter = {}): Promise<ProcedureGroup[]> {
  const folder = await getFolder(ctx, folderId);
  checkWindow(filter);
  return readGroups((await ctx.db()).knex, folder, filter);
}

/** The same in a transaction. */
export async function readGroups(knex: Knex, folder: Folder, filter: GroupFilter): Promise<ProcedureGroup[]> {
  const { ids, category, beginDate, endDate } = filter;
  const query = groups(knex).where({ folder_id: folder.id }).orderBy(['begin_date', 'end_date', 'id']);
  if (ids) query.whereIn('id', [...ids]);
  if (category) query.where({ category });
  if (beginDate) query.where('end_date', '>=', beginDate);
  if (endDate) query.where('begin_date', '<=', endDate);
  return assemble(knex, folder, await query);
}

async function assemble(knex: Knex, folder: Folder, rows: readonly GroupRow[]): Promise<ProcedureGroup[]> {
  if (rows.length === 0) return [];
  const held = await procedures(knex)
    .where({ folder_id: folder.id })
    .whereIn(
      'group_id',
      rows.map(({ id }) => id),
    )
    .orderBy('id');
  const drafts = await draftDays(knex, folder.id);
  const pdfs = await pdfNames(knex, folder.id);
  const shared = await readShared(knex);
  return rows.map((row) => groupOf(row, folder, { ...shared, held, drafts, pdfs }));
}

/** What groups of every folder need. */
export async function readShared(knex: Knex): Promise<Pick<Around, 'types' | 'fields'>> {
  const types = new Map((await definitions(knex).select('id', 'type')).map(({ id, type }) => [id, type]));
  return { types, fields: new Map((await amountFields(knex)).map((row) => [keyOf(camelRow(row)), row])) };
}

type FieldsRow = Pick<
  TemplateRow,
  'form' | 'millesime' | 'form_version' | 'declared_amount_field' | 'paid_amount_field'
>;

const amountFields = (knex: Knex): Promise<FieldsRow[]> =>
  templates(knex).select('form', 'millesime', 'form_version', 'declared_amount_field', 'paid_amount_field');

const keyOf = ({ form, millesime, formVersion }: FrozenForm): string => `${form} ${millesime} ${formVersion}`;

export interface Around {
  /** By form, millésime and version. */
  readonly fields: ReadonlyMap<string, FieldsRow>;
  readonly held: readonly ProcedureRow[];
  readonly types: ReadonlyMap<number, ProcedureType>;
  readonly drafts: readonly PlainDate[];
  readonly pdfs: ItemFacts['pdfs'];
}

export function groupOf(row: GroupRow, folder: Folder, { held, types, drafts, fields, pdfs }: Around): ProcedureGroup {
  const group = camelRow(row);
  const areEntriesValidated = !drafts.some((day) => day >= group.beginDate && day <= group.endDate);
  const { principal } = group.formSnapshot;
  const template = fields.get(keyOf(principal));
  const own = held.filter(({ group_id }) => group_id === group.id);
  const deadlines = deadlinesOf(principal.form, group, vatTaxpayerOf(folder), answeredDay(own));
  const facts: ItemFacts = {
    areEntriesValidated,
    deadlines,
    pdfs,
    form: principal.form,
    millesime: principal.millesime,
    declaredField: template?.declared_amount_field ?? null,
    paidField: template?.paid_amount_field ?? null,
  };
  return {
    ...group,
    formType: types.get(group.definitionId) ?? 'Liquidation',
    periodType: periodTypeOf(group),
    deadlines,
    procedures: own.map((procedure) => itemOf(procedure, facts)),
  };
}

/** The day that the last processing report of a group gives. */
export const answeredDay = (rows: readonly Pick<ProcedureRow, 'dgfip_deadline_day'>[]): number | undefined =>
  rows.findLast(({ dgfip_deadline_day: day }) => day !== null)?.dgfip_deadline_day ?? undefined;

/** Throws FolderNotFound, ProcedureGroupNotFound. */
export async function getGroup(ctx: Context, folderId: number, procedureGroupId: number): Promise<ProcedureGroup> {
  const [group] = await listGroups(ctx, folderId, { ids: [procedureGroupId] });
  if (!group) throw vatErrors.ProcedureGroupNotFound({ procedureGroupId });
  return group;
}

export interface GroupDeadlines extends Deadlines {
  readonly groupId: number;
}

/** In the order asked; groups of any folder that the caller sees. Throws ProcedureGroupNotFound. */
export async function groupDeadlines(ctx: Context, ids: readonly number[]): Promise<GroupDeadlines[]> {
  const { knex } = await ctx.db();
  const found = new Map((await groups(knex).whereIn('id', [...ids])).map((row) => [row.id, row]));
  const visible = visibleFolders(ctx.actor);
  const rows = ids.map((procedureGroupId) => {
    const row = found.get(procedureGroupId);
    if (row && (visible === 'all' || visible.has(row.folder_id))) return row;
    throw vatErrors.ProcedureGroupNotFound({ procedureGroupId });
  });
  const folderIds = [...new Set(rows.map(({ folder_id }) => folder_id))];
  const owners = new Map(
    (await folders(knex).whereIn('id', folderIds)).map((row) => [row.id, vatTaxpayerOf(camelRow(row))]),
  );
  const answered = await procedures(knex)
    .whereIn('folder_id', folderIds)
    .whereIn('group_id', [...ids])
    .whereNotNull('dgfip_deadline_day')
    .orderBy('id');
  return rows.map((row) => {
    const day = answeredDay(answered.filter(({ group_id }) => group_id === row.id));
    const taxpayer = owners.get(row.folder_id) ?? { taxpayerKind: 'Company' };
    return { groupId: row.id, ...deadlinesOf(row.form_snapshot.principal.form, camelRow(row), taxpayer, day) };
  });
}

/** Throws FolderNotFound, ProcedureGroupNotFound, ProcedureGroupNotEmpty. */
export async function deleteGroup(ctx: Context, folderId: number, procedureGroupId: number): Promise<void> {
  await getFolder(ctx, folderId);
  await (await ctx.db()).transaction(async (trx) => {
    const key = { folder_id: folderId, id: procedureGroupId };
    if (!(await groups(trx).where(key).forUpdate().first())) {
      throw vatErrors.ProcedureGroupNotFound({ procedureGroupId });
    }
    const held = await procedures(trx)
      .where({ folder_id: folderId, group_id: procedureGroupId })
      .orderBy('id')
      .pluck('id');
    if (held.length > 0) {
      throw vatErrors.ProcedureGroupNotEmpty({
        folderId,
        procedureGroupId,
        procedures: held.join(', '),
        first: held[0] ?? '',
      });
    }
    await groups(trx).where(key).delete();
  });
}
