/** What an account of class 2 is (B2): whether it holds assets, amortizes, is financial, and may create assets alone. */

export type Family = 'intangible' | 'tangible' | 'financial';

interface RootRule {
  readonly root: string;
  readonly isFixedAsset: boolean;
  readonly isAmortizable: boolean;
  /** What an account of the root is; 237 is an advance on intangible assets, 232 intangible assets in progress. */
  readonly family: Family;
}

const rule = (root: string, isFixedAsset: boolean, isAmortizable: boolean, family: Family): RootRule => ({
  root,
  isFixedAsset,
  isAmortizable,
  family,
});

/** The longest root that an account starts with applies; accounts that match none hold no fixed asset. */
export const ACCOUNT_ROOTS: readonly RootRule[] = [
  rule('20', true, true, 'intangible'),
  rule('206', true, false, 'intangible'), // leasehold right
  rule('207', true, false, 'intangible'), // goodwill is presumed not amortizable (PCG 214-3)
  rule('21', true, true, 'tangible'),
  rule('211', true, false, 'tangible'), // land
  rule('2114', true, true, 'tangible'), // quarries are used up
  rule('2185', true, false, 'tangible'), // livestock not kept for breeding
  rule('22', true, false, 'tangible'),
  rule('229', false, false, 'tangible'),
  rule('23', true, false, 'tangible'),
  rule('232', true, false, 'intangible'),
  rule('237', true, false, 'intangible'),
  rule('26', true, false, 'financial'),
  rule('269', false, false, 'financial'),
  rule('27', true, false, 'financial'),
  rule('279', false, false, 'financial'),
];

const BY_LENGTH = [...ACCOUNT_ROOTS].sort((a, b) => b.root.length - a.root.length);

const ruleOf = (account: string): RootRule | undefined => BY_LENGTH.find(({ root }) => account.startsWith(root));

export const isFixedAssetAccount = (account: string): boolean => ruleOf(account)?.isFixedAsset ?? false;

export const isAmortizableAccount = (account: string): boolean => ruleOf(account)?.isAmortizable ?? false;

export const isFinancialAccount = (account: string): boolean => familyOf(account) === 'financial';

/** Only amortizable accounts of 20 and 21. */
export const isForAutomaticCreation = (account: string): boolean => isAmortizableAccount(account);

export const familyOf = (account: string): Family => ruleOf(account)?.family ?? 'tangible';
