/** What a return declares of each account, by category and rate, tax due and tax deducted apart. */
import type { Cents } from '../../kernel/money.ts';
import type { PeriodShare, VatCategory, VatRate } from '../engine/model.ts';
import { isDeducted } from '../return/held-tax.ts';

export interface DeclaredElement {
  readonly accountNumber: string;
  readonly category: VatCategory;
  readonly rate: VatRate;
  readonly taxExcluded: Cents;
  readonly tax: Cents;
}

/** By account, then category, then rate; without those of 0.00. */
export function declaredElements(taken: readonly PeriodShare[]): DeclaredElement[] {
  const sums = new Map<string, DeclaredElement & { taxExcluded: Cents; tax: Cents }>();
  for (const { element, toDeclare } of taken) {
    const { accountNumber, category, rate } = element;
    const key = `${accountNumber} ${category} ${rate} ${isDeducted(element)}`;
    const sum = sums.get(key) ?? { accountNumber, category, rate, taxExcluded: 0n, tax: 0n };
    sums.set(key, sum);
    sum.taxExcluded += toDeclare.taxExcluded;
    sum.tax += toDeclare.tax;
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, element]) => element)
    .filter(({ taxExcluded, tax }) => taxExcluded !== 0n || tax !== 0n);
}
