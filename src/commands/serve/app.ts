import { Hono } from 'hono';
import { auditing } from '../../services/audit/around.ts';
import { silent } from '../../services/operation/context.ts';
import { chain, invoke } from '../../services/operation/invoke.ts';
import type { Outcome } from '../../services/operation/operation.ts';
import { callContext, type Program } from '../context.ts';
import { commandErrors } from '../errors.ts';
import type { ManifestEntry } from '../manifest.ts';
import { loadOperation } from '../operations.ts';
import { describeFailure } from '../problem.ts';
import type { Authenticate } from './authenticate.ts';
import { idempotent } from './idempotency.ts';
import { addPages } from './pages.ts';
import { type AnswerHeaders, limiting } from './rate-limit.ts';
import { type RequestLimits, readRequest } from './request.ts';
import { answer, problemResponse, withHeaders } from './response.ts';

export interface AppOptions {
  readonly program: Program;
  readonly entries: readonly ManifestEntry[];
  readonly authenticate: Authenticate;
  readonly limits: RequestLimits;
  /** Requests per second per client and user. */
  readonly requestRate?: number;
  /** Receives what is a bug: the answer to the caller says nothing of it. */
  readonly logFailure: (error: unknown, correlationId: string) => void;
}

const STATUS: Readonly<Record<Outcome, number | undefined>> = {
  done: undefined,
  refused: undefined,
  partial: undefined,
  pending: 202,
};

/** Every operation as a route of one fetch-style application: tests need no port. */
export function createApp(options: AppOptions): Hono {
  const app = new Hono();
  const routes = options.entries.filter((entry) => entry.http !== undefined);
  addPages(app, options);
  for (const entry of [...routes].sort(moreLiteralFirst)) addRoute(app, entry, options);
  addMethodGuards(app, routes);
  app.notFound((context) => fail(commandErrors.NoSuchRoute({ path: context.req.path }), context.req.raw, options));
  app.onError((error, context) => fail(error, context.req.raw, options));
  return app;
}

function addRoute(app: Hono, entry: ManifestEntry, options: AppOptions): void {
  const { method, path, status = 200 } = entry.http ?? { method: 'GET', path: '/' };
  app.on(method, honoPath(path), async (context) => {
    const request = context.req.raw;
    const headers: AnswerHeaders = new Map();
    const actor = await options.authenticate(request, addressOf(context.env));
    const operation = await loadOperation(entry);
    const input = await readRequest(entry, request, context.req.param() as Record<string, string>, options.limits);
    try {
      const ctx = callContext(options.program, actor, silent, request.signal);
      const around = chain(
        limiting(options.requestRate ?? DEFAULT_RATE, headers),
        idempotent(request.headers.get('idempotency-key')),
        auditing,
      );
      const result = await invoke(operation, ctx, input.raw, around);
      const outcome = (await operation.outcome?.(result)) ?? 'done';
      return withExtra(answer(result, STATUS[outcome] ?? status), headers);
    } catch (error) {
      return withExtra(fail(error, request, options), headers);
    } finally {
      await input.discard();
    }
  });
}

const DEFAULT_RATE = 15;

function withExtra(response: Response, headers: AnswerHeaders): Response {
  for (const [name, value] of headers) response.headers.set(name, value);
  return response;
}

/** The remote address of a real connection; tests without a port have none. */
const addressOf = (env: unknown): string =>
  (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress ?? '';

/** A known path asked with another method is 405 and says which methods it has. */
function addMethodGuards(app: Hono, routes: readonly ManifestEntry[]): void {
  const methods = new Map<string, Set<string>>();
  for (const { http } of routes) {
    if (!http) continue;
    const known = methods.get(http.path) ?? new Set();
    methods.set(http.path, known.add(http.method));
    if (http.method === 'GET') known.add('HEAD');
  }
  for (const [path, known] of methods) {
    const Allow = [...known].sort().join(', ');
    app.all(honoPath(path), (context) => {
      const error = commandErrors.MethodNotAllowed({ method: context.req.method, allowed: Allow });
      return problemResponse({ ...describeFailure(error, 'en', crypto.randomUUID()).problem, status: 405 }, { Allow });
    });
  }
}

function fail(error: unknown, request: Request, { program, logFailure }: AppOptions): Response {
  const correlationId = program.ids.uuid();
  const { problem, kind } = describeFailure(
    error,
    languageOf(request, program),
    correlationId,
    new URL(request.url).pathname,
  );
  if (kind === 'internal') logFailure(error, correlationId);
  const headers: Record<string, string> = {};
  // RFC 6750: no error attribute when the header is missing.
  if (kind === 'unauthenticated')
    headers['WWW-Authenticate'] = problem.code === 'Unauthenticated' ? 'Bearer' : 'Bearer error="invalid_token"';
  if (kind === 'forbidden') headers['WWW-Authenticate'] = 'Bearer error="insufficient_scope"';
  if (kind === 'unavailable') headers['Retry-After'] = '5';
  if (kind === 'rateLimited') headers['Retry-After'] = '1';
  return withHeaders(problemResponse(problem, headers));
}

const languageOf = (request: Request, program: Program) => {
  const asked = request.headers.get('accept-language');
  return asked ? (/^\s*fr/i.test(asked) ? 'fr' : 'en') : program.language;
};

const honoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** `/assets/search` must be tried before `/assets/{assetId}`. */
function moreLiteralFirst(a: ManifestEntry, b: ManifestEntry): number {
  const key = ({ http }: ManifestEntry) => (http?.path ?? '').replace(/\{\w+\}/g, '\uffff');
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}
