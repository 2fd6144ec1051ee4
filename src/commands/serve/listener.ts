import { readFileSync } from 'node:fs';
import { createServer as createPlainServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { isIP, Server as NetServer } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { commandErrors } from '../program/errors.ts';
import { openArrivals } from './arrivals.ts';
import { isLoopback } from './connection.ts';
import { DEFAULT_CROWD, openCrowd } from './crowd.ts';

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly certificate: string; readonly key: string } | undefined;
  /** Accept plain HTTP from other machines: for a listener behind a proxy that ends TLS. */
  readonly allowRemote: boolean;
  readonly noAuth: boolean;
  readonly publicUrl?: string | undefined;
}

/** Throws ListenerRefused when what is asked would leave the door open. */
export function refuseUnsafe({ host, tls, allowRemote, noAuth, publicUrl }: ListenerOptions): void {
  if (isLoopback(host)) return;
  if (noAuth) {
    throw commandErrors.ListenerRefused({
      reason: {
        en: `--no-auth serves everything to anybody, and ${host} is not a loopback address.`,
        fr: `--no-auth sert tout à n’importe qui, et ${host} n’est pas une adresse de cette machine.`,
      },
      advice: {
        en: 'Use --host 127.0.0.1, or configure authentication.',
        fr: 'Utilisez --host 127.0.0.1, ou réglez l’authentification.',
      },
    });
  }
  if (!tls && !allowRemote) {
    throw commandErrors.ListenerRefused({
      reason: {
        en: `${host} is not a loopback address and there is no TLS.`,
        fr: `${host} n’est pas une adresse de cette machine, et il n’y a pas de TLS.`,
      },
      advice: {
        en: 'Give --tls-cert and --tls-key, or --allow-remote behind a proxy that ends TLS.',
        fr: 'Donnez --tls-cert et --tls-key, ou --allow-remote derrière un serveur mandataire qui termine le TLS.',
      },
    });
  }
  if (!publicUrl) {
    throw commandErrors.ListenerRefused({
      reason: {
        en: `${host} is not a loopback address and TAXOPS_PUBLIC_URL is not set: every request would be refused.`,
        fr: `${host} n’est pas une adresse de cette machine et TAXOPS_PUBLIC_URL n’est pas réglé : toute requête serait refusée.`,
      },
      advice: {
        en: 'Set TAXOPS_PUBLIC_URL to the address that people and partners use.',
        fr: 'Mettez dans TAXOPS_PUBLIC_URL l’adresse dont se servent les personnes et les partenaires.',
      },
    });
  }
}

export interface Listener {
  readonly url: string;
  /**
   * Takes no new connection; answers what runs and what comes by open connections, each answer the last one of its
   * connection. Cuts what is left after `graceMs`.
   */
  close(graceMs: number): Promise<void>;
}

/** Listens for real. Port 0 takes a free one. */
export async function listen(app: Hono, options: ListenerOptions): Promise<Listener> {
  // With its own Response the adapter writes a text at once: half of the cost of an answer is saved.
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: true });
  const running = new Set<ServerResponse>();
  const state = { isDraining: false };
  const crowd = openCrowd(() => performance.now());
  const arrivals = openArrivals(() => performance.now());
  const handler: RequestListener = (request, response) => {
    if (state.isDraining) response.shouldKeepAlive = false;
    running.add(response);
    response.once('close', () => running.delete(response));
    crowd.ask(request, response);
    arrivals.whenQuiet(() => {
      if (!request.socket.destroyed) void answer(request, response);
    });
  };
  const server: Server = options.tls
    ? createTlsServer(
        { ...HANDSHAKE, cert: readFileSync(options.tls.certificate), key: readFileSync(options.tls.key) },
        handler,
      )
    : createPlainServer(handler);
  server.headersTimeout = 0; // the crowd closes what is too slow, and knows when this process was
  server.requestTimeout = 0;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.maxConnections = 2 * DEFAULT_CROWD.most; // those that are still shaking hands are not of the crowd yet
  server.on('connection', arrivals.arrive);
  server.on(options.tls ? 'secureConnection' : 'connection', crowd.arrive);
  const sweeping = setInterval(crowd.sweep, DEFAULT_CROWD.sweepMs).unref();
  server.once('close', () => clearInterval(sweeping));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        commandErrors.ListenerRefused({
          reason: error.message,
          advice: { en: 'Choose another --port.', fr: 'Choisissez un autre --port.' },
        }),
      ),
    );
    // As many as may come at once: beyond it a client is not heard, and tries again a second later, then three.
    server.listen({ port: options.port, host: options.host, backlog: DEFAULT_CROWD.most }, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  const host = isIP(options.host) === 6 ? `[${options.host}]` : options.host;
  return {
    url: `${options.tls ? 'https' : 'http'}://${host}:${port}`,
    close: (graceMs) => {
      state.isDraining = true;
      for (const response of running) response.shouldKeepAlive = false;
      return drain(server, graceMs);
    },
  };
}

const HANDSHAKE = { handshakeTimeout: DEFAULT_CROWD.headMs };

/** As long as answers promise it: a client may send its next request until then, and none of these may be lost. */
const KEEP_ALIVE_MS = 5_000;

/** Not `server.close` of HTTP: that closes idle connections at once, under the request that a client is sending. */
function drain(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timers = [
      setTimeout(() => server.closeIdleConnections(), Math.min(KEEP_ALIVE_MS, graceMs)),
      setTimeout(() => server.closeAllConnections(), graceMs),
    ];
    NetServer.prototype.close.call(server, () => {
      for (const timer of timers) clearTimeout(timer);
      resolve();
    });
  });
}
