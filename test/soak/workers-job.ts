import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { defineJob } from '../../src/jobs/job.ts';

/** Each item takes effect in a row of its own. */
export const counted = defineJob({
  id: 'counted',
  summary: { en: 'Counted', fr: 'Compté' },
  schedule: '0 0 1 1 *',
  input: z.object({ folders: z.array(z.int()).default([]), items: z.int().default(0) }),
  concurrency: 4,
  plan: async function* (_ctx, { folders, items }) {
    for (let rank = 0; rank < items; rank++) for (const folderId of folders) yield { folderId, key: String(rank) };
  },
  item: async (ctx, { folderId, key }) => {
    await pause(5);
    const row = { folder_id: folderId, key };
    await (await ctx.db()).knex('counted').insert(row).onConflict(['folder_id', 'key']).ignore();
    return { state: 'done' };
  },
});
