/** What a period declares of each element: what is due at its end less what was declared before. */
import type { Cents } from '../../kernel/money.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import { DeclaredBefore, NOTHING } from './declared.ts';
import type { Settleable, VatBook } from './elements.ts';
import type { Amounts, DeclaredShare, PeriodShare, VatElement, VatIssue } from './model.ts';
import { type Settled, settlementsOf } from './settlement.ts';

export interface ShareOptions {
  readonly startDate: string;
  readonly endDate: string;
  /** Lettering after this day does not count; without it all counts. */
  readonly preparedOn?: string | undefined;
  /** Declared by previous procedures and by earlier periods of the same computation. */
  readonly declared: readonly DeclaredShare[];
  /** What is dated before it was declared elsewhere. */
  readonly firstDay: string;
}

/** The elements that the period declares, in part or not at all, and those that wait for their settlement. */
export function periodShares(book: VatBook, options: ShareOptions): PeriodShare[] {
  const { byEntry } = settlementsOf(book.thirdPartyLines.groups(options.endDate, options.preparedOn));
  const declared = new DeclaredBefore(options.declared, book.elements);
  const shares: PeriodShare[] = [];
  for (const element of book.elements) {
    if (element.date > options.endDate) continue;
    const before = declared.of(element);
    if (isElsewhere(element, before, options)) continue;
    const settleable = element.bySettlement ? book.settleable.get(element.entryId) : undefined;
    const settled = settledOn(settleable, byEntry.get(element.entryId) ?? []);
    const due = settleable ? bySettlement(element, settleable, settled) : byDate(element);
    const settlement = settleable && { settled: settled(() => true), total: settleable.total };
    const share = { ...shareOf(element, { due, declared: before, options }), settlement };
    if (isListed(share, options)) shares.push(share);
  }
  return shares;
}

/** Due before the first day of all, and nothing of it came to our procedures. */
const isElsewhere = ({ bySettlement, date }: VatElement, declared: Amounts, { firstDay }: ShareOptions): boolean =>
  !bySettlement && date < firstDay && declared === NOTHING;

/** Payments that settle no invoice at the end of a period, for want of one or of a part in it: shown, not declared. */
export const unmatchedPayments = (
  book: VatBook,
  { endDate, preparedOn }: Pick<ShareOptions, 'endDate' | 'preparedOn'>,
): VatIssue[] =>
  [
    ...settlementsOf(book.thirdPartyLines.groups(endDate, preparedOn)).unmatched,
    ...book.thirdPartyLines.leftAside(endDate, preparedOn),
  ].map(({ entryId, lineId, accountNumber }) => ({ type: 'UnmatchedPayment', accountNumber, entryId, lineId }));

/** What is due of an element on the days for which `counts` answers true. */
type DueOn = (counts: (date: string) => boolean) => Amounts;

const byDate =
  (element: VatElement): DueOn =>
  (counts) =>
    counts(element.date) ? element : NOTHING;

type SettledOn = (counts: (date: string) => boolean) => Cents;

const settledOn =
  (settleable: Settleable | undefined, settled: readonly Settled[]): SettledOn =>
  (counts) => {
    let amount = settleable && counts(settleable.date) ? settleable.takenOff : 0n;
    for (const one of settled) if (counts(one.date)) amount += one.amount;
    return amount;
  };

const bySettlement =
  (element: VatElement, { total }: Settleable, settled: SettledOn): DueOn =>
  (counts) => {
    const amount = settled(counts);
    const part = (whole: Cents) => (amount === total ? whole : divideRounded(whole * amount, total, 'halfUp'));
    return { taxExcluded: part(element.taxExcluded), tax: part(element.tax) };
  };

interface Dates {
  readonly due: DueOn;
  readonly declared: Amounts;
  readonly options: ShareOptions;
}

function shareOf(element: VatElement, { due, declared, options }: Dates): PeriodShare {
  const now = due(() => true);
  const elsewhere = due((date) => date < options.firstDay);
  const before: Amounts = {
    taxExcluded: declared.taxExcluded + within(elsewhere.taxExcluded, element.taxExcluded - declared.taxExcluded),
    tax: declared.tax + within(elsewhere.tax, element.tax - declared.tax),
  };
  return {
    element,
    toDeclare: less(now, before),
    declared: before,
    deferredTax: element.tax - now.tax,
    prior: less(
      due((date) => date < options.startDate),
      before,
    ),
  };
}

const less = (a: Amounts, b: Amounts): Amounts => ({ taxExcluded: a.taxExcluded - b.taxExcluded, tax: a.tax - b.tax });

/** An amount that was declared elsewhere cannot exceed what our procedures left to declare. */
function within(amount: Cents, left: Cents): Cents {
  if (amount < 0n) return left > amount ? (left < 0n ? left : 0n) : amount;
  return left < amount ? (left > 0n ? left : 0n) : amount;
}

/** Elements of the period, declared in it, or waiting. */
const isListed = ({ element, toDeclare, deferredTax }: PeriodShare, { startDate }: ShareOptions): boolean =>
  element.date >= startDate || toDeclare.taxExcluded !== 0n || toDeclare.tax !== 0n || deferredTax !== 0n;
