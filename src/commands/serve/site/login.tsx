/** How sessions end, and those of this machine: a link opens one, once; a button spends it, so that the preview of a link does not. */
import type { Hono, Context as HonoContext } from 'hono';
import { appendAudit } from '../../../services/audit/audit.ts';
import { closeSession, openSession, spendLink } from '../../../services/identity/web-sessions.ts';
import { TaxopsError } from '../../../services/kernel/errors.ts';
import { type Actor, actorName } from '../../../services/operation/actor.ts';
import type { Program } from '../../program/context.ts';
import { boundedText } from '../bounded-text.ts';
import { ProblemPart } from '../pages/parts/layout.tsx';
import { wordsOf } from '../pages/texts.ts';
import { backWithin } from './do.tsx';
import { draw, type Easel, languageFor, problemOf } from './draw.tsx';
import { cookieOf, dropCookie, keepCookie } from './session.ts';

/** Whoever has a link acts as the local operator, as on the command line. */
const LOCAL: Actor = { kind: 'local', name: 'browser' };

/** The command that makes a link to the listener that answers there: only its port may differ from one to another. */
export function linkCommand(address: string): string {
  const { port } = new URL(address);
  return ['', DEFAULT_PORT].includes(port) ? 'taxops serve link' : `taxops serve link --port ${port}`;
}

const DEFAULT_PORT = '8787';

/** Of a link and of a page to go back to. */
const LOGIN_BYTES = 16 * 1024;

export function addLogin(app: Hono, easel: Easel): void {
  const { program } = easel;
  app.get('/login', (context) => {
    const language = languageFor(context, easel);
    const link = context.req.query('link');
    const back = context.req.query('back');
    return draw(context, easel, undefined, {
      title: wordsOf.login[language],
      isClosed: true,
      body:
        link === undefined ? (
          <p>
            {wordsOf.loginLink[language]} <code>{linkCommand(context.req.url)}</code>
          </p>
        ) : (
          <form method="post" action="/login">
            <input type="hidden" name="link" value={link} />
            <input type="hidden" name="back" value={back ?? '/'} />
            <button type="submit" class="first">
              {wordsOf.open[language]}
            </button>
          </form>
        ),
    });
  });
  app.post('/login', async (context) => {
    let form: URLSearchParams;
    try {
      form = new URLSearchParams(await boundedText(context.req.raw, LOGIN_BYTES));
      await spendLink(program, form.get('link') ?? '', linkCommand(context.req.url));
    } catch (error) {
      if (error instanceof TaxopsError) await audited(program, { kind: 'anonymous' }, error.code);
      const problem = problemOf(context, easel, undefined, error);
      const title = wordsOf.login[languageFor(context, easel)];
      const status = problem.status === 400 ? 422 : problem.status;
      return draw(context, easel, undefined, {
        title,
        status,
        isClosed: true,
        body: <ProblemPart problem={problem} />,
      });
    }
    keepCookie(context, await openSession(program, LOCAL, context.req.header('user-agent') ?? ''));
    await audited(program, LOCAL, 'done');
    return context.redirect(backWithin(form.get('back') ?? '/', context.req.url), 303);
  });
}

/** Ends the session here and at the provider, if one opened it. */
export function addLogout(app: Hono, { program, provider }: Easel): void {
  app.post('/logout', async (context) => {
    const secret = cookieOf(context);
    const closed = secret === undefined ? undefined : await closeSession(program, secret);
    if (closed) await audited(program, closed.actor, 'done', 'session.close');
    dropCookie(context);
    const there = closed?.tokens && provider?.end(closed.tokens, `${originOf(context, program)}/login`);
    return context.redirect((await there?.catch(() => undefined)) ?? '/login', 303);
  });
}

/** What the browser calls us: behind a proxy that ends TLS, the public address. */
export function originOf(context: HonoContext, { settings }: Program): string {
  const { origin, host } = new URL(context.req.url);
  const open = settings.publicUrl.value ?? '';
  return URL.canParse(open) && new URL(open).host === host ? new URL(open).origin : origin;
}

export async function audited(
  program: Program,
  actor: Actor,
  outcome: string,
  operation = 'session.open',
): Promise<void> {
  const { knex } = await program.db();
  await appendAudit(knex, { at: program.clock.now(), actor: actorName(actor), operation, folderId: null, outcome });
}
