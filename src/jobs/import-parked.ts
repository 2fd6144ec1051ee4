import { channelAIds } from '../services/declarations/inbox.ts';
import { adoptDeliveries, folderOfWaiting } from '../services/declarations/receive.ts';
import { foldersOf } from '../services/folders/scope.ts';
import { defineJob } from './job.ts';
import { JobScope, readScope } from './scope.ts';

/** Applies deliveries of the webhook that came before their folder was there. */
export const importParked = defineJob({
  id: 'import-parked',
  summary: { en: 'Apply parked webhook deliveries', fr: 'Appliquer les notifications en attente' },
  schedule: '*/5 * * * *',
  input: JobScope,
  concurrency: 4,
  plan: async function* (ctx, { scope }) {
    const inScope = scope === 'all' ? undefined : new Set((await foldersOf(ctx, readScope(scope))).map(({ id }) => id));
    for await (const channelAId of channelAIds((await ctx.db()).knex, { homeless: true })) {
      const folderId = await folderOfWaiting(ctx, channelAId);
      if (folderId !== undefined && (inScope?.has(folderId) ?? true)) yield { folderId, key: String(channelAId) };
    }
  },
  item: async (ctx, { key }) => {
    const applied = await adoptDeliveries(ctx, Number(key));
    return { state: applied > 0 ? 'done' : 'skipped', note: `${applied} deliveries` };
  },
});
