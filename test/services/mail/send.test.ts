import { truncateSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TaxopsError } from '../../../src/services/kernel/errors.ts';
import { type Mail, sendMail } from '../../../src/services/mail/send.ts';
import { isMailAddress } from '../../../src/services/mail/settings.ts';
import { testContext } from '../../support/context.ts';
import { MAIL_PASSWORD, MAIL_USER, mailServer, mailSettingsOf } from '../../support/mail-server.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const scratch = temporaryFolder('mail');

const content = 'Date;Libellé\r\n2026-03-01;Été\r\n';
const path = join(scratch, 'mouvements.csv');
writeFileSync(path, content);

const mail: Mail = {
  subject: 'Mouvements de février',
  body: 'Bonjour,\nvoici les mouvements.',
  to: ['compta@example.org'],
  cc: ['chef@example.org'],
  bcc: ['archive@example.org'],
  attachment: { fileName: 'mouvements.csv', contentType: 'text/csv; charset=utf-8', path, byteSize: content.length },
};

const noDatabase = () => Promise.reject(new Error('mail needs no database'));
const contextOf = (settings: ReturnType<typeof mailSettingsOf>) => testContext(noDatabase as never, { settings });

async function failure(promise: Promise<unknown>): Promise<TaxopsError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TaxopsError);
  return error as TaxopsError;
}

describe('a message', async () => {
  const server = await mailServer();
  const ctx = contextOf(mailSettingsOf(server));

  it('reaches all recipients over TLS, under our account, with the attachment whole', async () => {
    const id = await sendMail(ctx, mail);
    expect(id).toMatch(/^<[0-9a-f-]{36}@example\.org>$/);
    const [received] = server.received;
    expect(received).toMatchObject({
      from: 'cabinet@example.org',
      to: ['compta@example.org', 'chef@example.org', 'archive@example.org'],
      user: MAIL_USER,
      isSecure: true,
    });
    expect(received?.text).toContain(`Message-ID: ${id}`);
    expect(received?.text).toContain('Date: Sun, 01 Mar 2026 10:00:00 +0000');
    expect(received?.text).not.toContain('archive@example.org');
    const base64 = /base64\r\n[\s\S]*?filename=mouvements.csv\r\n\r\n([\s\S]*?)\r\n--/.exec(received?.text ?? '')?.[1];
    expect(Buffer.from(base64 ?? '', 'base64').toString()).toBe(content);
  });

  it('whose recipients are refused in part tells them', async () => {
    const some = { ...ctx, headers: new Map<string, string>() };
    await sendMail(some, { ...mail, cc: ['unknown@example.org'] });
    expect([...some.headers]).toEqual([['Refused-Recipients', 'unknown@example.org']]);
  });

  it('cannot be made to say more by its subject', async () => {
    await sendMail(ctx, { ...mail, subject: 'a\r\nBcc: other@example.org\r\n\r\nbody' });
    const { text = '', to = [] } = server.received.at(-1) ?? {};
    expect(to).not.toContain('other@example.org');
    expect(text).not.toMatch(/^Bcc:/m);
  });

  it('is refused when nobody would have it', async () => {
    const before = server.received.length;
    const error = await failure(sendMail(ctx, { ...mail, to: ['unknown@example.org'], cc: [], bcc: [] }));
    expect([error.code, error.kind]).toEqual(['MailRefused', 'upstream']);
    expect(server.received.length).toBe(before);
  });

  it('is refused with a wrong password, which no text repeats', async () => {
    const settings = mailSettingsOf(server, { TAXOPS_SMTP_PASSWORD: 'wrong-password-here' });
    const error = await failure(sendMail(contextOf(settings), mail));
    expect(error.code).toBe('MailRefused');
    expect(error.params.reason).toBe('EAUTH, SMTP 535');
    const told = JSON.stringify([error.message, error.params, error.text('fr'), error.hint('en'), error.stack]);
    expect(told).not.toMatch(/wrong-password-here/);
    expect(told).not.toContain(Buffer.from(`\0${MAIL_USER}\0wrong-password-here`).toString('base64'));
  });

  it('does not leave when the certificate is of an authority nobody named', async () => {
    const before = server.received.length;
    const settings = mailSettingsOf(server, { TAXOPS_SMTP_AUTHORITIES: undefined });
    expect((await failure(sendMail(contextOf(settings), mail))).code).toBe('MailServerUnreachable');
    expect(server.received.length).toBe(before);
  });

  it('with a large attachment is not begun', async () => {
    const large = join(scratch, 'large.csv');
    writeFileSync(large, '');
    truncateSync(large, 19 * 2 ** 20);
    const attachment = { ...mail.attachment, path: large, byteSize: 19 * 2 ** 20 };
    expect((await failure(sendMail(ctx, { ...mail, attachment }))).code).toBe('MailTooLarge');
  });
});

it('does not leave in clear when the server offers no TLS', async () => {
  const server = await mailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
  expect((await failure(sendMail(contextOf(mailSettingsOf(server)), mail))).code).toBe('MailServerUnreachable');
  expect(server.received).toEqual([]);
});

it('leaves by a server that speaks TLS from the first byte', async () => {
  const server = await mailServer({ secure: true });
  await sendMail(contextOf(mailSettingsOf(server, { TAXOPS_SMTP_SECURITY: 'tls' })), mail);
  expect(server.received).toHaveLength(1);
});

it('tells a server that hangs up', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).end('220 hello\r\n'));
  const port = await new Promise<number>((ready) => {
    server.listen(0, '127.0.0.1', () => ready((server.address() as { port: number }).port));
  });
  const error = await failure(sendMail(contextOf(mailSettingsOf({ port })), mail));
  expect([error.code, error.kind]).toEqual(['MailServerUnreachable', 'upstream']);
  server.close();
});

it('tells a server that is down', async () => {
  const closed = await new Promise<number>((ready) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => ready(port));
    });
  });
  await expect(new Promise((ok, no) => connect(closed, '127.0.0.1', () => ok(1)).on('error', no))).rejects.toThrow();
  const error = await failure(sendMail(contextOf(mailSettingsOf({ port: closed })), mail));
  expect([error.code, error.kind]).toEqual(['MailServerUnreachable', 'upstream']);
  expect(error.message).not.toContain(MAIL_PASSWORD);
});

describe('settings', () => {
  it.each([
    ['MailNotConfigured', { TAXOPS_SMTP_HOST: undefined }],
    ['MailNotConfigured', { TAXOPS_MAIL_FROM: undefined }],
    ['MailMisconfigured', { TAXOPS_SMTP_PORT: 'smtp' }],
    ['MailMisconfigured', { TAXOPS_SMTP_SECURITY: 'ssl' }],
    ['MailMisconfigured', { TAXOPS_SMTP_SECURITY: 'none', TAXOPS_SMTP_HOST: 'mail.example.org' }],
    ['MailMisconfigured', { TAXOPS_SMTP_PASSWORD: undefined }],
    ['MailMisconfigured', { TAXOPS_MAIL_FROM: 'Cabinet <cabinet@example.org>' }],
  ])('that are wrong are reported: %s %j', async (code, change) => {
    const error = await failure(sendMail(contextOf(mailSettingsOf({ port: 1 }, change)), mail));
    expect(error.code).toBe(code);
    expect(error.message).not.toContain(MAIL_PASSWORD);
  });
});

it.each([
  ['a@example.org', true],
  ["o'brien+x@mail.example.org", true],
  ['a@example', false],
  ['a@@example.org', false],
  ['a.@example.org', false],
  ['"a b"@example.org', false],
  ['a@example.org\r\nBcc: b@example.org', false],
  ['a@example.org>', false],
  ['A <a@example.org>', false],
  ['a@[127.0.0.1]', false],
  ['@example.org', false],
  ['', false],
])('the address %j: %s', (text, expected) => expect(isMailAddress(text)).toBe(expected));
