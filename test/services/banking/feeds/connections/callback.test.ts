import { describe, expect, it } from 'vitest';
import { followReturn, type Return, STEPS } from '../../../../../src/services/banking/feeds/connections/callback.ts';
import {
  deleteConnection,
  listConnections,
} from '../../../../../src/services/banking/feeds/connections/connections.ts';
import { openConnection, refreshBanks } from '../../../../../src/services/banking/feeds/connections/open.ts';
import { channelErrors } from '../../../../../src/services/channels/errors.ts';
import type { Context } from '../../../../../src/services/operation/context.ts';
import { testDatabase } from '../../../../support/database.ts';
import { eachOf } from '../../../../support/length.ts';
import { connectedFolder } from './world.ts';

const db = await testDatabase();

async function returning() {
  const folder = await connectedFolder(db);
  const [user] = [...folder.provider.items.values()].map((item) => item.user);
  const item = { id: '9001', bankId: '410', status: 'Wait', sourceStatus: '-2' } as const;
  folder.provider.items.set('9001', { user: user ?? '', item, accounts: [] });
  await db
    .knex('bank_provider_user')
    .where({ folder_id: folder.folderId })
    .update({ user_uuid: `u${folder.folderId}` });
  for (const [id, known] of folder.provider.items) {
    folder.provider.items.set(id, { ...known, user: `u${folder.folderId}` });
  }
  const ctx: Context = { ...folder.ctx, actor: { kind: 'anonymous' } };
  const come = (change: Partial<Return> = {}) =>
    followReturn(ctx, {
      userUuid: `u${folder.folderId}`,
      itemId: '9001',
      success: true,
      step: 'sync_success',
      ...change,
    });
  const connections = async () =>
    (await listConnections(ctx, folder.folderId)).map(
      ({ sourceId, status, bank }) => `${sourceId} ${status} ${bank.name}`,
    );
  return { ...folder, come, connections };
}

describe('a person comes back', () => {
  it('and the provider’s word is stored, not the browser’s', async () => {
    const folder = await returning();
    folder.provider.bankList.push({ id: '410', name: 'Caisse Epsilon', countryCode: 'FR' });
    expect(await folder.come()).toEqual({ kind: 'confirmed', status: 'Wait' });
    expect(await folder.connections()).toEqual(['187741 Wait Banque Gamma', '9001 Wait Caisse Epsilon']);
    expect(await folder.events('BankConnection')).toHaveLength(2);
  });

  it('and again: nothing more happens', async () => {
    const folder = await returning();
    await folder.come();
    await folder.come({ success: false, step: 'sync_error' });
    expect(await folder.connections()).toHaveLength(2);
    expect(await folder.events('BankConnection')).toHaveLength(2);
  });

  it.each([
    ['an unknown user', { userUuid: 'somebody' }],
    ['no user', { userUuid: null }],
    ['a user that no database takes', { userUuid: 'a\0b' }],
    ['an item that the user does not have', { itemId: '4' }],
    ['an item of another user', { itemId: '9002' }],
  ])('with %s, and nothing changes', async (_what, change) => {
    const folder = await returning();
    const item = { id: '9002', bankId: '410', status: 'Ok', sourceStatus: '0' } as const;
    folder.provider.items.set('9002', { user: 'somebody else', item, accounts: [] });
    expect(await folder.come(change)).toEqual({ kind: 'unknown' });
    expect(await folder.connections()).toHaveLength(1);
  });

  it('by an address kept from before the connection was deleted, and nothing changes', async () => {
    const folder = await returning();
    await folder.come();
    const [, made] = await listConnections(folder.ctx, folder.folderId);
    await deleteConnection(folder.ctx, folder.folderId, made?.id ?? 0);
    expect(await folder.come()).toEqual({ kind: 'unknown' });
    expect(await folder.connections()).toHaveLength(1);
  });

  it('while the provider does not answer, and nothing changes', async () => {
    const folder = await returning();
    folder.provider.nextFailures.push(channelErrors.ChannelTimeout({ channel: 'AggregatorA' }));
    expect(await folder.come()).toEqual({ kind: 'unanswered' });
    expect(await folder.connections()).toHaveLength(1);
  });

  eachOf([...Object.keys(STEPS), 'constructor', 'a_step_of_next_year'], 4)(
    'at step %s without an item: nothing is stored, and it is not Ok',
    async (step) => {
      const folder = await returning();
      const outcome = await folder.come({ itemId: null, step });
      expect(outcome).toMatchObject({ kind: 'left', status: expect.not.stringMatching('Ok') });
      expect(await folder.connections()).toHaveLength(1);
      expect(folder.provider.asked.filter((what) => what.startsWith('item'))).toEqual([]);
    },
  );
});

describe('the way to the provider', () => {
  it('gives the page, and that of a connection to be renewed', async () => {
    const { ctx, folderId, connectionId } = await connectedFolder(db);
    const asked = { provider: 'AggregatorA', email: 'gerant@example.test' } as const;
    expect(await openConnection(ctx, folderId, asked)).toBe('https://provider.example/connect/new');
    const renewed = await openConnection(ctx, folderId, { ...asked, bankConnectionId: connectionId });
    expect(renewed).toBe('https://provider.example/connect/187741');
  });

  it('takes over the banks, renames and delists them', async () => {
    const { ctx, provider } = await connectedFolder(db);
    const listed = async () =>
      (await db.knex('bank').where({ is_listed: true }).orderBy('source_id')).map(
        ({ source_id, name, country_code }) => `${source_id} ${name} ${country_code}`,
      );
    provider.bankList.push({ id: 'x1', name: 'Une', countryCode: 'FR' }, { id: 'x2', name: 'Deux', countryCode: null });
    expect(await refreshBanks(ctx, 'AggregatorA')).toBe(2);
    expect(await listed()).toEqual(['x1 Une FR', 'x2 Deux null']);
    provider.bankList.splice(0, 2, { id: 'x2', name: 'Deux bis', countryCode: 'FR' });
    await refreshBanks(ctx, 'AggregatorA');
    expect(await listed()).toEqual(['x2 Deux bis FR']);
  });
});
