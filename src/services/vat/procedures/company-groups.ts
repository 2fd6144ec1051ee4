/** The returns of a firm, all folders together (D75): page by page, the newest period first. */
import type { Knex } from 'knex';
import { camelRow } from '../../db/rows.ts';
import { getCompany } from '../../folders/companies.ts';
import { folders } from '../../folders/store.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { compareInstants, type Instant } from '../../kernel/paris-time.ts';
import { visibleFolders } from '../../operation/actor.ts';
import type { Context } from '../../operation/context.ts';
import { vatErrors } from '../errors.ts';
import { groupOf, type ProcedureGroup, readShared } from './groups.ts';
import { checkWindow } from './period.ts';
import { type GroupCategory, type GroupRow, groups, type ProcedureRow } from './store.ts';

export interface CompanyQuery {
  readonly companyId: number;
  readonly categories?: readonly GroupCategory[] | undefined;
  /** Groups of which the period has a day in this window. */
  readonly beginDate?: PlainDate | undefined;
  readonly endDate?: PlainDate | undefined;
  /** Of the group or of one of its returns: the first included, the last not. */
  readonly updatedAfter?: Instant | undefined;
  readonly updatedBefore?: Instant | undefined;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

export interface GroupPage {
  readonly items: readonly ProcedureGroup[];
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
}

/** Of the folders that the caller sees. Throws CompanyNotFound, PeriodInvalid. */
export async function companyGroups(ctx: Context, query: CompanyQuery): Promise<GroupPage> {
  checkWindow(query);
  checkUpdated(query);
  await getCompany(ctx, query.companyId);
  const { knex } = await ctx.db();
  const { page, pageSize } = query;
  const [[counted], rows] = await Promise.all([
    wanted(ctx, knex, query).count<{ count: bigint }[]>('* as count'),
    wanted(ctx, knex, query)
      .orderBy([{ column: 'g.end_date', order: 'desc' }, 'g.folder_id', 'g.id'])
      .offset((page - 1) * pageSize)
      .limit(pageSize)
      .select<GroupRow[]>('g.*'),
  ]);
  return { items: await assembled(knex, rows), page, pageSize, totalCount: Number(counted?.count ?? 0) };
}

/** Throws PeriodInvalid. */
function checkUpdated({ updatedAfter, updatedBefore }: CompanyQuery): void {
  if (!updatedAfter || !updatedBefore || compareInstants(updatedAfter, updatedBefore) <= 0) return;
  throw vatErrors.PeriodInvalid({
    detail: {
      en: `UpdatedAfter ${updatedAfter} is later than UpdatedBefore ${updatedBefore}`,
      fr: `UpdatedAfter ${updatedAfter} est postérieur à UpdatedBefore ${updatedBefore}`,
    },
  });
}

function wanted(ctx: Context, knex: Knex, query: CompanyQuery): Knex.QueryBuilder {
  const { companyId, categories, beginDate, endDate, updatedAfter, updatedBefore } = query;
  const visible = visibleFolders(ctx.actor);
  const built = groups(knex)
    .from('vat_procedure_group as g')
    .joinRaw('join folder f on f.id = g.folder_id')
    .where('f.company_id', companyId);
  if (visible !== 'all') built.whereRaw('g.folder_id = any(?)', [[...visible]]);
  if (categories) built.whereIn('g.category', [...categories]);
  if (beginDate) built.where('g.end_date', '>=', beginDate);
  if (endDate) built.where('g.begin_date', '<=', endDate);
  if (updatedAfter) built.where('g.updated_at', '>=', updatedAfter);
  if (updatedBefore) built.where('g.updated_at', '<', updatedBefore);
  return built;
}

/** What a list shows of a return: its computation, which may be large, stays where it is. */
const LISTED: readonly (keyof ProcedureRow)[] = [
  ...(['folder_id', 'id', 'group_id', 'status', 'type', 'is_from_assistant', 'created_at', 'created_by'] as const),
  ...(['typed_boxes', 'computed_boxes', 'saved_at', 'sent_at', 'sent_date', 'sending_channel', 'test_mode'] as const),
  ...(['file_id', 'file_name', 'closing_entry_id', 'has_closing', 'numero_piece', 'code_retour', 'answers'] as const),
  'dgfip_deadline_day',
];

async function assembled(knex: Knex, rows: readonly GroupRow[]): Promise<ProcedureGroup[]> {
  if (rows.length === 0) return [];
  const owners = await folders(knex).whereRaw('id = any(?)', [[...new Set(rows.map(({ folder_id }) => folder_id))]]);
  const byId = new Map(owners.map((row) => [row.id, camelRow(row)]));
  const held = await knex<ProcedureRow>('vat_procedure')
    .whereIn(
      ['folder_id', 'group_id'],
      rows.map(({ folder_id, id }) => [folder_id, id]),
    )
    .orderBy('id')
    .select<ProcedureRow[]>([...LISTED, knex.raw('null as computed')]);
  const around = { ...(await readShared(knex)), drafts: [], pdfs: new Map<number, string>() };
  return rows.flatMap((row) => {
    const folder = byId.get(row.folder_id);
    return folder ? [groupOf(row, folder, { ...around, held })] : [];
  });
}
