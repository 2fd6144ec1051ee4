/** An account of a provider becomes an account of the folder, or finds the one it is. */
import type { Knex } from 'knex';
import { parisDay, readInstant } from '../../../kernel/paris-time.ts';
import type { Context } from '../../../operation/context.ts';
import { isUnused } from '../../accounts/account-changes.ts';
import { accountOfNumber, insertAccount, ribCodes } from '../../accounts/account-creation.ts';
import { isValidIban } from '../../accounts/iban.ts';
import { storeAccountChange } from '../../change.ts';
import type { AccountRow } from '../../store.ts';
import type { ProviderAccount } from '../providers/provider.ts';
import type { ConnectionRow } from './connections.ts';

/** What the transactions of an account need to know of it. */
export interface TakenAccount {
  readonly folderId: number;
  readonly accountId: number;
  readonly sourceFrom: string | null;
  readonly readUntil: string | null;
}

/**
 * Stores what the provider says of one of its accounts. It is the account linked to it; else one of the folder that has
 * its number and currency and holds nothing yet; else a new one. An account of that number that another source feeds is
 * left alone, and reported as `held`: a person links it.
 */
export async function takeAccount(
  ctx: Context,
  connection: ConnectionRow,
  account: ProviderAccount,
): Promise<TakenAccount | { readonly held: number }> {
  const db = await ctx.db();
  const { folder_id: folderId, provider } = connection;
  return db.transaction(async (trx) => {
    const number = numberOf(account);
    const held = { folder_id: folderId, deleted_at: null };
    const accounts = () => trx<AccountRow>('bank_account').where(held).forUpdate();
    let row = await accounts().where({ provider, source_id: account.id }).first();
    if (!row) {
      const same = number.iban === null ? undefined : await accountOfNumber(trx, folderId, number);
      if (same === undefined) return toTaken(folderId, await create(trx, ctx, connection, account));
      row = await accounts().where({ id: same }).first();
      // Another process may have made it while this one waited for its turn.
      const isOurs = row?.provider === provider && row.source_id === account.id;
      if (!row || !(isOurs || (await isUnused(trx, row)))) return { held: same };
    }
    const source = { provider, source_id: account.id, currency: row.currency ?? account.currency };
    const { balance_date, account_updated_at, ...facts } = newsOf(connection, account);
    await storeAccountChange(trx, ctx, row, { ...source, ...facts });
    // That the provider looked again is no change of the account.
    await trx('bank_account').where({ folder_id: folderId, id: row.id }).update({ balance_date, account_updated_at });
    return toTaken(folderId, row.id, row);
  });
}

const toTaken = (folderId: number, accountId: number, row?: AccountRow): TakenAccount => ({
  folderId,
  accountId,
  sourceFrom: row?.source_from ?? null,
  readUntil: row?.read_until ?? null,
});

async function create(
  trx: Knex.Transaction,
  ctx: Context,
  connection: ConnectionRow,
  account: ProviderAccount,
): Promise<number> {
  const bank = await trx('bank').where({ id: connection.bank_id }).first();
  const made = await insertAccount(trx, ctx, connection.folder_id, {
    ...numberOf(account),
    provider: connection.provider,
    sourceId: account.id,
    name: account.name,
    type: account.type,
    bank: { sourceId: bank.source_id, name: bank.name },
    news: newsOf(connection, account),
  });
  return typeof made === 'number' ? made : made.taken;
}

/** An IBAN that is none is shown, and finds nothing. */
const numberOf = ({ iban, currency }: ProviderAccount) => ({
  iban,
  currencyCode: currency,
  ...ribCodes(iban !== null && isValidIban(iban) ? iban : null),
});

const newsOf = ({ id }: ConnectionRow, { balance, updatedAt }: ProviderAccount) => {
  const instant = readInstant(updatedAt);
  return {
    bank_connection_id: id,
    balance_units: balance.units,
    balance_decimals: balance.decimals,
    balance_date: instant ? parisDay(instant) : null,
    account_updated_at: updatedAt,
  };
};
