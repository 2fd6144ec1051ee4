/** A connection to an SFTP server: trusted by its pinned key alone, bounded in time, closed for good at the end. */
import { createHash } from 'node:crypto';
import { connect as openSocket, type Socket } from 'node:net';
import type SftpClient from 'ssh2-sftp-client';
import type { TaxopsError } from '../../../../kernel/errors.ts';
import { sourceErrors } from '../errors.ts';
import type { SourceOf } from '../source.ts';

type Wrapper = Awaited<ReturnType<SftpClient['connect']>>;

export interface Connection {
  /** One request to the server, given up after a while or when the work is aborted. */
  ask<T>(request: (sftp: Wrapper, done: (error: Error | null | undefined, answer: T) => void) => void): Promise<T>;
  close(): void;
}

const READY_MS = 20_000;
const ANSWER_MS = 30_000;
const KEEPALIVE = { keepaliveInterval: 10_000, keepaliveCountMax: 3 };

/** Throws SourceIncomplete, SourceHostKeyChanged, SourceAccessDenied, SourceUnreachable. */
export async function connect(source: SourceOf<'Sftp'>, signal: AbortSignal): Promise<Connection> {
  const { name, settings } = source;
  if (settings.hostKeys.length === 0) {
    throw sourceErrors.SourceIncomplete({
      source: name,
      reason: { en: 'no key of its server is pinned', fr: 'aucune clé de son serveur n’est retenue' },
    });
  }
  let shown = '';
  const client = await newClient();
  const socket = socketTo(source);
  try {
    const verify = (key: Buffer) => {
      shown = fingerprint(key);
      return settings.hostKeys.includes(shown);
    };
    const sftp = await within(client.connect(configOf(source, socket, verify)), READY_MS * 2, signal);
    const open = AbortSignal.any([signal, closingOf(client)]);
    return {
      ask: (request) =>
        within(promised(sftp, request), ANSWER_MS, open).catch((error) => Promise.reject(failureOf(error, name))),
      close: () => void socket.destroy(), // a server that does not answer a farewell must not keep the process
    };
  } catch (error) {
    socket.destroy();
    if (shown !== '' && !settings.hostKeys.includes(shown)) {
      throw sourceErrors.SourceHostKeyChanged({ source: name, shown });
    }
    throw failureOf(error, name);
  }
}

/** The key that a server shows; the connection ends before we authenticate. Throws SourceUnreachable. */
export async function shownFingerprint(source: SourceOf<'Sftp'>, signal: AbortSignal): Promise<string> {
  let shown = '';
  const client = await newClient();
  const socket = socketTo(source);
  const look = (key: Buffer) => {
    shown = fingerprint(key);
    return false;
  };
  try {
    await within(client.connect(configOf({ ...source, secrets: {} }, socket, look)), READY_MS * 2, signal);
  } catch (error) {
    if (shown === '') throw failureOf(error, source.name);
  } finally {
    socket.destroy();
  }
  return shown;
}

/** Small requests leave at once: waiting for the acknowledgement of the one before takes a second of each session. */
function socketTo({ settings: { host, port } }: SourceOf<'Sftp'>): Socket {
  const socket = openSocket({ host, port, noDelay: true });
  return socket.on('error', () => {}); // the library hears it too, once it listens
}

const fingerprint = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

const configOf = ({ settings, secrets }: SourceOf<'Sftp'>, sock: Socket, hostVerifier: (key: Buffer) => boolean) => ({
  sock,
  username: settings.user,
  hostVerifier,
  readyTimeout: READY_MS,
  ...KEEPALIVE,
  ...(secrets.password !== undefined && { password: secrets.password }),
  ...(secrets.privateKey !== undefined && { privateKey: secrets.privateKey }),
  ...(secrets.passphrase !== undefined && { passphrase: secrets.passphrase }),
});

/** Without listeners of ours the library writes events to the console. */
async function newClient(): Promise<SftpClient> {
  const { default: Client } = await import('ssh2-sftp-client');
  const ignore = () => {};
  return new Client('taxops', { error: ignore, end: ignore, close: ignore });
}

/** Aborted when the connection ends: requests under way would wait for ever. */
function closingOf(client: SftpClient): AbortSignal {
  const closing = new AbortController();
  for (const event of ['end', 'close', 'error']) {
    client.on(event, () => closing.abort(new NoAnswer('the connection was closed')));
  }
  return closing.signal;
}

const promised = <T>(
  sftp: Wrapper,
  request: (sftp: Wrapper, done: (error: Error | null | undefined, answer: T) => void) => void,
): Promise<T> =>
  new Promise((resolve, reject) => {
    request(sftp, (error, answer) => (error ? reject(error) : resolve(answer)));
  });

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

async function within<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  work.catch(() => {}); // it may fail after we gave up
  signal.throwIfAborted();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    stop = () => reject(signal.aborted ? signal.reason : new NoAnswer('no answer in time'));
    limit.addEventListener('abort', stop, { once: true });
  });
  return Promise.race([work, late]).finally(() => limit.removeEventListener('abort', stop));
}

/** Status codes of SFTP; the library gives those of connections as words. */
const REFUSALS: Readonly<Record<number, string>> = {
  2: 'no such file or folder',
  4: 'it could not be done',
  8: 'not supported',
};
const PERMISSION_DENIED = 3;

function failureOf(error: unknown, source: string): TaxopsError | Error {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  if ((error as Error)?.name === 'AbortError') return error as Error;
  if (code === PERMISSION_DENIED)
    return sourceErrors.SourceAccessDenied({ source, reason: { en: 'permission denied', fr: 'accès interdit' } });
  if (typeof code === 'number')
    return sourceErrors.SourceRefused({ source, reason: REFUSALS[code] ?? `status ${code}` });
  if (/authentication methods failed/i.test(message)) {
    return sourceErrors.SourceAccessDenied({
      source,
      reason: { en: 'user, password or key not accepted', fr: 'utilisateur, mot de passe ou clé refusés' },
    });
  }
  if (/privateKey|passphrase/i.test(message)) {
    return sourceErrors.SourceAccessDenied({
      source,
      reason: { en: 'our key cannot be read', fr: 'notre clé est illisible' },
    });
  }
  return sourceErrors.SourceUnreachable({ source, reason: reasonOf(error) });
}

/** Words of a server are not repeated. */
function reasonOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z_]{2,30}$/.test(code) ? code : 'connection failed';
}
