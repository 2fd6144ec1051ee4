/**
 * Calls to one partner, made so that whatever he answers, or does not, ends in bounded time and memory with a known
 * outcome. Reads are asked again when that may help; what must not be done twice is asked once. Redirections are
 * followed for reads only, on the same origin only.
 */
import { setMaxListeners } from 'node:events';
import { channelErrors } from '../errors.ts';
import type { ChannelAccess } from '../settings.ts';
import { type ChannelSurroundings, systemTimer } from '../surroundings.ts';
import { type AddressRules, refusal } from './address-rules.ts';
import {
  busy,
  type Delay,
  type Exchanged,
  type PartnerAnswer,
  type PartnerRequest,
  partnerExchange,
} from './exchange.ts';
import { type CallFailure, failure } from './failures.ts';
import { type HostGate, hostGate } from './host-gate.ts';

export interface PartnerRules {
  /** Names the partner in errors. */
  readonly channel: string;
  readonly hosts: ReadonlySet<string>;
  /** Requests per second that he allows, per host. */
  readonly rate: number;
  readonly access: ChannelAccess;
}

export type CallResult = PartnerAnswer | CallFailure;

/** One call of ours, which may take several requests: they share what names it and when it must end. */
export interface Call {
  readonly correlationId: string;
  readonly deadline: AbortSignal;
  /** The same, on the timer. */
  readonly endsAt: number;
}

export interface CallStart {
  readonly correlationId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface PartnerClient {
  /** Does one call of ours under a deadline, which ends with it. */
  within<T>(options: CallStart | undefined, task: (call: Call) => Promise<T>): Promise<T>;
  /** An answer of a status below 500 but 429, or a failure. Throws nothing. */
  request(request: PartnerRequest, call: Call): Promise<CallResult>;
  close(): Promise<void>;
}

const MAX_REDIRECTIONS = 3;
const BACKOFF_MS = 200;
const MAX_PAUSE_S = 3600;

export function partnerClient(rules: PartnerRules, surroundings: ChannelSurroundings): PartnerClient {
  const { channel, access } = rules;
  const { ids, clock, random, timer = systemTimer } = surroundings;
  const addresses: AddressRules = { hosts: rules.hosts, allowPrivate: access.allowPrivate };
  const { exchange, close } = partnerExchange(channel, access, surroundings.resolve);
  const gates = new Map<string, HostGate>();

  const gateOf = ({ host }: URL): HostGate => {
    const gate = gates.get(host) ?? hostGate(rules.rate, timer);
    gates.set(host, gate);
    return gate;
  };

  const within: PartnerClient['within'] = async (options = {}, task) => {
    const { correlationId = ids.uuid(), signal, timeoutMs = access.limits.totalMs } = options;
    const ending = new AbortController();
    const end = () => ending.abort();
    const cancel = timer.after(timeoutMs, end);
    if (signal) setMaxListeners(0, signal); // one caller may have any number of calls under way
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
    try {
      return await task({ correlationId, deadline: ending.signal, endsAt: timer.now() + timeoutMs });
    } finally {
      cancel();
      signal?.removeEventListener('abort', end); // it may outlive thousands of calls
    }
  };

  /** One request when its turn comes; none while the host asked for more time than is left. */
  const takeTurn = async (request: PartnerRequest, call: Call): Promise<Exchanged> => {
    const reason = refusal(request.url, addresses);
    const { host } = request.url;
    if (reason) return failure(channelErrors.ChannelAddressRefused({ channel, host, reason }), false);
    const gate = gateOf(request.url);
    if (gate.pausedMs() > Math.max(0, call.endsAt - timer.now())) {
      return failure(busy(channel, Math.ceil(gate.pausedMs() / 1000)), false);
    }
    try {
      return await gate.run(() => exchange(request, call.correlationId, call.deadline), call.deadline);
    } catch (error) {
      if (!call.deadline.aborted) throw error;
      return failure(channelErrors.ChannelTimeout({ channel }), false);
    }
  };

  const takeTurnFollowing = async (
    request: PartnerRequest,
    call: Call,
  ): Promise<PartnerAnswer | CallFailure | Delay> => {
    let { url } = request;
    for (let hop = 0; hop <= MAX_REDIRECTIONS; hop++) {
      const exchanged = await takeTurn({ ...request, url }, call);
      if (exchanged.failed !== 'redirected') return exchanged;
      const target = request.nature === 'read' ? sameOrigin(exchanged.location, url) : undefined;
      if (!target) break;
      url = target;
    }
    return failure(channelErrors.ChannelRedirected({ channel }), true);
  };

  const request = async (request: PartnerRequest, call: Call): Promise<CallResult> => {
    for (let attempt = 1; ; attempt++) {
      const result = await takeTurnFollowing(request, call);
      const settled = result.failed === 'delayed' ? pause(result, request.url) : result;
      const mayRepeat = request.nature === 'read' && attempt < access.limits.attempts;
      if (!settled.failed || !settled.passing || !mayRepeat) return settled;
      const backoff = BACKOFF_MS * 2 ** attempt * (0.5 + random());
      if (!(await slept(backoff, call))) return settled;
    }
  };

  const pause = ({ retryAfter, otherwise }: Delay, url: URL): CallFailure => {
    const seconds = secondsOf(retryAfter, clock.now());
    gateOf(url).pause(seconds * 1000);
    return { ...otherwise, error: busy(channel, seconds), passing: true };
  };

  const slept = (ms: number, { deadline }: Call): Promise<boolean> =>
    timer.sleep(ms, deadline).then(
      () => true,
      () => false,
    );

  return { within, request, close };
}

/** Undefined when the target is another origin, or no address at all. */
function sameOrigin(location: string, from: URL): URL | undefined {
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  return target?.origin === from.origin ? target : undefined;
}

/** Seconds or a date (RFC 9110, 10.2.3); one second when neither. */
function secondsOf(retryAfter: string | undefined, now: string): number {
  const text = retryAfter?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.parse(now)) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), MAX_PAUSE_S) : 1;
}
