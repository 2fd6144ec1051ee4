/** The mail server of the firm, read from the settings, and what an address may be. */
import type { Settings } from '../kernel/settings.ts';
import { mailErrors } from './errors.ts';

/** `starttls`: TLS is required once connected; `tls`: from the first byte; `none`: only on this machine. */
const SECURITIES = ['starttls', 'tls', 'none'] as const;
type Security = (typeof SECURITIES)[number];

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly security: Security;
  readonly account: { readonly user: string; readonly password: string } | undefined;
  readonly from: string;
  /** Further certificate authorities, PEM. */
  readonly authorities: string | undefined;
}

/** Throws MailNotConfigured, MailMisconfigured. */
export function mailSettings(settings: Settings): MailSettings {
  const { smtpHost, smtpPort, smtpSecurity, smtpUser, smtpPassword, smtpAuthorities, mailFrom } = settings;
  const [host, from] = [smtpHost.value, mailFrom.value];
  if (!host || !from) {
    const missing = [!host && 'TAXOPS_SMTP_HOST', !from && 'TAXOPS_MAIL_FROM'].filter(Boolean);
    throw mailErrors.MailNotConfigured({ settings: missing.join(', ') });
  }
  const port = Number(smtpPort.value);
  const security = SECURITIES.find((known) => known === smtpSecurity.value);
  const [user, password] = [smtpUser.value, smtpPassword.value];
  const faults: readonly (readonly [boolean, string])[] = [
    [Number.isInteger(port) && port > 0 && port < 65_536, 'TAXOPS_SMTP_PORT is no port.'],
    [security !== undefined, `TAXOPS_SMTP_SECURITY is one of ${SECURITIES.join(', ')}.`],
    [security !== 'none' || isHere(host), 'TAXOPS_SMTP_SECURITY may be none only for a server on this machine.'],
    [(user === undefined) === (password === undefined), 'TAXOPS_SMTP_USER and TAXOPS_SMTP_PASSWORD go together.'],
    [isMailAddress(from), 'TAXOPS_MAIL_FROM is no address.'],
  ];
  const fault = faults.find(([holds]) => !holds);
  if (fault || !security) throw mailErrors.MailMisconfigured({ reason: fault?.[1] ?? '' });
  const account = user === undefined || password === undefined ? undefined : { user, password };
  return { host, port, security, from, account, authorities: smtpAuthorities.value };
}

const isHere = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

/**
 * A bare address as RFC 5321 carries it (section 4.1.2), without quoted names, comments or literals: nothing in it can
 * end a command or a header.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return at > 0 && local.length <= 64 && domain.length <= 253 && LOCAL.test(local) && DOMAIN.test(domain);
}
