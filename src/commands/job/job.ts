import * as z from 'zod';
import { watchDoubts } from '../../jobs/doubts.ts';
import { jobErrors } from '../../jobs/errors.ts';
import type { Job } from '../../jobs/job.ts';
import { heldLocks, releaseLocks } from '../../jobs/locks.ts';
import { startWorker, waitingItems } from '../../jobs/queue.ts';
import { allJobs, jobNames, loadJob } from '../../jobs/registry.ts';
import { defineCommand, defineOperation } from '../operation/operation.ts';
import { int, maybe, moment, text, words } from '../operation/outputs.ts';
import { computed, from } from '../operation/wire.ts';

export const jobList = defineOperation({
  id: 'job.list',
  summary: { en: 'List the jobs', fr: 'Lister les travaux' },
  description: 'With what waits in the queue for `taxops worker`, and what a worker holds since when.',
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'GET', path: '/api/operator/jobs' },
  audited: false,
  cli: { examples: ['taxops job list'] },
  output: z.array(
    z.object({
      Job: from('id', text('Travail')),
      Schedule: computed(maybe(text('Horaire')), ({ schedule }: Job) => schedule),
      Waiting: int('En attente'),
      Held: int('Tenus'),
      HeldBy: maybe(text('Tenus par')),
      HeldSince: maybe(moment('Tenus depuis')),
      Summary: words('Résumé', 'sentence'),
    }),
  ),
  run: async (ctx) => {
    const queued = await waitingItems(await ctx.db());
    return (await allJobs()).map((job) => ({ ...job, ...(queued.get(job.id) ?? NONE_QUEUED) }));
  },
});

const NONE_QUEUED = { waiting: 0, held: 0, heldBy: null, heldSince: null };

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
  audited: 'begun',
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
