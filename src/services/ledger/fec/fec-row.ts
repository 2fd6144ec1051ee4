/** One line of a FEC as values: what a reading gives and what a writing takes. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';

/** Texts are empty when the field is blank. */
export interface FecRow {
  readonly journalCode: string;
  readonly journalLabel: string;
  readonly entryNumber: string;
  readonly entryDate: PlainDate;
  readonly account: string;
  readonly accountLabel: string;
  readonly auxiliary: string;
  readonly auxiliaryLabel: string;
  readonly documentReference: string;
  readonly documentDate: PlainDate | null;
  readonly label: string;
  /** As given: either may be negative, and both may be filled. */
  readonly debit: Cents;
  readonly credit: Cents;
  readonly lettering: string;
  readonly letteringDate: PlainDate | null;
  /** Null for a draft. */
  readonly validationDate: PlainDate | null;
  /** Hundredths of the currency; null when blank. */
  readonly currencyAmount: Cents | null;
  readonly currency: string;
  /** Cash forms only: when and how it was paid, what it is, for which client. */
  readonly settlementDate?: PlainDate | null;
  readonly settlementMode?: string;
  readonly operationNature?: string;
  readonly clientId?: string;
  /** Columns beyond the legal ones, those that are filled, by their name in the header. */
  readonly extra?: ReadonlyMap<string, string>;
}
