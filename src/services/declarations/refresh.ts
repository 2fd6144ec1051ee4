/**
 * Refreshing the records of a folder from its channels (A10). One refresh of a folder and channel runs at a time, in all
 * processes together; whoever asks meanwhile waits and takes over its outcome. A channel that fails loses nothing.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import PQueue from 'p-queue';
import type { CallOptions } from '../channels/channel.ts';
import { channelsPort } from '../channels/channel.ts';
import type { Database } from '../db/database.ts';
import { resolveDoubts } from '../filing/doubts.ts';
import { fetchNotice } from '../filing/notices.ts';
import { noticesToTake } from '../filing/poll.ts';
import { getFolder } from '../folders/folders.ts';
import type { Folder } from '../folders/store.ts';
import { TaxopsError } from '../kernel/errors.ts';
import type { Context } from '../operation/context.ts';
import { type ChannelItem, channelAItems, mergeItem } from './channel-items.ts';
import { declarationErrors } from './errors.ts';
import { matchableFor } from './matching.ts';
import type { TransmissionChannel } from './rules/enumerations.ts';
import { EMPTY_RECORD } from './rules/merge.ts';
import { matchItems } from './rules/refresh.ts';
import { declarationFiler } from './sending/filer.ts';
import { insertDeclaration, lockDeclarations, updateDeclaration } from './store.ts';

/** How a channel did. `unconfigured`: this installation does not use it. */
export type RefreshOutcome = 'ok' | 'timeout' | 'failed' | 'unconfigured';

export interface ChannelOutcome {
  readonly channel: TransmissionChannel;
  readonly outcome: RefreshOutcome;
}

/** Asks one channel what it holds for a folder, beside what it merges itself; throws what the channel throws. */
type Refresher = (ctx: Context, folder: Folder, options: CallOptions) => Promise<readonly ChannelItem[]>;

const FILERS = [declarationFiler];

const REFRESHERS: Partial<Readonly<Record<TransmissionChannel, Refresher>>> = {
  ChannelA: async (ctx, { siren }, options) => {
    const channel = (await ctx.open(channelsPort)).channelA();
    return siren === null ? [] : channelAItems(await channel.list(siren, options));
  },
  // Its records change by notices: those about the folder are taken now, the others wait for poll-notices.
  ChannelB: async (ctx, { id: folderId }, { signal = ctx.signal }) => {
    (await ctx.open(channelsPort)).channelB(); // throws when it is not configured
    for (const { reference } of await noticesToTake({ ...ctx, signal }, FILERS, { folderId })) {
      if (signal.aborted) break; // what was fetched is kept; a fetch under way is never cut
      await fetchNotice(ctx, FILERS, reference);
    }
    return [];
  },
};

const LIMIT_MS = 10_000;

/** Refreshes of one process at a time: each holds a database session while it waits for its channel. */
const queue = new PQueue({ concurrency: 8 });

/** Running refreshes by database, then by folder and channel. */
const running = new WeakMap<Database, Map<string, Promise<RefreshOutcome>>>();

/** Asks these channels and merges what they say. Never fails for a channel. Throws FolderNotFound. */
export async function refreshFolder(
  ctx: Context,
  folderId: number,
  channels: readonly TransmissionChannel[],
  limitMs = LIMIT_MS,
): Promise<ChannelOutcome[]> {
  const db = await ctx.db();
  const folder = await getFolder(ctx, folderId);
  if (channels.length > 0) await settleDoubts(ctx, folderId, limitMs);
  const asked = channels.map(async (channel) => ({
    channel,
    outcome: await shareRunning(db, `${folderId} ${channel}`, () =>
      queue.add(() => refreshAlone(ctx, folder, channel, limitMs)),
    ),
  }));
  return Promise.all(asked);
}

/** Sends whose answer was lost are asked about first; a channel that does not answer leaves them in doubt. */
async function settleDoubts(ctx: Context, folderId: number, timeoutMs: number): Promise<void> {
  try {
    await resolveDoubts(ctx, FILERS, { folderId }, { timeoutMs, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
  }
}

/** Throws ChannelsFailed when every channel asked failed and nothing is stored. */
export function refuseTotalFailure(folderId: number, outcomes: readonly ChannelOutcome[], stored: number): void {
  if (stored > 0 || outcomes.length === 0 || outcomes.some(({ outcome }) => outcome === 'ok')) return;
  throw declarationErrors.ChannelsFailed({ folderId, outcomes: outcomesText(outcomes) });
}

/** `ChannelA=ok, ChannelB=timeout`. */
export const outcomesText = (outcomes: readonly ChannelOutcome[]): string =>
  outcomes.map(({ channel, outcome }) => `${channel}=${outcome}`).join(', ');

function shareRunning(db: Database, key: string, start: () => Promise<RefreshOutcome>): Promise<RefreshOutcome> {
  const ofDatabase = running.get(db) ?? new Map<string, Promise<RefreshOutcome>>();
  running.set(db, ofDatabase);
  const known = ofDatabase.get(key);
  if (known) return known;
  const started = start().finally(() => ofDatabase.delete(key));
  ofDatabase.set(key, started);
  return started;
}

/** Between processes: who had to wait sees that the count moved meanwhile. */
async function refreshAlone(
  ctx: Context,
  folder: Folder,
  channel: TransmissionChannel,
  limitMs: number,
): Promise<RefreshOutcome> {
  const db = await ctx.db();
  const before = await lastRefresh(db, folder.id, channel);
  return db.withAdvisoryLock(
    `refresh ${folder.id} ${channel}`,
    async () => {
      const now = await lastRefresh(db, folder.id, channel);
      if (now && now.count !== before?.count) return now.outcome;
      const outcome = await ask(ctx, folder, channel, limitMs);
      await db.knex.raw(
        `insert into declaration_refresh as known (folder_id, channel, count, outcome, refreshed_at) values (?, ?, 1, ?, ?)
         on conflict (folder_id, channel) do update
           set count = known.count + 1, outcome = excluded.outcome, refreshed_at = excluded.refreshed_at`,
        [folder.id, channel, outcome, ctx.clock.now()],
      );
      return outcome;
    },
    { wait: 'forever' },
  );
}

const lastRefresh = async ({ knex }: Database, folderId: number, channel: string) =>
  knex<{ folder_id: number; channel: string; count: bigint; outcome: RefreshOutcome }>('declaration_refresh')
    .where({ folder_id: folderId, channel })
    .first('count', 'outcome');

async function ask(
  ctx: Context,
  folder: Folder,
  channel: TransmissionChannel,
  timeoutMs: number,
): Promise<RefreshOutcome> {
  const limit = AbortSignal.timeout(timeoutMs);
  let items: readonly ChannelItem[];
  try {
    const answer = REFRESHERS[channel]?.(ctx, folder, { signal: limit, timeoutMs });
    items = await Promise.race([answer ?? [], aborted(limit)]);
  } catch (error) {
    if (limit.aborted) return 'timeout';
    if (!(error instanceof TaxopsError)) throw error;
    return OUTCOMES[error.code] ?? 'failed';
  }
  await storeItems(ctx, folder.id, channel, items);
  return 'ok';
}

const OUTCOMES: Readonly<Record<string, RefreshOutcome>> = {
  ChannelNotConfigured: 'unconfigured',
  ChannelTimeout: 'timeout',
};

/** Holds even for a channel that does not heed its limit. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** Merges what a channel listed into the records of the folder. A record that the list does not name stays as it is. */
async function storeItems(
  ctx: Context,
  folderId: number,
  channel: TransmissionChannel,
  items: readonly ChannelItem[],
): Promise<void> {
  if (items.length === 0) return;
  const now = ctx.clock.now();
  const db = await ctx.db();
  const attempt = () => db.transaction((trx) => mergeItems(trx, { folderId, channel }, items, now));
  await attempt().catch((error) => {
    // A delivery of the webhook made one of the records meanwhile: now it can be seen.
    if (!(error instanceof TaxopsError) || error.code !== 'ChannelAIdTaken') throw error;
    return attempt();
  });
}

async function mergeItems(
  trx: Knex.Transaction,
  { folderId, channel }: { readonly folderId: number; readonly channel: TransmissionChannel },
  items: readonly ChannelItem[],
  now: string,
): Promise<void> {
  const records = matchableFor(channel, await lockDeclarations(trx, folderId));
  const { updates, creations } = matchItems(records, items);
  for (const { record, item } of updates) {
    const before = record.declaration;
    const after = { ...before, ...idOf(item), record: mergeItem(before.record, item).record };
    if (!isDeepStrictEqual(before, after)) await updateDeclaration(trx, before, after, now);
  }
  for (const item of creations) {
    const { record } = mergeItem(EMPTY_RECORD, item);
    const draft = { sourceType: 'Manual', ignoreWhenRejected: false, record, ...idOf(item) } as const;
    await insertDeclaration(trx, { folderId }, draft, now);
  }
}

const idOf = ({ channel, channelId }: ChannelItem) =>
  channel === 'ChannelB' ? { channel, numeroAds: channelId } : { channel, channelAId: Number(channelId) };
