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

type Row = readonly [
  type: RetirementType,
  fr: string,
  en: string,
  RetirementKind['price'],
  RetirementKind['attributes'],
];

const kind = ([type, fr, en, price, attributes]: Row): RetirementKind => ({
  type,
  label: { fr, en },
  price,
  attributes,
  group: attributes === 'sale' ? 'Sale' : 'Disposal',
});

const ROWS: readonly Row[] = [
  ['Sale', 'Cession', 'Sale', 'price', 'sale'],
  ['Contribution', 'Apport en société', 'Contribution to a company', 'contributionValue', 'sale'],
  ['Exchange', 'Échange', 'Exchange', 'valueReceived', 'sale'],
  ['Expropriation', 'Expropriation', 'Expropriation', 'indemnity', 'sale'],
  ['Scrapping', 'Mise au rebut', 'Scrapping', 'none', 'disposal'],
  ['Destruction', 'Destruction, sinistre', 'Destruction, claim', 'indemnity', 'disposal'],
  ['Theft', 'Vol', 'Theft', 'indemnity', 'disposal'],
  ['PrivateWithdrawal', 'Retrait dans le patrimoine privé', 'Private withdrawal', 'marketValue', 'sale'],
  ['Donation', 'Don', 'Donation', 'marketValue', 'disposal'],
];

export const RETIREMENT_KINDS = ROWS.map(kind);

const UNKNOWN = kind(['Unknown', 'Sortie', 'Retirement', 'price', 'sale']);

export const retirementKind = (type: RetirementType): RetirementKind =>
  RETIREMENT_KINDS.find((row) => row.type === type) ?? UNKNOWN;
