/**
 * Events that a provider sends about its items. One is only a hint: signed, written down once, and answered at once; what
 * became of the item is then asked of the provider. The same bytes again change nothing.
 */
import { createHash } from 'node:crypto';
import { presentMoment } from '../../../kernel/clock.ts';
import { TaxopsError } from '../../../kernel/errors.ts';
import type { Context } from '../../../operation/context.ts';
import { isSynchronised, type Provider } from '../../store.ts';
import { providersPort, type Sent } from '../providers/provider.ts';
import { knownUser, placeOfUser } from '../providers/users.ts';
import { connectionErrors } from './errors.ts';
import { type SyncScope, syncConnection } from './sync.ts';
import { takeItem } from './take-item.ts';

export type PushResult = 'stored' | 'duplicate';

/** Throws ProviderByHand, ProviderNotConfigured, PushRefused. */
export async function receivePush(ctx: Context, provider: Provider, sent: Sent): Promise<PushResult> {
  if (!isSynchronised(provider)) throw connectionErrors.ProviderByHand({ provider });
  const push = (await ctx.open(providersPort)).of(provider).readPush(sent);
  if (!push) throw connectionErrors.PushRefused({ provider });
  const { knex } = await ctx.db();
  const place = push.user === null ? undefined : await placeOfUser(knex, push.user);
  const folderId = place?.provider === provider ? place.folderId : null;
  const key = { provider, digest: createHash('sha256').update(sent.text).digest('hex') };
  const about = { type: push.type, item_id: push.itemId, folder_id: folderId, sent_at: push.at };
  const arrived_at = presentMoment(ctx);
  // Nothing is to be done for a user who is not ours, nor for an event about no item.
  const isOver = folderId === null || push.itemId === null;
  const made = await knex('bank_provider_event')
    .insert({ ...key, ...about, arrived_at, handled_at: isOver ? arrived_at : null })
    .onConflict(['provider', 'digest'])
    .ignore()
    .returning('digest');
  return made.length > 0 ? 'stored' : 'duplicate';
}

/** An item that events named, and that was not read since. */
export interface ToldItem {
  readonly folderId: number;
  readonly provider: Provider;
  readonly itemId: string;
}

/** Events that nobody could follow for so long are left: the synchronisation of every day reads the item anyway. */
const DAYS = 7;

export async function toldItems(ctx: Context, { folderId, companyId }: SyncScope): Promise<ToldItem[]> {
  const { knex } = await ctx.db();
  const query = knex('bank_provider_event as e')
    .join('folder as f', 'f.id', 'e.folder_id')
    .distinct({ folderId: 'e.folder_id', provider: 'e.provider', itemId: 'e.item_id' })
    .whereNull('e.handled_at')
    .where({ 'f.is_active': true })
    .where('e.arrived_at', '>', new Date(Date.parse(ctx.clock.now()) - DAYS * 86_400_000).toISOString())
    .orderBy(['folderId', 'provider', 'itemId']);
  if (folderId !== undefined) query.where('e.folder_id', folderId);
  if (companyId !== undefined) query.where('f.company_id', companyId);
  return query;
}

/**
 * Reads an item that events named: its connection is made or changed, and what is new at its accounts is taken. Returns
 * how many transactions were added; undefined when the provider has no such item any more, or its connection was deleted.
 * Throws what calls of partners fail with: the events are then followed again.
 */
export async function followItem(
  ctx: Context,
  { folderId, provider, itemId }: ToldItem,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { knex } = await ctx.db();
  // What comes while the item is read may be about something later.
  const until = presentMoment(ctx);
  const user = await knownUser(knex, folderId, provider);
  if (user !== undefined) await takeItem(ctx, { folderId, provider }, user, itemId);
  const place = { folder_id: folderId, provider, source_id: itemId, deleted_at: null };
  const connection = await knex('bank_connection').where(place).first('id');
  const report = connection && (await syncConnection(ctx, folderId, connection.id, signal).catch(unlessGone));
  await knex('bank_provider_event')
    .where({ folder_id: folderId, provider, item_id: itemId, handled_at: null })
    .where('arrived_at', '<=', until)
    .update({ handled_at: until });
  return report?.added;
}

/** The connection shows that its item is gone. */
function unlessGone(error: unknown): undefined {
  if (error instanceof TaxopsError && error.code === 'ItemGone') return undefined;
  throw error;
}
