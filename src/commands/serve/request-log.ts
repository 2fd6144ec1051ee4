/**
 * One JSON line per request. Never a path (it may hold the segment of the webhook), a parameter, or anything of a body:
 * whoever reads the log reads no books.
 */
import type { Hono } from 'hono';
import type { Clock, Ids } from '../../services/kernel/clock.ts';
import { type Actor, actorName } from '../../services/operation/actor.ts';

/** What is written: failures of ours, refusals too, or every request. */
export const LOG_LEVELS = ['off', 'error', 'warn', 'info'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface RequestLog {
  readonly level: LogLevel;
  readonly write: (line: string) => void;
}

interface Told {
  id?: string;
  actor?: Actor;
  operation?: string;
}

const known = new WeakMap<Request, Told>();

/** What is known of a request so far. */
export function about(request: Request): Told {
  const told = known.get(request) ?? {};
  known.set(request, told);
  return told;
}

/** The identifier that its sender or a proxy gave it, or a new one: the failure that is answered bears the same. */
export function requestId(request: Request, ids: Ids): string {
  const told = about(request);
  const given = request.headers.get('x-request-id') ?? '';
  told.id ??= /^[\w.:-]{1,64}$/.test(given) ? given : ids.uuid();
  return told.id;
}

/** The client left before it was answered: so other servers call it. */
const LEFT = 499;

export function addRequestLog(app: Hono, { level, write }: RequestLog, around: { clock: Clock; ids: Ids }): void {
  if (level === 'off') return;
  const least = LOG_LEVELS.indexOf(level);
  app.use('*', async (context, next) => {
    const started = performance.now();
    await next();
    const { raw: request } = context.req;
    const status = context.res.status >= 500 && request.signal.aborted ? LEFT : context.res.status;
    const own = levelOf(status);
    if (LOG_LEVELS.indexOf(own) > least) return;
    const { actor, operation } = about(request);
    const line = {
      time: around.clock.now(),
      level: own,
      requestId: requestId(request, around.ids),
      actor: actor && actorName(actor),
      operation,
      method: request.method,
      status,
      ms: Math.round(performance.now() - started),
    };
    write(JSON.stringify(line));
  });
}

const levelOf = (status: number): LogLevel => {
  if (status >= 500) return 'error';
  return status >= 400 && status !== LEFT ? 'warn' : 'info';
};
