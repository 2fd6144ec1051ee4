/** Controls of the tax authority about the period of a return, which no box shows. */
import { findingOf, type VatFinding } from '../../forms/vat-controls.ts';
import { addMonths, dayParts } from '../../kernel/dates.ts';
import { INSTALMENT_SHARES } from './carried-in.ts';
import type { ReturnPeriod } from './inputs.ts';

type Days = Pick<ReturnPeriod, 'startDate' | 'endDate'>;

/** Twelve months at most (178); no instalment falls due beside July and December, whatever is typed (162). */
export function periodFindings(form: string, { startDate, endDate }: Days): VatFinding[] {
  const isLong = addMonths(startDate, 12) <= endDate;
  const isNeverDue = form === '3514' && INSTALMENT_SHARES[dayParts(endDate).month] === undefined;
  return [...(isLong ? [findingOf('178', form, [])] : []), ...(isNeverDue ? [findingOf('162', form, ['HA'])] : [])];
}
