/** Where the value of a cell comes from, piece by piece. */
import type { CellValue } from '../../../forms/declared.ts';
import type { AccountBalance } from '../../../forms/ledger-rule.ts';
import type { Cents } from '../../../kernel/money.ts';

/** A piece of a cell: an account, an asset, what the return of the year before held, a loan. Amounts are cents. */
export interface Part {
  readonly kind: 'account' | 'asset' | 'lastYear' | 'loan' | 'rounding';
  readonly name: string;
  readonly label: string;
  readonly amount: Cents;
}

/** A value found for a cell, with its pieces. */
export interface Found {
  readonly value: CellValue;
  readonly parts: readonly Part[];
}

/** By `form.cell`. */
export type Findings = ReadonlyMap<string, Found>;

export const accountPart = ({ account, label = '', thirdParty }: AccountBalance, amount: Cents): Part => ({
  kind: 'account',
  name: thirdParty ? `${account} ${thirdParty}` : account,
  label,
  amount,
});

/** Amounts and pieces by name: what formulas read as parameters. */
export interface Reading {
  /** Whole euros. */
  readonly value: bigint;
  readonly parts: readonly Part[];
}

export type Readings = Readonly<Record<string, Reading>>;
