/** Login of people: they go to the identity provider and come back; what it says of them opens the session. */
import type { Hono, Context as HonoContext } from 'hono';
import { deleteCookie, generateCookie, getCookie, setCookie } from 'hono/cookie';
import { identityErrors } from '../../../services/identity/errors.ts';
import type { Pending, Provider } from '../../../services/identity/provider.ts';
import { closeSession, openSession } from '../../../services/identity/web-sessions.ts';
import { TaxopsError } from '../../../services/kernel/errors.ts';
import type { Program } from '../../program/context.ts';
import { ProblemPart } from '../pages/parts/layout.tsx';
import { address } from '../pages/parts/view.ts';
import { wordsOf } from '../pages/texts.ts';
import { backWithin } from './do.tsx';
import { draw, type Easel, languageFor, problemOf } from './draw.tsx';
import { audited, originOf } from './login.tsx';
import { cookieOf, keepCookie } from './session.ts';

export const CALLBACK = '/login/callback';

export function addPeopleLogin(app: Hono, easel: Easel, provider: Provider): void {
  const { program } = easel;
  app.get('/login', (context) => draw(context, easel, undefined, { ...loginPage(context, easel), isClosed: true }));
  // A link, not a form: nothing is written here, and a provider may redirect to others that no policy of ours names.
  app.get('/login/start', async (context) => {
    try {
      const back = backWithin(context.req.query('back') ?? '/', context.req.url);
      const { address: there, pending } = await provider.begin(`${originOf(context, program)}${CALLBACK}`, back);
      await keepPending(context, program, pending);
      return context.redirect(there, 303);
    } catch (error) {
      return failed(context, easel, error);
    }
  });
  app.get(CALLBACK, async (context) => {
    try {
      const { pathname, search } = new URL(context.req.url);
      const pending = await pendingOf(context, program);
      const grant = await provider.finish(new URL(`${pathname}${search}`, originOf(context, program)), pending);
      const before = cookieOf(context);
      if (before !== undefined) await closeSession(program, before);
      keepCookie(context, await openSession(program, grant, context.req.header('user-agent') ?? ''));
      deleteCookie(context, PENDING, PENDING_KEPT);
      await audited(program, grant.actor, 'done');
      return context.redirect(pending.back, 303);
    } catch (error) {
      return failed(context, easel, error);
    }
  });
}

function loginPage(context: HonoContext, easel: Easel) {
  const language = languageFor(context, easel);
  return {
    title: wordsOf.login[language],
    body: (
      <>
        <p>{wordsOf.loginPeople[language]}</p>
        <p>
          <a href={address('/login/start', { back: context.req.query('back') })}>{wordsOf.logIn[language]}</a>
        </p>
      </>
    ),
  };
}

/** Why there is no session, and the way to try again; the login that was under way is over. */
async function failed(context: HonoContext, easel: Easel, error: unknown): Promise<Response> {
  if (error instanceof TaxopsError) await audited(easel.program, { kind: 'anonymous' }, error.code).catch(() => {});
  const problem = problemOf(context, easel, undefined, error);
  const { title, body } = loginPage(context, easel);
  const response = await draw(context, easel, undefined, {
    title,
    status: problem.status === 400 ? 422 : problem.status,
    isClosed: true,
    body: (
      <>
        <ProblemPart {...{ problem }} />
        {body}
      </>
    ),
  });
  response.headers.append('Set-Cookie', generateCookie(PENDING, '', { ...PENDING_KEPT, maxAge: 0 }));
  return response;
}

const PENDING = 'taxops-login';
const MINUTES = 10;

/** Lax: the browser comes back from the provider with it. */
const PENDING_KEPT = { prefix: 'host', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;
const PLACE = 'login under way';

/** Sealed in the browser: whoever asks for logins writes nothing here. */
async function keepPending(context: HonoContext, program: Program, pending: Pending): Promise<void> {
  const sealed = (await program.secrets()).seal(JSON.stringify(pending), PLACE).toString('base64url');
  setCookie(context, PENDING, sealed, { ...PENDING_KEPT, maxAge: MINUTES * 60 });
}

/** Throws LoginLost. */
async function pendingOf(context: HonoContext, program: Program): Promise<Pending> {
  const sealed = getCookie(context, PENDING, 'host');
  const pending = sealed && opened(await program.secrets(), sealed);
  if (!pending || Date.parse(program.clock.now()) - Date.parse(pending.begunAt) > MINUTES * 60_000)
    throw identityErrors.LoginLost();
  return pending;
}

function opened(box: Awaited<ReturnType<Program['secrets']>>, sealed: string): Pending | undefined {
  try {
    return JSON.parse(box.open(Buffer.from(sealed, 'base64url'), PLACE).toString('utf8'));
  } catch {
    return undefined; // not ours
  }
}
