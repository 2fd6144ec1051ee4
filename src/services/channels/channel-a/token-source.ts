/** Access tokens of ChannelA: OAuth2 client credentials, one token for all calls until a minute before its end. */
import type { Clock } from '../../kernel/clock.ts';
import { channelErrors } from '../errors.ts';
import { type CallFailure, failure } from '../outbound/failures.ts';
import { asObject, readJson, unreadable } from '../outbound/json-answer.ts';
import type { Call, PartnerClient } from '../outbound/partner-client.ts';
import type { ChannelASettings } from '../settings.ts';

const MARGIN_S = 60;
const MAX_LIFE_S = 24 * 3600;
const MAX_BYTES = 64 * 1024;
const SCOPES = ['liasse', 'marque-blanche', 'declaration-status', 'liste-declarations'];

export interface Token {
  readonly failed: false;
  readonly token: string;
}

export interface TokenSource {
  get(call: Call): Promise<Token | CallFailure>;
  /** After a 401: this token is not used again. */
  forget(token: string): void;
}

interface Known extends Token {
  readonly usableUntil: number;
}

export function tokenSource(
  client: PartnerClient,
  { tokenUrl, clientId, clientSecret }: ChannelASettings,
  environment: string,
  clock: Clock,
): TokenSource {
  const now = () => Date.parse(clock.now());
  let known: Known | undefined;
  let asking: Promise<Known | CallFailure> | undefined;

  const ask = async (call: Call): Promise<Known | CallFailure> => {
    const askedAt = now();
    const scope = SCOPES.map((name) => `${environment}/${name}`).join(' ');
    const result = await client.request(
      {
        nature: 'read', // a second token harms nobody
        url: new URL(tokenUrl),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          authorization: basic(clientId, clientSecret),
        },
        body: Buffer.from(new URLSearchParams({ grant_type: 'client_credentials', scope }).toString()),
        maxBytes: MAX_BYTES,
      },
      call,
    );
    // Whatever went wrong here, the call itself has not left.
    if (result.failed) return { ...result, mayHaveLeft: false };
    if (result.status !== 200) return failure(channelErrors.ChannelAccessDenied({ channel: 'ChannelA' }), false);
    return readToken(result.body, askedAt);
  };

  return {
    get: async (call) => {
      if (known && now() < known.usableUntil) return known;
      // One asks for all; his failure may be that his own time was up, so it is not taken for ours.
      const shared = await asking;
      if (shared && !shared.failed) return shared;
      asking ??= ask(call).finally(() => {
        asking = undefined;
      });
      const answer = await asking;
      if (!answer.failed) known = answer;
      return answer;
    },
    forget: (token) => {
      if (known?.token === token) known = undefined;
    },
  };
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${formEncoded(id)}:${formEncoded(secret)}`).toString('base64')}`;

const formEncoded = (text: string): string => new URLSearchParams({ t: text }).toString().slice(2);

function readToken(body: Uint8Array, askedAt: number): Known | CallFailure {
  try {
    const { access_token: token, expires_in: life } = asObject(readJson(body));
    // What goes into a header: visible characters only.
    if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(token)) throw unreadable('no access_token');
    const seconds = Math.min(Number.isFinite(Number(life)) ? Number(life) : 0, MAX_LIFE_S);
    return { failed: false, token, usableUntil: askedAt + (seconds - MARGIN_S) * 1000 };
  } catch {
    return failure(unreadable('no access_token'), false);
  }
}
