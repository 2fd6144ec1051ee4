import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { followProviderEvents } from '../../../../../src/jobs/follow-provider-events.ts';
import {
  deleteConnection,
  listConnections,
} from '../../../../../src/services/banking/feeds/connections/connections.ts';
import { receivePush, toldItems } from '../../../../../src/services/banking/feeds/connections/push.ts';
import type { Push } from '../../../../../src/services/banking/feeds/providers/provider.ts';
import { readSignedPush } from '../../../../../src/services/banking/feeds/providers/push-signature.ts';
import { channelErrors } from '../../../../../src/services/channels/errors.ts';
import { boundJobs } from '../../../../support/bound-work.ts';
import { testDatabase } from '../../../../support/database.ts';
import { connectedFolder, moved } from './world.ts';

const db = await testDatabase();
const runJob = boundJobs(db);

async function told() {
  const folder = await connectedFolder(db);
  const user = `u${folder.folderId}`;
  await db.knex('bank_provider_user').where({ folder_id: folder.folderId }).update({ user_uuid: user });
  for (const [id, known] of folder.provider.items) folder.provider.items.set(id, { ...known, user });
  const push = (change: Partial<Push> = {}, signature = 'good') => {
    const event = { type: 'item.refreshed', user, itemId: '187741', at: '2026-03-01T10:00:00.000Z', ...change };
    return receivePush(folder.ctx, 'AggregatorA', { headers: { signature }, text: JSON.stringify(event) });
  };
  const run = () =>
    runJob(followProviderEvents, folder.ctx, { scope: `folder:${folder.folderId}` }, { backoffMs: () => 0 });
  const waiting = () => toldItems(folder.ctx, { folderId: folder.folderId });
  return { ...folder, user, push, run, waiting };
}

describe('an event of a provider', () => {
  it('is stored once, and followed by asking the provider', async () => {
    const folder = await told();
    folder.provider.give('A1', moved('1', 3, 100));
    expect([await folder.push(), await folder.push()]).toEqual(['stored', 'duplicate']);
    expect((await folder.run()).counts).toMatchObject({ done: 1, failed: 0 });
    expect(await folder.moves()).toEqual(['03 1 VIR 1 1.00']);
    expect([await folder.waiting(), await folder.push()]).toEqual([[], 'duplicate']);
    expect(await folder.run()).toMatchObject({ counts: { planned: 0 } });
  });

  it('makes the connection of an item that was not otherwise announced', async () => {
    const folder = await told();
    const item = { id: '9001', bankId: '410', status: 'Ok', sourceStatus: '0' } as const;
    folder.provider.items.set('9001', { user: folder.user, item, accounts: [] });
    await folder.push({ type: 'item.created', itemId: '9001' });
    await folder.push({ type: 'item.refreshed', itemId: '9001' });
    expect((await folder.run()).counts).toMatchObject({ done: 1 });
    const connections = await listConnections(folder.ctx, folder.folderId);
    expect(connections.map(({ sourceId, status }) => `${sourceId} ${status}`)).toEqual(['187741 Wait', '9001 Ok']);
  });

  it('of an item that is gone marks its connection; of one that was deleted here does nothing', async () => {
    const folder = await told();
    folder.provider.items.clear();
    await folder.push({ type: 'item.deleted' });
    expect((await folder.run()).counts).toMatchObject({ skipped: 1, failed: 0 });
    expect(await listConnections(folder.ctx, folder.folderId)).toMatchObject([{ status: 'Ko', sourceStatus: 'gone' }]);
    await deleteConnection(folder.ctx, folder.folderId, folder.connectionId);
    await folder.push({ type: 'item.refreshed' });
    expect((await folder.run()).counts).toMatchObject({ skipped: 1, failed: 0 });
    expect(await listConnections(folder.ctx, folder.folderId)).toEqual([]);
  });

  it('is followed again when the provider did not answer', async () => {
    const folder = await told();
    await folder.push();
    const timeout = () => channelErrors.ChannelTimeout({ channel: 'AggregatorA' });
    folder.provider.nextFailures.push(timeout(), timeout(), timeout(), timeout(), timeout());
    expect((await folder.run()).counts).toMatchObject({ failed: 1 });
    expect(await folder.waiting()).toHaveLength(1);
    folder.provider.nextFailures.length = 0;
    expect((await folder.run()).counts).toMatchObject({ done: 1 });
  });

  it('about nobody of ours, or about no item, is only written down', async () => {
    const folder = await told();
    expect([await folder.push({ user: 'somebody' }), await folder.push({ itemId: null })]).toEqual([
      ...['stored', 'stored'],
    ]);
    expect(await folder.waiting()).toEqual([]);
  });

  it('that is not signed, or of a provider that sends none, is refused', async () => {
    const folder = await told();
    await expect(folder.push({}, 'bad')).rejects.toMatchObject({ code: 'PushRefused', kind: 'invalid' });
    const sent = { headers: {}, text: '{}' };
    await expect(receivePush(folder.ctx, 'ManualEbics', sent)).rejects.toMatchObject({ code: 'ProviderByHand' });
  });
});

describe('a signature of Bridge', () => {
  const text = '{"content":{"item_id":4568477,"user_uuid":"766b"},"timestamp":1612782588323,"type":"item.created"}';
  const made = (secret: string, of = text) => createHmac('sha256', secret).update(of).digest('hex').toUpperCase();
  const read = (signature: string | undefined, secrets = ['now', 'before']) =>
    readSignedPush(secrets, { headers: signature === undefined ? {} : { 'bridgeapi-signature': signature }, text });

  it('is taken from either secret, and from either of two signatures', () => {
    const event = { type: 'item.created', user: '766b', itemId: '4568477', at: '2021-02-08T11:09:48.323Z' };
    expect(read(`v1=${made('now')}`)).toEqual(event);
    expect(read(`v1=${made('before')}`)).toEqual(event);
    expect(read(`v1=${made('other')},v1=${made('now')}`)).toEqual(event);
  });

  it.each([
    ['none', undefined],
    ['of another secret', `v1=${made('other')}`],
    ['of other bytes', `v1=${made('now', `${text} `)}`],
    ['of another version', `v0=${made('now')}`],
    ['cut', `v1=${made('now').slice(2)}`],
    ['without a version', made('now')],
  ])('%s is none', (_what, signature) => {
    expect(read(signature)).toBeUndefined();
  });

  it('counts for nothing without a secret, or over what is no event', () => {
    expect(read(`v1=${made('')}`, [])).toBeUndefined();
    const odd = (of: string) =>
      readSignedPush(['now'], { headers: { 'bridgeapi-signature': `v1=${made('now', of)}` }, text: of });
    expect(['', '[]', '{"content":{}}', '{'].map(odd)).toEqual([undefined, undefined, undefined, undefined]);
    expect(odd('{"type":"TEST_EVENT","timestamp":-1}')).toEqual({
      type: 'TEST_EVENT',
      user: null,
      itemId: null,
      at: null,
    });
  });
});
