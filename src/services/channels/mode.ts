import { channelErrors } from './errors.ts';

const MODES = { test: { en: 'a test', fr: 'un test' }, real: { en: 'real', fr: 'réel' } } as const;

/**
 * Throws ChannelModeMismatch: a test must not be filed, a filing must not be lost in a test. An environment that is neither
 * takes none of both.
 */
export function requireAgreement(channel: string, environment: string, isTest: boolean): void {
  if (environment === (isTest ? 'stage' : 'prod')) return;
  throw channelErrors.ChannelModeMismatch({ channel, environment, mode: MODES[isTest ? 'test' : 'real'] });
}
