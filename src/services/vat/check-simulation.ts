/** What a simulation refuses of its input once every value is read. */
import { type Edition, vatEdition, vatForms } from '../forms/vat-boxes.ts';
import type { FilledForms } from '../forms/vat-sheets.ts';
import { formatAmount } from '../kernel/money.ts';
import { ledgerErrors } from '../ledger/errors.ts';
import type { VatEntry, VatLedger, VatLine } from './engine/model.ts';
import { vatErrors } from './errors.ts';
import { formsOf } from './return/fill-return.ts';
import { counts, type ReturnPeriod } from './return/inputs.ts';
import { type RawBoxes, typedBoxes } from './return/typed-boxes.ts';
import type { SimulatedPeriod, SimulationInput } from './simulate.ts';

/** Throws PeriodInvalid, PeriodsOverlap and PeriodAlreadyDeclared. */
export function checkPeriods({ form, periods, previousProcedures }: SimulationInput): void {
  if (periods.length === 0) throw vatErrors.PeriodInvalid({ detail: 'Periods is empty' });
  for (const [index, { startDate: start, endDate: end }] of periods.entries()) {
    if (end < start) throw vatErrors.PeriodInvalid({ detail: `${start} to ${end}` });
    const before = periods[index - 1];
    if (before && start <= before.endDate) throw vatErrors.PeriodsOverlap({ start, end });
    const filed = previousProcedures.some(
      (one) => one.form === form && counts(one) && one.startDate <= end && start <= one.endDate,
    );
    if (filed) throw vatErrors.PeriodAlreadyDeclared({ form: `_${form}`, start, end });
  }
}

/** Throws EntryIdTwice, AmountInvalid and EntryNotBalanced. */
export function checkLedger({ entries }: VatLedger): void {
  const known = new Set<number>();
  for (const entry of entries) {
    if (known.has(entry.entryId)) throw vatErrors.EntryIdTwice({ detail: `EntryId ${entry.entryId}` });
    known.add(entry.entryId);
    checkEntry(entry);
  }
}

function checkEntry({ entryId, lines }: VatEntry): void {
  const known = new Set<number>();
  let [debit, credit] = [0n, 0n];
  for (const line of lines) {
    const place = `entry ${entryId}, line ${line.lineId}`;
    if (known.has(line.lineId)) throw vatErrors.EntryIdTwice({ detail: place });
    if (hasBothSides(line)) throw vatErrors.AmountInvalid({ detail: `${place}: both sides` });
    known.add(line.lineId);
    debit += line.debit;
    credit += line.credit;
  }
  if (debit !== credit) {
    throw ledgerErrors.EntryNotBalanced({ debit: formatAmount(debit), credit: formatAmount(credit) }, [
      { path: `Entries[EntryId=${entryId}]`, code: 'custom', message: 'debit and credit differ' },
    ]);
  }
}

const hasBothSides = ({ debit, credit }: VatLine): boolean => debit !== 0n && credit !== 0n;

/** Throws BoxUnknown, BoxIsComputed, AmountNotWhole, AmountInvalid and ValueUnknown. */
export function typedPeriod(period: SimulatedPeriod, form: string): ReturnPeriod {
  const rules = { edition: vatEdition(period.endDate), forms: formsOf(form), allowsComputed: false };
  return { ...period, userBoxes: typedBoxes(period.userBoxes, rules) };
}

/** Boxes of any form, totals too. */
export const typedSheets = (boxes: RawBoxes, edition: Edition): FilledForms =>
  typedBoxes(boxes, { edition, forms: vatForms(), allowsComputed: true });
