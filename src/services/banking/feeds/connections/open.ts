import { providersPort } from '../../../banking/feeds/providers/provider.ts';
/** The way to a bank through a provider: the page where consent is given, and the banks there are. */
import { getFolder } from '../../../folders/folders.ts';
import type { Context } from '../../../operation/context.ts';
import { isSynchronised, type Provider } from '../../store.ts';
import type { BankProvider, ProviderBank } from '../providers/provider.ts';
import { ensureUser } from '../providers/users.ts';
import type { ConnectionRow } from './connections.ts';
import { connectionErrors } from './errors.ts';

/** Throws ProviderByHand, ProviderNotConfigured. */
async function providerOf(ctx: Context, provider: Provider): Promise<BankProvider> {
  if (!isSynchronised(provider)) throw connectionErrors.ProviderByHand({ provider });
  return (await ctx.open(providersPort)).of(provider);
}

export interface ConnectionWanted {
  readonly provider: Provider;
  /** Of the person who connects the bank. */
  readonly email: string;
  /** Connection whose consent is renewed. */
  readonly bankConnectionId?: number | null | undefined;
}

/**
 * Address of the provider's page where a person connects a bank to the folder, or renews connection
 * `bankConnectionId`. Throws FolderNotFound, BankConnectionNotFound, ProviderByHand, ProviderNotConfigured, and what
 * calls of partners fail with.
 */
export async function openConnection(
  ctx: Context,
  folderId: number,
  { provider: name, email, bankConnectionId }: ConnectionWanted,
): Promise<string> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const place = { folder_id: folderId, id: bankConnectionId ?? 0, provider: name, deleted_at: null };
  const connection = await db.knex<ConnectionRow>('bank_connection').where(place).first();
  if (bankConnectionId && !connection) {
    throw connectionErrors.BankConnectionNotFound({ folderId, bankConnectionId });
  }
  const provider = await providerOf(ctx, name);
  const user = await ensureUser(ctx, folderId, provider);
  return provider.connectUrl(user, email, connection?.source_id, { signal: ctx.signal });
}

/**
 * Takes over the list of a provider's banks; returns how many it names. Those it names no more are no more listed.
 * Throws ProviderByHand, ProviderNotConfigured, and what calls of partners fail with.
 */
export async function refreshBanks(ctx: Context, name: Provider): Promise<number> {
  const provider = await providerOf(ctx, name);
  const banks = [...new Map((await provider.banks({ signal: ctx.signal })).map((bank) => [bank.id, bank])).values()];
  const db = await ctx.db();
  await db.transaction(async (trx) => {
    await trx('bank').where({ provider: name, is_listed: true }).update({ is_listed: false });
    for (let at = 0; at < banks.length; at += PAGE) {
      await trx.raw(UPSERT, {
        provider: name,
        now: ctx.clock.now(),
        banks: JSON.stringify(banks.slice(at, at + PAGE)),
      });
    }
  });
  return banks.length;
}

const PAGE = 5_000;

const UPSERT = `
  insert into bank as b (provider, source_id, name, country_code, is_listed, created_at, updated_at)
  select :provider, l.id, l.name, l."countryCode", true, :now, :now
  from jsonb_to_recordset(:banks::jsonb) as l(id text, name text, "countryCode" text)
  on conflict (provider, source_id) do update
    set name = excluded.name, country_code = excluded.country_code, is_listed = true,
        updated_at = case when (b.name, b.country_code) is distinct from (excluded.name, excluded.country_code)
                     then excluded.updated_at else b.updated_at end`;

/** A bank as its provider names it now; by its identifier alone when it does not say. */
export async function nameOfBank(provider: BankProvider, bankId: string, ctx: Context): Promise<ProviderBank> {
  const known = await provider.bank(bankId, { signal: ctx.signal });
  return known ?? { id: bankId, name: bankId, countryCode: null };
}
