/** Shares made by hand, as the engine gives them. */

import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import type { Cents } from '../../../../src/services/kernel/money.ts';
import type { PeriodShare, VatElement, VatFolder } from '../../../../src/services/vat/engine/model.ts';
import { type FilledReturn, fillReturn } from '../../../../src/services/vat/return/fill-return.ts';
import type { ReturnPeriod } from '../../../../src/services/vat/return/inputs.ts';

let lines = 0;

/** A share that is due whole in the period. `held`: the account that holds its tax. */
export function share(
  of: Pick<VatElement, 'category' | 'rate'> & Partial<VatElement>,
  toDeclare: readonly [taxExcluded: Cents, tax: Cents],
  held?: string,
): PeriodShare {
  const [taxExcluded, tax] = toDeclare;
  lines += 1;
  return {
    element: {
      entryId: lines,
      lineId: 1,
      accountNumber: '706000',
      date: '2026-05-04',
      side: 'Due',
      exigibility: 'OnDebits',
      taxExcluded,
      tax,
      held: held === undefined ? [] : [{ lineId: 2, accountNumber: held, amount: tax }],
      ...of,
    },
    toDeclare: { taxExcluded, tax },
    declared: { taxExcluded: 0n, tax: 0n },
    deferredTax: 0n,
    prior: { taxExcluded: 0n, tax: 0n },
  };
}

export const deducted = (tax: Cents, zones: readonly string[] = ['HB'], held?: string) =>
  share(
    {
      category: zones[0] === 'HA' ? 'DED_IMMO' : 'DED_AUTRES',
      rate: '_20',
      side: 'Deductible',
      deductibleZones: zones,
    },
    [0n, tax],
    held,
  );

export const folder: VatFolder = {
  taxpayerKind: 'Company',
  vatSystem: 'RealNormal',
  territory: 'Mainland',
  advancePaymentMode: 'TaxIncluded',
  deductionCoefficient: 100n,
};

export const may: ReturnPeriod = {
  startDate: '2026-05-01' as PlainDate,
  endDate: '2026-05-31' as PlainDate,
  userBoxes: new Map(),
  instalments: [],
  payments: [],
};

export const boxes = (values: Record<string, bigint | string>) => new Map(Object.entries(values));

export const ca3 = (shares: readonly PeriodShare[], period: ReturnPeriod = may, form = '3310CA3'): FilledReturn =>
  fillReturn(shares, { form, folder, period, previous: [] });

/** Boxes of a form as a plain object. */
export const shown = ({ forms }: FilledReturn, form = '3310CA3') => Object.fromEntries(forms.get(form) ?? []);

/** `CA 716 TB X` as boxes: whole euros or marks; a year of four digits is a text on the lines UB and UD. */
export const zones = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([A-Z]{2}) (\S+)/g)].map(([, zone = '', value = '']) => [
      zone,
      /^\d+$/.test(value) && !/^U/.test(zone) ? BigInt(value) : value,
    ]),
  );
