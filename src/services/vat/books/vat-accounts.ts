/** The accounts and third parties of a folder as the engine reads them: what is set wins, the engine guesses the rest. */
import { AccountRules } from '../account-rule.ts';
import { type Basis, keyOf } from '../configuration/basis.ts';
import { type AccountConfiguration, configurationAt } from '../configuration/configuration.ts';
import type { Field, Values } from '../configuration/levels.ts';
import { mayBear } from '../configuration/possible.ts';
import type { VatAccount, VatCategory, VatFolder, VatLine, VatThirdParty } from '../engine/model.ts';
import { isOperation, isResultAccount, isTaxRole } from '../own-closing.ts';

/** What a line has from the setting of its sub-account. */
type LineSetting = Pick<VatLine, 'category' | 'rate' | 'exigibility'>;

export interface BookAccount {
  readonly id: number;
  readonly number: string;
  /** Customers and suppliers; advances. */
  readonly isThirdParty: boolean;
  readonly isAdvance: boolean;
  /** The result of a return: 44551, 44567, 44583; 44581, which a yearly return clears. */
  readonly isResult: boolean;
  readonly isTax: boolean;
  /** A sale, a purchase or the like. */
  readonly isBase: boolean;
  /** Payments without letter count. */
  readonly takesUnlettered: boolean;
}

/** The accounts of a folder by identifier, and as the engine takes them. */
export interface BookAccounts {
  readonly byId: ReadonlyMap<number, BookAccount>;
  readonly subAccountCodes: ReadonlyMap<number, string>;
  /** Sub-accounts of which payments without letter count, whatever their account says. */
  readonly unletteredSubAccounts: readonly number[];
  readonly accounts: readonly VatAccount[];
  readonly thirdParties: readonly VatThirdParty[];
  readonly ofSubAccount: ReadonlyMap<number, LineSetting>;
}

export function bookAccounts(basis: Basis, folder: VatFolder): BookAccounts {
  const configurations = [...basis.accounts.keys()].map((accountId) => configurationAt(basis, { accountId }));
  const accounts = configurations.map(engineAccount);
  const rules = new AccountRules(folder, accounts);
  const ofSubAccounts = subAccountsSet(basis);
  const byId = new Map(configurations.map((one) => [one.accountId, bookAccount(one, rules)]));
  const isThirdParty = ({ accountId }: AccountConfiguration) => byId.get(accountId)?.isThirdParty === true;
  const codes = new Map([...basis.subAccounts.values()].map(({ id, code }) => [id, code]));
  const parties = [...configurations, ...ofSubAccounts].filter(isThirdParty);
  return {
    byId,
    accounts,
    subAccountCodes: codes,
    thirdParties: parties.flatMap((one) => thirdPartyOf(one, codes)),
    unletteredSubAccounts: ofSubAccounts
      .filter((one) => isThirdParty(one) && one.effective.includeUnletteredPayments === true)
      .map(({ subAccountId }) => subAccountId ?? 0),
    ofSubAccount: new Map(
      ofSubAccounts.filter((one) => !isThirdParty(one)).map((one) => [one.subAccountId ?? 0, lineSetting(one)]),
    ),
  };
}

/** Sub-accounts with a setting of their own. */
const subAccountsSet = (basis: Basis): AccountConfiguration[] =>
  [...basis.subAccounts.values()]
    .map(({ id, accountId }) => ({ accountId, subAccountId: id }))
    .filter((key) => basis.settings.has(keyOf(key)))
    .map((key) => configurationAt(basis, key));

/** What is set, or was stored as a guess; the engine makes the other guesses itself, with what goes with them. */
function known<F extends Field>({ effective, source, guess }: AccountConfiguration, field: F): Values[F] | undefined {
  const guessed = { exigibility: guess.exigibility, vatCategory: guess.category, vatRate: guess.rate };
  const isGuess = source[field] === 'system' && effective[field] === (guessed as Partial<Values>)[field];
  return isGuess ? undefined : (effective[field] ?? undefined);
}

/** That of an operation does not make a third party, or a bank, one: charts may give it. */
function categoryOf(one: AccountConfiguration): VatCategory | undefined {
  const category = known(one, 'vatCategory') ?? undefined;
  return mayBear(one.guess, category) ? category : undefined;
}

const engineAccount = (one: AccountConfiguration): VatAccount => ({
  accountNumber: one.accountNumber,
  label: one.accountLabel,
  category: categoryOf(one),
  rate: known(one, 'vatRate') ?? undefined,
  exigibility: known(one, 'exigibility') ?? undefined,
  includeUnletteredPayments: one.effective.includeUnletteredPayments ?? undefined,
});

const lineSetting = (one: AccountConfiguration): LineSetting => ({
  category: categoryOf(one),
  rate: known(one, 'vatRate') ?? undefined,
  exigibility: known(one, 'exigibility') ?? undefined,
});

function bookAccount(configuration: AccountConfiguration, rules: AccountRules): BookAccount {
  const { accountId: id, accountNumber: number, effective } = configuration;
  const { role } = rules.of(number);
  return {
    id,
    number,
    isThirdParty: role === 'thirdParty',
    isAdvance: role === 'advance',
    isResult: isResultAccount(number),
    isTax: isTaxRole(role),
    isBase: isOperation(number, role),
    takesUnlettered: effective.includeUnletteredPayments ?? false,
  };
}

function thirdPartyOf(one: AccountConfiguration, codes: ReadonlyMap<number, string>): VatThirdParty[] {
  const exigibilityMode = known(one, 'exigibility') ?? undefined;
  const includeUnletteredPayments = one.effective.includeUnletteredPayments ?? undefined;
  if (exigibilityMode === undefined && includeUnletteredPayments === undefined) return [];
  const subAccount = one.subAccountId === null ? undefined : codes.get(one.subAccountId);
  return [{ accountNumber: one.accountNumber, subAccount, exigibilityMode, includeUnletteredPayments }];
}
