/** How a user changes the VAT configuration of a folder. */
import { lockFolder } from '../../folders/folders.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { within } from '../../operation/within.ts';
import { refuseCombination } from '../combination.ts';
import { type Basis, placeOf, readBasis } from './basis.ts';
import { type AccountConfiguration, configurationAt } from './configuration.ts';
import { firstOf, type Levels, NOTHING } from './levels.ts';
import { refuseOperation } from './possible.ts';
import { type SettingChange, type SettingKey, saveAccountSetting } from './settings.ts';

export type ConfigurationInput = SettingKey & SettingChange;

/** Throws FolderNotFound, AccountNotFound, SubAccountNotFound, VatCombinationInvalid, VatCategoryNotPossible. */
export async function saveConfiguration(
  ctx: Context,
  folderId: number,
  input: ConfigurationInput,
): Promise<AccountConfiguration> {
  const saved = await saveAll(ctx, folderId, [input], input.accountId);
  return configurationAt(saved, input);
}

/** All or nothing, in the order given; a failure names its index. Throws as saveConfiguration. */
export async function saveConfigurations(
  ctx: Context,
  folderId: number,
  inputs: readonly ConfigurationInput[],
): Promise<AccountConfiguration[]> {
  const saved = await saveAll(ctx, folderId, inputs);
  return inputs.map((input) => configurationAt(saved, input));
}

/** Writers of one folder pass one at a time. */
const saveAll = async (
  ctx: Context,
  folderId: number,
  inputs: readonly ConfigurationInput[],
  accountId?: number,
): Promise<Basis> =>
  (await ctx.db()).transaction(async (trx) => {
    await lockFolder(trx, folderId);
    const before = await readBasis(within(ctx, trx), folderId, accountId);
    for (const [index, input] of inputs.entries())
      atIndex(accountId === undefined, index, () => placeOf(before, input));
    for (const input of inputs) await saveAccountSetting(trx, folderId, input, input);
    const after = await readBasis(within(ctx, trx), folderId, accountId);
    for (const [index, input] of inputs.entries()) {
      atIndex(accountId === undefined, index, () => {
        const configuration = configurationAt(after, input);
        refuseChoice(input, configuration.levels);
        refuseOperation(folderId, configuration, input.vatCategory);
      });
    }
    return after;
  });

/** Failures of one item of a list say which. */
export function atIndex<T>(isList: boolean, index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isList || !(error instanceof TaxopsError)) throw error;
    const { code, entry, params, message } = error;
    throw new TaxopsError(code, entry, params, [{ path: `[${index}]`, code, message }]);
  }
}

/**
 * What is chosen on all levels, guesses apart, must go together when a change chooses of it.
 * Throws VatCategoryUnknown, VatCombinationInvalid.
 */
export function refuseChoice(change: SettingChange, { user, account = NOTHING, extended, chart }: Levels): void {
  refuseCombination(change.vatCategory, undefined);
  if (change.isSystemGenerated || (!change.vatCategory && !change.vatRate)) return;
  const { vatCategory, vatRate } = firstOf(user, account, extended, chart);
  refuseCombination(vatCategory, vatRate);
}
