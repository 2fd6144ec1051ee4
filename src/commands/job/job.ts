import * as z from 'zod';
import { watchDoubts } from '../../jobs/doubts.ts';
import { jobErrors } from '../../jobs/errors.ts';
import type { Job } from '../../jobs/job.ts';
import { recentRuns, runOf } from '../../jobs/journal.ts';
import { heldLocks, releaseLocks } from '../../jobs/locks.ts';
import { enqueuePlan, type FailedItem, failedItems, retryFailed, startWorker, waitingItems } from '../../jobs/queue.ts';
import { allJobs, jobNames, loadJob } from '../../jobs/registry.ts';
import { type ItemReport, planReport, type RunReport, runJob } from '../../jobs/runner.ts';
import { invalidInput } from '../operation/invoke.ts';
import { type Block, type Column, defineCommand } from '../operation/operation.ts';
import { int, maybe, moment, text, words } from '../operation/outputs.ts';
import { computed, from } from '../operation/wire.ts';

const Item = z.object({
  FolderId: int('Dossier'),
  Key: text('Clé'),
  State: text('État'),
  Code: computed(maybe(text('Code')), ({ code }: ItemReport) => code),
  Note: computed(maybe(text('Note')), ({ note }: ItemReport) => note),
});

const count = (name: keyof RunReport['counts'], fr: string) =>
  computed(int(fr), ({ counts }: Pick<RunReport, 'counts'>) => counts[name]);

const Report = z.object({
  Run: from('runId', maybe(int('Exécution'))),
  State: text('État'),
  Done: count('done', 'Faits'),
  Skipped: count('skipped', 'Passés'),
  Failed: count('failed', 'Échecs'),
  Planned: count('planned', 'Prévus'),
  Items: z.array(Item),
  Tallies: z
    .array(
      z.object({
        Title: words(),
        Rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
      }),
    )
    .describe('What the job itself counts'),
});

/** The run in a line, what failed or would be done, then what the job counts: only columns that say something. */
function* view({ Items, Tallies, ...counts }: z.output<typeof Report>): Generator<Block> {
  yield { kind: 'table', columns: Object.keys(counts).map(column), rows: [Object.values(counts)] };
  if (Items.length > 0) {
    const columns = ['Key', 'State', 'Code', 'Note'].map(column);
    yield { kind: 'table', columns, rows: Items.map(({ Key, State, Code, Note }) => [Key, State, Code, Note]) };
  }
  for (const { Title, Rows } of Tallies) {
    const names = Object.keys(Rows[0] ?? {}).filter((name) => Rows.some((row) => row[name] !== 0));
    const rows = Rows.map((row) => names.map((name) => row[name]));
    if (rows.length > 0) yield { kind: 'table', title: Title, columns: names.map(column), rows };
  }
}

const column = (name: string): Column => ({ name });

export const jobList = defineCommand({
  id: 'job.list',
  summary: { en: 'List the jobs', fr: 'Lister les travaux' },
  description: 'With what waits in the queue for `taxops worker`, and what a worker holds since when.',
  cli: { examples: ['taxops job list'] },
  output: z.array(
    z.object({
      Job: from('id', text()),
      Schedule: computed(maybe(text()), ({ schedule }: Job) => schedule),
      Waiting: int('En attente'),
      Held: int('Tenus'),
      HeldBy: maybe(text('Tenus par')),
      HeldSince: maybe(moment('Tenus depuis')),
      Summary: words('Résumé'),
    }),
  ),
  run: async (ctx) => {
    const queued = await waitingItems(await ctx.db());
    return (await allJobs()).map((job) => ({ ...job, ...(queued.get(job.id) ?? NONE_QUEUED) }));
  },
});

const NONE_QUEUED = { waiting: 0, held: 0, heldBy: null, heldSince: null };

export const jobRun = defineCommand({
  id: 'job.run',
  summary: { en: 'Run a job once, as cron does', fr: 'Exécuter un travail une fois, comme cron' },
  description:
    'Takes the items of one folder, of a firm or of all. One run per job and scope at a time: another one exits with 75. With enqueue the items wait for `taxops worker`.',
  cli: {
    args: ['job'],
    examples: [
      'taxops job run poll-notices --scope all',
      'taxops job run import-statements --scope folder:12 --dry-run',
      'taxops job run vat-send --scope company:1 --set mode=production --dry-run',
    ],
  },
  query: z.object({
    job: z.string(),
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
  }),
  output: Report,
  view,
  errors: ['JobUnknown', 'LockHeld'],
  outcome: ({ State }) => (State === 'partial' || State === 'failed' ? 'partial' : 'done'),
  audited: true,
  run: async (ctx, { job: name, scope, set = [], dryRun, limit, wait, watch, enqueue }) => {
    const job = await loadJob(name);
    const parsed = job.input.safeParse({
      scope,
      ...Object.fromEntries(set.map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
    });
    if (!parsed.success)
      throw invalidInput(
        parsed.error.issues.map(({ path, code, message }) => ({ path: path.join('.'), code, message })),
      );
    const input = parsed.data as Record<string, unknown>;
    if (enqueue) {
      return planReport(await enqueuePlan(job, ctx, input));
    }
    for (;;) {
      const report = await runJob(job, ctx, input, {
        dryRun,
        limit,
        waitMs: wait === undefined ? undefined : wait * 1000,
      });
      if (watch === undefined || ctx.signal.aborted) return report;
      ctx.terminal.note(`${ctx.clock.now()} ${name}: ${report.counts.done} done, ${report.counts.failed} failed`);
      await new Promise<void>((resume) => {
        const timer = setTimeout(resume, watch * 1000);
        ctx.signal.addEventListener('abort', () => resume(clearTimeout(timer)), { once: true });
      });
      if (ctx.signal.aborted) return report;
    }
  },
});

const RunLine = z.object({
  Run: from('id', int('Exécution')),
  Job: text(),
  State: text('État'),
  StartedAt: moment(),
  EndedAt: maybe(moment()),
});

export const jobRuns = defineCommand({
  id: 'job.runs',
  summary: { en: 'List the latest runs', fr: 'Lister les dernières exécutions' },
  cli: { examples: ['taxops job runs'] },
  output: z.array(RunLine),
  run: async (ctx) => recentRuns((await ctx.db()).knex),
});

export const jobResume = defineCommand({
  id: 'job.resume',
  summary: {
    en: 'Go on with a run: only what it did not finish',
    fr: 'Reprendre une exécution : seulement ce qui reste',
  },
  cli: { args: ['run'], examples: ['taxops job resume 41'] },
  query: z.object({ run: z.int().min(1) }),
  output: Report,
  view,
  errors: ['RunUnknown', 'LockHeld'],
  outcome: ({ State }) => (State === 'partial' || State === 'failed' ? 'partial' : 'done'),
  audited: true,
  run: async (ctx, { run }) => {
    const known = await runOf((await ctx.db()).knex, run);
    if (!known) throw jobErrors.RunUnknown({ runId: run });
    return runJob(await loadJob(known.job), ctx, known.input, { resume: run });
  },
});

export const jobCrontab = defineCommand({
  id: 'job.crontab',
  summary: { en: 'Suggest crontab lines for every job', fr: 'Proposer les lignes de crontab de chaque travail' },
  cli: { examples: ['taxops job crontab'] },
  output: z.string(),
  run: async () =>
    (await allJobs())
      .flatMap(({ id, schedule }) => (schedule ? `${schedule} taxops job run ${id} --quiet` : []))
      .join('\n'),
});

export const jobFailed = defineCommand({
  id: 'job.failed',
  summary: {
    en: 'List queued items that used up their attempts',
    fr: 'Lister les éléments en file qui ont épuisé leurs essais',
  },
  cli: { examples: ['taxops job failed'] },
  output: z.array(
    z.object({
      Job: computed(text(), ({ payload }: FailedItem) => payload.job),
      FolderId: computed(int('Dossier'), ({ payload }: FailedItem) => payload.folderId),
      Key: computed(text('Clé'), ({ payload }: FailedItem) => payload.key),
      Attempts: int(),
      Error: from('lastError', text()),
    }),
  ),
  run: async (ctx) => failedItems(await ctx.db()),
});

export const jobRetry = defineCommand({
  id: 'job.retry',
  summary: { en: 'Give failed items their attempts back', fr: 'Rendre leurs essais aux éléments en échec' },
  cli: { examples: ['taxops job retry'] },
  output: z.object({ Retried: int() }),
  audited: true,
  run: async (ctx) => ({ retried: await retryFailed(await ctx.db()) }),
});

export const jobUnlock = defineCommand({
  id: 'job.unlock',
  summary: {
    en: 'Release what workers hold that no longer live',
    fr: 'Libérer ce que tiennent des travailleurs disparus',
  },
  description:
    'Workers and `taxops serve` do it by themselves half a minute after a worker is gone. With a worker, its items are released even if it lives: they may be handled twice, which changes nothing.',
  cli: { examples: ['taxops job unlock', 'taxops job unlock --worker pool-1f2e'] },
  query: z.object({ worker: z.string().min(1).max(200).optional().describe('As job list and doctor name it') }),
  output: z.array(
    z.object({
      Worker: text('Travailleur'),
      Host: maybe(text('Machine')),
      Pid: maybe(int('Processus')),
      Items: int('Éléments'),
      Since: moment('Depuis'),
    }),
  ),
  errors: ['WorkerUnknown'],
  audited: true,
  run: async (ctx, { worker: name }) => {
    const { knex } = await ctx.db();
    if (name !== undefined && !(await heldLocks(knex)).some((held) => held.worker === name))
      throw jobErrors.WorkerUnknown({ worker: name });
    return releaseLocks(knex, (held) => (name === undefined ? held.isSilent : held.worker === name));
  },
});

export const worker = defineCommand({
  id: 'job.worker',
  summary: {
    en: 'Take queued items, on as many machines as wanted',
    fr: 'Traiter les éléments en file, sur autant de machines que voulu',
  },
  description:
    'Runs until Ctrl-C or SIGTERM; items under way are allowed to end. Every worker uses the same database (TAXOPS_DATABASE_URL).',
  cli: { path: ['worker'], examples: ['taxops worker', 'taxops worker --concurrency 8 --schedule'] },
  query: z.object({
    concurrency: z.int().min(1).max(100).default(4).describe('Items handled at once'),
    schedule: z.boolean().default(false).describe('Also plan every job on its schedule, in place of cron'),
  }),
  output: z.undefined(),
  audited: true,
  run: async (ctx, options) => {
    const runner = await startWorker(ctx, loadJob, await allJobs(), options);
    const doubts = watchDoubts(ctx);
    ctx.terminal.print(`ready: ${jobNames().length} jobs\n`);
    await new Promise<void>((stop) => {
      if (ctx.signal.aborted) stop();
      ctx.signal.addEventListener('abort', () => stop());
    });
    await Promise.all([runner.stop(), doubts.stop()]);
    return undefined;
  },
});
