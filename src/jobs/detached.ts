/** Runs that go on after who asked for them was answered, in a process that lives on (`serve`). */
import type { Context } from '../services/operation/context.ts';
import { type RunReport, underWay } from './runner.ts';

interface Detached {
  readonly stop: AbortController;
  readonly ended: Promise<unknown>;
}

const running = new Set<Detached>();

/**
 * Begins a run and answers as soon as it is written down, or at its end if that is sooner. Throws what it throws before it
 * is written down; what it throws after stands in its state.
 */
export function detached(
  ctx: Context,
  work: (ctx: Context, onBegin: (runId: number) => void) => Promise<RunReport>,
): Promise<RunReport> {
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const ended = work({ ...ctx, signal: stop.signal }, (runId) => resolve(underWay(runId)))
      .then(resolve, reject)
      .finally(() => running.delete(one));
    const one = { stop, ended };
    running.add(one);
  });
}

/** Stops them and waits until they wrote down how far they came: the next resume goes on from there. */
export async function endDetached(): Promise<void> {
  const all = [...running];
  for (const { stop } of all) stop.abort();
  await Promise.all(all.map(({ ended }) => ended));
}
