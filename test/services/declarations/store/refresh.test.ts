import { afterEach, describe, expect, it } from 'vitest';
import { loadJob } from '../../../../src/jobs/registry.ts';
import type { ChannelDeclaration, ListingChannel } from '../../../../src/services/channels/channel.ts';
import { channelErrors } from '../../../../src/services/channels/errors.ts';
import { addDeclarations } from '../../../../src/services/declarations/change.ts';
import { refreshFolder, refuseTotalFailure } from '../../../../src/services/declarations/refresh.ts';
import { type Instant, readInstant } from '../../../../src/services/kernel/paris-time.ts';
import { boundJobs } from '../../../support/bound-work.ts';
import { memoryChannels, portsOf } from '../../../support/context.ts';
import { memoryChannel } from '../../../support/memory-channel.ts';
import { SIREN, testFirm } from './firm.ts';

const memory = memoryChannel();
let asked = 0;
let answer: () => Promise<readonly ChannelDeclaration[]> = () => memory.list(SIREN);
const channelA = {
  ...memory,
  list: async () => {
    asked += 1;
    return answer();
  },
} as unknown as ListingChannel<'liasse' | 'forms'>;
const firm = await testFirm({ channelA: () => channelA });
const { ctx, folderId, list, db } = firm;
const runJob = boundJobs(db);
afterEach(async () => {
  await firm.clear();
  memory.declarations.clear();
  asked = 0;
  answer = () => memory.list(SIREN);
});

const end = readInstant('2025-12-31') as Instant;
const listed = (...all: Partial<ChannelDeclaration>[]) =>
  memory.declarations.set(
    SIREN,
    all.map((one) => ({ links: {}, errors: [], type: 'Liasse', end, ...one })),
  );
const refresh = () => refreshFolder(ctx, folderId, ['ChannelA']);
const ok = [{ channel: 'ChannelA', outcome: 'ok' }];

describe('a refresh', () => {
  it('makes records, finds them again and is quiet when nothing changed', async () => {
    listed({ channelId: 1, status: 'Created', label: 'Liasse' }, { channelId: 2, status: 'Sent', label: 'IS 2572' });
    expect(await refresh()).toEqual(ok);
    const before = await list();
    expect(before.map(({ channelAId, status, type }) => [channelAId, status, type])).toEqual([
      [2, 'Sent', 'IS2572'],
      [1, 'Draft', 'Liasse'],
    ]);
    firm.setClock('2026-05-20T13:00:00.000Z');
    await refresh();
    expect(await list()).toEqual(before);
    listed({ channelId: 1, status: 'OK', label: 'Liasse' });
    await refresh();
    const after = await list();
    expect(after.map(({ status }) => status)).toEqual(['Sent', 'Accepted']);
    expect(after[0]?.updatedAt).toBe(before[0]?.updatedAt);
    expect(after[1]?.updatedAt).toBe('2026-05-20T13:00:00.000000Z');
  });

  it('gives its identifier to the only record that waits for the type and end', async () => {
    const [mine] = await addDeclarations(ctx, folderId, [{ type: 'Liasse', end, name: 'Mine' }]);
    listed({ channelId: 1, status: 'Sent' });
    await refresh();
    expect(await list()).toMatchObject([{ id: mine?.id, channelAId: 1, channel: 'ChannelA', status: 'Sent' }]);
  });

  it('never lowers a status by an item without date, and follows the dates of the others', async () => {
    listed({ channelId: 1, status: 'Accepted' });
    await refresh();
    listed({ channelId: 1, status: 'Sent' });
    await refresh();
    expect((await list())[0]?.status).toBe('Accepted');
    listed({ channelId: 1, status: 'Rejected', modifiedAt: '2026-05-21T00:00:00Z' as Instant });
    await refresh();
    expect((await list())[0]?.status).toBe('Rejected');
  });

  it('keeps what the list does not name, and does not bring back what was deleted', async () => {
    listed({ channelId: 1, status: 'Sent' }, { channelId: 2, status: 'Sent' });
    await refresh();
    await firm.receive({ declarationId: 2, declarationStatus: 'deleted' });
    listed({ channelId: 2, status: 'Sent' });
    await refresh();
    expect((await list()).map(({ channelAId }) => channelAId)).toEqual([1]);
  });

  it('survives a channel that fails', async () => {
    listed({ channelId: 1, status: 'Sent' });
    await refresh();
    answer = () => Promise.reject(channelErrors.ChannelFailed({ channel: 'ChannelA', status: 500 }));
    expect(await refresh()).toEqual([{ channel: 'ChannelA', outcome: 'failed' }]);
    const failed = [{ channel: 'ChannelA', outcome: 'failed' }] as const;
    expect(() => refuseTotalFailure(folderId, failed, 0)).toThrow(/No channel answered/);
    expect(() => refuseTotalFailure(folderId, failed, 1)).not.toThrow();
    expect(() => refuseTotalFailure(folderId, [...failed, { channel: 'ChannelB', outcome: 'ok' }], 0)).not.toThrow();
  });

  it('survives a channel that does not answer', { tags: 'long' }, async () => {
    listed({ channelId: 1, status: 'Sent' });
    await refresh();
    answer = () => new Promise(() => {});
    const timeout = await refreshFolder(ctx, folderId, ['ChannelA', 'ChannelB'], 2_000);
    expect(timeout).toEqual([
      { channel: 'ChannelA', outcome: 'timeout' },
      { channel: 'ChannelB', outcome: 'ok' },
    ]);
    expect(await list()).toHaveLength(1);
  });

  it('runs once for all who ask meanwhile, in this process and in others', async () => {
    let release = () => {};
    const gate = new Promise<void>((open) => {
      release = open;
    });
    answer = async () => {
      await gate;
      return [];
    };
    // Another process has its own Database object.
    const elsewhere = { ...ctx, db: async () => ({ ...db }) };
    const first = refresh();
    const others = [refresh(), refresh(), refreshFolder(elsewhere, folderId, ['ChannelA'])];
    while (asked === 0) await new Promise((resume) => setImmediate(resume));
    while ((await waitingLocks()) === 0) await new Promise((resume) => setImmediate(resume));
    release();
    expect(await Promise.all([first, ...others])).toEqual([ok, ok, ok, ok]);
    expect(asked).toBe(1);
    await refresh();
    expect(asked).toBe(2);
  });

  it('of every folder with a SIREN is a job', async () => {
    listed({ channelId: 1, status: 'Sent' });
    await firm.addFolder('SANS SIREN');
    const job = await loadJob('refresh-declarations');
    expect(await runJob(job, ctx, { scope: 'all' })).toMatchObject({ state: 'done', counts: { done: 1 } });
    expect(await list()).toHaveLength(1);
    const quiet = { ...ctx, open: portsOf({ channels: memoryChannels({ channelA: unset, channelB: unset }) }) };
    expect((await runJob(job, quiet, { scope: `folder:${folderId}` })).counts).toMatchObject({ skipped: 1 });
  });
});

const unset = () => {
  throw channelErrors.ChannelNotConfigured({ channel: 'ChannelA', settings: 'X' });
};

async function waitingLocks(): Promise<number> {
  const { rows } = await db.knex.raw(`select count(*)::integer as waiting from pg_locks
    where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`);
  return rows[0].waiting;
}
