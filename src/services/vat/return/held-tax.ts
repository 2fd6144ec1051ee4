/** The accounts that hold the tax of an element, and how much of each a period declares. */
import type { Cents } from '../../kernel/money.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import type { PeriodShare, VatElement } from '../engine/model.ts';

/** Takes what goes through an account, in the sign of the element; under undefined, what no account holds. */
type Take = (account: string | undefined, amount: Cents) => void;

/**
 * The share of each account follows the share of the tax. It is cut on cumulated amounts, half up to the cent, so that the
 * shares of all periods sum to what the account holds, and those of one period to its tax.
 */
export function declaredThrough({ element, toDeclare, declared }: PeriodShare, take: Take): void {
  const [only] = element.held;
  if (element.tax === 0n) {
    if (toDeclare.tax !== 0n) take(undefined, toDeclare.tax);
  } else if (only?.amount === element.tax && element.held.length === 1) {
    take(only.accountNumber, toDeclare.tax); // nearly always one account holds all of the tax
  } else {
    cutThrough(element, { from: declared.tax, to: declared.tax + toDeclare.tax }, take);
  }
}

function cutThrough({ held, tax }: VatElement, { from, to }: { readonly from: Cents; readonly to: Cents }, take: Take) {
  const upTo = (cumulated: Cents, due: Cents) => divideRounded(due * cumulated, tax, 'halfUp');
  let cumulated = 0n;
  let taken = 0n;
  for (const { accountNumber, amount } of held) {
    cumulated += amount;
    const through = upTo(cumulated, to) - upTo(cumulated, from);
    take(accountNumber, through - taken);
    taken = through;
  }
  take(undefined, to - from - taken);
}

/** Whether its tax is deducted: a regularisation of operations is on the due side, its tax is not. */
export const isDeducted = ({ deductibleZones }: VatElement): boolean => deductibleZones !== undefined;
