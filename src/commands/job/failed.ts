/** What workers gave up: items of the queue that used up their attempts. */
import * as z from 'zod';
import { type FailedItem, failedItems, retryFailed } from '../../jobs/queue.ts';
import { defineOperation } from '../operation/operation.ts';
import { int, maybe, text, words } from '../operation/outputs.ts';
import { computed, from } from '../operation/wire.ts';
import { adviceOf } from './report.ts';

export const jobFailed = defineOperation({
  id: 'job.failed',
  summary: {
    en: 'List queued items that used up their attempts',
    fr: 'Lister les éléments en file qui ont épuisé leurs essais',
  },
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'GET', path: '/api/operator/failed-items' },
  audited: false,
  cli: { examples: ['taxops job failed'] },
  output: z.array(
    z.object({
      Id: text('Id'),
      Job: computed(text('Travail'), ({ payload }: FailedItem) => payload.job),
      FolderId: computed(int('Dossier'), ({ payload }: FailedItem) => payload.folderId),
      Key: computed(text('Clé'), ({ payload }: FailedItem) => payload.key),
      Attempts: int('Essais'),
      Error: from('lastError', text('Erreur')),
      Advice: computed(maybe(words('Remède', 'sentence')), ({ lastError }: FailedItem) => adviceOf(lastError)),
    }),
  ),
  run: async (ctx) => failedItems(await ctx.db()),
});

export const jobRetry = defineOperation({
  id: 'job.retry',
  summary: { en: 'Give failed items their attempts back', fr: 'Rendre leurs essais aux éléments en échec' },
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'POST', path: '/api/operator/failed-items/retry' },
  cli: { examples: ['taxops job retry', 'taxops job retry --job poll-notices --error ChannelTimeout'] },
  query: z.object({
    id: z
      .array(z.string().regex(/^\d{1,19}$/, { error: 'a number' }))
      .max(1000)
      .optional()
      .describe('Only these, as job failed names them'),
    job: z.string().max(100).optional().describe('Only those of this job'),
    error: z.string().max(100).optional().describe('Only those that failed so'),
  }),
  output: z.object({ Retried: int('Repris') }),
  run: async (ctx, { id, job, error }) => ({ retried: await retryFailed(await ctx.db(), { ids: id, job, error }) }),
});
