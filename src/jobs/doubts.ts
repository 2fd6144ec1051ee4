/** Sends whose answer was lost, and those that a killed process left behind: settled by the job, and by every listener. */
import { declarationFiler } from '../services/declarations/sending/filer.ts';
import { questionSeconds, resolveDoubts } from '../services/filing/doubts.ts';
import type { Filer } from '../services/filing/filer.ts';
import { foldersInDoubt } from '../services/filing/poll.ts';
import type { Context } from '../services/operation/context.ts';
import { vatFiler } from '../services/vat/filing/filer.ts';
import { type Repeated, repeat } from './repeat.ts';

/** Every domain that files. */
export const FILERS: readonly Filer[] = [declarationFiler, vatFiler];

/**
 * Asks the channels about every open send, at once and then at each interval between two questions, until it is stopped:
 * what a kill left as `Sending` is settled soon after any start, whether cron runs poll-notices or not.
 */
export const watchDoubts = (ctx: Context): Repeated =>
  repeat(ctx.signal, Math.max(1, questionSeconds(ctx)) * 1000, (signal) => askAll(ctx, signal));

async function askAll(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const folderId of await foldersInDoubt(ctx, {})) await resolveDoubts(ctx, FILERS, { folderId }, { signal });
}
