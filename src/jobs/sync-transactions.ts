import { connectionsToSync, syncConnection } from '../services/banking/connections/sync.ts';
import { defineJob } from './job.ts';
import { JobScope, readScope } from './scope.ts';

/** Reads what changed at the providers since the last run. A connection that fails is tried again, later and later. */
export const syncTransactions = defineJob({
  id: 'sync-transactions',
  summary: {
    en: 'Read accounts and transactions from the providers',
    fr: 'Lire comptes et mouvements chez les fournisseurs',
  },
  schedule: '5 5-21/2 * * *',
  input: JobScope,
  concurrency: 4,
  plan: async function* (ctx, { scope }) {
    for (const { folderId, connectionId } of await connectionsToSync(ctx, readScope(scope))) {
      yield { folderId, key: `connection ${connectionId}`, payload: { connectionId } };
    }
  },
  item: async (ctx, { folderId, payload }, signal) => {
    const { accounts, added, changed, held } = await syncConnection(
      ctx,
      folderId,
      Number(payload?.connectionId),
      signal,
    );
    const left = held.length > 0 ? `, accounts ${held.join(', ')} have another source: taxops bank account link` : '';
    return { state: 'done', note: `${accounts} accounts, ${added} transactions added, ${changed} changed${left}` };
  },
});
