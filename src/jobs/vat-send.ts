import * as z from 'zod';
import { draftsToSend, sendValidated } from '../services/vat/filing/send-all.ts';
import { defineJob } from './job.ts';
import { JobScope, readScope } from './scope.ts';

const Input = JobScope.extend({ mode: z.enum(['test', 'production']).default('test') });

/**
 * Sends every validated draft once: `--set mode=production` files, a test files nothing. It has no schedule, because a
 * person decides what is filed.
 */
export const vatSend = defineJob({
  id: 'vat-send',
  summary: { en: 'Send the validated VAT returns', fr: 'Envoyer les déclarations de TVA validées' },
  input: Input,
  right: 'send',
  concurrency: 4,
  inOrder: true, // a return carries the credit of the one before it
  plan: async function* (ctx, { scope, mode }) {
    for (const { folderId, procedureId, form, endDate } of await draftsToSend(ctx, readScope(scope), mode === 'test')) {
      yield { folderId, key: `${form} ${endDate} ${procedureId}`, payload: { procedureId, mode } };
    }
  },
  item: async (ctx, { folderId, payload }) => {
    const { procedureId, mode } = payload as { procedureId: number; mode: string };
    const kept = await sendValidated(ctx, { folderId, procedureId }, mode !== 'production');
    return kept === undefined ? { state: 'done' } : { state: 'skipped', note: kept };
  },
});
