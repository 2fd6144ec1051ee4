/** Kinds of retirement (section 6): their price, what describes them and how they are grouped. */
import type { Labels } from '../../kernel/errors.ts';
import type { RetirementType } from '../value-sets.ts';

export interface RetirementKind {
  readonly type: RetirementType;
  readonly label: Labels;
  /** What the amount of the retirement is; `none` counts as 0 whatever is given. */
  readonly price: 'none' | 'price' | 'contributionValue' | 'valueReceived' | 'indemnity' | 'marketValue';
  /** SaleAttributes or DisposalAttributes. */
  readonly attributes: 'sale' | 'disposal';
  readonly group: 'Sale' | 'Disposal';
}

const kind = (
  type: RetirementType,
  fr: string,
  en: string,
  price: RetirementKind['price'],
  attributes: RetirementKind['attributes'],
): RetirementKind => ({
  type,
  label: { fr, en },
  price,
  attributes,
  group: attributes === 'sale' ? 'Sale' : 'Disposal',
});

export const RETIREMENT_KINDS: readonly RetirementKind[] = [
  kind('Sale', 'Cession', 'Sale', 'price', 'sale'),
  kind('Contribution', 'Apport en société', 'Contribution to a company', 'contributionValue', 'sale'),
  kind('Exchange', 'Échange', 'Exchange', 'valueReceived', 'sale'),
  kind('Expropriation', 'Expropriation', 'Expropriation', 'indemnity', 'sale'),
  kind('Scrapping', 'Mise au rebut', 'Scrapping', 'none', 'disposal'),
  kind('Destruction', 'Destruction, sinistre', 'Destruction, claim', 'indemnity', 'disposal'),
  kind('Theft', 'Vol', 'Theft', 'indemnity', 'disposal'),
  kind('PrivateWithdrawal', 'Retrait dans le patrimoine privé', 'Private withdrawal', 'marketValue', 'sale'),
  kind('Donation', 'Don', 'Donation', 'marketValue', 'disposal'),
];

const UNKNOWN = kind('Unknown', 'Sortie', 'Retirement', 'price', 'sale');

export const retirementKind = (type: RetirementType): RetirementKind =>
  RETIREMENT_KINDS.find((row) => row.type === type) ?? UNKNOWN;
