/** The socket side of the simulator: who is let in, and the connections that are there. */
import { createServer as createPlain, type RequestListener, type Server } from 'node:http';
import { createServer as createTls } from 'node:https';
import { createServer as createFront, type Socket } from 'node:net';
import { channelErrors } from '../../channels/errors.ts';

export type DoorState = 'open' | 'refused' | 'tls';

export interface DoorOptions {
  readonly host: string;
  readonly port: number;
  /** PEM. Plain http without it. */
  readonly tls?: { readonly certificate: string; readonly key: string } | undefined;
}

export interface Door {
  readonly port: number;
  /** `refused` stops listening, `tls` breaks every handshake; both cut the connections that are there. */
  set(state: DoorState): Promise<void>;
  /** Cuts a connection; one that is encrypted can be broken first, by a record that no key fits. */
  cut(socket: Socket, isBroken: boolean): void;
  close(): Promise<void>;
}

/** A fatal alert that no handshake agreed on: TLS record 21, version 3.3, handshake failure. */
const ALERT = Buffer.from([21, 3, 3, 0, 2, 2, 40]);

export async function openDoor(options: DoorOptions, handle: RequestListener): Promise<Door> {
  const sockets = new Set<Socket>();
  let state: DoorState = 'open';
  let isClosed = false;
  const server: Server = options.tls
    ? createTls({ cert: options.tls.certificate, key: options.tls.key }, handle)
    : createPlain(handle);
  server.on('tlsClientError', () => {}); // that is what the fault is for
  server.on('clientError', (_error, socket) => socket.destroy());

  const front = createFront((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    if (state === 'tls') socket.once('data', () => socket.end(ALERT));
    else server.emit('connection', socket);
  });

  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const fail = ({ code = '' }: NodeJS.ErrnoException) => reject(channelErrors.SimulatorRefused({ reason: code }));
      front.once('error', fail);
      front.listen(port, options.host, () => {
        front.off('error', fail);
        resolve();
      });
    });

  const cutAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };

  await listen(options.port);
  const address = front.address();
  const port = typeof address === 'object' && address ? address.port : options.port;

  const set = async (next: DoorState): Promise<void> => {
    if (isClosed) return;
    if (next !== 'open') cutAll();
    if (next === 'refused' && front.listening) front.close();
    if (next !== 'refused' && !front.listening) await listen(port);
    state = next;
  };

  return {
    port,
    set,
    cut: (socket, isBroken) => {
      const raw = [...sockets].find(({ remotePort }) => remotePort === socket.remotePort) ?? socket;
      if (isBroken) raw.end(ALERT);
      else raw.resetAndDestroy();
    },
    close: async () => {
      isClosed = true;
      cutAll();
      if (front.listening) await new Promise((resolve) => front.close(resolve));
      server.close();
    },
  };
}
