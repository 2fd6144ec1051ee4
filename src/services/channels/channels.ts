import type { ChannelName, Channels } from './channel.ts';
import { openChannelA } from './channel-a/channel-a.ts';
import { openChannelB } from './channel-b/channel-b.ts';
import { channelErrors } from './errors.ts';
import { internalChannel } from './internal-channel.ts';
import type { ChannelSettings } from './settings.ts';
import type { ChannelSurroundings } from './surroundings.ts';

export function openChannels(settings: ChannelSettings, surroundings: ChannelSurroundings): Channels {
  const { access, channelA, channelB, internal } = settings;
  const opened: { close(): Promise<void> }[] = [];
  const once = <S, C extends { close(): Promise<void> }>(
    channel: ChannelName,
    own: S | readonly string[],
    open: (own: S, access: ChannelSettings['access'], surroundings: ChannelSurroundings) => C,
  ): (() => C) => {
    let known: C | undefined;
    return () => {
      if (known) return known;
      if (isMissing(own)) throw channelErrors.ChannelNotConfigured({ channel, settings: own.join(', ') });
      known = opening(channel, () => open(own, access, surroundings));
      opened.push(known);
      return known;
    };
  };
  return {
    channelA: once('ChannelA', channelA, openChannelA),
    channelB: once('ChannelB', channelB, openChannelB),
    internal: () => internalChannel(internal.folder),
    isConfigured: (name) =>
      name === 'Internal' || !isMissing<unknown>(name === 'ChannelA' ? settings.channelA : settings.channelB),
    close: async () => {
      await Promise.all(opened.map((channel) => channel.close()));
    },
  };
}

const isMissing = <S>(own: S | readonly string[]): own is readonly string[] => Array.isArray(own);

/** A configured address that is no address shows here; the address itself is not repeated. */
function opening<C>(channel: ChannelName, open: () => C): C {
  try {
    return open();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_URL') throw error;
    throw channelErrors.ChannelMisconfigured({
      channel,
      reason: { en: 'an address is not valid', fr: 'une adresse n’est pas valable' },
    });
  }
}
