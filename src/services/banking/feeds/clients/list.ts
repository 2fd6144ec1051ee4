/** Client connections of a folder with their clients; whether they have a login and a password, never which. */
import { type Camel, camelRow } from '../../../db/rows.ts';
import { getFolder } from '../../../folders/folders.ts';
import type { Context } from '../../../operation/context.ts';
import type { FLUX_TYPES } from './clients.ts';

interface ConnectionRow {
  readonly id: number;
  readonly folder_id: number;
  readonly flux_type: (typeof FLUX_TYPES)[number];
  readonly start_synchronization_date: string | null;
  readonly has_login: boolean;
  readonly has_password: boolean;
}

interface ClientRow {
  readonly folder_id: number;
  readonly id: number;
  readonly client_connection_id: number;
  readonly name: string | null;
  readonly siren: string | null;
  readonly nic: string | null;
  readonly external_id: string | null;
  readonly enterprise_id: number | null;
  readonly accounting_firm_external_id: string | null;
}

export interface ClientConnection extends Camel<ConnectionRow> {
  readonly clients: readonly Camel<ClientRow>[];
}

/** By identifier. Throws FolderNotFound. */
export async function listClientConnections(ctx: Context, folderId: number): Promise<readonly ClientConnection[]> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const connections: ConnectionRow[] = await db
    .knex('client_connection')
    .select('id', 'folder_id', 'flux_type', 'start_synchronization_date')
    .select(db.knex.raw('login is not null as has_login, password is not null as has_password'))
    .where({ folder_id: folderId })
    .orderBy('id');
  const clients = await db.knex<ClientRow>('client').where({ folder_id: folderId }).orderBy('id');
  return connections.map((connection) => ({
    ...camelRow(connection),
    clients: clients.filter((client) => client.client_connection_id === connection.id).map(camelRow),
  }));
}
