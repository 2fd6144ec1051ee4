import type * as z from 'zod';
import type { Labels } from '../services/kernel/errors.ts';
import type { Context } from '../services/operation/context.ts';

/** One piece of work: handling it twice must change nothing more than handling it once. */
export interface JobItem {
  readonly folderId: number;
  /** Natural key inside the folder: a file's hash, a notice number, a declaration id. */
  readonly key: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

export type ItemOutcome = { readonly state: 'done' | 'skipped'; readonly note?: string };

/** Work that cron, an operator or a worker starts: a plan of items, and what to do with one. */
export interface Job {
  /** `poll-notices`: its name on the command line and in the lock. */
  readonly id: string;
  readonly summary: Labels;
  /** Suggested crontab schedule. */
  readonly schedule: string;
  readonly input: z.ZodType;
  /** Items handled at once, and at most how many are begun per second. */
  readonly concurrency: number;
  readonly perSecond?: number;
  readonly plan: (ctx: Context, input: never) => AsyncIterable<JobItem>;
  readonly item: (ctx: Context, item: JobItem, signal: AbortSignal) => Promise<ItemOutcome>;
}

interface Definition<I extends z.ZodType> extends Omit<Job, 'plan' | 'input'> {
  readonly input: I;
  readonly plan: (ctx: Context, input: z.output<I>) => AsyncIterable<JobItem>;
}

export const defineJob = <I extends z.ZodType>(definition: Definition<I>): Job => definition as unknown as Job;
