/**
 * Amounts of a list are JSON numbers. Cents below ten thousand billion euros come out as the very decimal they are: the
 * shortest text of such a number has two decimals at most.
 */
import { type Cents, formatAmount } from '../kernel/money.ts';

export const euros = (cents: Cents): number => Number(formatAmount(cents));
