/**
 * Whether a transaction may still change, which the specification leaves open: it may not once its entry is definitive.
 * Validation forbids any change of an entry (PCG art. 921-3), closing freezes those of the exercise (art. 921-4), and
 * the lettering of a counterpart has settled an account of a third party on the strength of the amount.
 */
import type { Cents } from '../../../kernel/money.ts';
import type { Entry } from '../../../ledger/entries.ts';
import type { EntryLine } from '../../../ledger/lines.ts';

export type Lock = 'Validated' | 'ExerciseClosed' | 'Lettered';

/** Accounts of banks (PCG 512 to 519): 511, values to be cashed, 53, cash, and 58, internal transfers, are counterparts. */
export const isBankLine = ({ accountNumber }: Pick<EntryLine, 'accountNumber'>): boolean =>
  /^51[2-9]/.test(accountNumber);

/** Why the transactions of an entry may not change; undefined when they may. */
export function lockOf(entry: Entry, closedExercises: ReadonlySet<number>): Lock | undefined {
  if (entry.validationDate !== null) return 'Validated';
  if (closedExercises.has(entry.exerciseId)) return 'ExerciseClosed';
  return entry.lines.some((line) => line.letter !== null && !isBankLine(line)) ? 'Lettered' : undefined;
}

/** Whether a line of `left` has room for an amount of the same sign. */
export const holds = (left: Cents, amount: Cents): boolean =>
  left < 0n ? left <= amount && amount < 0n : 0n < amount && amount <= left;
