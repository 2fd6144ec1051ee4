/** One request and its answer: bounded in size and time, nothing followed, nothing repeated. */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { ediErrors } from '../../edi/errors.ts';
import { channelErrors } from '../errors.ts';
import type { ChannelAccess } from '../settings.ts';
import { type Resolve, systemResolve } from './address-rules.ts';
import { checkedConnector } from './connector.ts';
import { type CallFailure, failure, failureOf } from './failures.ts';

export interface PartnerRequest {
  /** `read`: changes nothing, may be asked again. `once`: a read that leaves a mark. `send`: must not be made twice. */
  readonly nature: 'read' | 'once' | 'send';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** POST with a body, GET without. */
  readonly body?: Uint8Array | undefined;
  readonly maxBytes?: number | undefined;
  /** A failure whose body the caller reads all the same. */
  readonly accepts?: number | undefined;
}

export interface PartnerAnswer {
  readonly failed: false;
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

export interface Redirection {
  readonly failed: 'redirected';
  readonly location: string;
}

/** The partner is there and asks for time. */
export interface Delay {
  readonly failed: 'delayed';
  /** Header as received. */
  readonly retryAfter: string | undefined;
  readonly otherwise: CallFailure;
}

export type Exchanged = PartnerAnswer | CallFailure | Redirection | Delay;

export type Exchange = (request: PartnerRequest, correlationId: string, deadline: AbortSignal) => Promise<Exchanged>;

const CONNECTIONS = 8;

export function partnerExchange(
  channel: string,
  access: ChannelAccess,
  resolve: Resolve = systemResolve,
): { readonly exchange: Exchange; close(): Promise<void> } {
  const connect = checkedConnector(access, resolve);
  const pools = new Map<string, Pool>();

  const poolOf = ({ origin }: URL): Pool => {
    const pool = pools.get(origin) ?? newPool(origin);
    pools.set(origin, pool);
    return pool;
  };

  const newPool = (origin: string): Pool => {
    const { headersMs: headersTimeout, bodyMs: bodyTimeout, maxBytes: maxResponseSize } = access.limits;
    return new Pool(origin, {
      connect,
      connections: CONNECTIONS,
      headersTimeout,
      bodyTimeout,
      maxResponseSize,
      // One connection, one request: on one that is kept, an answer that came twice would be taken for the answer to the
      // next question, and nobody knows what a partner took on one that was closing.
      pipelining: 0,
    });
  };

  const exchange: Exchange = async (request, correlationId, deadline) => {
    const { url, body } = request;
    const trace = { left: false };
    try {
      const answer = await poolOf(url).request({
        method: body ? 'POST' : 'GET',
        path: `${url.pathname}${url.search}`,
        signal: deadline,
        headers: headersOf(request, correlationId),
        body: body ? leaving(body, trace) : null,
      });
      const maxBytes = request.maxBytes ?? access.limits.maxBytes;
      const content = await readWithin(answer, maxBytes);
      return content ? judge(channel, request, answer, content) : tooLarge(channel, maxBytes);
    } catch (thrown) {
      if (codeOf(thrown) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooLarge(channel, access.limits.maxBytes);
      return failureOf(thrown, { channel, host: url.host }, trace.left, deadline.aborted);
    }
  };

  return {
    exchange,
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

const codeOf = (thrown: unknown): unknown => (thrown as { code?: unknown } | null)?.code;

const tooLarge = (channel: string, bytes: number): CallFailure =>
  failure(channelErrors.ChannelAnswerTooLarge({ channel, bytes }), true);

const headersOf = ({ headers, body }: PartnerRequest, correlationId: string): Record<string, string> => ({
  'user-agent': 'taxops',
  'x-correlation-id': correlationId,
  ...(body && { 'content-length': String(body.length) }),
  ...headers,
});

/** Read just before the head of the request is written: nothing has left until then. */
const leaving = (body: Uint8Array, trace: { left: boolean }): Readable =>
  Readable.from(
    (function* () {
      trace.left = true;
      yield body;
    })(),
    { objectMode: false },
  );

/** Undefined beyond the limit, announced or met, and the rest is not read. */
async function readWithin(
  { headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    body.on('error', () => {}).destroy();
    return undefined;
  }
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function judge(
  channel: string,
  request: PartnerRequest,
  { statusCode: status, headers }: { readonly statusCode: number; readonly headers: IncomingHttpHeaders },
  body: Uint8Array,
): Exchanged {
  const retryAfter = headers['retry-after'];
  if (status === 429) {
    // A gate in front of the partner counts answers too: what was sent may have been taken before it closed.
    return { failed: 'delayed', retryAfter, otherwise: failure(busy(channel, 1), true) };
  }
  if (status >= 300 && status < 400) return { failed: 'redirected', location: headers.location ?? '' };
  if (status >= 500 && status !== request.accepts) {
    const otherwise = failure(channelErrors.ChannelFailed({ channel, status }), true, true);
    return retryAfter === undefined ? otherwise : { failed: 'delayed', retryAfter, otherwise };
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    return failure(
      ediErrors.ChannelAnswerUnreadable({ reason: { en: 'it is packed', fr: 'elle est compressée' } }),
      true,
    );
  return { failed: false, status, contentType: String(headers['content-type'] ?? '').slice(0, 200), body };
}

export const busy = (channel: string, seconds: number) => channelErrors.ChannelBusy({ channel, seconds });
