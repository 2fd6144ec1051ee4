/** Sends whose answer was lost, and those that a killed process left behind: settled by the job, and by every listener. */
import { setTimeout as pause } from 'node:timers/promises';
import { declarationFiler } from '../services/declarations/sending/filer.ts';
import { questionSeconds, resolveDoubts } from '../services/filing/doubts.ts';
import type { Filer } from '../services/filing/filer.ts';
import { foldersInDoubt } from '../services/filing/poll.ts';
import type { Context } from '../services/operation/context.ts';
import { vatFiler } from '../services/vat/filing/filer.ts';

/** Every domain that files. */
export const FILERS: readonly Filer[] = [declarationFiler, vatFiler];

export interface DoubtWatch {
  /** Ends when the questions under way have. */
  stop(): Promise<void>;
}

/**
 * Asks the channels about every open send, at once and then at each interval between two questions, until it is stopped:
 * what a kill left as `Sending` is settled soon after any start, whether cron runs poll-notices or not.
 */
export function watchDoubts(ctx: Context): DoubtWatch {
  const ending = new AbortController();
  const watching = watch(ctx, AbortSignal.any([ctx.signal, ending.signal]));
  return {
    stop: () => {
      ending.abort();
      return watching;
    },
  };
}

async function watch(ctx: Context, signal: AbortSignal): Promise<void> {
  const interval = Math.max(1, questionSeconds(ctx)) * 1000;
  while (!signal.aborted) {
    // A database or a channel that is away is met again at the next turn.
    await askAll(ctx, signal).catch(() => undefined);
    await pause(interval, undefined, { signal }).catch(() => undefined);
  }
}

async function askAll(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const folderId of await foldersInDoubt(ctx, {})) await resolveDoubts(ctx, FILERS, { folderId }, { signal });
}
