/** What a killed sender left behind is settled by whoever starts next, without cron. */
import { expect, it } from 'vitest';
import { watchDoubts } from '../../src/jobs/doubts.ts';
import { channelsPort } from '../../src/services/channels/channel.ts';
import { declarationFiler } from '../../src/services/declarations/sending/filer.ts';
import { prepare } from '../../src/services/declarations/sending/prepare.ts';
import { sendOnce } from '../../src/services/filing/send.ts';
import { END, world } from '../services/filing/world.ts';
import { portsOf } from '../support/context.ts';
import { testDatabase } from '../support/database.ts';

const { ctx, b, newFolder, status } = world(await testDatabase());

/** The channel has the file, the sender is gone before it could say so. */
async function interrupted(): Promise<number> {
  const folderId = await newFolder();
  const send: typeof b.send = async (filing, options) => {
    await b.send(filing, options);
    throw new RangeError('killed');
  };
  const channels = { ...(await ctx.open(channelsPort)), channelB: () => ({ ...b, send }) };
  const wanted = { folderId, type: 'Liasse', end: END, channel: 'ChannelB' } as const;
  const sending = sendOnce({ ...ctx, open: portsOf({ channels }) }, declarationFiler, await prepare(ctx, wanted));
  await expect(sending).rejects.toThrow('killed');
  return folderId;
}

it('asks about every open send at once, and stops when it is asked to', async () => {
  b.nextSends.push({ outcome: { outcome: 'sent', receipt: { numeroAds: '0000004201' } }, keeps: true });
  const folderId = await interrupted();
  expect(await status(folderId)).toEqual({ status: 'Sending', filings: ['Sending'] });
  const watch = watchDoubts(ctx);
  await expect.poll(() => status(folderId)).toEqual({ status: 'SentToChannel', filings: ['Sent'] });
  await watch.stop();
});
