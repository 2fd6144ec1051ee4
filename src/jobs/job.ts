import type * as z from 'zod';
import type { Labels } from '../services/kernel/errors.ts';
import type { Right } from '../services/operation/actor.ts';
import type { Context } from '../services/operation/context.ts';

/** One piece of work: handling it twice must change nothing more than handling it once. */
export interface JobItem {
  /** 0: it belongs to no folder, or nobody knows yet to which. */
  readonly folderId: number;
  /** Natural key inside the folder: a file's hash, a notice number, a declaration id. */
  readonly key: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

export type ItemOutcome = { readonly state: 'done' | 'skipped'; readonly note?: string };

/** What a run came to, in rows for people and programs alike. */
export interface Tally {
  readonly title: Labels;
  /** One per thing counted, fields under wire names. */
  readonly rows: readonly Readonly<Record<string, string | number | null>>[];
}

/** A way to handle many items at once, for fewer statements. What it leaves is handled one by one, as without it. */
export interface Together {
  /** Items at once. */
  readonly size: number;
  readonly takes: (item: JobItem) => boolean;
  /** In the order of the items; undefined for each that is left. When it throws, all of them are. */
  readonly handle: (
    ctx: Context,
    items: readonly JobItem[],
    signal: AbortSignal,
  ) => Promise<readonly (ItemOutcome | undefined)[]>;
}

/** Work that cron, an operator or a worker starts: a plan of items, and what to do with one. */
export interface Job {
  /** `poll-notices`: its name on the command line and in the lock. */
  readonly id: string;
  readonly summary: Labels;
  /** Suggested crontab schedule; undefined for what a person alone starts. */
  readonly schedule?: string;
  readonly input: z.ZodType;
  /** What it takes besides the right to operate. */
  readonly right?: Right;
  /** Items handled at once, and at most how many are begun per second. */
  readonly concurrency: number;
  readonly perSecond?: number;
  /** Items of one folder one after the other, in the order of the plan, as workers always take them. */
  readonly inOrder?: boolean;
  readonly plan: (ctx: Context, input: never) => AsyncIterable<JobItem>;
  readonly item: (ctx: Context, item: JobItem, signal: AbortSignal) => Promise<ItemOutcome>;
  readonly together?: Together;
  /** Said at the end of a run that began at `since`, besides how many items it handled. */
  readonly conclude?: (ctx: Context, input: never, since: string) => Promise<readonly Tally[]>;
}

interface Definition<I extends z.ZodType> extends Omit<Job, 'plan' | 'input' | 'conclude'> {
  readonly input: I;
  readonly plan: (ctx: Context, input: z.output<I>) => AsyncIterable<JobItem>;
  readonly conclude?: (ctx: Context, input: z.output<I>, since: string) => Promise<readonly Tally[]>;
}

export const defineJob = <I extends z.ZodType>(definition: Definition<I>): Job => definition as unknown as Job;
