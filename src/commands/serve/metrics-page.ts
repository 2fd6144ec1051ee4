import type { Hono } from 'hono';
import { admit } from '../../services/operation/actor.ts';
import { silent } from '../../services/operation/context.ts';
import { callContext, type Program } from '../program/context.ts';
import { commandErrors } from '../program/errors.ts';
import type { Authenticate } from './authenticate.ts';
import { addressOf, isLoopback } from './connection.ts';
import type { Metrics } from './metrics.ts';
import { countRequest, DEFAULT_RATE } from './rate-limit.ts';
import { withHeaders } from './response.ts';

interface MetricsOptions {
  readonly metrics: Metrics;
  readonly program: Program;
  readonly authenticate: Authenticate;
  readonly requestRate?: number;
}

/** Headers by which a proxy says that it speaks for another host. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

/**
 * `/metrics`: read from this machine, unless a proxy brought the request from elsewhere; or with the token of any user,
 * Read being enough. A figure names no folder and no caller.
 */
export function addMetricsPage(
  app: Hono,
  { metrics, program, authenticate, requestRate = DEFAULT_RATE }: MetricsOptions,
): void {
  app.get('/metrics', async ({ req: { raw: request }, env }) => {
    const address = addressOf(env);
    if (!isLocal(request, address)) {
      const actor = await authenticate(request, address);
      admit({ right: 'read', of: 'nobody' }, actor);
      const inTime = await countRequest(
        callContext(program, { actor, progress: silent, signal: request.signal }),
        requestRate,
      );
      if (!inTime) throw commandErrors.TooManyRequests({ rate: requestRate });
    }
    return withHeaders(new Response(await metrics.text(), { headers: { 'Content-Type': metrics.contentType } }));
  });
}

const isLocal = ({ headers }: Request, address: string): boolean =>
  isLoopback(address) && !FORWARDED.some((name) => headers.has(name));
