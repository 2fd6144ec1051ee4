import { channelErrors } from './errors.ts';

/** Throws ChannelModeMismatch: a test must not be filed, a filing must not be lost in a test. */
export function requireAgreement(channel: string, environment: 'stage' | 'prod', isTest: boolean): void {
  if (isTest === (environment === 'stage')) return;
  throw channelErrors.ChannelModeMismatch({ channel, environment, mode: isTest ? 'a test' : 'real' });
}
