/** A provider for tests and trials: it tells what it is given, page by page, and fails when it is made to. */

import type {
  BankProvider,
  ProviderAccount,
  ProviderBank,
  ProviderItem,
  ProviderTransaction,
} from '../../src/services/banking/feeds/providers/provider.ts';
import type { Provider } from '../../src/services/banking/store.ts';

export interface MemoryItem {
  readonly user: string;
  readonly item: ProviderItem;
  readonly accounts: readonly ProviderAccount[];
}

export interface MemoryProvider extends BankProvider {
  readonly bankList: ProviderBank[];
  /** By item. */
  readonly items: Map<string, MemoryItem>;
  /** By account; a transaction given again under its id replaces the one before. */
  readonly held: Map<string, Map<string, ProviderTransaction>>;
  /** What was asked, in order: `transactions A1 since 2026-01-01T00:00:00.000Z`. */
  readonly asked: string[];
  /** Thrown by the next calls, in order; undefined lets one through. A page counts as a call. */
  readonly nextFailures: (Error | undefined)[];
  give(accountId: string, ...transactions: readonly ProviderTransaction[]): void;
}

export function memoryProvider(name: Provider = 'AggregatorA', pageSize = 2): MemoryProvider {
  const bankList: ProviderBank[] = [];
  const items = new Map<string, MemoryItem>();
  const held: MemoryProvider['held'] = new Map();
  const asked: string[] = [];
  const nextFailures: (Error | undefined)[] = [];
  const users = new Map<string, string>();

  const call = (what: string): void => {
    asked.push(what);
    const failure = nextFailures.shift();
    if (failure) throw failure;
  };
  const itemOf = (user: string, itemId: string): MemoryItem | undefined => {
    const known = items.get(itemId);
    return known?.user === user ? known : undefined;
  };

  return {
    name,
    bankList,
    items,
    held,
    asked,
    nextFailures,
    give: (accountId, ...transactions) => {
      const own = held.get(accountId) ?? new Map();
      for (const transaction of transactions) own.set(transaction.id, transaction);
      held.set(accountId, own);
    },
    banks: async () => {
      call('banks');
      return bankList;
    },
    bank: async (bankId) => {
      call(`bank ${bankId}`);
      return bankList.find(({ id }) => id === bankId);
    },
    user: async (externalId) => {
      call(`user ${externalId}`);
      const known = users.get(externalId) ?? `user-${users.size + 1}`;
      users.set(externalId, known);
      return known;
    },
    connectUrl: async (user, _email, itemId) => {
      call(`connect ${user}`);
      return `https://provider.example/connect/${itemId ?? 'new'}`;
    },
    listItems: async (user) => {
      call(`items ${user}`);
      return [...items.values()].flatMap((one) => (one.user === user ? [one.item] : []));
    },
    item: async (user, itemId) => {
      call(`item ${itemId}`);
      return itemOf(user, itemId)?.item;
    },
    accounts: async (user, itemId) => {
      call(`accounts ${itemId}`);
      return itemOf(user, itemId)?.accounts ?? [];
    },
    transactions: async function* (_user, accountId, since) {
      const changed = [...(held.get(accountId)?.values() ?? [])].filter(({ updatedAt }) => updatedAt >= (since ?? ''));
      for (let at = 0; at === 0 || at < changed.length; at += pageSize) {
        call(`transactions ${accountId} since ${since}`);
        yield changed.slice(at, at + pageSize);
      }
    },
    readPush: ({ headers, text }) => (headers.signature === 'good' ? JSON.parse(text) : undefined),
    close: async () => {},
  };
}
