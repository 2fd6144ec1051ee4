/** Items of a folder's user at a provider become connections of the folder, as the provider says that they are. */
import type { Context } from '../../../operation/context.ts';
import { bankId } from '../../accounts/account-creation.ts';
import type { ConnectionStatus } from '../../store.ts';
import { type ProviderItem, providersPort } from '../providers/provider.ts';
import { knownUser, type UserPlace } from '../providers/users.ts';
import { storeConnection } from './connections.ts';
import { nameOfBank } from './open.ts';

/**
 * Reads one item and stores how it is. Undefined when the user has no such item, and when its connection was deleted.
 * Throws what calls of partners fail with.
 */
export async function takeItem(
  ctx: Context,
  place: UserPlace,
  user: string,
  itemId: string,
): Promise<ConnectionStatus | undefined> {
  const provider = (await ctx.open(providersPort)).of(place.provider);
  const item = await provider.item(user, itemId, { signal: ctx.signal });
  return item && (await storeItem(ctx, place, item)) !== undefined ? item.status : undefined;
}

/**
 * Lists the items of the folder's user and stores those that are no connection yet: a person who closed the page at the
 * end was never sent back. Returns the new connections. Throws ProviderNotConfigured, and what calls of partners fail
 * with.
 */
export async function takeNewItems(ctx: Context, place: UserPlace, signal = ctx.signal): Promise<number[]> {
  const { knex } = await ctx.db();
  const { folderId, provider: name } = place;
  const user = await knownUser(knex, folderId, name);
  if (user === undefined) return [];
  const items = await (await ctx.open(providersPort)).of(name).listItems(user, { signal });
  const key = { folder_id: folderId, provider: name };
  const known = new Set(await knex('bank_connection').where(key).pluck('source_id'));
  const made: number[] = [];
  for (const item of items.filter(({ id }) => !known.has(id))) {
    const connection = await storeItem(ctx, place, item);
    if (connection !== undefined) made.push(connection);
  }
  return made;
}

/** The connection of an item; undefined when it was deleted. */
async function storeItem(ctx: Context, place: UserPlace, item: ProviderItem): Promise<number | undefined> {
  const { folderId, provider } = place;
  const { id, bankId: sourceId, status, sourceStatus } = item;
  const { name } = await nameOfBank((await ctx.open(providersPort)).of(provider), sourceId, ctx);
  const db = await ctx.db();
  return db.transaction(async (trx) => {
    const key = { folder_id: folderId, provider, source_id: id };
    if (await trx('bank_connection').where(key).whereNotNull('deleted_at').first()) return undefined;
    const bank = await bankId(trx, provider, { sourceId, name }, ctx.clock.now());
    return storeConnection(trx, ctx, folderId, { provider, sourceId: id, status, sourceStatus, bankId: bank, name });
  });
}
