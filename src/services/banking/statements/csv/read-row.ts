/** A row of cells as a movement, with the balance that the bank wrote beside it. */
import type { Account } from '../cfonb/statement.ts';
import { amountOf, dayOf } from './cells.ts';
import type { CsvMapping, Places } from './mapping.ts';
import type { CsvRow } from './movement.ts';

export interface Reading {
  readonly mapping: CsvMapping;
  readonly places: Places;
  readonly account: Account;
}

/** Lines of totals and of balances alone are none. */
export function rowOf(
  cells: readonly string[],
  record: number,
  { mapping, places, account }: Reading,
): CsvRow | undefined {
  const cell = (at: number | undefined): string => (at === undefined ? '' : (cells[at] ?? ''));
  const amount = (at: number | undefined) => amountOf(cell(at), mapping.decimalMark, account.decimals);
  const label = places.label.map(cell).filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();
  const day = dayOf(cell(places.date), mapping.dateForm);
  const isWritten = [places.amount, places.debit, places.credit].some((at) => cell(at) !== '');
  const isSummary = /^(TOTAL|SOLDE)\b/i.test(label === '' ? (cells.find(Boolean) ?? '') : label);
  if (day === null && (!isWritten || (isSummary && !/\d/.test(cell(places.date))))) return undefined;
  if (!isWritten && isSummary) return undefined;
  return {
    record,
    day,
    units: isWritten ? signed(amount, cell, places) : null,
    balance: places.balance === undefined ? null : amount(places.balance),
    valueDate: dayOf(cell(places.valueDate), mapping.dateForm),
    label,
    reference: cell(places.reference) || null,
    counterparty: cell(places.counterparty) || null,
    currency: cell(places.currency).toUpperCase(),
  };
}

/** A debit is taken from the account, whether the bank writes a minus or not. */
function signed(
  amount: (at: number | undefined) => number | null,
  cell: (at: number | undefined) => string,
  { amount: both, direction, debit, credit }: Places,
): number | null {
  if (both !== undefined) {
    const units = amount(both);
    const isDebit = direction !== undefined && /^(D|-)/i.test(cell(direction));
    return units !== null && isDebit ? -Math.abs(units) : units;
  }
  const parts = [cell(debit) === '' ? 0 : amount(debit), cell(credit) === '' ? 0 : amount(credit)];
  const [out, into] = parts;
  if (out == null || into == null) return null;
  return out !== 0 && into !== 0 ? null : into - Math.abs(out); // one movement is not both
}
