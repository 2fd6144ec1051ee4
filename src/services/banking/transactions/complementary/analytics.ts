/** Analytic axes of a folder and the items on them. */
import { getFolder } from '../../../folders/folders.ts';
import type { Context } from '../../../operation/context.ts';
import { complementaryErrors } from './errors.ts';
import { refusingTakenName } from './taken-name.ts';

export const AXIS_TYPES = ['Activity', 'Department', 'Project', 'Place', 'Other'] as const;
export type AxisType = (typeof AXIS_TYPES)[number];

export interface AnalyticAxis {
  readonly id: number;
  readonly name: string;
  readonly type: AxisType;
}

export interface AnalyticItem {
  readonly id: number;
  readonly name: string;
  readonly axisId: number;
  readonly axisType: AxisType;
}

/** By name. Throws FolderNotFound. */
export async function listAxes(ctx: Context, folderId: number): Promise<AnalyticAxis[]> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  return db
    .knex('analytic_axis')
    .select('id', 'name', 'type')
    .where({ folder_id: folderId })
    .orderByRaw('fold_text(name)');
}

/** Throws FolderNotFound, NameTaken. */
export async function createAxis(
  ctx: Context,
  folderId: number,
  { name, type }: Omit<AnalyticAxis, 'id'>,
): Promise<AnalyticAxis> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const insert = db.knex('analytic_axis').insert({ folder_id: folderId, name, type }).returning(['id', 'name', 'type']);
  const [axis] = await refusingTakenName(name, insert);
  return axis;
}

/** By axis, then by name. Throws FolderNotFound. */
export async function listItems(ctx: Context, folderId: number): Promise<AnalyticItem[]> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  return db
    .knex('analytic_item as i')
    .join('analytic_axis as a', { 'a.folder_id': 'i.folder_id', 'a.id': 'i.axis_id' })
    .select({ id: 'i.id', name: 'i.name', axisId: 'a.id', axisType: 'a.type' })
    .where('i.folder_id', folderId)
    .orderByRaw('fold_text(a.name), fold_text(i.name)');
}

/** Throws FolderNotFound, AxisNotFound, NameTaken. */
export async function createItem(
  ctx: Context,
  folderId: number,
  { name, axisId }: Pick<AnalyticItem, 'name' | 'axisId'>,
): Promise<AnalyticItem> {
  const { knex } = await ctx.db();
  const axis = (await listAxes(ctx, folderId)).find(({ id }) => id === axisId);
  if (!axis) throw complementaryErrors.AxisNotFound({ folderId, axisId });
  const insert = knex('analytic_item').insert({ folder_id: folderId, axis_id: axisId, name }).returning('id');
  const [{ id }] = (await refusingTakenName(name, insert)) as [{ id: number }];
  return { id, name, axisId, axisType: axis.type };
}
