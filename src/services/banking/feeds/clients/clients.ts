/**
 * Clients and client connections: the accounts of a firm's clients at ChannelB, which give bank statements, tax
 * declarations or both. Login and password are sealed before they are stored and never read back by an operation.
 */
import type { Knex } from 'knex';
import { snakeRow } from '../../../db/rows.ts';
import { folderErrors } from '../../../folders/errors.ts';
import { getFolder } from '../../../folders/folders.ts';
import { isSiren, isSiret } from '../../../folders/siren.ts';
import { visibleFolders } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/context.ts';
import { authorOf } from '../../events.ts';
import { connectionErrors } from '../connections/errors.ts';
import { loginPlace, passwordPlace } from './sealed-columns.ts';

export const FLUX_TYPES = ['BankAccount', 'TaxDeclaration', 'Both'] as const;

export interface NewClientConnection {
  /** The folder, once more: it must be the one of the call. */
  readonly enterpriseId: number;
  readonly login?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly startSynchronizationDate?: string | null | undefined;
  /** `Both` by default. */
  readonly fluxType?: (typeof FLUX_TYPES)[number] | null;
}

/** Returns the identifier of the new client connection. Throws FolderNotFound, EnterpriseMismatch. */
export async function createClientConnection(
  ctx: Context,
  folderId: number,
  { enterpriseId, login, password, startSynchronizationDate, fluxType }: NewClientConnection,
): Promise<number> {
  if (enterpriseId !== folderId) throw connectionErrors.EnterpriseMismatch({ bodyId: enterpriseId, folderId });
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const box = await ctx.secrets();
  const place = { folder_id: folderId, id: await nextIdentifier(db.knex, 'client_connection') };
  await db.knex('client_connection').insert({
    ...place,
    login: login ? box.seal(login, loginPlace(place)) : null,
    password: password ? box.seal(password, passwordPlace(place)) : null,
    start_synchronization_date: startSynchronizationDate ?? null,
    flux_type: fluxType ?? 'Both',
    ...authorship(ctx),
  });
  return place.id;
}

export interface NewClient {
  readonly clientConnectionId: number;
  /** The folder the client stands for, where it is known. */
  readonly enterpriseId?: number | null | undefined;
  readonly name?: string | null | undefined;
  readonly siren?: string | null | undefined;
  readonly nic?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly accountingFirmExternalId?: string | null | undefined;
}

/**
 * Returns the identifier of the new client, which lives in the folder of its connection.
 * Throws ClientConnectionNotFound, FolderNotFound, SirenInvalid, SiretInvalid.
 */
export async function createClient(ctx: Context, client: NewClient): Promise<number> {
  checkNumbers(client);
  const db = await ctx.db();
  if (client.enterpriseId) await getFolder(ctx, client.enterpriseId);
  const { clientConnectionId } = client;
  const connection = await db.knex('client_connection').select('folder_id').where({ id: clientConnectionId }).first();
  const visible = visibleFolders(ctx.actor);
  // A connection of another user answers like one that does not exist.
  if (!connection || (visible !== 'all' && !visible.has(connection.folder_id))) {
    throw connectionErrors.ClientConnectionNotFound({ clientConnectionId });
  }
  const place = { folder_id: connection.folder_id, id: await nextIdentifier(db.knex, 'client') };
  await db.knex('client').insert({ ...snakeRow(client), ...place, ...authorship(ctx) });
  return place.id;
}

function checkNumbers({ siren, nic }: NewClient): void {
  if (siren && !isSiren(siren)) throw folderErrors.SirenInvalid({ siren });
  if (!nic) return;
  const siret = `${siren ?? ''}${nic}`;
  if (!isSiret(siret)) throw folderErrors.SiretInvalid({ siret, siren: siren ?? '' });
}

const authorship = ({ clock, actor }: Context) => ({
  created_at: clock.now(),
  updated_at: clock.now(),
  updated_by_user_id: authorOf(actor).userId,
});

async function nextIdentifier(knex: Knex, table: string): Promise<number> {
  const { rows } = await knex.raw(`select nextval(pg_get_serial_sequence(?, 'id'))::int as id`, [table]);
  return rows[0].id;
}
