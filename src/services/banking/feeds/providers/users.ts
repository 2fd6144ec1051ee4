/** Who stands for a folder at a provider. */
import type { Knex } from 'knex';
import type { Context } from '../../../operation/context.ts';
import type { Provider } from '../../store.ts';
import type { BankProvider } from './provider.ts';

interface UserRow {
  readonly folder_id: number;
  readonly provider: Provider;
  readonly external_id: string;
  readonly user_uuid: string | null;
}

/** What the provider calls the folder's user; undefined as long as there is none. */
export async function knownUser(knex: Knex, folderId: number, provider: Provider): Promise<string | undefined> {
  const row = await knex<UserRow>('bank_provider_user').where({ folder_id: folderId, provider }).first();
  return row?.user_uuid ?? undefined;
}

/**
 * The folder's user, made when the provider knows none, or none any more. Our name for him is stored first: a lost answer
 * makes no second one.
 */
export async function ensureUser(ctx: Context, folderId: number, provider: BankProvider): Promise<string> {
  const { knex } = await ctx.db();
  const key = { folder_id: folderId, provider: provider.name };
  await knex('bank_provider_user')
    .insert({ ...key, external_id: ctx.ids.uuid(), created_at: ctx.clock.now() })
    .onConflict(['folder_id', 'provider'])
    .ignore();
  const row = await knex<UserRow>('bank_provider_user').where(key).first();
  const user = await provider.user(row?.external_id ?? '', { signal: ctx.signal });
  if (user !== row?.user_uuid) await knex('bank_provider_user').where(key).update({ user_uuid: user });
  return user;
}

export interface UserPlace {
  readonly folderId: number;
  readonly provider: Provider;
}

/** The folder and provider that a user belongs to; undefined when nobody, or more than one, has him. */
export async function placeOfUser(knex: Knex, userUuid: string): Promise<UserPlace | undefined> {
  const [row, other] = await knex<UserRow>('bank_provider_user').where({ user_uuid: userUuid }).limit(2);
  return row && !other ? { folderId: row.folder_id, provider: row.provider } : undefined;
}
