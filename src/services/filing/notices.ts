/**
 * Notices of ChannelB: each is stored before it is read, then applied to the filing it is about. What is about nothing
 * of ours is kept.
 */
import type { FetchedNotice, NoticeReference } from '../channels/channel.ts';
import { channelsPort } from '../channels/channel.ts';
import type { Context } from '../operation/context.ts';
import { applyConcerns, concernsOf, filingsAbout, openedNotice } from './apply-notices.ts';
import { type Filer, filerOf } from './filer.ts';
import { keyOf, type NoticeRow, type NoticeState, noticePlace, noticeRow, notices } from './notice-store.ts';
import { settle } from './outcomes.ts';

/** Registers a notice that was given: stores it, and applies it. The same notice again changes nothing. */
export const registerNotice = (ctx: Context, filers: readonly Filer[], given: FetchedNotice): Promise<NoticeState> =>
  takeOnce(ctx, filers, given.reference, async () => given);

/**
 * Fetches a notice unless it is here, and applies it. Fetching marks the piece as fetched for everyone who shares the
 * account: it is stored before anything looks at it, and what was stored is not asked for again.
 */
export const fetchNotice = (ctx: Context, filers: readonly Filer[], reference: NoticeReference): Promise<NoticeState> =>
  takeOnce(ctx, filers, reference, async () => (await ctx.open(channelsPort)).channelB().notice(reference));

async function takeOnce(
  ctx: Context,
  filers: readonly Filer[],
  reference: NoticeReference,
  obtain: () => Promise<FetchedNotice>,
): Promise<NoticeState> {
  const db = await ctx.db();
  const key = keyOf(reference);
  return db.withAdvisoryLock(
    noticePlace(key),
    async () => {
      const row = (await notices(db.knex).where(key).first()) ?? (await store(ctx, await obtain()));
      if (row.state !== 'Stored') return row.state;
      const state = await apply(ctx, filers, row);
      await notices(db.knex).where(key).update({ state });
      return state;
    },
    { wait: 'forever' },
  );
}

async function store(ctx: Context, fetched: FetchedNotice): Promise<NoticeRow> {
  const row = await noticeRow(ctx, fetched);
  await notices((await ctx.db()).knex).insert(row);
  return row;
}

/** A notice that is also about an owner of another filer stays `Stored`: poll-notices, which has them all, applies it. */
async function apply(ctx: Context, filers: readonly Filer[], row: NoticeRow): Promise<NoticeState> {
  const db = await ctx.db();
  const opened = await openedNotice(ctx, row);
  if (!opened) return 'Unreadable';
  const about = await filingsAbout(db.knex, [opened]);
  const concerns = await concernsOf(db.knex, about);
  if (concerns.some(({ filing }) => !filerOf(filers, filing))) return 'Stored';
  for (const { filing, isOurs, isCorrected, notice } of concerns) {
    const filer = filerOf(filers, filing);
    // A notice proves that the deposit arrived, whatever became of its answer.
    if (filer && isOurs && !isCorrected && filing.state !== 'Sent')
      await settle(ctx, filer, filing, { outcome: 'sent', receipt: { numeroAds: notice.numeroAds } });
  }
  await db.transaction((trx) => applyConcerns(ctx, trx, filers, concerns));
  return concerns.length > 0 ? 'Applied' : 'Unknown';
}
