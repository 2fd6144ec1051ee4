import {
  connectionsToSync,
  syncConnection,
  syncedSince,
  usersToSync,
} from '../services/banking/feeds/connections/sync.ts';
import { takeNewItems } from '../services/banking/feeds/connections/take-item.ts';
import type { Provider } from '../services/banking/store.ts';
import { TaxopsError } from '../services/kernel/errors.ts';
import { defineJob } from './job.ts';
import { JobScope, readScope } from './scope.ts';

/** What waits for a person: trying again does not help, and no run is at fault. The connection shows it. */
const TO_SET_UP: ReadonlySet<string> = new Set(['ProviderNotConfigured', 'ProviderUserMissing']);

/** Reads what changed at the providers since the last run, connections that persons opened included. A connection that fails is tried again, later and later. */
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
    for (const { folderId, provider } of await usersToSync(ctx, readScope(scope))) {
      yield { folderId, key: `items ${provider}`, payload: { provider } };
    }
    for (const { folderId, connectionId } of await connectionsToSync(ctx, readScope(scope))) {
      yield { folderId, key: `connection ${connectionId}`, payload: { connectionId } };
    }
  },
  item: async (ctx, { folderId, payload }, signal) => {
    try {
      const provider = payload?.provider as Provider | undefined;
      const connections = provider
        ? await takeNewItems(ctx, { folderId, provider }, signal)
        : [Number(payload?.connectionId)];
      const total = { accounts: 0, added: 0, changed: 0 };
      for (const connection of connections) {
        const { accounts, added, changed } = await syncConnection(ctx, folderId, connection, signal);
        total.accounts += accounts;
        total.added += added;
        total.changed += changed;
      }
      const { accounts, added, changed } = total;
      return { state: 'done', note: `${accounts} accounts, ${added} transactions added, ${changed} changed` };
    } catch (error) {
      if (!(error instanceof TaxopsError && TO_SET_UP.has(error.code))) throw error;
      return { state: 'skipped', note: error.message };
    }
  },
  conclude: async (ctx, { scope }, since) => {
    const rows = (await syncedSince(ctx, readScope(scope), since)).map((one) => ({
      EnterpriseId: one.folderId,
      BankConnectionId: one.connectionId,
      Name: one.name,
      Status: one.status,
      Failure: one.failureCode,
      Added: one.added,
      Changed: one.changed,
      AccountsToLink: one.held.join(', '),
    }));
    return [{ title: { en: 'Connections', fr: 'Connexions' }, rows }];
  },
});
