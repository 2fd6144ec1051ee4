/** One row of a CSV as a movement. */
import type { PlainDate } from '../../../kernel/dates.ts';
import type { Movement } from '../cfonb/movement.ts';
import type { Account } from '../cfonb/statement.ts';

export interface CsvRow {
  /** Place under the headings, from 1. */
  readonly record: number;
  readonly day: PlainDate | null;
  readonly valueDate: PlainDate | null;
  /** Minor units; null when unreadable. */
  readonly units: number | null;
  readonly balance: number | null;
  readonly label: string;
  readonly reference: string | null;
  readonly counterparty: string | null;
  readonly currency: string;
}

export const movementOf = (row: CsvRow, { decimals, currencyCode }: Account): Movement => ({
  record: row.record,
  operationDate: row.day,
  valueDate: row.valueDate ?? row.day,
  units: row.units,
  decimals,
  currencyCode,
  label: row.label,
  operationCode: '',
  internalCode: null,
  rejectCode: null,
  entryNumber: null,
  reference: row.reference,
  isCommissionExempt: false,
  isUnavailable: false,
  details: [],
  complements: {},
  counterpartyName: row.counterparty,
  counterpartyIban: null,
});
