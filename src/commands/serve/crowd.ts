/**
 * Who may stay connected. Connections cost nothing to those who open them, so those that never brought a good token give
 * way when there are many, and a request that hardly comes is not waited for. Time in which this process itself stood still
 * (a suspended machine, a busy disk) does not count: what was sent meanwhile is read only after the sweep. Node's own limit
 * of headers counts it, and answered 408 to requests that had come at once.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isRecognised } from './connection.ts';

export interface CrowdLimits {
  readonly most: number;
  /** Of those without a good token, by address. */
  readonly mostOfAddress: number;
  /** One that has just come, or just got its answer, is not closed for another. */
  readonly restMs: number;
  /** Headers must be whole in such a time, from the arrival or from their first byte. */
  readonly headMs: number;
  /** A body must bring so many bytes in each such time. */
  readonly bodyMs: number;
  readonly bodyBytes: number;
  /** From one sweep to the next; what lasts longer is a standstill. */
  readonly sweepMs: number;
}

export const DEFAULT_CROWD: CrowdLimits = {
  most: 2_000,
  mostOfAddress: 256,
  restMs: 1_000,
  headMs: 10_000,
  bodyMs: 30_000,
  bodyBytes: 30 * 1024,
  sweepMs: 1_000,
};

interface Visitor {
  readonly socket: Socket;
  readonly address: string;
  /** Since when it rests: its arrival, or the end of its last answer. */
  since: number;
  requests: number;
  /** Bytes it had sent when it began to rest, and since when headers come: at once from one that has just arrived. */
  rest: { readonly bytes: number; headSince: number | undefined };
  body?: { readonly request: IncomingMessage; bytes: number; since: number } | undefined;
}

export interface Crowd {
  arrive(socket: Socket): void;
  ask(request: IncomingMessage, response: ServerResponse): void;
  /** Closes the connections whose headers are not whole in time, or whose body hardly comes. */
  sweep(): void;
}

/** `now` in milliseconds. */
export function openCrowd(now: () => number, limits: CrowdLimits = DEFAULT_CROWD): Crowd {
  const visitors = new Map<Socket, Visitor>(); // in the order of their arrival
  const clock = openClock(now, 2 * limits.sweepMs);
  const mayGo = ({ socket, requests, since }: Visitor) =>
    requests === 0 && !isRecognised(socket) && clock.time() - since >= limits.restMs;
  /** Closes the one that came first of those that may go; false when there is none. */
  const makeRoom = (of: (visitor: Visitor) => boolean): boolean => {
    for (const visitor of visitors.values()) {
      if (!of(visitor) || !mayGo(visitor)) continue;
      visitor.socket.destroy();
      return visitors.delete(visitor.socket);
    }
    return false;
  };
  const strangersOf = (address: string) =>
    [...visitors.values()].filter((visitor) => visitor.address === address && !isRecognised(visitor.socket)).length;
  return {
    arrive: (socket) => {
      const address = socket.remoteAddress ?? '';
      if (visitors.size >= limits.mostOfAddress && strangersOf(address) >= limits.mostOfAddress)
        makeRoom((visitor) => visitor.address === address);
      if (visitors.size >= limits.most && !makeRoom(() => true)) return void socket.destroy();
      const since = clock.time();
      visitors.set(socket, { socket, address, since, requests: 0, rest: { bytes: 0, headSince: since } });
      socket.once('close', () => visitors.delete(socket));
    },
    ask: (request, response) => {
      const visitor = visitors.get(request.socket);
      if (!visitor) return;
      visitor.requests += 1;
      visitor.body = { request, bytes: request.socket.bytesRead, since: clock.time() };
      response.once('close', () => {
        visitor.requests -= 1;
        visitor.since = clock.time();
        visitor.rest = { bytes: visitor.socket.bytesRead, headSince: undefined };
      });
    },
    sweep: () => {
      clock.tick();
      for (const visitor of visitors.values()) {
        if (visitor.requests === 0) closeLateHead(visitor, clock.time(), limits);
        else closeLateBody(visitor, clock.time(), limits);
      }
    },
  };
}

/** Milliseconds while this process ran: of the time between two ticks, `mostMs` at most. */
function openClock(now: () => number, mostMs: number) {
  let stoodStill = 0;
  let last = now();
  return {
    time: () => now() - stoodStill,
    tick: () => {
      stoodStill += Math.max(0, now() - last - mostMs);
      last = now();
    },
  };
}

function closeLateHead({ socket, rest }: Visitor, time: number, { headMs }: CrowdLimits): void {
  if (socket.bytesRead > rest.bytes) rest.headSince ??= time;
  if (rest.headSince === undefined || time - rest.headSince < headMs) return;
  if (socket.writableEnded) socket.destroy();
  else socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
}

function closeLateBody({ socket, body }: Visitor, time: number, { bodyBytes, bodyMs }: CrowdLimits): void {
  if (!body || body.request.complete || body.request.readableEnded) return;
  // What has come and is not taken yet waits for us, not we for it.
  const isEnough = socket.bytesRead - body.bytes >= bodyBytes || body.request.readableLength > 0;
  if (isEnough) Object.assign(body, { bytes: socket.bytesRead, since: time });
  else if (time - body.since >= bodyMs) socket.destroy();
}
