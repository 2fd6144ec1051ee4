/** What went wrong on the way to a partner, described without a word that came from outside. */

import type { TaxopsError } from '../../kernel/errors.ts';
import { channelErrors } from '../errors.ts';
import { PRIVATE, PrivateAddress } from './address-rules.ts';
import { ConnectFailure } from './connector.ts';

export interface CallFailure {
  readonly failed: true;
  readonly error: TaxopsError;
  /** False only when no byte of the request can have reached the partner, or he proves that he did not take it. */
  readonly mayHaveLeft: boolean;
  /** Asking again may help. */
  readonly passing: boolean;
}

interface Place {
  readonly channel: string;
  readonly host: string;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the name cannot be resolved at the moment',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'connection closed',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
};

const TIMEOUTS: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** `left`: whether the request may have begun to leave. */
export function failureOf(thrown: unknown, { channel, host }: Place, left: boolean, aborted: boolean): CallFailure {
  if (thrown instanceof ConnectFailure) return notConnected(thrown.cause, channel, host);
  if (aborted) return failure(channelErrors.ChannelTimeout({ channel }), left, false);
  const code = codeOf(thrown);
  if (TIMEOUTS.has(code)) return failure(channelErrors.ChannelTimeout({ channel }), left, true);
  return failure(channelErrors.ChannelInterrupted({ channel, reason: reasonOf(code) }), left, true);
}

function notConnected(cause: unknown, channel: string, host: string): CallFailure {
  if (cause instanceof PrivateAddress) {
    return failure(channelErrors.ChannelAddressRefused({ channel, host, reason: PRIVATE }), false, false);
  }
  return failure(channelErrors.ChannelUnreachable({ channel, reason: reasonOf(codeOf(cause)) }), false, true);
}

export const failure = (error: TaxopsError, mayHaveLeft: boolean, passing = false): CallFailure => ({
  failed: true,
  error,
  mayHaveLeft,
  passing,
});

/** A 401 was not applied (RFC 9110, 15.5.2); a 403 says nothing of what was done before it. */
export const accessDenied = (channel: string, status: number): CallFailure =>
  failure(channelErrors.ChannelAccessDenied({ channel }), status !== 401);

const codeOf = (thrown: unknown): string => {
  const code = (thrown as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'UNKNOWN';
};

/** Certificate and protocol failures have many codes, all of them harmless to show. */
const reasonOf = (code: string): string => REASONS[code] ?? code;
