/** What a period declares of each element: what is due at its end less what was declared before. */
import type { Cents } from '../../kernel/money.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import { DeclaredBefore, NOTHING, within } from './declared.ts';
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
export function periodShares(
  book: VatBook,
  options: ShareOptions,
  declared = new DeclaredBefore(options.declared, book.elements),
): PeriodShare[] {
  const { byEntry } = settlementsOf(book.thirdPartyLines.groups(options.endDate, options.preparedOn));
  const shares: PeriodShare[] = [];
  for (const element of book.elements) {
    if (element.date > options.endDate) continue;
    const before = declared.of(element);
    if (isElsewhere(element, before, options)) continue;
    const settleable = element.bySettlement ? book.settleable.get(element.entryId) : undefined;
    const settled = settleable && settledOf(settleable, byEntry.get(element.entryId) ?? [], options);
    const due = settled ? dueBySettlement(element, settled) : dueByDate(element, options);
    const share = shareOf(
      element,
      { due, declared: withLater(before, declared.later(element), due), settled },
      options,
    );
    if (share) shares.push(share);
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
    ...settlementsOf(book.thirdPartyLines.unlettered(endDate, preparedOn)).unmatched,
    ...book.thirdPartyLines.leftAside(endDate, preparedOn),
  ].map(({ entryId, lineId, accountNumber }) => ({ type: 'UnmatchedPayment', accountNumber, entryId, lineId }));

/** At the end of the period; of that, before its first day, and before the first day of all. */
interface Due<T> {
  readonly now: T;
  readonly prior: T;
  readonly elsewhere: T;
}

interface SettledDue extends Due<Cents> {
  readonly total: Cents;
}

type Days = Pick<ShareOptions, 'startDate' | 'firstDay'>;

/** An element stands for all of its amounts. */
const dueByDate = (element: VatElement, { startDate, firstDay }: Days): Due<Amounts> => ({
  now: element,
  prior: element.date < startDate ? element : NOTHING,
  elsewhere: element.date < firstDay ? element : NOTHING,
});

/** What the entry settles by itself, on its date, and what others settle of it. */
function settledOf(
  { date, total, takenOff }: Settleable,
  settled: readonly Settled[],
  { startDate, firstDay }: Days,
): SettledDue {
  const due = { now: 0n, prior: 0n, elsewhere: 0n, total };
  for (const one of takenOff === 0n ? settled : [{ date, amount: takenOff }, ...settled]) {
    due.now += one.amount;
    if (one.date < startDate) due.prior += one.amount;
    if (one.date < firstDay) due.elsewhere += one.amount;
  }
  return due;
}

const dueBySettlement = (element: VatElement, { now, prior, elsewhere, total }: SettledDue): Due<Amounts> => ({
  now: settledPart(element, now, total),
  prior: settledPart(element, prior, total),
  elsewhere: settledPart(element, elsewhere, total),
});

function settledPart(element: VatElement, settled: Cents, total: Cents): Amounts {
  if (settled === 0n) return NOTHING;
  if (settled === total) return element;
  const { taxExcluded, tax } = element;
  return {
    taxExcluded: divideRounded(taxExcluded * settled, total, 'halfUp'),
    tax: divideRounded(tax * settled, total, 'halfUp'),
  };
}

interface Dates {
  readonly due: Due<Amounts>;
  readonly declared: Amounts;
  readonly settled: SettledDue | undefined;
}

/** Undefined unless the element is of the period, declared in it, or waiting. */
function shareOf(
  element: VatElement,
  { due, declared, settled }: Dates,
  { startDate }: ShareOptions,
): PeriodShare | undefined {
  const before = due.elsewhere === NOTHING ? declared : withElsewhere(element, declared, due.elsewhere);
  const toDeclare = less(due.now, before);
  const deferredTax = element.tax - due.now.tax;
  const isNothing = toDeclare.taxExcluded === 0n && toDeclare.tax === 0n && deferredTax === 0n;
  if (isNothing && element.date < startDate) return undefined;
  return {
    element,
    toDeclare,
    declared: before,
    deferredTax,
    prior: less(due.prior, before),
    settlement: settled && { settled: settled.now, total: settled.total },
  };
}

/** Of what later returns declared, what is due by now. */
const withLater = (declared: Amounts, later: Amounts, { now }: Due<Amounts>): Amounts =>
  later === NOTHING
    ? declared
    : {
        taxExcluded: declared.taxExcluded + within(later.taxExcluded, now.taxExcluded - declared.taxExcluded),
        tax: declared.tax + within(later.tax, now.tax - declared.tax),
      };

/** What was declared elsewhere cannot exceed what our procedures left to declare. */
const withElsewhere = (element: VatElement, declared: Amounts, elsewhere: Amounts): Amounts => ({
  taxExcluded: declared.taxExcluded + within(elsewhere.taxExcluded, element.taxExcluded - declared.taxExcluded),
  tax: declared.tax + within(elsewhere.tax, element.tax - declared.tax),
});

const less = (a: Amounts, b: Amounts): Amounts => ({ taxExcluded: a.taxExcluded - b.taxExcluded, tax: a.tax - b.tax });
