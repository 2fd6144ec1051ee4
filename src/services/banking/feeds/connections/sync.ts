/** Synchronisation of a connection: its status, its accounts, then the transactions of each since the last reading. */
import type { Knex } from 'knex';
import { providersPort } from '../../../banking/feeds/providers/provider.ts';
import { TaxopsError } from '../../../kernel/errors.ts';
import type { Context } from '../../../operation/context.ts';
import { storeConnectionChange } from '../../change.ts';
import { isSynchronised } from '../../store.ts';
import type { CallOptions, ProviderItem } from '../providers/provider.ts';
import { knownUser, type UserPlace } from '../providers/users.ts';
import type { ConnectionRow } from './connections.ts';
import { connectionErrors } from './errors.ts';
import { takeAccount } from './take-account.ts';
import { takeTransactions } from './take-transactions.ts';

export interface SyncReport {
  readonly accounts: number;
  readonly added: number;
  readonly changed: number;
  /** Accounts of the folder that have the number of one of the provider and are fed otherwise. */
  readonly held: readonly number[];
}

/** Changes may become visible a little after the moment they bear: this much is read again. */
const OVERLAP_MS = 3_600_000;

/**
 * Reads what changed at the provider. Whatever fails, what is stored stays; the failure is noted on the connection.
 * Throws BankConnectionNotFound, ProviderByHand, ProviderNotConfigured, ProviderUserMissing, ItemGone, and what calls of
 * partners fail with.
 */
export async function syncConnection(
  ctx: Context,
  folderId: number,
  bankConnectionId: number,
  signal: AbortSignal = ctx.signal,
): Promise<SyncReport> {
  const { knex } = await ctx.db();
  const place = { folder_id: folderId, id: bankConnectionId };
  const connection = await knex<ConnectionRow>('bank_connection')
    .where({ ...place, deleted_at: null })
    .first();
  if (!connection) throw connectionErrors.BankConnectionNotFound({ folderId, bankConnectionId });
  try {
    const report = await read(ctx, knex, connection, { signal });
    const { added: last_added, changed: last_changed, held: held_accounts } = report;
    const news = { read_at: ctx.clock.now(), last_added, last_changed, held_accounts };
    await knex('bank_connection')
      .where(place)
      .update({ ...news, failure_code: null, failure_at: null });
    return report;
  } catch (error) {
    const failure_code = error instanceof TaxopsError ? error.code : 'Internal';
    await knex('bank_connection')
      .where(place)
      .update({ failure_code, failure_at: ctx.clock.now(), last_added: 0, last_changed: 0 });
    throw error;
  }
}

async function read(ctx: Context, knex: Knex, connection: ConnectionRow, options: CallOptions): Promise<SyncReport> {
  const { folder_id: folderId, provider: name } = connection;
  if (!isSynchronised(name)) throw connectionErrors.ProviderByHand({ provider: name });
  const provider = (await ctx.open(providersPort)).of(name);
  const user = await knownUser(knex, folderId, name);
  if (user === undefined) throw connectionErrors.ProviderUserMissing({ folderId, provider: name });
  await noteStatus(ctx, connection, await provider.item(user, connection.source_id, options));
  const report = { accounts: 0, added: 0, changed: 0, held: [] as number[] };
  for (const account of await provider.accounts(user, connection.source_id, options)) {
    const taken = await takeAccount(ctx, connection, account);
    if ('held' in taken) {
      report.held.push(taken.held);
      continue;
    }
    const pages = provider.transactions(user, account.id, since(taken.readUntil), options);
    const told = (done: number) => ctx.progress.step({ label: account.name, done });
    const { added, changed } = await takeTransactions(ctx, taken, pages, told);
    report.accounts += 1;
    report.added += added;
    report.changed += changed;
  }
  return report;
}

const since = (readUntil: string | null): string | null =>
  readUntil === null ? null : new Date(Date.parse(readUntil) - OVERLAP_MS).toISOString();

/** An item that is gone is noted as such; nothing of it is taken away. Throws ItemGone. */
async function noteStatus(ctx: Context, connection: ConnectionRow, item: ProviderItem | undefined): Promise<void> {
  const state = item
    ? { status: item.status, source_status: item.sourceStatus }
    : { status: 'Ko', source_status: 'gone' };
  const db = await ctx.db();
  await db.transaction((trx) => storeConnectionChange(trx, ctx, connection, state));
  if (!item) throw connectionErrors.ItemGone({ provider: connection.provider, itemId: connection.source_id });
}

export interface SyncScope {
  readonly folderId?: number | undefined;
  readonly companyId?: number | undefined;
}

export interface SyncTarget {
  readonly folderId: number;
  readonly connectionId: number;
}

/** Connections that the synchronisation is about: live ones of active folders, by providers that are asked. */
export async function connectionsToSync(ctx: Context, { folderId, companyId }: SyncScope): Promise<SyncTarget[]> {
  const { knex } = await ctx.db();
  const query = knex('bank_connection as c')
    .join('folder as f', 'f.id', 'c.folder_id')
    .select({ folderId: 'c.folder_id', connectionId: 'c.id', provider: 'c.provider' })
    .where({ 'c.deleted_at': null, 'f.is_active': true })
    .orderBy(['c.folder_id', 'c.id']);
  if (folderId !== undefined) query.where('c.folder_id', folderId);
  if (companyId !== undefined) query.where('f.company_id', companyId);
  const rows: (SyncTarget & Pick<ConnectionRow, 'provider'>)[] = await query;
  return rows.filter(({ provider }) => isSynchronised(provider));
}

/** Folders that are known to a provider which is asked: its users may have opened connections that we do not have yet. */
export async function usersToSync(ctx: Context, { folderId, companyId }: SyncScope): Promise<UserPlace[]> {
  const { knex } = await ctx.db();
  const query = knex('bank_provider_user as u')
    .join('folder as f', 'f.id', 'u.folder_id')
    .select({ folderId: 'u.folder_id', provider: 'u.provider' })
    .where({ 'f.is_active': true })
    .whereNotNull('u.user_uuid')
    .orderBy(['u.folder_id', 'u.provider']);
  if (folderId !== undefined) query.where('u.folder_id', folderId);
  if (companyId !== undefined) query.where('f.company_id', companyId);
  return query;
}

export interface SyncSummary extends SyncTarget {
  readonly name: string | null;
  readonly status: ConnectionRow['status'];
  readonly failureCode: string | null;
  readonly added: number;
  readonly changed: number;
  readonly held: readonly number[];
}

/** Connections in scope that were read, or failed, since that moment, with what their last reading brought. */
export async function syncedSince(ctx: Context, scope: SyncScope, since: string): Promise<SyncSummary[]> {
  const targets = await connectionsToSync(ctx, scope);
  const { knex } = await ctx.db();
  const { rows } = await knex.raw(
    `select c.folder_id as "folderId", c.id as "connectionId", c.name, c.status, c.failure_code as "failureCode",
            c.last_added as added, c.last_changed as changed, c.held_accounts as held
     from unnest(?::int[], ?::int[]) as w(folder_id, id)
     join bank_connection c on c.folder_id = w.folder_id and c.id = w.id
     where greatest(c.read_at, c.failure_at) >= ?
     order by 1, 2`,
    [targets.map(({ folderId }) => folderId), targets.map(({ connectionId }) => connectionId), since],
  );
  return rows;
}
