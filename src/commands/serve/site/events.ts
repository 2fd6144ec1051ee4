/** How far a run is, as it goes on: server-sent events, for a browser that has its page open. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Context as HonoContext } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { WebSession } from '../../../services/identity/web-sessions.ts';
import type { Context } from '../../../services/operation/context.ts';
import { commandErrors } from '../../program/errors.ts';
import { withHeaders } from '../response.ts';
import { caller } from './call.ts';

const MOST_OF_SESSION = 20;
const EVERY_MS = 1_000;
/** Then the browser asks again, and with it who asks is looked at again. */
const LONGEST = 60;

const open = new Map<string, number>();

const FIELDS = ['State', 'Pending', 'Done', 'Skipped', 'Failed'] as const;

type Shown = Readonly<Record<string, unknown>>;

/**
 * One event for each change, whose identifier says what it tells: a browser that comes back (`Last-Event-ID`) gets only
 * what is new. The last one, `end`, is of a run that has ended. Throws TooManyRequests, and what showing a run throws.
 */
export const runEvents =
  (stopping?: AbortSignal) =>
  async (context: HonoContext, session: WebSession, ctx: Context): Promise<Response> => {
    const call = caller(ctx);
    const look = async () => (await call('job.run.show', { run: context.req.param('run') })).result as Shown;
    const first = await look();
    if ((open.get(session.id) ?? 0) >= MOST_OF_SESSION) throw commandErrors.TooManyRequests({ rate: MOST_OF_SESSION });
    count(session.id, 1);
    const response = streamSSE(context, async (stream) => {
      const left = new AbortController();
      stream.onAbort(() => left.abort());
      const gone = AbortSignal.any([left.signal, ...(stopping ? [stopping] : [])]);
      const told = context.req.header('last-event-id');
      try {
        for await (const event of changes(first, look, { told, gone })) await stream.writeSSE(event);
      } finally {
        count(session.id, -1);
      }
    });
    return withHeaders(response);
  };

interface Listener {
  /** The last event that it has. */
  readonly told: string | undefined;
  readonly gone: AbortSignal;
}

async function* changes(first: Shown, look: () => Promise<Shown>, { told, gone }: Listener) {
  let [shown, last] = [first, told];
  for (let times = 0; times < LONGEST && !gone.aborted; times++) {
    const [isOver, id] = [shown.State !== 'running', FIELDS.map((name) => shown[name]).join('-')];
    const data = JSON.stringify(Object.fromEntries(FIELDS.map((name) => [name, shown[name]])));
    if (id !== last || isOver) yield { id, data, event: isOver ? 'end' : 'progress' };
    if (isOver) return;
    last = id;
    await pause(EVERY_MS, undefined, { signal: gone }).catch(() => undefined);
    shown = await look();
  }
}

function count(session: string, step: 1 | -1): void {
  const left = (open.get(session) ?? 0) + step;
  if (left > 0) open.set(session, left);
  else open.delete(session);
}
