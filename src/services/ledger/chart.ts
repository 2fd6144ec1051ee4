/**
 * The general chart of accounts (plan comptable général, PCG) as reference data: which account a number falls under, at
 * a given opening day. Rows of `pcg.tsv` are those of the official chart for 2024 and 2026 as listed in the public
 * repository arrhes/PCG (public domain); regulation ANC 2022-06 applies to exercises opened from 1 January 2025.
 */
import type { PlainDate } from '../kernel/dates.ts';
import { readTable } from '../kernel/package-file.ts';

export interface ChartAccount {
  readonly number: string;
  readonly label: string;
  /** `base`, `minimal`, `condensed`, `developed`: systems that ask for the account; `facultatif`: free to use. */
  readonly system: string;
  /** First and last year of opening of the exercises it applies to; undefined when unbounded. */
  readonly fromYear: number | undefined;
  readonly toYear: number | undefined;
}

const year = (text: string): number | undefined => (text ? Number(text) : undefined);

const readRows = (): ChartAccount[] =>
  readTable('src/services/ledger/pcg.tsv', ['number', 'label', 'system', 'fromYear', 'toYear']).map((row) => ({
    ...row,
    fromYear: year(row.fromYear),
    toYear: year(row.toYear),
  }));

let rows: readonly ChartAccount[] | undefined;
const allRows = (): readonly ChartAccount[] => {
  rows ??= readRows();
  return rows;
};

const charts = new Map<string, ReadonlyMap<string, ChartAccount>>();

/** The chart that applies to an exercise opened on `opening`, by account number, in order of number. */
export function chartAt(opening: PlainDate): ReadonlyMap<string, ChartAccount> {
  const openingYear = Number(opening.slice(0, 4));
  const known = charts.get(opening.slice(0, 4));
  if (known) return known;
  const chart = new Map(
    allRows()
      .filter(({ fromYear = 0, toYear = 9999 }) => fromYear <= openingYear && openingYear <= toYear)
      .map((account) => [account.number, account]),
  );
  charts.set(opening.slice(0, 4), chart);
  return chart;
}

/** The account of the chart that `number` extends: its longest prefix there (`4110000` is 411). */
export function chartAccountOf(number: string, opening: PlainDate): ChartAccount | undefined {
  const chart = chartAt(opening);
  for (let length = number.length; length > 0; length--) {
    const found = chart.get(number.slice(0, length));
    if (found) return found;
  }
  return undefined;
}

/** Class of an account, 1 to 9, its first digit; undefined when it starts with no digit. */
export const classOf = (number: string): string | undefined => /^[1-9]/.exec(number)?.[0];
