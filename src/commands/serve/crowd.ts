/**
 * Who may stay connected. Connections cost nothing to those who open them, so those that never brought a good token give
 * way when there are many, and a body that hardly comes is not waited for. Node itself closes what sends no headers in time.
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
  /** A body must bring so many bytes in each such time. */
  readonly bodyMs: number;
  readonly bodyBytes: number;
}

export const DEFAULT_CROWD: CrowdLimits = {
  most: 2_000,
  mostOfAddress: 256,
  restMs: 1_000,
  bodyMs: 30_000,
  bodyBytes: 30 * 1024,
};

interface Visitor {
  readonly socket: Socket;
  readonly address: string;
  /** Since when it rests: its arrival, or the end of its last answer. */
  since: number;
  requests: number;
  body?: { readonly request: IncomingMessage; bytes: number; since: number } | undefined;
}

export interface Crowd {
  arrive(socket: Socket): void;
  ask(request: IncomingMessage, response: ServerResponse): void;
  /** Closes the connections whose body hardly comes. */
  sweep(): void;
}

/** `now` in milliseconds. */
export function openCrowd(now: () => number, limits: CrowdLimits = DEFAULT_CROWD): Crowd {
  const visitors = new Map<Socket, Visitor>(); // in the order of their arrival
  const mayGo = ({ socket, requests, since }: Visitor) =>
    requests === 0 && !isRecognised(socket) && now() - since >= limits.restMs;
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
      visitors.set(socket, { socket, address, since: now(), requests: 0 });
      socket.once('close', () => visitors.delete(socket));
    },
    ask: (request, response) => {
      const visitor = visitors.get(request.socket);
      if (!visitor) return;
      visitor.requests += 1;
      visitor.body = { request, bytes: request.socket.bytesRead, since: now() };
      response.once('close', () => {
        visitor.requests -= 1;
        visitor.since = now();
      });
    },
    sweep: () => {
      for (const { socket, body } of visitors.values()) {
        if (!body || body.request.complete || body.request.readableEnded) continue;
        // What has come and is not taken yet waits for us, not we for it.
        const isEnough = socket.bytesRead - body.bytes >= limits.bodyBytes || body.request.readableLength > 0;
        if (isEnough) Object.assign(body, { bytes: socket.bytesRead, since: now() });
        else if (now() - body.since >= limits.bodyMs) socket.destroy();
      }
    },
  };
}
