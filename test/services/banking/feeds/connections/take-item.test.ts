import { describe, expect, it } from 'vitest';
import { syncTransactions } from '../../../../../src/jobs/sync-transactions.ts';
import {
  deleteConnection,
  listConnections,
} from '../../../../../src/services/banking/feeds/connections/connections.ts';
import { takeItem, takeNewItems } from '../../../../../src/services/banking/feeds/connections/take-item.ts';
import { boundJobs } from '../../../../support/bound-work.ts';
import { testDatabase } from '../../../../support/database.ts';
import { connectedFolder } from './world.ts';

const db = await testDatabase();
const runJob = boundJobs(db);

/** With an item that a person opened, and was never sent back from. */
async function forgotten() {
  const folder = await connectedFolder(db);
  const [known] = folder.provider.items.values();
  const user = known?.user ?? '';
  const item = { id: '9001', bankId: '410', status: 'Ok', sourceStatus: '0' } as const;
  folder.provider.items.set('9001', { user, item, accounts: [] });
  const connections = async () =>
    (await listConnections(folder.ctx, folder.folderId)).map(({ sourceId, status }) => `${sourceId} ${status}`);
  return { ...folder, user, connections, place: { folderId: folder.folderId, provider: 'AggregatorA' } as const };
}

describe('items of a provider', () => {
  it('become connections without a return, once', async () => {
    const folder = await forgotten();
    expect(await takeNewItems(folder.ctx, folder.place)).toHaveLength(1);
    expect(await folder.connections()).toEqual(['187741 Wait', '9001 Ok']);
    expect(await takeNewItems(folder.ctx, folder.place)).toEqual([]);
  });

  it('are found by the job, but those whose connection was deleted', async () => {
    const folder = await forgotten();
    await deleteConnection(folder.ctx, folder.folderId, folder.connectionId);
    const run = () => runJob(syncTransactions, folder.ctx, { scope: `folder:${folder.folderId}` });
    expect((await run()).counts).toMatchObject({ done: 1, failed: 0 });
    expect(await folder.connections()).toEqual(['9001 Ok']);
  });

  it('are none without a user, and none of another user', async () => {
    const folder = await forgotten();
    expect(await takeItem(folder.ctx, folder.place, 'another', '9001')).toBeUndefined();
    await db.knex('bank_provider_user').where({ folder_id: folder.folderId }).delete();
    expect(await takeNewItems(folder.ctx, folder.place)).toEqual([]);
  });
});
