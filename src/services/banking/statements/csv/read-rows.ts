/** Rows of cells as movements, the oldest first, with the balances that the bank wrote beside them. */
import type { Account } from '../cfonb/statement.ts';
import { amountOf, dayOf } from './cells.ts';
import type { CsvMapping, Places } from './mapping.ts';
import type { CsvRow } from './movement.ts';

export interface Reading {
  readonly mapping: CsvMapping;
  readonly places: Places;
  readonly account: Account;
}

/** The oldest first. Lines of totals and of balances alone are none. */
export function movementsOf(rows: readonly (readonly string[])[], reading: Reading): CsvRow[] {
  const read = rows.flatMap((cells, at) => rowOf(cells, at + 1, reading) ?? []);
  return isNewestFirst(read) ? read.reverse() : read;
}

function rowOf(cells: readonly string[], record: number, { mapping, places, account }: Reading): CsvRow | undefined {
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
  return out == null || into == null ? null : into - Math.abs(out);
}

/** By the balances, which tell it within a day too; else by the days. */
function isNewestFirst(rows: readonly CsvRow[]): boolean {
  const pairs = rows.slice(1).map((row, at) => [rows[at], row] as const);
  const joins = (older: CsvRow | undefined, newer: CsvRow | undefined) =>
    older?.balance != null && newer?.balance != null && older.balance + (newer.units ?? 0) === newer.balance;
  const [down, up] = [
    pairs.filter(([above, below]) => joins(above, below)).length,
    pairs.filter(([above, below]) => joins(below, above)).length,
  ];
  if (down !== up) return up > down;
  const days = rows.flatMap(({ day }) => day ?? []);
  return (days[0] ?? '') > (days.at(-1) ?? '');
}

/** Some banks write the balance on the last row of each day alone. Undefined where no row has one. */
export function balancesOf(rows: readonly CsvRow[]): { readonly start: number; readonly end: number } | undefined {
  const first = rows.findIndex(({ balance }) => balance !== null);
  const last = rows.findLastIndex(({ balance }) => balance !== null);
  const [opening, closing] = [rows[first]?.balance ?? null, rows[last]?.balance ?? null];
  if (opening === null || closing === null) return undefined;
  return { start: opening - totalOf(rows.slice(0, first + 1)), end: closing + totalOf(rows.slice(last + 1)) };
}

const totalOf = (rows: readonly CsvRow[]): number => rows.reduce((total, { units }) => total + (units ?? 0), 0);
