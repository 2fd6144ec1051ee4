/** What a simulation refuses of its input once every value is read. */
import { type Edition, vatEdition, vatForms } from '../forms/vat-boxes.ts';
import type { FilledForms } from '../forms/vat-sheets.ts';
import type { Labels } from '../kernel/errors.ts';
import { formatAmount } from '../kernel/money.ts';
import { ledgerErrors } from '../ledger/errors.ts';
import type { VatEntry, VatLedger, VatLine } from './engine/model.ts';
import { vatErrors } from './errors.ts';
import { formsOf } from './return/fill-return.ts';
import { counts, type ReturnPeriod } from './return/inputs.ts';
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
  periods.forEach(checkInstalments);
  for (const { startDate: start, endDate: end } of periods) {
    const filed = previousProcedures.some(
      (one) => one.form === form && counts(one) && one.startDate <= end && start <= one.endDate,
    );
    if (filed) throw vatErrors.PeriodAlreadyDeclared({ form: `_${form}`, start, end });
  }
}

/** A yearly return has one box for July and one for December: a second amount would take the place of the first. */
function checkInstalments({ instalments }: Pick<SimulatedPeriod, 'instalments'>): void {
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

/** Throws EntryIdTwice, AmountInvalid and EntryNotBalanced. */
export function checkLedger({ entries }: VatLedger): void {
  const twice = repeated(entries, idOfEntry);
  if (twice !== undefined) throw vatErrors.EntryIdTwice({ detail: `EntryId ${twice}` });
  for (const entry of entries) checkEntry(entry);
}

/** A number that is there twice. Most lists go upwards, and need no set. */
function repeated<T>(all: readonly T[], numberOf: (one: T) => number): number | undefined {
  let last = Number.NEGATIVE_INFINITY;
  for (const one of all) {
    const number = numberOf(one);
    if (number <= last) return repeatedAnywhere(all.map(numberOf));
    last = number;
  }
  return undefined;
}

function repeatedAnywhere(numbers: readonly number[]): number | undefined {
  const known = new Set<number>();
  return numbers.find((number) => known.size === known.add(number).size);
}

const idOfEntry = ({ entryId }: VatEntry): number => entryId;
const idOfLine = ({ lineId }: VatLine): number => lineId;

const BOTH_SIDES: Labels = { en: ': both sides', fr: ' : les deux sens' };

const placeOf = (entryId: number, lineId: number, what: Labels = { en: '', fr: '' }): Labels => ({
  en: `entry ${entryId}, line ${lineId}${what.en}`,
  fr: `écriture ${entryId}, ligne ${lineId}${what.fr}`,
});

function checkEntry({ entryId, lines }: VatEntry): void {
  const twice = repeated(lines, idOfLine);
  if (twice !== undefined) throw vatErrors.EntryIdTwice({ detail: placeOf(entryId, twice) });
  let [debit, credit] = [0n, 0n];
  for (const line of lines) {
    if (line.credit === 0n) debit += line.debit;
    else if (line.debit === 0n) credit += line.credit;
    else throw vatErrors.AmountInvalid({ detail: placeOf(entryId, line.lineId, BOTH_SIDES) });
  }
  if (debit !== credit) {
    throw ledgerErrors.EntryNotBalanced({ debit: formatAmount(debit), credit: formatAmount(credit) }, [
      { path: `Entries[EntryId=${entryId}]`, code: 'custom', message: 'debit and credit differ' },
    ]);
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
