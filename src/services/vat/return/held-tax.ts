/** The accounts that hold the tax of an element, and how much of each a period declares. */
import type { Cents } from '../../kernel/money.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import type { PeriodShare, VatElement } from '../engine/model.ts';

/** By account, in the sign of the element; under undefined, what no account holds. */
export type DeclaredThrough = ReadonlyMap<string | undefined, Cents>;

/**
 * The share of each account follows the share of the tax. It is cut on cumulated amounts, half up to the cent, so that the
 * shares of all periods sum to what the account holds, and those of one period to its tax.
 */
export function declaredThrough({ element, toDeclare, declared }: PeriodShare): DeclaredThrough {
  const through = new Map<string | undefined, Cents>();
  if (element.tax === 0n) return toDeclare.tax === 0n ? through : through.set(undefined, toDeclare.tax);
  const [only, ...others] = element.held;
  // Nearly always one account holds all of the tax.
  if (only?.amount === element.tax && others.length === 0) return through.set(only.accountNumber, toDeclare.tax);
  const [before, after] = [declared.tax, declared.tax + toDeclare.tax];
  const upTo = (held: Cents, due: Cents) => divideRounded(due * held, element.tax, 'halfUp');
  let held = 0n;
  let taken = 0n;
  for (const { accountNumber, amount } of element.held) {
    held += amount;
    const cumulated = upTo(held, after) - upTo(held, before);
    through.set(accountNumber, (through.get(accountNumber) ?? 0n) + cumulated - taken);
    taken = cumulated;
  }
  return through.set(undefined, toDeclare.tax - taken);
}

/** Whether its tax is deducted: a regularisation of operations is on the due side, its tax is not. */
export const isDeducted = ({ deductibleZones }: VatElement): boolean => deductibleZones !== undefined;
