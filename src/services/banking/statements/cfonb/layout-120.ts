/** Fields of CFONB 120 records. `at` counts from 0: the brochure's position less one. Source: CFONB, 2004 and 2010. */
import type { Field } from './record-scanner.ts';

/** A field by its positions in the brochure, both included, counted from 1. */
export const field = (name: string, from: number, to: number): Field => ({ name, at: from - 1, length: to - from + 1 });

/** In every record. */
export const ACCOUNT_FIELDS = {
  bankCode: field('BankCode', 3, 7),
  branchCode: field('BranchCode', 12, 16),
  currencyCode: field('CurrencyCode', 17, 19),
  decimals: field('Decimals', 20, 20),
  accountNumber: field('AccountNumber', 22, 32),
} as const;

/** Records 01 and 07. */
export const BALANCE_FIELDS = {
  date: field('Date', 35, 40),
  amount: field('Amount', 91, 104),
  /** Not in the brochure: some banks write the period covered here. */
  periodStart: field('PeriodStart', 105, 110),
  periodEnd: field('PeriodEnd', 111, 116),
} as const;

/** Record 04. The label ends at 79: position 80 is reserved. */
export const MOVEMENT_FIELDS = {
  internalCode: field('InternalCode', 8, 11),
  operationCode: field('OperationCode', 33, 34),
  operationDate: field('OperationDate', 35, 40),
  rejectCode: field('RejectCode', 41, 42),
  valueDate: field('ValueDate', 43, 48),
  label: field('Label', 49, 79),
  entryNumber: field('EntryNumber', 82, 88),
  exempt: field('IsCommissionExempt', 89, 89),
  unavailable: field('IsUnavailable', 90, 90),
  amount: field('Amount', 91, 104),
  reference: field('Reference', 105, 120),
} as const;

/** Record 05. */
export const COMPLEMENT_FIELDS = {
  operationDate: field('OperationDate', 35, 40),
  qualifier: field('Qualifier', 46, 48),
  text: field('Text', 49, 118),
} as const;
