/** The cookie of a session: it opens pages and nothing else, as a bearer token opens the API and nothing else. */
import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Provider } from '../../../services/identity/provider.ts';
import {
  hasEnded,
  renewSession,
  type SessionLimits,
  useSession,
  type WebSession,
} from '../../../services/identity/web-sessions.ts';
import type { Settings } from '../../../services/kernel/settings.ts';
import type { Program } from '../../program/context.ts';
import { commandErrors } from '../../program/errors.ts';

const NAME = 'taxops';

/**
 * `__Host-taxops`: Secure, of this host alone, of the whole path. Browsers take such a cookie over plain HTTP from the
 * loopback addresses, which they trust (Chromium, Firefox); those that do not (Safari) need --tls-cert there.
 */
const HOST = 'host';
const KEPT = { prefix: HOST, path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;

export const cookieOf = (context: HonoContext): string | undefined => getCookie(context, NAME, HOST);

export const keepCookie = (context: HonoContext, secret: string): void => setCookie(context, NAME, secret, KEPT);

export const dropCookie = (context: HonoContext): void => void deleteCookie(context, NAME, KEPT);

interface Opener {
  readonly program: Program;
  /** Where people log in; without it, those at this machine have a link. */
  readonly provider?: Provider | undefined;
}

/**
 * The session that a request belongs to, if any; renewed when its token ended. Where people log in, one that a link of this
 * machine opened does not count. Throws ProviderUnavailable, KeysUnavailable.
 */
export async function sessionOf(context: HonoContext, { program, provider }: Opener): Promise<WebSession | undefined> {
  const secret = cookieOf(context);
  const session = secret === undefined ? undefined : await useSession(program, secret, limitsOf(program.settings));
  if (!session || (provider && session.actor.kind !== 'user')) return undefined;
  return hasEnded(session, program) ? provider && renewSession(program, session, provider.renew) : session;
}

/** Throws SettingInvalid. */
export const limitsOf = ({ sessionIdleMinutes, sessionHours }: Settings): SessionLimits => ({
  idleMinutes: wholeNumber(sessionIdleMinutes, 'sessionIdleMinutes'),
  hours: wholeNumber(sessionHours, 'sessionHours'),
});

function wholeNumber({ value = '', source }: Settings['sessionHours'], name: string): number {
  if (/^[1-9]\d{0,4}$/.test(value)) return Number(value);
  throw commandErrors.SettingInvalid({
    reason: {
      en: `${source}: ${name} is a whole number from 1 on`,
      fr: `${source} : ${name} est un nombre entier, 1 au moins`,
    },
  });
}
