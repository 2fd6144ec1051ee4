import { followItem, type ToldItem, toldItems } from '../services/banking/feeds/connections/push.ts';
import { TaxopsError } from '../services/kernel/errors.ts';
import { defineJob } from './job.ts';
import { JobScope, readScope } from './scope.ts';

/** What waits for a person: the connection shows it. */
const TO_SET_UP: ReadonlySet<string> = new Set(['ProviderNotConfigured', 'ProviderUserMissing']);

/** Reads the items that providers announced since the last run, each once however many events there were. */
export const followProviderEvents = defineJob({
  id: 'follow-provider-events',
  summary: {
    en: 'Read what providers of bank data announced',
    fr: 'Lire ce que les fournisseurs de données bancaires ont annoncé',
  },
  schedule: '* * * * *',
  input: JobScope,
  concurrency: 4,
  plan: async function* (ctx, { scope }) {
    for (const { folderId, ...payload } of await toldItems(ctx, readScope(scope))) {
      yield { folderId, key: `${payload.provider} ${payload.itemId}`, payload };
    }
  },
  item: async (ctx, { folderId, payload }, signal) => {
    try {
      const added = await followItem(ctx, { folderId, ...payload } as ToldItem, signal);
      return added === undefined
        ? { state: 'skipped', note: 'no connection of that item' }
        : { state: 'done', note: `${added} transactions added` };
    } catch (error) {
      if (!(error instanceof TaxopsError && TO_SET_UP.has(error.code))) throw error;
      return { state: 'skipped', note: error.message };
    }
  },
});
