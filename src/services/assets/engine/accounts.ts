/**
 * Accounts that follow from the account of an asset and from the opening of the exercise (section 7): the chart changed
 * for exercises opened from 1 January 2025 (ANC regulation 2022-06).
 */
import type { PlainDate } from '../../kernel/dates.ts';
import { type Family, familyOf } from './account-families.ts';

export interface AccountRow {
  readonly role: AccountRole;
  /** Absent: any family. */
  readonly family?: Family;
  /** First opening of exercise to which the row applies. */
  readonly from: string;
  readonly account: string;
}

export type AccountRole =
  | 'bookValueOfSold'
  | 'saleProceeds'
  | 'grantShare'
  | 'grant'
  | 'grantInIncome'
  | 'grantReceivable'
  | 'derogatory'
  | 'derogatoryAllowance'
  | 'derogatoryReversal'
  | 'allowance'
  | 'allowanceReversal'
  | 'exceptionalAllowance'
  | 'impairmentAllowance'
  | 'impairmentReversal'
  | 'ownWork'
  | 'contribution'
  | 'supplier'
  | 'receivable'
  | 'deductibleVat'
  | 'collectedVat';

const ALWAYS = '0001-01-01';
const REFORM = '2025-01-01';

const row = (role: AccountRole, account: string, from = ALWAYS, family?: Family): AccountRow =>
  family ? { role, account, from, family } : { role, account, from };

/** The row with the latest `from` not after the opening applies, one of the family before one of any. */
export const ACCOUNT_ROWS: readonly AccountRow[] = [
  row('bookValueOfSold', '675'),
  row('bookValueOfSold', '6756', ALWAYS, 'financial'),
  row('bookValueOfSold', '657', REFORM),
  row('bookValueOfSold', '6671', REFORM, 'financial'),
  row('saleProceeds', '775'),
  row('saleProceeds', '7756', ALWAYS, 'financial'),
  row('saleProceeds', '757', REFORM),
  row('saleProceeds', '7671', REFORM, 'financial'),
  row('grantShare', '777'),
  row('grantShare', '747', REFORM),
  row('grant', '131'),
  row('grantInIncome', '139'),
  row('grantReceivable', '441'),
  row('derogatory', '145'),
  row('derogatoryAllowance', '68725'),
  row('derogatoryReversal', '78725'),
  row('allowance', '68112'),
  row('allowance', '68111', ALWAYS, 'intangible'),
  row('allowanceReversal', '78112'),
  row('allowanceReversal', '78111', ALWAYS, 'intangible'),
  row('exceptionalAllowance', '6871'),
  row('impairmentAllowance', '68162'),
  row('impairmentAllowance', '68161', ALWAYS, 'intangible'),
  row('impairmentAllowance', '68662', ALWAYS, 'financial'),
  row('impairmentReversal', '78162'),
  row('impairmentReversal', '78161', ALWAYS, 'intangible'),
  row('impairmentReversal', '78662', ALWAYS, 'financial'),
  row('ownWork', '722'),
  row('ownWork', '721', ALWAYS, 'intangible'),
  row('contribution', '4561'),
  row('supplier', '404'),
  row('receivable', '462'),
  row('deductibleVat', '44562'),
  row('collectedVat', '44571'),
];

/** The account of a role for an asset account, in an exercise opened on `opening`. */
export function roleAccount(role: AccountRole, account: string, opening: PlainDate): string {
  const family = familyOf(account);
  const due = ACCOUNT_ROWS.filter((candidate) => candidate.role === role && candidate.from <= opening);
  const own = due.filter((candidate) => candidate.family === family);
  const rows = own.length > 0 ? own : due.filter((candidate) => !candidate.family);
  return rows.reduce((a, b) => (a.from >= b.from ? a : b)).account;
}

/** PCG 1212: 28 or 29, then the account without its leading 2; no longer than the account, when zeros pad it. */
export const amortizationAccount = (account: string): string => `28${account.slice(1)}`.replace(/0$/, '');
export const impairmentAccount = (account: string): string => `29${account.slice(1)}`.replace(/0$/, '');

/** Where an asset in progress goes when finished: 231 to 21, 232 and 237 to 20, 238 to 21; others stay. */
export function transferAccount(account: string): string {
  const [, root, rest = ''] = /^(231|232|237|238)(\d*)$/.exec(account) ?? [];
  if (!root) return account;
  return `${root === '231' || root === '238' ? '21' : '20'}${root === '231' || root === '232' ? rest : ''}`;
}

/** B1: the wanted account of every entry of the configuration of an asset account. */
export function accountConfiguration(account: string, opening: PlainDate) {
  const role = (name: AccountRole): string => roleAccount(name, account, opening);
  return {
    retirementAccount: role('bookValueOfSold'),
    transferAccount: transferAccount(account),
    amortizationAccount: amortizationAccount(account),
    amortizationDegorationAccount: role('derogatory'),
    amortizationDotationAccount: role('allowance'),
    amortizationDotationExceptionalAccount: role('exceptionalAllowance'),
    amortizationDotationDerogationAccount: role('derogatoryAllowance'),
    amortizationRecoveryDerogationAccount: role('derogatoryReversal'),
    depreciationProvisionAccount: impairmentAccount(account),
    depreciationDotationAccount: role('impairmentAllowance'),
    depreciationDotationRecoveryAccount: role('impairmentReversal'),
    grantAccount: role('grant'),
    shareAccount: role('grantShare'),
    investmentAccount: role('grantInIncome'),
    receivableAccount: role('receivable'),
  };
}

/** Shortest parent looked for: a class alone is no account to post to. */
const SHORTEST_ROOT = 2;

/**
 * The account of a folder to use for a wanted one: itself, whatever zeros pad it, else the nearest parent that exists;
 * undefined when neither does.
 */
export function pickAccount(wanted: string, chart: Iterable<string>): string | undefined {
  const unpadded = new Map([...chart].map((account) => [account.replace(/0+$/, ''), account]));
  const target = wanted.replace(/0+$/, '');
  for (let length = target.length; length >= SHORTEST_ROOT; length--) {
    const found = unpadded.get(target.slice(0, length));
    if (found) return found;
  }
  return undefined;
}
