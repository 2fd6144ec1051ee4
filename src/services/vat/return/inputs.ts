/** What a return is computed from beside the shares of the books. */

import type { BoxValue, FilledForms } from '../../forms/vat-sheets.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { DeclaredShare } from '../engine/model.ts';

/** An instalment of the simplified regime, deducted on the CA12. Whole euros. */
export interface Instalment {
  /** `YYYY-MM`, July or December. */
  readonly month: string;
  readonly paidAmount: bigint;
  readonly remainingAmount: bigint;
}

interface Person {
  readonly name?: string | undefined;
  readonly quality?: string | undefined;
  readonly place?: string | undefined;
}

export interface RefundRequest {
  /** Whole euros. */
  readonly amount: bigint;
  readonly reason?: 'First' | 'Event' | 'Other' | undefined;
  readonly establishment?: 'French' | 'Eu' | 'NonEu' | undefined;
  readonly mode?: 'Credit' | 'SetOff' | undefined;
  readonly creationDate?: PlainDate | undefined;
  readonly eventDate?: PlainDate | undefined;
  readonly comment?: string | undefined;
  readonly iban?: string | undefined;
  readonly bic?: string | undefined;
  readonly holder?: string | undefined;
  readonly applicant?: Person | undefined;
  readonly representative?: Person | undefined;
}

export interface Payment {
  readonly iban?: string | undefined;
  readonly bic?: string | undefined;
  readonly holder?: string | undefined;
  readonly amount: Cents;
  readonly reference?: string | undefined;
}

export interface ReturnPeriod {
  readonly startDate: PlainDate;
  readonly endDate: PlainDate;
  /** Letters put later do not count yet. */
  readonly preparedOn?: PlainDate | undefined;
  readonly userBoxes: FilledForms;
  readonly instalments: readonly Instalment[];
  readonly refund?: RefundRequest | undefined;
  /** The request is a return of its own. */
  readonly hasRefundApart?: boolean | undefined;
  readonly payments: readonly Payment[];
}

/** A return made before. */
export interface PreviousProcedure {
  readonly form: string;
  readonly startDate: PlainDate;
  readonly endDate: PlainDate;
  readonly status: string;
  readonly boxes: ReadonlyMap<string, BoxValue>;
  readonly declaredLines: readonly DeclaredShare[];
}

/** Drafts and what was rejected or cancelled count for nothing. */
export const counts = ({ status }: PreviousProcedure): boolean => !['Draft', 'Rejected', 'Cancelled'].includes(status);

/** Whole euros of a box that does not repeat; what is absent is 0. */
export const euros = (boxes: ReadonlyMap<string, BoxValue> | undefined, zone: string): bigint => {
  const value = boxes?.get(zone);
  return typeof value === 'bigint' ? value : 0n;
};
