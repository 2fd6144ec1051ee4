/** Sends one message through the mail server of the firm. */
import { createReadStream } from 'node:fs';
import type { Context } from '../operation/context.ts';
import { mailErrors } from './errors.ts';
import { type MailSettings, mailSettings } from './settings.ts';

export interface Mail {
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  /** Bare addresses, checked by `isMailAddress`. */
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly attachment: Attachment;
}

interface Attachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly path: string;
  readonly byteSize: number;
}

/** Base64 makes a third more of it: most servers take messages of 25 MB. */
const MOST_ATTACHED_BYTES = 18 * 1024 * 1024;

const CONNECT_MS = 10_000;
const SILENCE_MS = 60_000;

/**
 * Returns the identifier of the message once the server has taken it. Addresses that the server would not have, while it
 * took others, are reported beside the result.
 * Throws MailNotConfigured, MailMisconfigured, MailTooLarge, MailServerUnreachable, MailRefused.
 */
export async function sendMail(ctx: Context, mail: Mail): Promise<string> {
  const settings = mailSettings(ctx.settings);
  const { byteSize } = mail.attachment;
  if (byteSize > MOST_ATTACHED_BYTES) throw mailErrors.MailTooLarge({ bytes: byteSize, limit: MOST_ATTACHED_BYTES });
  const transport = await openTransport(settings);
  try {
    const { messageId, rejected } = await transport.sendMail(messageOf(ctx, settings, mail));
    if (rejected.length > 0) ctx.headers.set('Refused-Recipients', rejected.map(String).join(', '));
    return messageId;
  } catch (error) {
    throw mailError(error, settings);
  } finally {
    transport.close();
  }
}

async function openTransport({ host, port, security, account, authorities }: MailSettings) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(account && { auth: { user: account.user, pass: account.password } }),
    ...(authorities && { tls: { ca: authorities } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const messageOf = (ctx: Context, { from }: MailSettings, { subject, body, to, cc, bcc, attachment }: Mail) => ({
  messageId: `<${ctx.ids.uuid()}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  date: new Date(ctx.clock.now()),
  from,
  to: [...to],
  cc: [...cc],
  bcc: [...bcc],
  subject,
  text: body,
  attachments: [
    {
      filename: attachment.fileName,
      contentType: attachment.contentType,
      content: createReadStream(attachment.path),
    },
  ],
});

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
}

/** The library's texts quote the dialogue, and the dialogue may hold the password: only codes are passed on. */
function mailError(error: unknown, { host }: MailSettings): unknown {
  const { code, responseCode } = error as SmtpError;
  if (code === undefined) return error;
  const reason = responseCode === undefined ? code : `${code}, SMTP ${responseCode}`;
  return REFUSALS.has(code)
    ? mailErrors.MailRefused({ host, reason })
    : mailErrors.MailServerUnreachable({ host, reason });
}

const REFUSALS = new Set(['EAUTH', 'ENOAUTH', 'EENVELOPE', 'EMESSAGE']);
