/** Whether the filing channels answer this installation: each is asked for a list of its own; nothing is sent. */
import { type CallOptions, type Channels, channelsPort } from '../../services/channels/channel.ts';
import { today } from '../../services/kernel/clock.ts';
import type { PlainDate } from '../../services/kernel/dates.ts';
import type { Context } from '../../services/operation/context.ts';
import type { Finding } from './doctor.ts';

export const PARTNERS = ['ChannelA', 'ChannelB'] as const;

type Partner = (typeof PARTNERS)[number];

/** A number of no company: what a channel lists of it is empty. */
const NOBODY = '000000000';
const PATIENCE_MS = 5_000;

type Question = (channels: Channels, day: PlainDate, options: CallOptions) => Promise<unknown>;

const QUESTIONS: Readonly<Record<Partner, Question>> = {
  ChannelA: (channels, _day, options) => channels.channelA().list(NOBODY, options),
  ChannelB: (channels, day, options) =>
    channels.channelB().notices({ from: day, to: day, kind: 'Notices', procedure: 'TVA' }, options),
};

/** Throws what the channel answers: ChannelNotConfigured where only some of its settings are given, ChannelTimeout… */
export async function channelFinding(ctx: Context, partner: Partner): Promise<Finding> {
  const channels = await ctx.open(channelsPort);
  if (!channels.isConfigured(partner) && !isBegun(ctx, partner)) return { state: 'ok', value: '-' };
  await QUESTIONS[partner](channels, today(ctx), { timeoutMs: PATIENCE_MS });
  return { state: 'ok', value: ctx.settings.channelEnvironment.value ?? '' };
}

/** A person gave one of its settings: it is meant to work. */
const isBegun = ({ settings }: Context, partner: Partner): boolean =>
  Object.entries(settings).some(
    ([name, { source }]) => name.toLowerCase().startsWith(partner.toLowerCase()) && source !== 'default',
  );
