/** The VAT configuration of the accounts of a folder: what applies, and which level gives it. */
import type { Reader } from '../../operation/context.ts';
import { type Role, roleOf } from '../account-rule.ts';
import { CATEGORIES } from '../categories.ts';
import type { Guess } from '../guess.ts';
import { type Basis, keyOf, placeOf, readBasis, readBookBasis } from './basis.ts';
import { type Effective, effectiveOf, FIELDS, firstOf, type Levels, NOTHING, type Values } from './levels.ts';
import { possibleCategories } from './possible.ts';
import { clearedOf, guessedOf, ownOf, type SettingKey } from './settings.ts';

export interface AccountConfiguration extends Effective {
  readonly accountId: number;
  readonly subAccountId: number | null;
  readonly accountNumber: string;
  /** Of the sub-account when there is one. */
  readonly accountLabel: string;
  readonly levels: Levels;
  readonly guess: Guess;
}

export const guessedValues = ({ exigibility, category, rate }: Guess): Values => ({
  ...NOTHING,
  exigibility: exigibility ?? null,
  vatCategory: category ?? null,
  vatRate: rate ?? null,
});

export function configurationAt(basis: Basis, key: SettingKey): AccountConfiguration {
  const { account, subAccount, guess, territory } = placeOf(basis, key);
  const onAccount = basis.settings.get(keyOf({ accountId: account.id }));
  const onSub = subAccount && basis.settings.get(keyOf({ accountId: account.id, subAccountId: subAccount.id }));
  const own = subAccount ? onSub : onAccount;
  const { extended, chart, guessed } = basis.levelsOf(account.number);
  const levels = {
    user: ownOf(own),
    ...(subAccount && { account: ownOf(onAccount) }),
    extended,
    chart,
    system: firstOf(guessedOf(own), guessedOf(onAccount), guessed, guessedValues(guess)),
  };
  const hasChoice = possibleCategories(account.number, guess, territory).length > 1;
  return {
    ...effectiveOf(levels, { cleared: clearedOf(own), isValidatedByUser: own?.isValidated ?? false, hasChoice }),
    accountId: account.id,
    subAccountId: subAccount?.id ?? null,
    accountNumber: account.number,
    accountLabel: (subAccount ?? account).label,
    levels,
    guess,
  };
}

/** Every account by number, each followed by its sub-accounts that have a setting of their own. */
const allOf = (basis: Basis): AccountConfiguration[] => {
  const subAccounts = [...basis.subAccounts.values()].filter((sub) =>
    basis.settings.has(keyOf({ accountId: sub.accountId, subAccountId: sub.id })),
  );
  return [...basis.accounts.values()].flatMap(({ id }) => [
    configurationAt(basis, { accountId: id }),
    ...subAccounts
      .filter(({ accountId }) => accountId === id)
      .map((sub) => configurationAt(basis, { accountId: id, subAccountId: sub.id })),
  ]);
};

/** Every account, also those that no return shows. Throws FolderNotFound. */
export const listAllConfigurations = async (ctx: Reader, folderId: number): Promise<AccountConfiguration[]> =>
  allOf(await readBookBasis(ctx, folderId));

/**
 * The accounts that mean something for VAT: a level has a value, or the account is neither treasury nor outside the
 * return; with `configurableOnly`, those whose operations or tax a return declares. Throws FolderNotFound.
 */
export async function listConfigurations(
  ctx: Reader,
  folderId: number,
  configurableOnly: boolean,
): Promise<AccountConfiguration[]> {
  return (await listAllConfigurations(ctx, folderId)).filter(configurableOnly ? isConfigurable : isMeaningful);
}

const CONFIGURABLE: ReadonlySet<Role> = new Set([
  'sale',
  'purchase',
  'reverse',
  'untaxed',
  'advance',
  'due',
  'deductible',
  'collected',
]);

/** What an account is by its guess, and by its category: what a user took out of the return may be put back. */
export function rolesOf({ guess, effective: { vatCategory }, accountNumber }: AccountConfiguration): Role[] {
  const category = CATEGORIES.get(vatCategory ?? '');
  return category ? [guess.role, roleOf(accountNumber, category, guess.role)] : [guess.role];
}

const isConfigurable = (configuration: AccountConfiguration): boolean =>
  rolesOf(configuration).some((role) => CONFIGURABLE.has(role));

const isMeaningful = ({ guess, source }: AccountConfiguration): boolean =>
  (guess.role !== 'none' && guess.role !== 'treasury') ||
  FIELDS.some((field) => source[field] !== null && source[field] !== 'system');

/** Throws FolderNotFound, AccountNotFound, SubAccountNotFound. */
export const getConfiguration = async (ctx: Reader, folderId: number, key: SettingKey): Promise<AccountConfiguration> =>
  configurationAt(await readBasis(ctx, folderId, key.accountId), key);
