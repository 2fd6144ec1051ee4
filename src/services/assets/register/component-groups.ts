/** Groups of components of a folder (B7): a number that callers choose, and a name. */
import type { Knex } from 'knex';
import { type Camel, camelRow } from '../../db/rows.ts';
import type { Context } from '../../operation/context.ts';
import { type ComponentGroupRow, componentGroups } from './store.ts';
import { inRegister } from './write-asset.ts';

export type ComponentGroup = Camel<ComponentGroupRow>;

/** Makes or renames a group, under the next free number unless given, under the lock of the folder's assets. */
export async function saveGroup(
  trx: Knex.Transaction,
  folderId: number,
  groupId: number | undefined,
  name: string,
): Promise<ComponentGroupRow> {
  const [row] = await componentGroups(trx)
    .insert({ folder_id: folderId, group_id: groupId ?? (await nextGroupId(trx, folderId)), name })
    .onConflict(['folder_id', 'group_id'])
    .merge(['name'])
    .returning('*');
  return row as ComponentGroupRow;
}

export interface GroupOrder {
  readonly groupId: number | undefined;
  readonly name: string;
}

/** Saves a group and lists those of the folder. Throws FolderNotFound. */
export const saveAndListGroups = (
  ctx: Context,
  folderId: number,
  { groupId, name }: GroupOrder,
): Promise<ComponentGroup[]> =>
  inRegister(ctx, folderId, async ({ trx }) => {
    await saveGroup(trx, folderId, groupId, name);
    return (await componentGroups(trx).where({ folder_id: folderId }).orderBy('group_id')).map(camelRow);
  });

async function nextGroupId(trx: Knex.Transaction, folderId: number): Promise<number> {
  const last = await componentGroups(trx).where({ folder_id: folderId }).orderBy('group_id', 'desc').first();
  return (last?.group_id ?? 0) + 1;
}
