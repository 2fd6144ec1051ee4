/** What came of an attempt, stored in one transaction: the outbox and its owner never disagree. */
import type { Channel, ChannelName, Channels } from '../channels/channel.ts';
import type { Context } from '../operation/context.ts';
import type { Filer, Outcome } from './filer.ts';
import { closeFiling, type FilingRow } from './filings.ts';

/** Throws ChannelNotConfigured, ChannelMisconfigured. */
export const channelOf = (channels: Channels, name: ChannelName): Channel => {
  const open: Readonly<Record<ChannelName, () => Channel>> = {
    ChannelA: channels.channelA,
    ChannelB: channels.channelB,
    Internal: channels.internal,
  };
  return open[name]();
};

/** Longest text of a partner that is kept. */
const MAX_MESSAGE = 1_000;

export async function settle(ctx: Context, filer: Filer, filing: FilingRow, outcome: Outcome): Promise<void> {
  const db = await ctx.db();
  const now = ctx.clock.now();
  await db.transaction(async (trx) => {
    await filer.settled(trx, filing, outcome, now);
    await closeFiling(trx, filing, endOf(outcome, now));
  });
}

const STATES = {
  sent: 'Sent',
  refused: 'Refused',
  notSent: 'NotSent',
  uncertain: 'SendUncertain',
  lost: 'Lost',
} as const;

function endOf(outcome: Outcome, now: string): Parameters<typeof closeFiling>[2] {
  const state = STATES[outcome.outcome];
  if (outcome.outcome === 'sent') return { state, ended_at: now, numero_ads: outcome.receipt.numeroAds ?? null };
  if (outcome.outcome === 'uncertain') return { state, message: outcome.error.code };
  return { state, message: messageOf(outcome), ended_at: now };
}

function messageOf(outcome: Exclude<Outcome, { outcome: 'sent' | 'uncertain' }>): string | null {
  if (outcome.outcome === 'refused') return outcome.message.slice(0, MAX_MESSAGE);
  return outcome.outcome === 'notSent' ? outcome.error.code : null;
}
