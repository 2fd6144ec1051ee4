/**
 * A return from the shares of its period (section 4 of the algorithm): leaf boxes rounded half up, what is carried in, what
 * was typed, the balance of operations and bases, totals, annexes and refund form.
 */

import type { Edition } from '../../forms/vat-boxes.ts';
import { vatEdition } from '../../forms/vat-boxes.ts';
import { type VatFinding, vatFindings } from '../../forms/vat-controls.ts';
import {
  type BoxValue,
  type FilledForms,
  fillForms,
  type HeldResult,
  heldResults,
  type VatFacts,
  VatScope,
} from '../../forms/vat-sheets.ts';
import type { Labels } from '../../kernel/errors.ts';
import { wholeEuros } from '../../kernel/money.ts';
import { ratio, ZERO } from '../../kernel/ratio.ts';
import type { PeriodShare } from '../engine/model.ts';
import { type Adjustment, adjustmentsOf } from './balance.ts';
import { type CarriedIn, carriedIn, lastReturn } from './carried-in.ts';
import { euros, type PreviousProcedure, type ReturnPeriod } from './inputs.ts';
import { CA3, CA12, FARM, type Layout, layoutOf } from './layout.ts';
import { type ClampedNegative, type LeafBoxes, leafBoxes } from './leaf-boxes.ts';
import { periodFindings } from './period-controls.ts';
import { refundForm, yearlyRefundForm } from './refund.ts';
import { accountFindings } from './refund-account.ts';

export interface FilledReturn extends LeafBoxes {
  readonly forms: FilledForms;
  /** Results that would be negative: a refund above the credit, a set-off above the tax. */
  readonly held: readonly HeldResult[];
  readonly adjustments: readonly Adjustment[];
  readonly findings: readonly VatFinding[];
  readonly layout: Layout;
}

/** Forms whose boxes the elements feed. */
export const isComputed = (form: string): boolean => form === CA3 || form === CA12;

/** What goes with a form in one return; other forms are none of its. */
const ANNEXES: Readonly<Record<string, readonly string[]>> = {
  [CA3]: ['3310A', '3310TER', '3519'],
  [CA12]: ['3310TER', '3517DDR'],
  '3517AGRSD': ['3310TER', '3517DDR'],
  '3514': [],
  '3515SD': [],
  '3525BIS': [],
  '3310TER': [],
};

/** Forms that a return is made of on their own. */
export const PRINCIPAL_FORMS: readonly string[] = Object.keys(ANNEXES);

export const formsOf = (form: string): readonly string[] => [form, ...(ANNEXES[form] ?? [])];

/** The mark of a form on which nothing is declared. */
const NIL_MARKS: Readonly<Record<string, string>> = { [CA3]: 'KF', [CA12]: 'SD', '3517AGRSD': 'ND', '3525BIS': 'BE' };

/** The shares that a line of the form takes. */
export function takenBy(
  shares: readonly PeriodShare[],
  { form, folder, endDate }: Pick<CarriedIn, 'form' | 'folder'> & { readonly endDate: string },
): readonly PeriodShare[] {
  const layout = layoutOf(form, vatEdition(endDate));
  return leafBoxes(isComputed(form) ? shares : [], layout, folder.territory).taken;
}

export function fillReturn(shares: readonly PeriodShare[], carried: Omit<CarriedIn, 'edition'>): FilledReturn {
  const { form, folder, period } = carried;
  const edition = vatEdition(period.endDate);
  const layout = layoutOf(form, edition);
  const leaf = leafBoxes(isComputed(form) ? shares : [], layout, folder.territory);
  const rounded = new Map(leaf.exact.zones().map((zone) => [zone, wholeEuros(leaf.exact.amount(zone))]));
  const typed = period.userBoxes.get(form);
  const adjustments = form === CA3 ? adjustmentsOf(rounded, (zone) => typed?.has(zone) === true) : [];
  for (const { zone, amount } of adjustments) rounded.set(zone, euros(rounded, zone) + amount);
  const known = factsOf(period, carried.previous, edition);
  const facts = { ...known, parameters: { ...known.parameters, turnedTax: turnedTax(leaf, layout, typed) } };
  const main = new Map([...rounded, ...carriedIn({ ...carried, edition }), ...(typed ?? [])]);
  const forms = withRefund(fillForms(new Map([...period.userBoxes, [form, main]]), facts), carried, facts);
  markNil(forms, form, { facts, typed });
  return {
    ...leaf,
    forms,
    held: heldResults(forms, facts),
    adjustments,
    layout,
    findings: [
      ...vatFindings(forms, facts, true),
      ...accountFindings(forms, period.refund),
      ...periodFindings(form, period),
    ],
  };
}

/** Euros of tax due that the pair rule deducts, unless the line that deducts them is typed (T06). */
function turnedTax({ reversedTax }: LeafBoxes, layout: Layout, typed: ReadonlyMap<string, BoxValue> | undefined) {
  return typed?.has(layout.zone('HC') ?? '') ? ZERO : ratio(wholeEuros(reversedTax));
}

const TOO_MUCH: Labels = {
  en: 'More is taken off than there is: the result is held at 0.',
  fr: 'Ce qui est retranché dépasse ce qui existe : le résultat est ramené à 0.',
};

/** Everything negative that no box shows: balances without a box of their own, results held at 0. */
export const clampedNegatives = ({ clamped, held }: FilledReturn): ClampedNegative[] => [
  ...clamped,
  ...held.map(({ zone, amount }) => ({
    tag: zone,
    taxExcludedCell: undefined,
    vatCell: zone,
    lostTaxExcluded: 0n,
    lostVat: -amount * 100n,
    reason: TOO_MUCH,
    isHeld: true,
  })),
];

/** What formulas and controls ask of the period; a credit of -1 is not known. */
export function factsOf(
  period: Pick<ReturnPeriod, 'startDate' | 'endDate'>,
  previous: readonly PreviousProcedure[],
  edition: Edition,
): VatFacts {
  const { startDate, endDate } = period;
  const last = lastReturn(previous, CA3, startDate);
  return {
    edition,
    parameters: {
      december: ratio(endDate.slice(5, 7) === '12' ? 1 : 0),
      startYear: ratio(BigInt(startDate.slice(0, 4))),
      endYear: ratio(BigInt(endDate.slice(0, 4))),
      previousCredit: last ? ratio(euros(last.boxes, 'JC')) : ratio(-1),
      turnedTax: ZERO,
    },
  };
}

type Forms = Map<string, Map<string, BoxValue>>;

const REFUNDS: Readonly<Record<string, { readonly zone: string; readonly form: string }>> = {
  [CA3]: { zone: 'JB', form: '3519' },
  [CA12]: { zone: 'RB', form: '3517DDR' },
  [FARM]: { zone: 'MB', form: '3517DDR' },
};

/** Forms that a request of a refund goes with: on a 3514 it is typed (ID). */
export const REFUNDED: readonly string[] = Object.keys(REFUNDS);

/** The form that asks for the refund; what was typed on it stays. */
function withRefund(forms: Forms, { form, period }: Omit<CarriedIn, 'edition'>, facts: VatFacts): Forms {
  const refund = REFUNDS[form];
  const main = forms.get(form) ?? new Map<string, BoxValue>();
  if (!refund || period.hasRefundApart || euros(main, refund.zone) === 0n) return forms;
  const made =
    form === CA3 ? refundForm(euros(main, 'JB'), period.refund) : yearlyRefundForm(form, main, period.refund);
  const typed = period.userBoxes.get(refund.form) ?? [];
  return fillForms(new Map([...forms, [refund.form, new Map([...made, ...typed])]]), facts);
}

/** Without an amount, the mark stands alone, but for the marks and texts that were typed. */
function markNil(
  forms: Forms,
  form: string,
  { facts, typed }: { readonly facts: VatFacts; readonly typed: ReadonlyMap<string, BoxValue> | undefined },
): void {
  const mark = NIL_MARKS[form];
  if (mark === undefined || new VatScope(forms, form, facts).parameter('amounts').numerator !== ZERO.numerator) return;
  const texts = [...(typed ?? [])].filter(([, value]) => typeof value === 'string' && value !== '');
  forms.set(form, new Map([...texts, [mark, 'X']]));
}
