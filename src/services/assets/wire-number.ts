/**
 * Amounts and decimals of tables B2 to B6 are JSON numbers. Cents below ten thousand billion euros come out as the
 * very decimal they are: the shortest text of such a number has two decimals at most.
 */
import { type Cents, formatAmount } from '../kernel/money.ts';
import { formatRatio, type Ratio } from '../kernel/ratio.ts';

export const euros = (cents: Cents): number => Number(formatAmount(cents));

/** A fraction, `factor` times, to six places: 1/5 of 100 is 20. */
export const decimalNumber = (ratio: Ratio, factor = 1n): number => Number(formatRatio(ratio, factor));
