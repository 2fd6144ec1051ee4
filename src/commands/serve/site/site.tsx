/** The pages of the listener: for people with a session, beside the API for programs with a token. */
import type { Hono, Context as HonoContext } from 'hono';
import type { Provider } from '../../../services/identity/provider.ts';
import type { WebSession } from '../../../services/identity/web-sessions.ts';
import { KINDS, TaxopsError } from '../../../services/kernel/errors.ts';
import { parisDay, readInstant } from '../../../services/kernel/paris-time.ts';
import { holds } from '../../../services/operation/actor.ts';
import { type Context, silent } from '../../../services/operation/context.ts';
import { callContext, type Program } from '../../program/context.ts';
import { commandErrors } from '../../program/errors.ts';
import type { ManifestEntry } from '../../program/manifest.ts';
import { recognise } from '../connection.ts';
import type { Page } from '../pages/page.ts';
import { entryNamed } from '../pages/parts/form.tsx';
import type { Failure } from '../pages/parts/view.ts';
import { PAGES } from '../pages/registry.ts';
import { wordsOf } from '../pages/texts.ts';
import { countRequest } from '../rate-limit.ts';
import type { RequestLimits } from '../request.ts';
import { about } from '../request-log.ts';
import { caller } from './call.ts';
import {
  confirmation,
  doSent,
  drawAnswer,
  failureOf,
  isAmount,
  isToShow,
  plainNumber,
  readSent,
  type Sent,
} from './do.tsx';
import { draw, drawProblem, type Easel, languageFor, problemOf } from './draw.tsx';
import { runEvents } from './events.ts';
import { addFiles } from './files.ts';
import { fileOf, getAnswer, whole } from './get.ts';
import { addLogin, addLogout } from './login.tsx';
import { addPeopleLogin } from './people.tsx';
import { sessionOf } from './session.ts';

interface SiteOptions {
  readonly program: Program;
  readonly entries: readonly ManifestEntry[];
  readonly limits: RequestLimits;
  readonly requestRate: number;
  readonly logFailure: Easel['logFailure'];
  readonly provider?: Provider | undefined;
  /** Aborted when the listener is to stop. */
  readonly stopping?: AbortSignal | undefined;
}

/** Returns what answers an address that no page has. */
export function addSite(app: Hono, options: SiteOptions): (context: HonoContext) => Promise<Response> {
  const easel: Easel = { ...options, files: addFiles(app) };
  const site = { ...options, easel, app, failures: new WeakMap<Request, Failure>() };
  if (options.provider) addPeopleLogin(app, easel, options.provider);
  else addLogin(app, easel);
  addLogout(app, easel);
  app.get('/get/:operation', inSession(site, getPage(site)));
  app.post('/do/:operation', inSession(site, doPage(site)));
  app.get('/jobs/runs/:run/events', inSession(site, runEvents(options.stopping)));
  for (const page of PAGES) app.get(page.path, inSession(site, showPage(site, page)));
  return inSession(site, async ({ req }) => {
    throw commandErrors.NoSuchRoute({ path: req.path });
  });
}

interface Site extends SiteOptions {
  readonly easel: Easel;
  readonly app: Hono;
  /** The form that was refused, by the request that shows its page again. */
  readonly failures: WeakMap<Request, Failure>;
}

type Handler = (context: HonoContext, session: WebSession, ctx: Context) => Promise<Response>;

/** Finds the session, or asks for one; what fails is a page too. */
const inSession =
  (site: Site, handle: Handler) =>
  async (context: HonoContext): Promise<Response> => {
    const { easel, program, requestRate } = site;
    let session: WebSession | undefined;
    try {
      session = await sessionOf(context, easel);
      if (!session) return toLogin(context);
      const { raw: request } = context.req;
      about(request).actor = session.actor;
      about(request).operation = context.req.routePath;
      recognise(context.env);
      const language = languageFor(context, easel, session);
      const ctx = callContext(program, { actor: session.actor, progress: silent, signal: request.signal, language });
      if (!(await countRequest(ctx, requestRate))) throw commandErrors.TooManyRequests({ rate: requestRate });
      return await handle(context, session, ctx);
    } catch (error) {
      // Revoked: only another login gives another token.
      if (error instanceof TaxopsError && error.code === 'TokenRefused') return toLogin(context);
      return drawProblem(context, easel, session, error);
    }
  };

/** What a form sent without a session is lost: only the page is asked for again. */
function toLogin(context: HonoContext): Response {
  const { pathname, search } = new URL(context.req.url);
  const back = context.req.method === 'GET' && pathname !== '/' ? `?back=${encodeURIComponent(pathname + search)}` : '';
  return context.redirect(`/login${back}`, 303);
}

const showPage =
  ({ easel, failures }: Site, page: Page): Handler =>
  async (context, session, ctx) => {
    const call = caller({ ...ctx, shared: new Map() });
    const asked = performance.now();
    const { body, title, crumbs } = await page.render({
      call,
      attempt: (id, input) =>
        call(id, input).catch((error) => {
          if (error instanceof TaxopsError && KINDS[error.kind].status < 500)
            return problemOf(context, easel, session, error);
          throw error;
        }),
      session,
      operates: holds(session.actor, 'operate'),
      writes: holds(session.actor, 'write'),
      params: context.req.param(),
      query: filled(context.req.query()),
      language: ctx.language,
      today: dayOf(ctx),
    });
    const done = context.req.query('done');
    const failure = failures.get(context.req.raw);
    const entry = failure || done === undefined ? undefined : entryOf(done);
    const known = performance.now();
    const response = await draw(context, easel, session, {
      title: title ?? wordsOf[page.title][ctx.language],
      crumbs,
      failure,
      body: (
        <>
          {entry && (
            <p class="said" role="status">
              {wordsOf.done[ctx.language]} {entry.summary[ctx.language]}
            </p>
          )}
          {body}
        </>
      ),
    });
    const parts = { ask: known - asked, draw: performance.now() - known };
    response.headers.set('Server-Timing', timingOf(parts));
    return response;
  };

/** A field of a filter that was left empty asks for nothing. */
const filled = (query: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, isAmount(name) ? plainNumber(value) : value]),
  );

/** What the time of a page went to: the firm's answers, then the drawing (W3C Server Timing). */
const timingOf = (parts: Readonly<Record<string, number>>): string =>
  Object.entries(parts)
    .map(([name, milliseconds]) => `${name};dur=${milliseconds.toFixed(1)}`)
    .join(', ');

function dayOf({ clock }: Context): string {
  const now = readInstant(clock.now());
  return now ? parisDay(now) : '';
}

/** An address says what was done: any other text of it is nothing. */
function entryOf(id: string): ManifestEntry | undefined {
  try {
    return entryNamed(id);
  } catch {
    return undefined;
  }
}

const getPage =
  ({ easel, entries }: Site): Handler =>
  async (context, session, ctx) => {
    const { as, ...query } = Object.fromEntries(
      Object.entries(context.req.queries()).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
    );
    const form = typeof as === 'string' ? as : undefined;
    const asked = await getAnswer(ctx, entries, context.req.param('operation') ?? '', { input: query, as: form });
    return (
      fileOf(ctx, asked, form) ??
      drawAnswer(context, easel, session, { answer: await whole(asked), back: '/', status: 200 })
    );
  };

const doPage =
  (site: Site): Handler =>
  async (context, session, ctx) => {
    const { easel, entries, limits } = site;
    const sent = await readSent(context, entries, { limits, language: ctx.language });
    try {
      const stale = sent.isSure ? undefined : await staleForm(site, context, session, sent);
      if (stale) return stale;
      if (asksFirst(sent)) return await confirmation(context, easel, session, { sent, ctx });
      const answer = await doSent(sent, ctx);
      const outcome = (await answer.operation.outcome?.(answer.result)) ?? 'done';
      if (isToShow(answer, outcome, sent.after !== undefined)) {
        const back = placed(sent.back, answer.result);
        const shown = { answer: await whole(answer), back, status: outcome === 'refused' ? 422 : 200 };
        return await drawAnswer(context, easel, session, shown);
      }
      return context.redirect(withDone(sent, answer.result), 303);
    } catch (error) {
      return shownAgain(site, context, failureOf(context, easel, session, { sent, error }), sent.back);
    } finally {
      await sent.discard();
    }
  };

/** The page of the form, with both values of what another changed since it was drawn; undefined when nobody did. */
async function staleForm(
  site: Site,
  context: HonoContext,
  session: WebSession,
  sent: Sent,
): Promise<Response | undefined> {
  const { was, back } = sent;
  if (was === undefined) return undefined;
  const probe = { was, changed: new Set<string>() };
  const failure = failureOf(context, site.easel, session, { sent, error: commandErrors.FormStale() });
  const response = await shownAgain(site, context, { ...failure, probe }, back);
  return probe.changed.size > 0 ? response : undefined;
}

/** What is irreversible asks; a preview of it does not. */
function asksFirst({ entry: { cli, http }, values, isSure, files }: Sent): boolean {
  const { confirm } = cli;
  if (isSure || files.length > 0 || !confirm || !http) return false;
  return typeof confirm !== 'object' || values[confirm.unless] !== 'true';
}

/** Back, or to what was made. */
function withDone({ back, after = back, entry }: Sent, result: unknown): string {
  const url = new URL(placed(after, result), 'http://localhost');
  url.searchParams.set('done', entry.id);
  return `${url.pathname}${url.search}`;
}

/** `:Run` is the field of the answer, `:Items.0.Id` one within it, `:Items.*.Id` that of each. */
const placed = (path: string, result: unknown): string =>
  path.replaceAll(/:([A-Z][\w.*]*)/g, (whole, name: string) => {
    const value = within(result, name.split('.'));
    return value === undefined ? whole : encodeURIComponent(String(value));
  });

/** Of each, as far as an address has room. */
const MOST_NAMED = 100;

function within(result: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || result === null || result === undefined) return result ?? undefined;
  if (name === '*') return (result as readonly unknown[]).slice(0, MOST_NAMED).map((one) => within(one, rest));
  return within((result as Readonly<Record<string, unknown>>)[name], rest);
}

/** The page that the form is on, with what was typed and why it was refused. */
function shownAgain(site: Site, context: HonoContext, failure: Failure, back: string): Promise<Response> | Response {
  const { headers } = context.req.raw;
  const cookie = headers.get('cookie') ?? '';
  const language = headers.get('accept-language') ?? '';
  const asked = { cookie, 'accept-language': language, accept: 'text/html' };
  const request = new Request(new URL(back, context.req.url), { headers: asked });
  site.failures.set(request, failure);
  return site.app.fetch(request, context.env);
}
