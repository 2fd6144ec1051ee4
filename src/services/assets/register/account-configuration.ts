/** Accounts that fixed assets of a folder use (B1, B2), chosen by date among those of its chart. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Reader } from '../../operation/context.ts';
import { isFixedAssetAccount, isForAutomaticCreation } from '../engine/account-families.ts';
import { accountConfiguration } from '../engine/accounts.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import { exerciseHolding, readBasis } from './basis.ts';
import {
  type AccountCommand,
  type AccountInfo,
  accountInfo,
  chooseAccount,
  findAccount,
  nearestAccount,
  openOn,
  readChart,
} from './chart.ts';

export type ConfigurationEntry = keyof ReturnType<typeof accountConfiguration>;

/** Without an account, that of any tangible asset. */
const ANY_ACCOUNT = 21;
const SHORTEST_ACCOUNT = 2;

/** Without account, the accounts of any tangible asset. */
export interface AccountsWanted extends AccountCommand {
  readonly acquisitionDate: PlainDate;
  readonly retirementDate?: PlainDate | undefined;
}

/**
 * The accounts that go with an account of fixed assets: those open on the acquisition date, named as the chart of the
 * exercise of the retirement (else of the acquisition) names them. Throws FolderNotFound, AccountNotFound,
 * AccountsDisagree, SubAccountNotFound, NotFixedAssetAccount.
 */
export async function configurationOf(
  ctx: Reader,
  folderId: number,
  { acquisitionDate, retirementDate, ...command }: AccountsWanted,
): Promise<Record<ConfigurationEntry, AccountInfo>> {
  const basis = await readBasis(ctx, folderId);
  const chart = await readChart(ctx, folderId);
  const named = command.accountId !== undefined || command.accountNumber !== undefined;
  const { account } = await chooseAccount(ctx, chart, named ? command : { ...command, accountNumber: ANY_ACCOUNT });
  if (!isFixedAssetAccount(account)) throw assetRuleErrors.NotFixedAssetAccount({ account });
  const opening = exerciseHolding(basis, retirementDate ?? acquisitionDate).start;
  const open = openOn(chart, acquisitionDate);
  const wanted = Object.entries(accountConfiguration(withoutPadding(account), opening));
  return Object.fromEntries(
    wanted.map(([entry, number]) => [
      entry,
      accountInfo(number, nearestAccount(open, number), opening, { isTransferAccount: entry === 'transferAccount' }),
    ]),
  ) as Record<ConfigurationEntry, AccountInfo>;
}

/** 28 goes before the digits that mean something: 215400 has its amortization in 28154. */
function withoutPadding(account: string): string {
  const bare = account.replace(/0+$/, '');
  return bare.length < SHORTEST_ACCOUNT ? account.slice(0, SHORTEST_ACCOUNT) : bare;
}

export interface AccountUse {
  readonly account: string;
  readonly isFixedAssetAccount: boolean;
  readonly isApplicableForAutomaticCreation: boolean;
}

/** Codes the chart does not have are accounts of nothing; without codes, every account of class 2. Throws FolderNotFound. */
export async function accountUses(
  ctx: Reader,
  folderId: number,
  codes: readonly string[] | undefined,
): Promise<AccountUse[]> {
  const chart = await readChart(ctx, folderId);
  const all = chart.accounts.map(({ number }) => number).filter((number) => number.startsWith('2'));
  return (codes ?? all).map((account) => {
    const isKnown = findAccount(chart, account) !== undefined;
    return {
      account,
      isFixedAssetAccount: isKnown && isFixedAssetAccount(account),
      isApplicableForAutomaticCreation: isKnown && isForAutomaticCreation(account),
    };
  });
}
