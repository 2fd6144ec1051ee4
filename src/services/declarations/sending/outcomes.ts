/** What came of an attempt, stored in one transaction: the outbox and the declaration never disagree. */
import type { Channel, ChannelName, SendOutcome } from '../../channels/channel.ts';
import type { Channels } from '../../channels/channels.ts';
import type { Context } from '../../operation/context.ts';
import { closeFiling, type FilingRow } from './filings.ts';
import { recordOpen, recordSent } from './record.ts';

/** Throws ChannelNotConfigured, ChannelMisconfigured. */
export const channelOf = (channels: Channels, name: ChannelName): Channel => {
  const open: Readonly<Record<ChannelName, () => Channel>> = {
    ChannelA: channels.channelA,
    ChannelB: channels.channelB,
    Internal: channels.internal,
  };
  return open[name]();
};

/** `lost`: the channel, asked twice, does not know it. */
export type Outcome = SendOutcome | { readonly outcome: 'lost' };

/** Longest text of a partner that is kept. */
const MAX_MESSAGE = 1_000;

export async function settle(ctx: Context, row: FilingRow, outcome: Outcome): Promise<void> {
  const db = await ctx.db();
  const now = ctx.clock.now();
  await db.transaction(async (trx) => {
    if (outcome.outcome === 'sent') {
      await recordSent(trx, row, outcome.receipt, now);
      const numero = { numero_ads: outcome.receipt.numeroAds ?? null };
      await closeFiling(trx, row, { state: 'Sent', ended_at: now, ...numero });
    } else if (outcome.outcome === 'uncertain') {
      await recordOpen(trx, row, 'SendUncertain', now);
      await closeFiling(trx, row, { state: 'SendUncertain', message: outcome.error.code });
    } else {
      await recordOpen(trx, row, 'Draft', now);
      await closeFiling(trx, row, { ...ENDS[outcome.outcome], message: messageOf(outcome), ended_at: now });
    }
  });
}

const ENDS = {
  refused: { state: 'Refused' },
  notSent: { state: 'NotSent' },
  lost: { state: 'Lost' },
} as const;

function messageOf(outcome: Exclude<Outcome, { outcome: 'sent' | 'uncertain' }>): string | null {
  if (outcome.outcome === 'refused') return outcome.message.slice(0, MAX_MESSAGE);
  return outcome.outcome === 'notSent' ? outcome.error.code : null;
}
