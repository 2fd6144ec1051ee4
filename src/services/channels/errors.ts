import { defineErrors } from '../kernel/errors.ts';

/** Failures of what is asked of partners. No text of ours carries a secret, a payload or an address beyond its host. */
export const channelErrors = defineErrors('src/services/channels/errors.tsv', [
  'ChannelNotConfigured',
  'ChannelMisconfigured',
  'ChannelModeMismatch',
  'ChannelAddressRefused',
  'ChannelUnreachable',
  'ChannelTimeout',
  'ChannelInterrupted',
  'ChannelFailed',
  'ChannelBusy',
  'ChannelAccessDenied',
  'ChannelRefused',
  'ChannelAnswerTooLarge',
  'ChannelRedirected',
  'DepositUnnumbered',
  'PieceAbsent',
  'DocumentAbsent',
  'HandoverFailed',
  'HandoverTaken',
  'SimulatorScriptInvalid',
  'SimulatorRefused',
]);
