/**
 * Who may speak through a browser. A page of another site can make the browser of an operator send requests here, and a
 * foreign name can be made to resolve to this machine (DNS rebinding): neither gets as far as an operation. Programs send
 * none of these headers and notice nothing.
 */
import type { Hono, Context as HonoContext } from 'hono';
import { commandErrors } from '../program/errors.ts';
import type { ManifestEntry } from '../program/manifest.ts';
import { hostsOf, isLoopback, localPortOf } from './connection.ts';

export interface DoorOptions {
  readonly entries: readonly ManifestEntry[];
  /** Origin under which people and partners reach the listener, when it is not a loopback one. */
  readonly publicUrl?: string | undefined;
  /** Whoever reaches the listener acts as the local operator: reading from another site would be reading the books. */
  readonly trustsLoopback?: boolean;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN_SITE = new Set(['same-origin', 'none']);

/** Refuses foreign hosts (421) and requests that a browser sends for another site (403), before anything runs. */
export function guardDoor(app: Hono, options: DoorOptions): void {
  const forPartners = new Set(options.entries.flatMap(({ http }) => (http?.openQuery ? [http.path] : [])));
  app.use('*', async (context, next) => {
    const url = new URL(context.req.url);
    if (!isOurs(url, context, options)) throw commandErrors.HostUnknown({ host: url.host.slice(0, 100) });
    const mayCross = SAFE_METHODS.has(context.req.method) && !isBooks(url.pathname, forPartners, options);
    if (!mayCross && isFromElsewhere(context, options)) throw commandErrors.CrossSiteRefused();
    await next();
  });
}

/** A link in a mail must open a page, and a bank send a person back; nothing else of `/api` is for other sites. */
const isBooks = (path: string, forPartners: ReadonlySet<string>, { trustsLoopback = false }: DoorOptions): boolean =>
  trustsLoopback && path.startsWith('/api') && !forPartners.has(path);

function isFromElsewhere(context: HonoContext, options: DoorOptions): boolean {
  const [site, origin] = [context.req.header('sec-fetch-site'), context.req.header('origin')];
  if (site !== undefined && !OWN_SITE.has(site)) return true;
  // A form of a page that tells nobody where it is (no-referrer) names no origin: the browser says that it is ours.
  if (site === 'same-origin' && origin === 'null') return false;
  return origin !== undefined && !(URL.canParse(origin) && isOurOrigin(new URL(origin), context, options));
}

/** A loopback name with the port that this connection came in by, or the public address; and no second name. */
const isOurs = (url: URL, context: HonoContext, { publicUrl }: DoorOptions): boolean =>
  hostsOf(context.env).length <= 1 && (url.host === parsed(publicUrl)?.host || isLocal(url, context));

/** Where the public address is https, the same name over http is whoever stands in between. */
const isOurOrigin = (url: URL, context: HonoContext, { publicUrl }: DoorOptions): boolean =>
  url.origin === parsed(publicUrl)?.origin || (/^https?:$/.test(url.protocol) && isLocal(url, context));

const parsed = (url: string | undefined): URL | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url) : undefined;

function isLocal(url: URL, context: HonoContext): boolean {
  const port = localPortOf(context.env);
  return isLoopback(url.hostname.replace(/^\[|\]$/g, '')) && (port === undefined || portOf(url) === port);
}

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));
