/** Boxes that come from elsewhere than the elements: earlier returns, the coefficient, a refund, instalments. */

import type { Edition } from '../../forms/vat-boxes.ts';
import type { BoxValue } from '../../forms/vat-sheets.ts';
import { dayParts } from '../../kernel/dates.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import type { VatFolder } from '../engine/model.ts';
import { euros, type Instalment, type PreviousProcedure, type ReturnPeriod } from './inputs.ts';
import { CA3, CA12 } from './layout.ts';

export interface CarriedIn {
  readonly form: string;
  readonly folder: VatFolder;
  readonly period: ReturnPeriod;
  /** Returns that count, of every form, those computed in the same call too. */
  readonly previous: readonly PreviousProcedure[];
  readonly edition: Edition;
}

/** The return of a form that ended last before a day. */
export const lastReturn = (
  previous: readonly PreviousProcedure[],
  form: string,
  before: string,
): PreviousProcedure | undefined =>
  previous
    .filter((one) => one.form === form && one.endDate < before)
    .reduce<PreviousProcedure | undefined>(
      (last, one) => (last && last.endDate >= one.endDate ? last : one),
      undefined,
    );

type Zones = Readonly<Record<string, BoxValue>>;

const FORMS: Readonly<Record<string, (carried: CarriedIn) => Zones>> = {
  [CA3]: (carried) => ({ HD: lastCredit(carried, 'JC'), HE: coefficient(carried), JB: refund(carried) }),
  [CA12]: (carried) => ({
    KA: lastCredit(carried, 'RC'),
    JB: coefficient(carried),
    RB: refund(carried),
    ...Object.assign({}, ...carried.period.instalments.map(instalmentZones)),
  }),
  '3517AGRSD': (carried) => ({ FC: lastCredit(carried, 'MC'), MB: refund(carried) }),
  '3514': instalmentNotice,
};

/** Zero stands for nothing. */
export const carriedIn = (carried: CarriedIn): ReadonlyMap<string, BoxValue> =>
  new Map(Object.entries(FORMS[carried.form]?.(carried) ?? {}));

const lastCredit = ({ previous, form, period }: CarriedIn, zone: string): bigint =>
  euros(lastReturn(previous, form, period.startDate)?.boxes, zone);

/** In percent, when some tax is not deductible. */
const coefficient = ({ folder }: CarriedIn): bigint =>
  folder.deductionCoefficient === 100n ? 0n : folder.deductionCoefficient;

const refund = ({ period }: CarriedIn): bigint => period.refund?.amount ?? 0n;

const JULY = { paid: 'MD', remaining: 'ME', mark: 'TB', year: 'UB' };
const DECEMBER = { paid: 'MF', remaining: 'MG', mark: 'TD', year: 'UD' };

function instalmentZones({ month, paidAmount, remainingAmount }: Instalment): Zones {
  const zones = month.endsWith('-07') ? JULY : DECEMBER;
  const { paid, remaining, mark, year } = zones;
  return { [paid]: paidAmount, [remaining]: remainingAmount, [mark]: 'X', [year]: month.slice(0, 4) };
}

/** Share of the tax of the last yearly return, in percent, by month of the instalment (CGI annex II art. 242 sexies). */
export const INSTALMENT_SHARES: Readonly<Record<number, bigint>> = { 7: 55n, 12: 40n };
/** No instalment is due below this base. */
const LEAST_BASE = 1000n;

function instalmentNotice({ previous, period }: CarriedIn): Zones {
  const year = lastReturn(previous, CA12, period.startDate);
  const last = year?.boxes;
  const typed = period.userBoxes.get('3514');
  const isTyped = ['HA', 'IA', 'IB', 'ID'].some((zone) => typed?.has(zone));
  const base = euros(last, 'VA');
  const share = INSTALMENT_SHARES[dayParts(period.endDate).month] ?? 0n;
  const expected = base >= LEAST_BASE && !isTyped ? divideRounded(base * share, 100n, 'halfUp') : 0n;
  const instalment = typed?.has('HA') ? euros(typed, 'HA') : expected;
  const credit = euros(last, 'RE') - setOffSince(previous, year);
  return { HA: expected, HB: credit < instalment ? credit : instalment };
}

/** What the instalments after a yearly return took of its credit: it is set off once. */
const setOffSince = (previous: readonly PreviousProcedure[], year: PreviousProcedure | undefined): bigint =>
  previous
    .filter(({ form, endDate }) => form === '3514' && year !== undefined && endDate > year.endDate)
    .reduce((sum, { boxes }) => sum + euros(boxes, 'HB'), 0n);
