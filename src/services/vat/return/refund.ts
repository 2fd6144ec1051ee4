/** Refunds of a credit: the form that asks for one, and what may be asked (CGI annex II art. 242-0 A and 242-0 C). */
import type { BoxValue, FormBoxes } from '../../forms/vat-sheets.ts';
import { addMonths, dayParts } from '../../kernel/dates.ts';
import { euros, type RefundRequest, type ReturnPeriod } from './inputs.ts';
import { CA3, CA12, FARM } from './layout.ts';

const YEARLY_MINIMUM = 150n;
const MINIMUM = 760n;

export interface RefundLimits {
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly allowed: boolean;
}

const MAXIMA: Readonly<Record<string, (boxes: FormBoxes) => bigint>> = {
  [CA3]: (boxes) => euros(boxes, 'JA') - euros(boxes, 'KJ'),
  [CA12]: (boxes) => euros(boxes, 'LB') + euros(boxes, 'NB'),
  '3514': (boxes) => euros(boxes, 'IC'),
  [FARM]: (boxes) => euros(boxes, 'MA'),
};

/** The month or the quarter that ends the year, or a year: a farm files by one of them on one form. */
function isYearly(form: string, { startDate, endDate }: ReturnPeriod): boolean {
  if (form === CA12) return true;
  if (form === FARM && addMonths(startDate, 3) <= endDate) return true;
  return form !== '3514' && dayParts(endDate).month === 12;
}

export function refundLimits(form: string, period: ReturnPeriod, boxes: FormBoxes): RefundLimits {
  const largest = MAXIMA[form]?.(boxes) ?? 0n;
  const maximum = largest > 0n ? largest : 0n;
  const isEvent = period.refund?.reason === 'Event';
  const minimum = isEvent ? 0n : isYearly(form, period) ? YEARLY_MINIMUM : MINIMUM;
  return { minimum, maximum, allowed: maximum >= minimum && maximum > 0n };
}

type Zones = Record<string, BoxValue | undefined>;

const mark = (isTicked: boolean): 'X' | undefined => (isTicked ? 'X' : undefined);
/** A date in a box. */
const compact = (day: string | undefined): string | undefined => day?.replaceAll('-', '');

const filled = (zones: Zones): Map<string, BoxValue> =>
  new Map(Object.entries(zones).flatMap(([zone, value]) => (value === undefined ? [] : [[zone, value] as const])));

/** Form 3519, which goes with a CA3. */
export const refundForm = (amount: bigint, request: RefundRequest | undefined): Map<string, BoxValue> =>
  filled({
    AA: request?.iban,
    DC: request?.representative?.name,
    DD: mark(request?.establishment === 'French'),
    DE: mark(request?.establishment === 'Eu'),
    DF: mark(request?.establishment === 'NonEu'),
    DG: request?.applicant?.name,
    DI: mark(request?.reason === 'First'),
    DJ: mark(request?.reason === 'Event'),
    DK: mark(request?.reason === 'Other'),
    DL: compact(request?.creationDate),
    DM: compact(request?.eventDate),
    DN: amount,
    FJ: request?.comment,
    FK: mark(request?.mode === 'Credit'),
    FL: mark(request?.mode === 'SetOff'),
  });

/** Of a yearly return: the refund that it asks for, its credit, what instalments paid too much. */
const YEARLY: Readonly<Record<string, readonly [asked: string, credit: string, excess: string]>> = {
  [CA12]: ['RB', 'LB', 'NB'],
  [FARM]: ['MB', 'GB', 'JB'],
};

/** Form 3517-DDR, which goes with a yearly return. A credit under 150 is not refundable and is carried. */
export function yearlyRefundForm(
  form: string,
  annual: FormBoxes,
  request: RefundRequest | undefined,
): Map<string, BoxValue> {
  const [asked = 0n, credit = 0n, excess = 0n] = (YEARLY[form] ?? []).map((zone) => euros(annual, zone));
  const isEvent = request?.reason === 'Event';
  const refundable = credit >= YEARLY_MINIMUM || isEvent ? credit : 0n;
  const left = refundable + excess - asked + (credit - refundable);
  return filled({
    AA: refundable,
    AB: excess,
    AC: refundable + excess,
    AD: asked,
    AE: left > 0n ? left : 0n,
    AF: request?.applicant?.name,
    AG: asked,
    AH: mark(request?.mode === 'Credit'),
    AJ: mark(request?.mode === 'SetOff'),
    BA: compact(request?.eventDate),
    BB: mark(isEvent),
  });
}
