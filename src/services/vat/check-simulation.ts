/** What a simulation refuses of its input once every value is read. */
import { type Edition, vatEdition, vatForms } from '../forms/vat-boxes.ts';
import type { FilledForms } from '../forms/vat-sheets.ts';
import { vatErrors } from './errors.ts';
import { formsOf, REFUNDED } from './return/fill-return.ts';
import { counts, type PreviousProcedure, type ReturnPeriod } from './return/inputs.ts';
import { CA12 } from './return/layout.ts';
import { type RawBoxes, typedBoxes } from './return/typed-boxes.ts';
import type { SimulatedPeriod, SimulationInput } from './simulate.ts';

type Days = Pick<SimulatedPeriod, 'startDate' | 'endDate'>;

/** Throws PeriodInvalid and PeriodsOverlap. */
export function checkOrder(periods: readonly Days[]): void {
  if (periods.length === 0)
    throw vatErrors.PeriodInvalid({ detail: { en: 'Periods is empty', fr: 'Periods est vide' } });
  for (const [index, { startDate: start, endDate: end }] of periods.entries()) {
    checkDays({ startDate: start, endDate: end });
    const before = periods[index - 1];
    if (before && start <= before.endDate) throw vatErrors.PeriodsOverlap({ start, end });
  }
}

function checkDays({ startDate: start, endDate: end }: Days): void {
  if (end < start) throw vatErrors.PeriodInvalid({ detail: { en: `${start} to ${end}`, fr: `du ${start} au ${end}` } });
}

/** Throws PeriodInvalid, PeriodsOverlap, PeriodAlreadyDeclared and ValueUnknown. */
export function checkPeriods({ form, periods, previousProcedures }: SimulationInput): void {
  checkOrder(periods);
  // One the wrong way round would overlap nothing.
  previousProcedures.forEach(checkDays);
  for (const period of periods) checkBeside(period, form);
  checkPrevious(previousProcedures.filter((one) => one.form === form && counts(one)));
  for (const { startDate: start, endDate: end } of periods) {
    const filed = previousProcedures.some(
      (one) => one.form === form && counts(one) && one.startDate <= end && start <= one.endDate,
    );
    if (filed)
      throw vatErrors.PeriodAlreadyDeclared({ form: `_${form}`, start, end, procedureId: 'ID', folderId: 'N' });
  }
}

/** Forms whose credit the next return carries have one return at a time: which of two credits would stand? */
function checkPrevious(filed: readonly PreviousProcedure[]): void {
  const inOrder = filed.filter(({ form }) => REFUNDED.includes(form)).sort(byStart);
  for (const [index, { startDate: start, endDate: end }] of inOrder.entries()) {
    const before = inOrder[index - 1];
    if (before && start <= before.endDate) throw vatErrors.PeriodsOverlap({ start, end });
  }
}

const byStart = (one: Days, other: Days): number =>
  one.startDate < other.startDate ? -1 : one.startDate > other.startDate ? 1 : 0;

/** What goes with a period beside its boxes is of some forms alone. */
function checkBeside({ startDate, preparedOn, instalments, refund }: SimulatedPeriod, form: string): void {
  if (preparedOn && preparedOn < startDate) throw preparedBefore(preparedOn, startDate);
  if (instalments.length > 0 && form !== CA12) throw notOf('Instalments', form, [CA12]);
  if (refund && refund.amount > 0n && !REFUNDED.includes(form)) throw notOf('Refund.Amount', form, REFUNDED);
  checkInstalments(instalments);
}

/** No letter of the period would count. */
const preparedBefore = (preparedOn: string, start: string) =>
  vatErrors.PeriodInvalid({
    detail: {
      en: `PreparedOn ${preparedOn} is before ${start}, the first day of the period`,
      fr: `PreparedOn ${preparedOn} précède le ${start}, premier jour de la période`,
    },
  });

const notOf = (field: string, form: string, forms: readonly string[]) => {
  const bearing = forms.map((one) => `_${one}`).join(', ');
  return vatErrors.ValueUnknown({
    detail: {
      en: `${field}: _${form} takes none, only ${bearing}`,
      fr: `${field} : _${form} n’en a pas, seulement ${bearing}`,
    },
  });
};

/** A yearly return has one box for July and one for December: a second amount would take the place of the first. */
function checkInstalments(instalments: SimulatedPeriod['instalments']): void {
  for (const [index, { month }] of instalments.entries()) {
    const twice = instalments.slice(0, index).find((before) => before.month.slice(-2) === month.slice(-2));
    if (twice) {
      const months = `${twice.month}, ${month}`;
      throw vatErrors.ValueUnknown({
        detail: {
          en: `Instalments: two of one month, ${months}`,
          fr: `Instalments : deux du même mois, ${months}`,
        },
      });
    }
  }
}

/** Throws BoxUnknown, BoxIsComputed, AmountNotWhole, AmountInvalid and ValueUnknown. */
export function typedPeriod(period: SimulatedPeriod, form: string): ReturnPeriod {
  const rules = { edition: vatEdition(period.endDate), forms: formsOf(form), allowsComputed: false };
  return { ...period, userBoxes: typedBoxes(period.userBoxes, rules) };
}

/** Boxes of any form, totals too. */
export const typedSheets = (boxes: RawBoxes, edition: Edition): FilledForms =>
  typedBoxes(boxes, { edition, forms: vatForms(), allowsComputed: true });
