/** Pages as answers: the frame around them, their headers, and the page of whatever failed. */
import type { Context as HonoContext } from 'hono';
import type { Child } from 'hono/jsx';
import type { Provider } from '../../../services/identity/provider.ts';
import type { WebSession } from '../../../services/identity/web-sessions.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import { holds } from '../../../services/operation/actor.ts';
import type { Program } from '../../program/context.ts';
import { describeFailure, type Problem } from '../../program/problem.ts';
import { languageOf } from '../language.ts';
import type { Crumb } from '../pages/page.ts';
import { type Files, Frame, ProblemPart } from '../pages/parts/layout.tsx';
import type { Failure, View } from '../pages/parts/view.ts';
import { wordsOf } from '../pages/texts.ts';
import { requestId } from '../request-log.ts';
import { withHeaders } from '../response.ts';

/** What drawing takes besides the page. */
export interface Easel {
  readonly program: Program;
  readonly files: Files;
  /** Where people log in, if they do. */
  readonly provider?: Provider | undefined;
  /** Receives what is a bug: the page says nothing of it. */
  readonly logFailure: (error: unknown, correlationId: string) => void;
}

/** A logout is a form of ours that is redirected to the provider: browsers ask for its name here. */
const policyOf = ({ provider }: Easel): string =>
  provider ? POLICY.replace("form-action 'self'", `form-action 'self' ${provider.origin}`) : POLICY;

const POLICY = [
  "default-src 'none'",
  ...['script-src', 'style-src', 'img-src', 'connect-src', 'font-src', 'form-action'].map((name) => `${name} 'self'`),
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Picture {
  readonly title: string;
  readonly body: Child;
  readonly crumbs?: readonly Crumb[] | undefined;
  readonly status?: number;
  readonly failure?: Failure | undefined;
  readonly isClosed?: boolean;
}

/** The language of the person, or as the browser asks. */
export const languageFor = ({ req }: HonoContext, { program }: Easel, session?: WebSession): Language =>
  session?.language ?? languageOf(req.header('accept-language') ?? null, program.language);

export async function draw(
  context: HonoContext,
  easel: Easel,
  session: WebSession | undefined,
  picture: Picture,
): Promise<Response> {
  const language = languageFor(context, easel, session);
  const view: View = {
    language,
    url: new URL(context.req.url),
    key: easel.program.ids.uuid,
    failure: picture.failure,
    may: ({ right }) => right === undefined || (session !== undefined && holds(session.actor, right)),
  };
  const page = (
    <Frame {...picture} {...{ view }} files={easel.files} theme={session?.theme} operates={mayOperate(session)}>
      {picture.failure && <ProblemPart problem={picture.failure.problem} />}
      {picture.body}
    </Frame>
  );
  return withHeaders(
    new Response(`<!doctype html>${await page.toString()}`, {
      status:
        picture.failure && !isCurrent(picture.failure) ? statusOf(picture.failure.problem) : (picture.status ?? 200),
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policyOf(easel) },
    }),
  );
}

const mayOperate = (session: WebSession | undefined): boolean =>
  session !== undefined && holds(session.actor, 'operate');

/** Asked only whether its form is of today, and it is: known once the page is drawn. */
const isCurrent = ({ probe }: Failure): boolean => probe?.changed.size === 0;

/** A form that cannot be read is 422 here: 400 is for programs. */
const statusOf = ({ status }: Problem): number => (status === 400 ? 422 : status);

/** What was thrown, as a problem in the language of the person. */
export function problemOf(
  context: HonoContext,
  easel: Easel,
  session: WebSession | undefined,
  error: unknown,
): Problem {
  const { program, logFailure } = easel;
  const correlationId = requestId(context.req.raw, program.ids);
  const described = describeFailure(error, languageFor(context, easel, session), correlationId, context.req.path);
  if (described.kind === 'internal' && !context.req.raw.signal.aborted) logFailure(error, correlationId);
  return described.problem;
}

/** A page of its own for what failed. */
export function drawProblem(
  context: HonoContext,
  easel: Easel,
  session: WebSession | undefined,
  error: unknown,
): Promise<Response> {
  const language = languageFor(context, easel, session);
  const problem = problemOf(context, easel, session, error);
  const title = wordsOf[problem.status === 404 ? 'notYours' : 'problem'][language];
  return draw(context, easel, session, {
    title,
    status: problem.status,
    body: (
      <>
        <ProblemPart problem={problem} />
        <p>
          <a href="/">{wordsOf.backTo[language]}</a>
        </p>
      </>
    ),
    isClosed: session === undefined,
  });
}
