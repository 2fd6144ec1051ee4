/** The accounts of a folder with all that configures them, read at once. */
import { getFolder } from '../../folders/folders.ts';
import { type Account, findAccounts } from '../../ledger/accounts.ts';
import { ledgerErrors } from '../../ledger/errors.ts';
import { findSubAccounts, type SubAccount } from '../../ledger/sub-accounts.ts';
import type { Reader } from '../../operation/context.ts';
import type { Territory, VatFolder } from '../engine/model.ts';
import { type Guess, guessAccount } from '../guess.ts';
import { guessingFolder } from '../territory.ts';
import { type ChartLevelsOf, chartLevels } from './chart-levels.ts';
import { type AccountSetting, readAccountSettings, type SettingKey } from './settings.ts';

export interface Basis {
  readonly folderId: number;
  readonly folder: Pick<VatFolder, 'territory' | 'vatSystem'>;
  readonly accounts: ReadonlyMap<number, Account>;
  readonly subAccounts: ReadonlyMap<number, SubAccount>;
  readonly settings: ReadonlyMap<string, AccountSetting>;
  readonly levelsOf: ChartLevelsOf;
}

/** An account or one of its sub-accounts, with what its number and label say of it. */
export interface Place {
  readonly account: Account;
  readonly subAccount?: SubAccount | undefined;
  readonly guess: Guess;
  readonly territory: Territory;
}

export const keyOf = ({ accountId, subAccountId = null }: SettingKey): string => `${accountId} ${subAccountId ?? ''}`;

/** Of one account, or of all. Throws FolderNotFound. */
export const readBasis = (ctx: Reader, folderId: number, accountId?: number | undefined): Promise<Basis> =>
  basisWith(ctx, folderId, { accountId, ids: () => undefined });

/**
 * Every account, with the sub-accounts that have a setting of their own: a folder may have tens of thousands of customers,
 * and books need no more of the others than what their lines say. Throws FolderNotFound.
 */
export const readBookBasis = (ctx: Reader, folderId: number): Promise<Basis> =>
  basisWith(ctx, folderId, { ids: (settings) => settings.flatMap(({ subAccountId }) => subAccountId ?? []) });

/** Every account, with these sub-accounts of them. Throws FolderNotFound. */
export const readBasisOf = (ctx: Reader, folderId: number, subAccountIds: readonly number[]): Promise<Basis> =>
  basisWith(ctx, folderId, { ids: () => subAccountIds });

interface SubAccountsWanted {
  readonly accountId?: number | undefined;
  /** Undefined for all. */
  readonly ids: (settings: readonly AccountSetting[]) => readonly number[] | undefined;
}

async function basisWith(ctx: Reader, folderId: number, { accountId, ids }: SubAccountsWanted): Promise<Basis> {
  const folder = await getFolder(ctx, folderId);
  const { knex } = await ctx.db();
  const levelsOf = await chartLevels(ctx, folder);
  const accounts = await findAccounts(ctx, folderId, accountId === undefined ? {} : { ids: [accountId] });
  const settings = await readAccountSettings(knex, folderId, accountId);
  const subAccounts = await findSubAccounts(ctx, folderId, { accountId, ids: ids(settings) });
  return {
    folderId,
    folder: guessingFolder(folder),
    accounts: new Map(accounts.map((account) => [account.id, account])),
    subAccounts: new Map(subAccounts.map((subAccount) => [subAccount.id, subAccount])),
    settings: new Map(settings.map((setting) => [keyOf(setting), setting])),
    levelsOf,
  };
}

/** Throws AccountNotFound; SubAccountNotFound, also when the sub-account is of another account. */
export function placeOf(basis: Basis, { accountId, subAccountId }: SettingKey): Place {
  const { folderId, folder, accounts, subAccounts } = basis;
  const account = accounts.get(accountId);
  if (!account) throw ledgerErrors.AccountNotFound({ folderId, account: accountId });
  const subAccount = typeof subAccountId === 'number' ? subAccounts.get(subAccountId) : undefined;
  if (typeof subAccountId === 'number' && subAccount?.accountId !== accountId)
    throw ledgerErrors.SubAccountNotFound({ account: accountId, subAccount: subAccountId });
  const guess = guessAccount(account.number, account.label, folder);
  return { account, subAccount, guess, territory: folder.territory };
}
