/** Runs of jobs: one is begun, shown, stopped, gone on with. */
import * as z from 'zod';
import { detached } from '../../jobs/detached.ts';
import { jobErrors } from '../../jobs/errors.ts';
import type { Job } from '../../jobs/job.ts';
import { countsOf, failuresOf, itemKey, type RunCounts, recentRuns, runOf, stopRun } from '../../jobs/journal.ts';
import { enqueuePlan } from '../../jobs/queue.ts';
import { loadJob } from '../../jobs/registry.ts';
import { planReport, type RunOptions, runJob } from '../../jobs/runner.ts';
import { camelRow } from '../../services/db/rows.ts';
import type { Language } from '../../services/kernel/errors.ts';
import { accessErrors, actorName } from '../../services/operation/actor.ts';
import type { Context, TerminalContext } from '../../services/operation/context.ts';
import { invalidInput, wordsIn } from '../operation/invoke.ts';
import { defineOperation } from '../operation/operation.ts';
import { choice, int, maybe, moment, text, words } from '../operation/outputs.ts';
import { sizeWords } from '../operation/size-words.ts';
import { computed, from } from '../operation/wire.ts';
import { adviceOf, outcome, Report, STATES, view } from './report.ts';

const policy = { right: 'operate', of: 'nobody' } as const;
const hasTerminal = (ctx: Context): ctx is TerminalContext => 'terminal' in ctx;

/** What only a terminal waits for, or only a listener outlives. Throws InvalidInput. */
function refuseMisplaced(ctx: Context, name: string, isGiven: boolean, isForTerminal: boolean): void {
  if (!isGiven || hasTerminal(ctx) === isForTerminal) return;
  const message = isForTerminal ? 'on the command line only' : 'over HTTP only';
  throw invalidInput([{ path: name, code: 'custom', message }]);
}

const detach = z
  .boolean()
  .default(false)
  .describe('Over HTTP: answer at once, and let the listener go on with the run');

/**
 * A run is of the whole installation, whoever began it: its items are handled as this machine handles them. Throws
 * AccessDenied when the job takes a right more.
 */
function asMachine(ctx: Context, { right }: Job): Context {
  const { actor } = ctx;
  if (actor.kind !== 'user') return ctx;
  if (right && !actor.rights.has(right)) throw accessErrors.AccessDenied();
  return { ...ctx, actor: { kind: 'local', name: actorName(actor) } };
}

interface Begun {
  readonly input: Readonly<Record<string, unknown>>;
  readonly isDetached: boolean;
  readonly options: RunOptions;
}

const begin = (job: Job, ctx: Context, { input, isDetached, options }: Begun) =>
  isDetached
    ? detached(ctx, (own, onBegin) => runJob(job, own, input, { ...options, onBegin }))
    : runJob(job, ctx, input, options);

interface Given {
  readonly scope: string;
  readonly set: readonly string[];
  readonly language: Language;
}

async function inputOf(job: Job, { scope, set, language }: Given): Promise<Readonly<Record<string, unknown>>> {
  const given = Object.fromEntries(set.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
  const words = await wordsIn(language);
  const parsed = job.input.safeParse({ scope, ...given }, { error: words?.error ?? sizeWords });
  if (parsed.success) return parsed.data as Readonly<Record<string, unknown>>;
  const said = words?.translate ?? ((message: string) => message);
  throw invalidInput(
    parsed.error.issues.map(({ path, code, message }) => ({ path: path.join('.'), code, message: said(message) })),
  );
}

export const jobRun = defineOperation({
  id: 'job.run',
  summary: { en: 'Run a job once, as cron does', fr: 'Exécuter un travail une fois, comme cron' },
  description:
    'Takes the items of one folder, of a firm or of all. One run per job and scope at a time: another one exits with 75. With enqueue the items wait for `taxops worker`. A run handles its items as this machine does, whoever began it; vat-send takes the right to send too.',
  policy,
  http: { method: 'POST', path: '/api/operator/jobs/{job}/runs', mayWait: true },
  cli: {
    args: ['job'],
    examples: [
      'taxops job run poll-notices --scope all',
      'taxops job run import-statements --scope folder:12 --dry-run',
      'taxops job run vat-send --scope company:1 --set mode=production --dry-run',
    ],
  },
  params: z.object({ job: z.string() }),
  query: z.object({
    scope: z
      .string()
      .regex(/^(all|folder:\d+|company:\d+)$/, { error: 'write all, folder:12 or company:3' })
      .default('all')
      .describe('all, folder:ID or company:ID'),
    set: z.array(z.string().regex(/^\w+=/)).optional().describe('An input of the job, name=value'),
    dryRun: z.boolean().default(false).describe('Show what would be done'),
    limit: z.int().min(1).optional().describe('At most so many items'),
    wait: z.int().min(0).optional().describe('Seconds to wait for a run that is under way'),
    watch: z.int().min(1).optional().describe('Run again every so many seconds, until Ctrl-C'),
    enqueue: z.boolean().default(false).describe('Queue the items for taxops worker'),
    detach,
  }),
  output: Report,
  view,
  errors: ['JobUnknown', 'LockHeld'],
  outcome,
  run: async (ctx, { job: name, scope, set = [], dryRun, limit, wait, watch, enqueue, detach: isDetached }) => {
    refuseMisplaced(ctx, 'watch', watch !== undefined, true);
    refuseMisplaced(ctx, 'detach', isDetached, false);
    const job = await loadJob(name);
    const own = asMachine(ctx, job);
    const input = await inputOf(job, { scope, set, language: ctx.language });
    if (enqueue) return planReport(await enqueuePlan(job, own, input));
    const options = { dryRun, limit, waitMs: wait === undefined ? undefined : wait * 1000 };
    for (;;) {
      const report = await begin(job, own, { input, isDetached, options });
      if (watch === undefined || ctx.signal.aborted || !hasTerminal(ctx)) return report;
      ctx.terminal.note(`${ctx.clock.now()} ${name}: ${report.counts.done} done, ${report.counts.failed} failed`);
      await pauseOf(watch, ctx.signal);
      if (ctx.signal.aborted) return report;
    }
  },
});

const pauseOf = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resume) => {
    const timer = setTimeout(resume, seconds * 1000);
    signal.addEventListener('abort', () => resume(clearTimeout(timer)), { once: true });
  });

const RunLine = z.object({
  Run: from('id', int('Exécution')),
  Job: text('Travail'),
  State: choice(STATES, 'État'),
  StartedAt: moment('Début'),
  EndedAt: maybe(moment('Fin')),
});

export const jobRuns = defineOperation({
  id: 'job.runs',
  summary: { en: 'List the latest runs', fr: 'Lister les dernières exécutions' },
  policy,
  http: { method: 'GET', path: '/api/operator/job-runs' },
  audited: false,
  cli: { examples: ['taxops job runs'] },
  output: z.array(RunLine),
  run: async (ctx) => recentRuns((await ctx.db()).knex),
});

interface Group {
  readonly code: string;
  readonly items: readonly { readonly key: string }[];
}

const counted = (name: keyof RunCounts, fr: string) =>
  computed(int(fr), ({ counts }: { readonly counts: RunCounts }) => counts[name]);

const MOST_SHOWN = 1_000;

export const jobRunShow = defineOperation({
  id: 'job.run.show',
  summary: {
    en: 'Show a run: its counts, and why items failed',
    fr: 'Montrer une exécution : ses comptes et ses échecs',
  },
  description:
    'What failed is grouped by code, with what to do about it; of more than 1,000 failures the first are named.',
  policy,
  http: { method: 'GET', path: '/api/operator/job-runs/{run}' },
  audited: false,
  cli: { args: ['run'], examples: ['taxops job run show 41'] },
  params: z.object({ run: z.int().min(1) }),
  output: z.object({
    ...RunLine.shape,
    Pending: counted('pending', 'En cours'),
    Done: counted('done', 'Faits'),
    Skipped: counted('skipped', 'Passés'),
    Failed: counted('failed', 'Échecs'),
    Failures: z.array(
      z.object({
        Code: text('Code'),
        Advice: computed(maybe(words('Remède', 'sentence')), ({ code }: Group) => adviceOf(code)),
        Items: z.array(
          z.object({ Item: text('Élément'), FolderId: int('Dossier'), Key: text('Clé'), Note: maybe(text('Note')) }),
        ),
      }),
    ),
  }),
  view: ({ Failures, ...run }) => [
    { kind: 'table', columns: Object.keys(run).map((name) => ({ name })), rows: [Object.values(run)] },
    ...Failures.flatMap(({ Code, Advice, Items }) => [
      { kind: 'text' as const, text: [`${Code} (${Items.length})`, Advice].filter(Boolean).join(' : ') },
      {
        kind: 'table' as const,
        columns: [
          { name: 'Item', fr: 'Élément' },
          { name: 'Note', fr: 'Note' },
        ],
        rows: Items.map(({ Item, Note }) => [Item, Note]),
      },
    ]),
  ],
  errors: ['RunUnknown'],
  run: async (ctx, { run: runId }) => {
    const { knex } = await ctx.db();
    const known = await runOf(knex, runId);
    if (!known) throw jobErrors.RunUnknown({ runId });
    const failures = await failuresOf(knex, runId, { limit: MOST_SHOWN });
    const codes = [...new Set(failures.map(({ code }) => code))];
    return {
      ...camelRow(known),
      counts: await countsOf(knex, runId),
      failures: codes.map((code) => ({
        code,
        items: failures.filter((one) => one.code === code).map((one) => ({ ...one, item: itemKey(one) })),
      })),
    };
  },
});

export const jobResume = defineOperation({
  id: 'job.resume',
  summary: {
    en: 'Go on with a run: only what it did not finish',
    fr: 'Reprendre une exécution : seulement ce qui reste',
  },
  description: 'With code or item, only what failed so, or that item.',
  policy,
  http: { method: 'POST', path: '/api/operator/job-runs/{run}/resume', mayWait: true },
  cli: { args: ['run'], examples: ['taxops job resume 41', 'taxops job resume 41 --code ChannelTimeout'] },
  params: z.object({ run: z.int().min(1) }),
  query: z.object({
    code: z.string().max(100).optional().describe('Only what failed with this code'),
    item: z.string().max(1000).optional().describe('Only this item, as job run show names it'),
    detach,
  }),
  output: Report,
  view,
  errors: ['RunUnknown', 'LockHeld'],
  outcome,
  run: async (ctx, { run, code, item, detach: isDetached }) => {
    refuseMisplaced(ctx, 'detach', isDetached, false);
    const { knex } = await ctx.db();
    const known = await runOf(knex, run);
    if (!known) throw jobErrors.RunUnknown({ runId: run });
    const job = await loadJob(known.job);
    const isSome = code !== undefined || item !== undefined;
    const only = isSome ? new Set((await failuresOf(knex, run, { code, item })).map(itemKey)) : undefined;
    return begin(job, asMachine(ctx, job), { input: known.input, isDetached, options: { resume: run, only } });
  },
});

export const jobStop = defineOperation({
  id: 'job.stop',
  summary: { en: 'Stop a run; it can be gone on with', fr: 'Arrêter une exécution ; elle pourra être reprise' },
  description: 'Whoever runs it, on any machine, begins no item more within a second; what is under way ends.',
  policy,
  http: { method: 'POST', path: '/api/operator/job-runs/{run}/stop', status: 204 },
  cli: { args: ['run'], examples: ['taxops job stop 41'] },
  params: z.object({ run: z.int().min(1) }),
  output: z.undefined(),
  errors: ['RunUnknown', 'RunEnded'],
  run: async (ctx, { run: runId }) => {
    const { knex } = await ctx.db();
    if (!(await runOf(knex, runId))) throw jobErrors.RunUnknown({ runId });
    if (!(await stopRun(knex, runId, ctx.clock.now()))) throw jobErrors.RunEnded({ runId });
    return undefined;
  },
});
