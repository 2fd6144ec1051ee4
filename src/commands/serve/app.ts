import { Hono } from 'hono';
import type { Provider } from '../../services/identity/provider.ts';
import type { Language } from '../../services/kernel/errors.ts';
import type { Settings } from '../../services/kernel/settings.ts';
import { admit } from '../../services/operation/actor.ts';
import { type Context, silent } from '../../services/operation/context.ts';
import { chain, invoke } from '../operation/invoke.ts';
import type { Operation, Outcome } from '../operation/operation.ts';
import { auditing, auditRefusal } from '../program/auditing.ts';
import { callContext, type Program } from '../program/context.ts';
import { commandErrors } from '../program/errors.ts';
import type { ManifestEntry } from '../program/manifest.ts';
import { loadOperation } from '../program/operations.ts';
import { describeFailure } from '../program/problem.ts';
import type { Authenticate } from './authenticate.ts';
import { addressOf, recognise } from './connection.ts';
import { type DoorOptions, guardDoor } from './door.ts';
import { idempotent } from './idempotency.ts';
import { languageOf } from './language.ts';
import type { Metrics } from './metrics.ts';
import { addMetricsPage } from './metrics-page.ts';
import { addPages } from './pages.ts';
import { countRequest, DEFAULT_RATE } from './rate-limit.ts';
import { type RequestLimits, readRequest, refuseLongBody } from './request.ts';
import { about, addRequestLog, type RequestLog, requestId } from './request-log.ts';
import { answer, problemResponse, withHeaders } from './response.ts';
import { addSite } from './site/site.tsx';

export interface AppOptions extends DoorOptions {
  readonly program: Program;
  readonly authenticate: Authenticate;
  readonly limits: RequestLimits;
  /** Aborted when the listener is to stop. */
  readonly stopping?: AbortSignal;
  /** Requests per second per client and user. */
  readonly requestRate?: number;
  /** Counts what is answered; without it nothing is counted and `/metrics` is not there. */
  readonly metrics?: Metrics;
  readonly log?: RequestLog;
  /** Whether there are pages for people beside the API. */
  readonly hasPages?: boolean;
  /** Where people log in to the pages; without it those of this machine have a link. */
  readonly provider?: Provider | undefined;
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
  if (options.log) addRequestLog(app, options.log, options.program);
  guardDoor(app, options);
  const routes = options.entries.filter((entry) => entry.http !== undefined);
  const requestRate = options.requestRate ?? DEFAULT_RATE;
  const lost = options.hasPages ? addSite(app, { ...options, requestRate }) : undefined;
  addPages(app, options);
  if (options.metrics) addMetricsPage(app, { ...options, metrics: options.metrics });
  for (const entry of [...routes].sort(moreLiteralFirst)) addRoute(app, entry, options);
  addMethodGuards(app, routes, options.program);
  app.notFound((context) => {
    const { path, raw } = context.req;
    return lost && isForPerson(raw, path) ? lost(context) : fail(commandErrors.NoSuchRoute({ path }), raw, options);
  });
  app.onError((error, context) => fail(error, context.req.raw, options));
  return app;
}

/** A browser that looks for a page, which programs never do under /api. */
const isForPerson = ({ method, headers }: Request, path: string): boolean =>
  method === 'GET' && !path.startsWith('/api/') && (headers.get('accept') ?? '').includes('text/html');

function addRoute(app: Hono, entry: ManifestEntry, options: AppOptions): void {
  const { method, path, status = 200 } = entry.http ?? { method: 'GET', path: '/' };
  app.on(method, honoPath(path, options.program.settings), async (context) => {
    const started = performance.now();
    const headers = new Map<string, string>();
    const call = { entry, request: context.req.raw, headers, env: context.env };
    about(call.request).operation = entry.id;
    let result: unknown;
    let response: Response;
    try {
      const { operation, ...done } = await run(call, context.req.param() as Record<string, string>, options);
      result = done.result;
      const outcome = (await operation.outcome?.(result)) ?? 'done';
      response = answer(result, STATUS[outcome] ?? status, call.request.headers, Object.fromEntries(headers));
    } catch (error) {
      response = withHeaders(fail(error, context.req.raw, options), Object.fromEntries(headers));
    }
    const seconds = (performance.now() - started) / 1000;
    options.metrics?.answered({ operation: entry.id, status: response.status, seconds, result });
    return response;
  });
}

interface Call {
  readonly entry: ManifestEntry;
  readonly request: Request;
  /** Filled with what goes beside the result. */
  readonly headers: Map<string, string>;
  /** Of the adapter: the connection, when there is one. */
  readonly env: unknown;
}

/** One request from its first byte to the result of its operation. */
async function run({ entry, request, headers, env }: Call, params: Record<string, string>, options: AppOptions) {
  const operation = await loadOperation(entry);
  const limits = limitsOf(operation, options.limits);
  refuseLongBody(entry, request, limits);
  const actor = await options.authenticate(request, addressOf(env));
  about(request).actor = actor;
  if (actor.kind !== 'anonymous') recognise(env);
  const language = languageAskedBy(request, options.program);
  const ctx = callContext(options.program, { actor, progress: silent, signal: request.signal, headers, language });
  await letIn(operation, ctx, options.requestRate ?? DEFAULT_RATE);
  const input = await readRequest(entry, request, params, limits);
  const around = chain(idempotent(request.headers.get('idempotency-key')), auditing);
  const result = await invoke(operation, ctx, input.raw, around).finally(input.discard);
  return { operation, result };
}

const limitsOf = ({ bodyBytes, files }: Operation, limits: RequestLimits): RequestLimits => ({
  ...limits,
  jsonBytes: bodyBytes ?? limits.jsonBytes,
  fileBytes: files?.bytes ?? limits.fileBytes,
});

/** Before a byte of the body is read: may this caller come in at all, and is it not too soon? */
async function letIn(operation: Operation, ctx: Context, rate: number): Promise<void> {
  const inTime = await countRequest(ctx, rate);
  try {
    admit(operation.policy, ctx.actor);
  } catch (error) {
    if (inTime) await auditRefusal(operation, ctx, error); // a flood of refusals does not fill the log
    throw error;
  }
  if (!inTime) throw commandErrors.TooManyRequests({ rate });
}

/** A known path asked with another method is 405 and says which methods it has. */
function addMethodGuards(app: Hono, routes: readonly ManifestEntry[], program: Program): void {
  const addresses = new Map<string, { readonly path: string; readonly known: Set<string> }>();
  for (const { http } of routes) {
    if (!http) continue;
    const shape = http.path.replaceAll(/\{\w+\}/g, '{}'); // one address, however its operations call its identifiers
    const { path, known } = addresses.get(shape) ?? { path: http.path, known: new Set() };
    addresses.set(shape, { path, known: known.add(http.method) });
    if (http.method === 'GET') known.add('HEAD');
  }
  for (const { path, known } of addresses.values()) {
    const Allow = [...known].sort().join(', ');
    app.all(honoPath(path, program.settings), (context) => {
      const error = commandErrors.MethodNotAllowed({ method: context.req.method, allowed: Allow });
      const language = languageAskedBy(context.req.raw, program);
      const { problem } = describeFailure(error, language, requestId(context.req.raw, program.ids), context.req.path);
      return problemResponse({ ...problem, title: 'Method not allowed', status: 405 }, { Allow });
    });
  }
}

function fail(error: unknown, request: Request, { program, logFailure }: AppOptions): Response {
  const correlationId = requestId(request, program.ids);
  const { problem, kind } = describeFailure(
    error,
    languageAskedBy(request, program),
    correlationId,
    new URL(request.url).pathname,
  );
  // What breaks because the caller left is no bug.
  if (kind === 'internal' && !request.signal.aborted) logFailure(error, correlationId);
  const headers: Record<string, string> = {};
  // RFC 6750: no error attribute when the header is missing.
  if (kind === 'unauthenticated')
    headers['WWW-Authenticate'] = problem.code === 'Unauthenticated' ? 'Bearer' : 'Bearer error="invalid_token"';
  if (kind === 'forbidden') headers['WWW-Authenticate'] = 'Bearer error="insufficient_scope"';
  if (kind === 'unavailable') headers['Retry-After'] = '5';
  if (kind === 'rateLimited') headers['Retry-After'] = '1';
  return withHeaders(problemResponse(problem, headers));
}

const languageAskedBy = (request: Request, program: Program): Language =>
  languageOf(request.headers.get('accept-language'), program.language);

/** The last part of the webhook's address is a setting: any other part is no route at all. */
const honoPath = (path: string, { webhookSegment }: Settings): string =>
  path.replace('{segment}', webhookSegment.value ?? '').replace(/\{(\w+)\}/g, ':$1');

/** `/assets/search` must be tried before `/assets/{assetId}`. */
function moreLiteralFirst(a: ManifestEntry, b: ManifestEntry): number {
  const key = ({ http }: ManifestEntry) => (http?.path ?? '').replace(/\{\w+\}/g, '\uffff');
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}
