/** A real SMTP server on loopback that keeps what it is given. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll } from 'vitest';
import { SETTINGS, type SettingName, type Settings } from '../../src/services/kernel/settings.ts';
import { defaultSettings } from './context.ts';

/** Key and certificate of localhost, for tests only. */
export const LOCALHOST_PEM = readFileSync(resolve(import.meta.dirname, 'localhost.pem'), 'utf8');

export const MAIL_USER = 'cabinet';
export const MAIL_PASSWORD = 'correct-horse-battery';

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly user: string | undefined;
  readonly isSecure: boolean;
}

export interface MailServer {
  readonly port: number;
  readonly received: readonly Received[];
}

/** Recipients that begin with `unknown` are refused; so is all mail of a wrong password. */
export async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    key: LOCALHOST_PEM,
    cert: LOCALHOST_PEM,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === MAIL_USER && password === MAIL_PASSWORD
        ? done(null, { user: username })
        : done(Object.assign(new Error(`no: ${password}`), { responseCode: 535 })),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('unknown') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
    onData: (stream, { envelope, user, secure }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        const text = Buffer.concat(chunks).toString('utf8');
        received.push({ from, to, text, user: user as string | undefined, isSecure: secure });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  afterAll(() => new Promise<void>((closed) => void server.close(closed)));
  return { port: (server.server.address() as AddressInfo).port, received };
}

/** Environment of a program that sends by this server. */
export const mailEnvironment = ({ port }: Pick<MailServer, 'port'>): Record<string, string> => ({
  TAXOPS_SMTP_HOST: 'localhost',
  TAXOPS_SMTP_PORT: String(port),
  TAXOPS_SMTP_USER: MAIL_USER,
  TAXOPS_SMTP_PASSWORD: MAIL_PASSWORD,
  TAXOPS_SMTP_AUTHORITIES: LOCALHOST_PEM.slice(LOCALHOST_PEM.indexOf('-----BEGIN CERTIFICATE')),
  TAXOPS_MAIL_FROM: 'cabinet@example.org',
});

/** The same as settings, some of them otherwise; undefined takes one away. */
export function mailSettingsOf(
  server: Pick<MailServer, 'port'>,
  change: Record<string, string | undefined> = {},
): Settings {
  const env: Record<string, string | undefined> = { ...mailEnvironment(server), ...change };
  const given = Object.entries(SETTINGS).flatMap(([name, spec]) =>
    spec.env in env ? [[name, { value: env[spec.env], source: 'test' }] as const] : [],
  );
  return { ...defaultSettings, ...(Object.fromEntries(given) as Partial<Record<SettingName, Settings[SettingName]>>) };
}
