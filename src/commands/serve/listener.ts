import { readFileSync } from 'node:fs';
import { createServer as createPlainServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { isIP } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { commandErrors } from '../program/errors.ts';
import { isLoopback } from './connection.ts';

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
      reason: `--no-auth serves everything to anybody, and ${host} is not a loopback address.`,
      advice: 'Use --host 127.0.0.1, or configure authentication.',
    });
  }
  if (!tls && !allowRemote) {
    throw commandErrors.ListenerRefused({
      reason: `${host} is not a loopback address and there is no TLS.`,
      advice: 'Give --tls-cert and --tls-key, or --allow-remote behind a proxy that ends TLS.',
    });
  }
  if (!publicUrl) {
    throw commandErrors.ListenerRefused({
      reason: `${host} is not a loopback address and TAXOPS_PUBLIC_URL is not set: every request would be refused.`,
      advice: 'Set TAXOPS_PUBLIC_URL to the address that people and partners use.',
    });
  }
}

export interface Listener {
  readonly url: string;
  /** Lets running requests end, for at most `graceMs`, then closes. */
  close(graceMs: number): Promise<void>;
}

/** Listens for real. Port 0 takes a free one. */
export async function listen(app: Hono, options: ListenerOptions): Promise<Listener> {
  // With its own Response the adapter writes a text at once: half of the cost of an answer is saved.
  const handler = getRequestListener(app.fetch, { overrideGlobalObjects: true });
  const server: Server = options.tls
    ? createTlsServer({ cert: readFileSync(options.tls.certificate), key: readFileSync(options.tls.key) }, handler)
    : createPlainServer(handler);
  server.headersTimeout = 10_000;
  server.requestTimeout = 300_000;
  server.keepAliveTimeout = 5_000;
  server.maxConnections = 1_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(commandErrors.ListenerRefused({ reason: error.message, advice: 'Choose another --port.' })),
    );
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  const host = isIP(options.host) === 6 ? `[${options.host}]` : options.host;
  return { url: `${options.tls ? 'https' : 'http'}://${host}:${port}`, close: (graceMs) => stop(server, graceMs) };
}

function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
