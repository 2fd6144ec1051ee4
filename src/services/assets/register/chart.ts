/** Accounts of a folder as fixed assets name them: AccountCommand in, AccountInfo out (table B1). */
import type { PlainDate } from '../../kernel/dates.ts';
import { type Account, accountNumber, getAccount, listAccounts } from '../../ledger/accounts.ts';
import { chartAccountOf } from '../../ledger/chart.ts';
import { ledgerErrors } from '../../ledger/errors.ts';
import { findSubAccounts, type SubAccount } from '../../ledger/sub-accounts.ts';
import type { Reader } from '../../operation/context.ts';
import { isAmortizableAccount, isFinancialAccount } from '../engine/account-families.ts';
import { pickAccount } from '../engine/accounts.ts';
import { assetErrors } from '../errors.ts';

export interface FolderChart {
  readonly folderId: number;
  readonly accounts: readonly Account[];
  /** By number, and by number without the zeros that pad it. */
  readonly byNumber: ReadonlyMap<string, Account>;
}

/** Input form of an account. */
export interface AccountCommand {
  readonly accountId?: number | undefined;
  readonly accountNumber?: number | undefined;
  readonly subAccountId?: number | undefined;
  readonly subAccountCode?: string | undefined;
}

export interface AccountInfo {
  readonly accountId: number | null;
  readonly accountNumber: number | null;
  readonly subAccountId: number | null;
  readonly subAccountCode: string | null;
  readonly accountName: string;
  readonly account: string;
  readonly accountLabel: string;
  readonly isFinancialAsset: boolean;
  readonly isAmortizable: boolean;
  readonly isTransferAccount: boolean;
  readonly exists: boolean;
}

/** An account chosen for an asset. */
export interface ChosenAccount {
  readonly account: string;
  readonly subAccountCode: string | null;
}

/** Classes that entries of fixed assets use; customers and staff, which may be thousands, are left out. */
export const CLASSES = ['1', '2', '40', '44', '45', '46', '65', '66', '67', '68', '7'];
const MOST_ACCOUNTS = 100_000;

/** Throws FolderNotFound. */
export async function readChart(ctx: Reader, folderId: number): Promise<FolderChart> {
  const page = { page: 1, limit: MOST_ACCOUNTS };
  const { items } = await listAccounts(ctx, folderId, { prefixes: CLASSES }, page);
  return chartOf(folderId, items);
}

const unpadded = (number: string): string => number.replace(/0+$/, '');

const chartOf = (folderId: number, accounts: readonly Account[]): FolderChart => ({
  folderId,
  accounts,
  byNumber: new Map([
    ...accounts.map((account) => [unpadded(account.number), account] as const).reverse(), // the first of two wins
    ...accounts.map((account) => [account.number, account] as const),
  ]),
});

/** The same chart with the accounts open on a day only. */
export const openOn = ({ folderId, accounts }: FolderChart, date: PlainDate): FolderChart =>
  chartOf(
    folderId,
    accounts.filter(({ validFrom, validTo }) => (!validFrom || validFrom <= date) && (!validTo || date <= validTo)),
  );

/** The account itself, whatever zeros pad it. */
export const findAccount = ({ byNumber }: FolderChart, wanted: string): Account | undefined =>
  byNumber.get(wanted) ?? byNumber.get(unpadded(wanted));

/** The account itself or its nearest parent that exists; else its only child, as 139120 for 139. */
export function nearestAccount(chart: FolderChart, wanted: string): Account | undefined {
  const picked = pickAccount(
    wanted,
    chart.accounts.map(({ number }) => number),
  );
  if (picked !== undefined) return chart.accounts.find(({ number }) => number === picked);
  const [child, ...others] = chart.accounts.filter(({ number }) => number.startsWith(unpadded(wanted)));
  return others.length === 0 ? child : undefined;
}

/**
 * The account an AccountCommand names; an AccountNumber that the chart has not is kept, and an alert reports it.
 * Throws AccountNotFound, AccountsDisagree, SubAccountNotFound.
 */
export async function chooseAccount(ctx: Reader, chart: FolderChart, command: AccountCommand): Promise<ChosenAccount> {
  const account = await numberOf(ctx, chart, command);
  const { subAccountId: id, subAccountCode: code } = command;
  if (id === undefined && code === undefined) return { account, subAccountCode: null };
  const owner = findAccount(chart, account);
  const known = owner ? await findSubAccounts(ctx, chart.folderId, { accountId: owner.id }) : [];
  const found = known.find((one) => (id === undefined || one.id === id) && (code === undefined || one.code === code));
  if (found) return { account, subAccountCode: found.code };
  // a folder that does not keep the sub-accounts of the account may name them all the same
  if (id !== undefined || known.length > 0)
    throw ledgerErrors.SubAccountNotFound({ account, subAccount: id ?? code ?? '' });
  return { account, subAccountCode: code ?? null };
}

async function numberOf(ctx: Reader, chart: FolderChart, command: AccountCommand): Promise<string> {
  const { accountId, accountNumber: stated } = command;
  if (accountId === undefined) return findAccount(chart, String(stated))?.number ?? String(stated);
  const { number } = await getAccount(ctx, chart.folderId, accountId);
  if (stated !== undefined && unpadded(String(stated)) !== unpadded(number))
    throw assetErrors.AccountsDisagree({ accountId, number, stated });
  return number;
}

/** How a number reads: its account in the folder if there, else what the general chart calls it. */
export function accountInfo(
  wanted: string,
  account: Account | undefined,
  opening: PlainDate,
  more: { readonly subAccount?: SubAccountName | undefined; readonly isTransferAccount?: boolean } = {},
): AccountInfo {
  const number = account?.number ?? wanted;
  const name = account?.label ?? chartAccountOf(wanted, opening)?.label ?? '';
  return {
    accountId: account?.id ?? null,
    accountNumber: account ? accountNumber(account) : digitsOf(wanted),
    subAccountId: more.subAccount?.id ?? null,
    subAccountCode: more.subAccount?.code ?? null,
    accountName: name,
    account: number,
    accountLabel: `${number} ${name}`.trim(),
    isFinancialAsset: isFinancialAccount(number),
    isAmortizable: isAmortizableAccount(number),
    isTransferAccount: more.isTransferAccount ?? false,
    exists: account !== undefined,
  };
}

export interface SubAccountName {
  readonly id: number | null;
  readonly code: string;
}

/** The sub-account of a code, with its identifier when the ledger has it. */
export const subAccountName = (
  code: string | null | undefined,
  account: Account | undefined,
  known: readonly SubAccount[],
): SubAccountName | undefined =>
  code ? { id: known.find((sub) => sub.code === code && sub.accountId === account?.id)?.id ?? null, code } : undefined;

const LARGEST_INT32 = 2_147_483_647;

const digitsOf = (text: string): number | null =>
  /^\d+$/.test(text) && Number(text) <= LARGEST_INT32 ? Number(text) : null;
