import { buildConnector } from 'undici';
import type { ChannelAccess } from '../settings.ts';
import { checkedLookup, type Resolve } from './address-rules.ts';

/**
 * The connection was never made, TLS included: no byte of a request can have left. Errors of every other kind mean that
 * it may have.
 */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  constructor(cause: Error) {
    super('connection failed', { cause });
  }
}

/** Connects to checked addresses only, and marks every failure to connect as one. */
export function checkedConnector(access: ChannelAccess, resolve: Resolve): buildConnector.connector {
  const connect = buildConnector({
    timeout: access.limits.connectMs,
    lookup: checkedLookup(resolve, access.allowPrivate),
    minVersion: 'TLSv1.2',
    ...(access.authorities && { ca: access.authorities }),
  });
  return (options, callback) =>
    connect(options, (error, socket) => (error ? callback(new ConnectFailure(error), null) : callback(null, socket)));
}
