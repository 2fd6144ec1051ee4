/** A folder connected to a provider in memory, and what is in its books of bank data. */
import { saveConnection } from '../../../../../src/services/banking/feeds/connections/connections.ts';
import { syncConnection } from '../../../../../src/services/banking/feeds/connections/sync.ts';
import type {
  ProviderAccount,
  ProviderTransaction,
} from '../../../../../src/services/banking/feeds/providers/provider.ts';
import { ensureUser } from '../../../../../src/services/banking/feeds/providers/users.ts';
import type { Database } from '../../../../../src/services/db/database.ts';
import { createFolder } from '../../../../../src/services/folders/folders.ts';
import type { PlainDate } from '../../../../../src/services/kernel/dates.ts';
import type { Context } from '../../../../../src/services/operation/context.ts';
import { asReader, memoryProviders, portsOf, testContext } from '../../../../support/context.ts';
import { type MemoryProvider, memoryProvider } from '../../../../support/memory-provider.ts';

export const IBAN = 'FR7698765000420001234567895';

export const providerAccount = (change: Partial<ProviderAccount> = {}): ProviderAccount => ({
  id: 'A1',
  name: 'Compte courant',
  type: 'checking',
  currency: 'EUR',
  iban: IBAN,
  balance: { units: 123_456n, decimals: 2 },
  updatedAt: '2026-02-28T06:00:00.000Z',
  ...change,
});

/** A transaction of so many cents on that day of February 2026. */
export const moved = (
  id: string,
  day: number,
  cents: number,
  change: Partial<ProviderTransaction> = {},
): ProviderTransaction => {
  const date = `2026-02-${String(day).padStart(2, '0')}` as PlainDate;
  return {
    id,
    date,
    valueDate: null,
    currency: 'EUR',
    units: BigInt(cents),
    decimals: 2,
    label: `VIR ${id}`,
    description: null,
    operationCode: null,
    isDeleted: false,
    updatedAt: `${date}T08:00:00.000Z`,
    ...change,
  };
};

export interface ConnectedFolder {
  readonly folderId: number;
  readonly connectionId: number;
  readonly provider: MemoryProvider;
  readonly ctx: Context;
  sync(): ReturnType<typeof syncConnection>;
  /** `day id label amount`, with `deleted` behind those that are. */
  moves(): Promise<string[]>;
  /** Types of the events of an aggregate, in order. */
  events(name: string): Promise<string[]>;
  account(): Promise<Record<string, unknown>>;
}

/** A new folder whose connection has one account; `pageSize`: transactions a page. */
export async function connectedFolder(
  db: Database,
  accounts: readonly ProviderAccount[] = [providerAccount()],
  pageSize = 2,
): Promise<ConnectedFolder> {
  const provider = memoryProvider('AggregatorA', pageSize);
  const ids = { uuid: () => crypto.randomUUID() };
  const ctx = testContext(db, { ids, open: portsOf({ providers: memoryProviders(provider) }) });
  const { id: folderId } = await createFolder(asReader(db), undefined, { name: 'ALPHA' });
  const user = await ensureUser(ctx, folderId, provider);
  const key = { provider: 'AggregatorA', source_id: '408' };
  const times = { created_at: ctx.clock.now(), updated_at: ctx.clock.now() };
  await db
    .knex('bank')
    .insert({ ...key, ...times, name: 'Banque Gamma' })
    .onConflict(['provider', 'source_id'])
    .ignore();
  const bank = await db.knex('bank').where(key).first();
  const item = { id: '187741', bankId: '408', status: 'Ok', sourceStatus: '0' } as const;
  provider.items.set('187741', { user, item, accounts });
  const draft = { provider: 'AggregatorA', sourceId: '187741', bankId: bank.id, status: 'Wait' } as const;
  const connection = await saveConnection(ctx, folderId, draft);
  return {
    folderId,
    connectionId: connection.id,
    provider,
    ctx,
    sync: () => syncConnection(ctx, folderId, connection.id),
    moves: async () => {
      const rows = await db
        .knex('bank_transaction')
        .where({ folder_id: folderId })
        .orderBy(['operation_date', 'source_id']);
      return rows.map(
        ({ operation_date, source_id, label, amount, is_deleted }) =>
          `${operation_date.slice(8)} ${source_id} ${label} ${amount}${is_deleted ? ' deleted' : ''}`,
      );
    },
    events: async (aggregate_name) => {
      const rows = await db.knex('bank_event').where({ folder_id: folderId, aggregate_name }).orderBy('created_at');
      return rows.map(({ type, aggregate_id }) => `${type} ${aggregate_id}`);
    },
    account: async () => db.knex('bank_account').where({ folder_id: folderId, deleted_at: null }).orderBy('id').first(),
  };
}
