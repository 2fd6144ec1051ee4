/** Connections of a folder to its banks through a provider: what accounts and transactions come by. */
import type { Knex } from 'knex';
import { type Camel, camelRow } from '../../../db/rows.ts';
import { getFolder } from '../../../folders/folders.ts';
import type { Context } from '../../../operation/context.ts';
import { type AccountAggregate, accountAggregates } from '../../accounts/account-aggregate.ts';
import { type Bank, banksOf, requireBank } from '../../accounts/banks.ts';
import { type AggregateBase, type AggregateRow, domainError, latestEvents } from '../../aggregate.ts';
import { type Patch, storeConnectionChange } from '../../change.ts';
import { authorOf, recordEvents } from '../../events.ts';
import type { ConnectionStatus, Provider } from '../../store.ts';
import { connectionErrors } from './errors.ts';

export interface ConnectionRow extends AggregateRow {
  readonly folder_id: number;
  readonly provider: Provider;
  /** What the provider calls it. */
  readonly source_id: string;
  readonly source_status: string | null;
  readonly status: ConnectionStatus;
  readonly bank_id: number;
  readonly name: string | null;
  readonly deleted_at: string | null;
  /** Why the last reading failed. */
  readonly failure_code: string | null;
  /** Accounts of the folder that a person must link: another source feeds them. */
  readonly held_accounts: readonly number[];
}

export interface Connection extends Camel<ConnectionRow>, AggregateBase {
  readonly bank: Bank;
  readonly accounts: readonly AccountAggregate[];
}

/** Live connections by id, with their accounts; those of one provider where one is named. Throws FolderNotFound. */
export async function listConnections(
  ctx: Context,
  folderId: number,
  provider?: Provider,
): Promise<readonly Connection[]> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const place = { folder_id: folderId, deleted_at: null, ...(provider && { provider }) };
  return assemble(db.knex, folderId, await db.knex<ConnectionRow>('bank_connection').where(place).orderBy('id'));
}

async function assemble(knex: Knex, folderId: number, rows: readonly ConnectionRow[]): Promise<Connection[]> {
  const connectionIds = rows.map(({ id }) => id);
  const events = await latestEvents(knex, folderId, 'BankConnection', connectionIds);
  const accounts = await accountAggregates(knex, { folderId, connectionIds });
  const banks = await banksOf(
    knex,
    rows.map(({ bank_id }) => bank_id),
  );
  return rows.flatMap((row) => {
    const bank = banks.get(row.bank_id);
    if (!bank) return []; // a foreign key keeps this from happening
    return {
      ...camelRow(row),
      events: events.get(row.id) ?? [],
      errors: errorsOf(row),
      bank,
      accounts: accounts.filter(({ bankConnectionId }) => bankConnectionId === row.id),
    };
  });
}

const errorsOf = ({ status, source_status, failure_code, held_accounts }: ConnectionRow) => [
  ...held_accounts.map((id) =>
    domainError('AccountHeld', `Account ${id} has another source: link it to be synchronised.`, { AccountId: id }),
  ),
  ...(status === 'Ko'
    ? [domainError('ConnectionKo', 'The connection must be made again.', { SourceStatus: source_status ?? '' }, true)]
    : []),
  ...(failure_code === null
    ? []
    : [domainError('ReadingFailed', `The last synchronisation failed: ${failure_code}.`, { Code: failure_code })]),
];

export interface ConnectionDraft {
  readonly provider: Provider;
  readonly sourceId: string;
  readonly status: ConnectionStatus;
  /** Undefined keeps, null clears. */
  readonly sourceStatus?: string | null | undefined;
  readonly bankId: number;
}

/**
 * Makes the connection that the provider calls `sourceId`, or changes it; one that was deleted comes back.
 * Throws FolderNotFound, BankNotFound.
 */
export async function saveConnection(ctx: Context, folderId: number, draft: ConnectionDraft): Promise<Connection> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const connectionId = await db.transaction(async (trx) => {
    const bank = await requireBank(trx, ctx, draft.bankId, draft.provider);
    return storeConnection(trx, ctx, folderId, { ...draft, name: bank.name });
  });
  return readConnection(db.knex, folderId, connectionId);
}

/** Stores a connection, with its event when something changed; `name` is that of a new one. Returns its identifier. */
export async function storeConnection(
  trx: Knex.Transaction,
  ctx: Context,
  folderId: number,
  { provider, sourceId, status, sourceStatus, bankId, name }: ConnectionDraft & { readonly name: string },
): Promise<number> {
  const key = { folder_id: folderId, provider, source_id: sourceId };
  const state = { status, bank_id: bankId, ...(sourceStatus !== undefined && { source_status: sourceStatus }) };
  const known = () => trx<ConnectionRow>('bank_connection').where(key).forUpdate().first();
  let row = await known();
  if (!row) {
    const made = await insertConnection(trx, ctx, { ...key, ...state, name });
    if (made !== undefined) return made;
    row = await known(); // another process made it meanwhile
  }
  if (!row) throw connectionErrors.BankConnectionNotFound({ folderId, bankConnectionId: sourceId });
  await storeConnectionChange(trx, ctx, row, { ...state, deleted_at: null });
  return row.id;
}

async function insertConnection(
  trx: Knex.Transaction,
  ctx: Context,
  row: Pick<ConnectionRow, 'folder_id' | 'provider' | 'source_id' | 'status' | 'bank_id' | 'name'>,
): Promise<number | undefined> {
  const now = ctx.clock.now();
  const author = { created_at: now, updated_at: now, updated_by_user_id: authorOf(ctx.actor).userId };
  const [made] = await trx('bank_connection')
    .insert({ ...row, ...author })
    .onConflict(['folder_id', 'provider', 'source_id'])
    .ignore()
    .returning('id');
  if (!made) return undefined;
  const event = { type: 'ConnectionChanged', aggregateName: 'BankConnection', aggregateId: made.id } as const;
  await recordEvents(trx, ctx, row.folder_id, [event]);
  return made.id;
}

/** Throws FolderNotFound, BankConnectionNotFound. */
export async function renameConnection(ctx: Context, folderId: number, id: number, name: string): Promise<Connection> {
  await changeConnection(ctx, folderId, id, { name });
  return readConnection((await ctx.db()).knex, folderId, id);
}

/**
 * The accounts and their transactions stay, and are not synchronised any more. The provider keeps its own side.
 * Throws FolderNotFound, BankConnectionNotFound.
 */
export const deleteConnection = (ctx: Context, folderId: number, id: number): Promise<void> =>
  changeConnection(ctx, folderId, id, { deleted_at: ctx.clock.now() });

async function changeConnection(ctx: Context, folderId: number, id: number, patch: Patch): Promise<void> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  await db.transaction(async (trx) => {
    const row = await trx<ConnectionRow>('bank_connection')
      .where({ folder_id: folderId, id, deleted_at: null })
      .forUpdate()
      .first();
    if (!row) throw connectionErrors.BankConnectionNotFound({ folderId, bankConnectionId: id });
    await storeConnectionChange(trx, ctx, row, patch);
  });
}

async function readConnection(knex: Knex, folderId: number, id: number): Promise<Connection> {
  const rows = await knex<ConnectionRow>('bank_connection').where({ folder_id: folderId, id });
  const [connection] = await assemble(knex, folderId, rows);
  if (!connection) throw connectionErrors.BankConnectionNotFound({ folderId, bankConnectionId: id });
  return connection;
}
