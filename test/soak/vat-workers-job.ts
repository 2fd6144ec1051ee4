import * as z from 'zod';
import { FILERS } from '../../src/jobs/doubts.ts';
import { defineJob } from '../../src/jobs/job.ts';
import { resolveDoubts } from '../../src/services/filing/doubts.ts';
import { redeposit } from '../../src/services/vat/filing/diagnostics.ts';

/** Redeposits each return once, however often its item runs: what the channel has is looked at first. */
export const redeposits = defineJob({
  id: 'redeposits',
  summary: { en: 'Redeposits', fr: 'Nouveaux dépôts' },
  input: z.object({}),
  concurrency: 4,
  plan: async function* (ctx) {
    const { knex } = await ctx.db();
    for (const { folder_id, id } of await knex('vat_procedure').orderBy('id').select('folder_id', 'id'))
      yield { folderId: folder_id, key: String(id), payload: { procedureId: id } };
  },
  item: async (ctx, { folderId, payload }) => {
    const { procedureId } = payload as { procedureId: number };
    await resolveDoubts(ctx, FILERS, { folderId });
    const { knex } = await ctx.db();
    const made = await knex('filing').where({ folder_id: folderId, owner_id: procedureId, state: 'Sent' });
    if (made.length < 2) await redeposit(ctx, folderId, procedureId);
    return { state: 'done' };
  },
});
