/**
 * What returns declared of lines at rates that they bear no more: it is taken back as it was declared, as a prior period,
 * and what the lines bear now is declared beside it, so that neither a base nor a tax stands alone in its box.
 */
import { bears, categoryOf } from '../categories.ts';
import type { DeclaredBefore, LeftBehind } from './declared.ts';
import type { HeldTax, PeriodShare, Territory, VatCategory, VatElement, VatRate } from './model.ts';

interface TakenBackWanted {
  readonly endDate: string;
  readonly territory: Territory;
}

/** Later lines are those of later returns. */
export const takenBack = ({ left }: DeclaredBefore, { endDate, territory }: TakenBackWanted): PeriodShare[] =>
  left.filter(({ element }) => element.date <= endDate).map((one) => givenBack(elementOf(one, territory), one.share));

type Amounts = PeriodShare['declared'];

/** All that was declared by an element, taken back. */
export function givenBack(element: VatElement, { taxExcluded, tax }: Amounts): PeriodShare {
  const back = { taxExcluded: -taxExcluded, tax: -tax };
  return { element, declared: { taxExcluded, tax }, toDeclare: back, prior: back, deferredTax: 0n };
}

/** As it was declared, as far as the line tells it now. */
function elementOf({ share: { rate, taxExcluded, tax }, element }: LeftBehind, territory: Territory): VatElement {
  const category = categoryAt(element.category, rate, territory);
  const isSame = category === element.category;
  return {
    ...element,
    category,
    rate,
    taxExcluded,
    tax,
    bySettlement: undefined,
    held: heldAlone(element.held, tax),
    deductibleZones: isSame ? element.deductibleZones : undefined,
  };
}

/** The account that holds the tax of the line held it before. */
const heldAlone = ([first]: readonly HeldTax[], amount: HeldTax['amount']): HeldTax[] =>
  first ? [{ ...first, amount }] : [];

const ORDINARY: readonly VatCategory[] = ['VT_PREST', 'VT_PREST_CORSE', 'VT_PREST_DOM'];
const UNTAXED: VatCategory = 'AUTRE_OP_NON_IMP';

/** That of the line when it bears the rate, else an ordinary one that does. */
function categoryAt(own: VatCategory, rate: VatRate, territory: Territory): VatCategory {
  if (rate === '_0') return categoryOf(own).side === 'untaxed' ? own : UNTAXED;
  return [own, ...ORDINARY].find((code) => bears(categoryOf(code), rate, territory)) ?? own;
}
