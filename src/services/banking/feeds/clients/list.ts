/** Client connections of a folder with their clients; whether they have a login and a password, never which. */
import type { Database } from '../../../db/database.ts';
import { getFolder } from '../../../folders/folders.ts';
import type { FLUX_TYPES } from './clients.ts';

export interface ClientConnection {
  readonly id: number;
  readonly folderId: number;
  readonly fluxType: (typeof FLUX_TYPES)[number];
  readonly startSynchronizationDate: string | null;
  readonly hasLogin: boolean;
  readonly hasPassword: boolean;
  readonly clients: readonly Client[];
}

export interface Client {
  readonly id: number;
  readonly name: string | null;
  readonly siren: string | null;
  readonly nic: string | null;
  readonly externalId: string | null;
  readonly enterpriseId: number | null;
  readonly accountingFirmExternalId: string | null;
}

/** By identifier. Throws FolderNotFound. */
export async function listClientConnections(db: Database, folderId: number): Promise<readonly ClientConnection[]> {
  await getFolder(db, folderId);
  const connections = await db
    .knex('client_connection')
    .select({ id: 'id', folderId: 'folder_id', fluxType: 'flux_type' })
    .select({ startSynchronizationDate: 'start_synchronization_date' })
    .select(db.knex.raw('login is not null as "hasLogin", password is not null as "hasPassword"'))
    .where({ folder_id: folderId })
    .orderBy('id');
  const clients: (Client & { readonly connectionId: number })[] = await db
    .knex('client')
    .select({ id: 'id', connectionId: 'client_connection_id', name: 'name', siren: 'siren', nic: 'nic' })
    .select({ externalId: 'external_id', enterpriseId: 'enterprise_id' })
    .select({ accountingFirmExternalId: 'accounting_firm_external_id' })
    .where({ folder_id: folderId })
    .orderBy('id');
  return connections.map((connection) => ({
    ...connection,
    clients: clients.filter(({ connectionId }) => connectionId === connection.id),
  }));
}
