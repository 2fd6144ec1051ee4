import { isIP, type Socket } from 'node:net';

/** Connections by which a good token came, or a caller of this machine that is trusted. */
const recognised = new WeakSet<Socket>();

export function recognise(env: unknown): void {
  const socket = (env as { incoming?: { socket?: Socket } } | undefined)?.incoming?.socket;
  if (socket) recognised.add(socket);
}

export const isRecognised = (socket: Socket): boolean => recognised.has(socket);

/** The remote address of a real connection; tests without a port have none. */
export const addressOf = (env: unknown): string =>
  (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress ?? '';

/** The port that a real connection came in by. */
export const localPortOf = (env: unknown): number | undefined =>
  (env as { incoming?: { socket?: { localPort?: number } } } | undefined)?.incoming?.socket?.localPort;

/** Every Host that a real request names: Node hears the first alone, a proxy before it may have heard another. */
export const hostsOf = (env: unknown): readonly string[] =>
  (env as { incoming?: { headersDistinct?: { host?: string[] } } } | undefined)?.incoming?.headersDistinct?.host ?? [];

/** A host name or an address of this machine; IPv4 addresses may come in the clothes of IPv6 (`::ffff:127.0.0.1`). */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^::ffff:/i, '');
  return address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}
