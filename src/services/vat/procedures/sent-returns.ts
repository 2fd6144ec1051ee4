/** Whether a folder has filed a return. */
import type { Knex } from 'knex';
import { procedures } from './store.ts';

/** A deposit in test mode and one that was rejected do not count. */
export async function hasSentReturn(knex: Knex, folderId: number): Promise<boolean> {
  const sent = await procedures(knex)
    .where({ folder_id: folderId })
    .whereIn('status', ['Sent', 'Transmitted', 'Accepted'])
    .whereRaw('test_mode is not true')
    .first('id');
  return sent !== undefined;
}
